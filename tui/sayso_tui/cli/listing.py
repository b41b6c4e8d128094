"""`sayso list`: a view of the decisions, as a table for people or as JSON lines for programs."""

import click

from sayso_client.rows import View
from sayso_tui.cli.listed import print_list
from sayso_tui.cli.options import json_option, store_option
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session


@click.command("list")
@click.option(
    "--view",
    type=click.Choice([each.value for each in View]),
    default="waiting",
    help="Which decisions; waiting by default.",
)
@click.option("--filter", "text", metavar="TEXT", default="", help="Only those in which every word occurs.")
@click.option("--outbox", is_flag=True, help="Instead, what was said to stores elsewhere and is not recorded there.")
@click.option("--limit", metavar="N", type=click.IntRange(min=1), help="At most so many.")
@store_option
@json_option
@pass_session
def list_(
    session: Session, view: str, text: str, outbox: bool, limit: int | None, store: str | None, as_json: bool
) -> None:
    """List decisions: overdue first, then due soonest, then oldest.

    With --json each line is a document of kind "row"; with --outbox of kind "outgoing".
    """
    print_list(session, view, text, limit, store, outbox=outbox, as_json=as_json)
