"""`sayso note`: a remark of the asker or of an agent. In the inbox a note is the principal's."""

from typing import Literal

import click

from sayso_tui.cli.added import add_note
from sayso_tui.cli.options import json_option, key_argument, store_option
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session


@click.command()
@key_argument
@click.argument("text")
@click.option("--to", metavar="WHO", help="Who should decide it instead, as far as you know.")
@click.option("--reason", metavar="TEXT", help="Why they should.")
@click.option("--origin", type=click.Choice(["requester", "agent"]), default="requester", help="Who writes it.")
@store_option
@json_option
@pass_session
def note(
    session: Session,
    key: str,
    text: str,
    to: str | None,
    reason: str | None,
    origin: Literal["requester", "agent"],
    store: str | None,
    as_json: bool,
) -> None:
    """Add a remark to a decision; "-" reads it from stdin. It settles nothing."""
    add_note(session, key, text, to, reason, origin, store, as_json=as_json)
