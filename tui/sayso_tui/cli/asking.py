"""The requester's verbs: `sayso raise`, `amend` and `withdraw`."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Literal

import click

from sayso_client.decision import Decision, State
from sayso_client.text import one_line
from sayso_tui.cli.options import Day, Pair, json_option, key_argument, store_option, text_or_stdin
from sayso_tui.cli.output import remark, result
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.shown import print_decision

if TYPE_CHECKING:
    from sayso_client.asking import Ask, Asking


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options of `raise` and `amend` say; None or empty where one was not given."""

    text: str | None
    options: tuple[tuple[str, str], ...]
    default: str | None
    due: str | None
    by: str | None
    to: tuple[str, ...]
    subject: str | None
    project: str | None
    links: tuple[str, ...]

    def given(self) -> dict[str, object]:
        """Only what was given, by the names of `Ask`."""
        names = ("options", "default", "due", "by", "to", "subject", "project", "links")
        given = {name: value for name in names if (value := getattr(self, name))}
        return given if self.text is None else {"text": text_or_stdin(self.text), **given}


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
    @click.option("--by", metavar="WHO", help="Who asks.")
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
    from sayso_client.asking import Ask

    if asked.text is None:
        raise click.UsageError("What is the question? Give it with --text.")
    ask = Ask(**asked.given())  # type: ignore[arg-type]  # names and types are those of Ask
    decision, new = do(asking(session, store).raise_(key, ask))
    if not new:
        remark(f"{one_line(decision.ref.key, 80)} is asked already, in the same words. Nothing was written.")
    if new and ask.default is not None and ask.options and decision.option(ask.default) is None:
        remark(f"{one_line(ask.default, 80)} is the id of no option, so it stands as a working assumption in words.")
    if as_json:
        print_decision(session, decision)
    else:
        result(decision.ref.key)


@click.command()
@key_argument
@asked_options
@pass_session
def amend(session: Session, key: str, asked: Asked, store: str | None, as_json: bool) -> None:
    """Change what is asked. What is not given stays as it is.

    An answer that was given to the older terms stays in the record, counts as stale, and the question waits again.
    """
    held = session.inbox().find(key, store)
    given = asked.given()
    if not given:
        raise click.UsageError("Nothing to change was given.")
    ask = replace(_as_it_stands(held), **given)  # type: ignore[arg-type]  # names and types are those of Ask
    decision = do(asking(session, held.ref.store).amend(key, ask))
    if as_json:
        print_decision(session, decision)
        return
    name = one_line(key, 80)
    if decision.seen == held.seen:
        remark(f"{name} is asked in these words already. Nothing was written.")
        return
    remark(f"{name} now stands at revision {decision.terms_rev}.")
    if decision.state is State.STALE:
        remark("It had been answered; that answer is stale, and the question waits again.")


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
    held = session.inbox().find(key, store)
    decision = do(asking(session, held.ref.store).withdraw(key, reason, note))
    if as_json:
        print_decision(session, decision)
        return
    was = "was withdrawn before. Nothing was written." if decision.seen == held.seen else "is withdrawn."
    remark(f"{one_line(key, 80)} {was}")


def asking(session: Session, store: str | None, origin: Literal["agent", "requester"] = "requester") -> "Asking":
    """The requester's side of a store, once nothing stands in the way of writing there."""
    from sayso_client.asking import Asking

    local = session.store(store)
    session.may_write(local.name, principal=False)
    inbox = session.inbox()
    return Asking(local, clock=inbox.now, mint=inbox.mint, origin=origin)


def _as_it_stands(decision: Decision) -> "Ask":
    from sayso_client.asking import Ask

    assumption = decision.working_assumption
    return Ask(
        text=decision.text,
        options=tuple((each.id, each.label) for each in decision.options),
        default=(assumption.option or assumption.text) if assumption else None,
        due=decision.due.isoformat() if decision.due else None,
        by=decision.asked_by,
        to=decision.to,
        subject=decision.subject,
        project=decision.project,
        links=decision.links,
    )
