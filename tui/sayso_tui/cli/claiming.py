"""`sayso claim`: word that the principal decided already, elsewhere. It settles nothing; the principal may adopt it."""

from typing import Literal

import click

from sayso_client.text import one_line
from sayso_tui.cli.asking import asking
from sayso_tui.cli.options import json_option, key_argument, store_option, text_or_stdin
from sayso_tui.cli.output import remark
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.shown import print_decision


@click.command()
@key_argument
@click.option("--option", metavar="ID", help="The option that was chosen.")
@click.option("--text", metavar="TEXT", help='What was said, in words; "-" reads stdin.')
@click.option("--basis", metavar="TEXT", required=True, help="Where it was said: the session, the mail, the document.")
@click.option("--origin", type=click.Choice(["requester", "agent"]), default="agent", help="Who writes it.")
@store_option
@json_option
@pass_session
def claim(
    session: Session,
    key: str,
    option: str | None,
    text: str | None,
    basis: str,
    origin: Literal["requester", "agent"],
    store: str | None,
    as_json: bool,
) -> None:
    """Report that the principal already decided, and where that can be seen.

    A claim settles nothing: the question goes on waiting until the principal answers it, and sees the claim beside it.
    """
    if option is None and text is None:
        raise click.UsageError("What was decided? Give --option ID, --text TEXT, or both.")
    held = session.inbox().find(key, store)
    words = text_or_stdin(text) if text is not None else None
    decision = do(asking(session, held.ref.store, origin).claim(key, basis, words, option))
    if as_json:
        print_decision(session, decision)
    else:
        remark(f"The claim on {one_line(key, 80)} is written. It settles nothing; the principal sees it.")
