"""`sayso show`: one decision, for people or as a JSON document."""

import click

from sayso_tui.cli.options import json_option, key_argument, store_option
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session
from sayso_tui.cli.shown import print_shown


@click.command()
@key_argument
@store_option
@json_option
@pass_session
def show(session: Session, key: str, store: str | None, as_json: bool) -> None:
    """Show one decision with all that is known about it.

    With --json it is a document of kind "decision", the records it was made from included.
    """
    print_shown(session, key, store, as_json=as_json)
