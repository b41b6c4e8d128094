"""`sayso show`: one decision, for people or as a JSON document."""

import click

from sayso_client.decision import Decision
from sayso_tui.cli.cells import screen_width
from sayso_tui.cli.documents import decision_members
from sayso_tui.cli.options import json_option, key_argument, store_option
from sayso_tui.cli.output import document, line
from sayso_tui.cli.page import page
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session


@click.command()
@key_argument
@store_option
@json_option
@pass_session
def show(session: Session, key: str, store: str | None, as_json: bool) -> None:
    """Show one decision with all that is known about it.

    With --json it is a document of kind "decision", the records it was made from included.
    """
    decision = session.inbox("cli").find(key, store)
    if as_json:
        print_decision(session, decision, records=True)
        return
    now = session.inbox().now().astimezone()
    for each in page(decision, now, screen_width()):
        line(each)


def print_decision(session: Session, decision: Decision, *, records: bool = False) -> None:
    """Print a decision as a JSON document."""
    held = session.store(decision.ref.store).records(decision.ref.key) if records else None
    document("decision", decision_members(decision, session.inbox().now().astimezone(), held))
