"""`sayso claim`: word that the principal decided already, elsewhere. It settles nothing; the principal may adopt it."""

from typing import Literal

import click

from sayso_tui.cli.added import add_claim
from sayso_tui.cli.options import json_option, key_argument, store_option
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session


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
    add_claim(session, key, option, text, basis, origin, store, as_json=as_json)
