"""The requester's verbs: `sayso raise`, `amend` and `withdraw`."""

from collections.abc import Callable
from functools import wraps

import click

from sayso_tui.cli.asked import Asked, ask_anew, ask_no_more, ask_otherwise
from sayso_tui.cli.options import Day, Pair, json_option, key_argument, store_option
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session


def asked_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives the verb all that a question is made of, as one value `asked`."""

    @click.option("--text", metavar="TEXT", help='The question; its first line is the title. "-" reads stdin.')
    @click.option(
        "--option",
        "options",
        metavar="ID=LABEL",
        type=Pair("ID=LABEL", alone=True),
        multiple=True,
        help="One way to answer; repeat it.",
    )
    @click.option("--default", metavar="ID|TEXT", help="What you go on with meanwhile. Never an answer.")
    @click.option("--due", type=Day(), help="The last day on which an answer helps. Nothing happens by itself then.")
    @click.option("--by", metavar="WHO", help="Who asks. By default SAYSO_AGENT, else who you are to the store.")
    @click.option("--to", metavar="WHO", multiple=True, help="Whose say-so is wanted; repeat it. Anybody's by default.")
    @click.option("--subject", metavar="TEXT", help="What it is about.")
    @click.option("--project", metavar="NAME", help="Which project; a generated key begins with it.")
    @click.option("--link", "links", metavar="URL", multiple=True, help="Where to read more; repeat it.")
    @store_option
    @json_option
    @wraps(command)
    def verb(
        *args: object,
        text: str | None,
        options: tuple[tuple[str, str], ...],
        default: str | None,
        due: str | None,
        by: str | None,
        to: tuple[str, ...],
        subject: str | None,
        project: str | None,
        links: tuple[str, ...],
        **rest: object,
    ) -> None:
        command(*args, asked=Asked(text, options, default, due, by, to, subject, project, links), **rest)

    return verb


@click.command("raise")
@click.argument("key", required=False)
@asked_options
@pass_session
def raise_(session: Session, key: str | None, asked: Asked, store: str | None, as_json: bool) -> None:
    """Put a question to the principal and print its key.

    Without KEY one is made: project/words-4hex. Asking the same again writes nothing; a KEY that is held with other
    terms ends with 4 (use amend).
    """
    if asked.text is None:
        raise click.UsageError("What is the question? Give it with --text.")
    ask_anew(session, key, asked, store, as_json=as_json)


@click.command()
@key_argument
@asked_options
@pass_session
def amend(session: Session, key: str, asked: Asked, store: str | None, as_json: bool) -> None:
    """Change what is asked. What is not given stays as it is.

    An answer that was given to the older terms stays in the record, counts as stale, and the question waits again.
    """
    held = session.inbox().find_asked(key, store, session.asks_in)
    given = asked.given()
    if not given:
        raise click.UsageError("Nothing to change was given.")
    ask_otherwise(session, held, given, as_json=as_json)


@click.command()
@key_argument
@click.option(
    "--reason",
    type=click.Choice(["settled", "not_needed"]),
    required=True,
    help="settled: it was decided where it was asked. not_needed: no answer is needed any more.",
)
@click.option("--note", metavar="TEXT", help="A remark that goes into the record.")
@store_option
@json_option
@pass_session
def withdraw(session: Session, key: str, reason: str, note: str | None, store: str | None, as_json: bool) -> None:
    """Say, as the asker, that no answer is needed any more. It settles nothing."""
    ask_no_more(session, key, reason=reason, note=note, store=store, as_json=as_json)
