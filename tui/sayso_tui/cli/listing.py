"""`sayso list`: a view of the decisions, as a table for people or as JSON lines for programs."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from sayso_client.rows import Query, Row, View
from sayso_tui.cli.cells import screen_width
from sayso_tui.cli.options import json_option, store_option
from sayso_tui.cli.output import document, line, remark
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox

WINDOW = 500
"""Rows read at a time; memory does not grow with the list."""


def every_row(inbox: "Inbox", query: Query) -> Iterator[Row]:
    """All rows that the query lists, in list order."""
    rank = None
    while rows := inbox.after(query, rank, WINDOW):
        yield from rows
        rank = rows[-1].rank_in(query.view)


def print_table(inbox: "Inbox", query: Query, limit: int | None = None) -> None:
    """Print the rows of a query as a table, and say so when there are none."""
    from sayso_tui.cli.table import Table

    rows = islice(every_row(inbox, query), limit)
    first = list(islice(rows, WINDOW))
    stores = query.store is None and len(inbox.stores()) > 1
    table = Table(first, inbox.now().astimezone(), screen_width(), stores=stores)
    for row in chain(first, rows):
        line(table.line(row))
    if not first:
        remark("Nothing waits." if query == Query() else "Nothing is listed there.")


@click.command("list")
@click.option(
    "--view",
    type=click.Choice([each.value for each in View]),
    default="waiting",
    help="Which decisions; waiting by default.",
)
@click.option("--filter", "text", metavar="TEXT", default="", help="Only those in which every word occurs.")
@click.option("--limit", metavar="N", type=click.IntRange(min=1), help="At most so many.")
@store_option
@json_option
@pass_session
def list_(session: Session, view: str, text: str, limit: int | None, store: str | None, as_json: bool) -> None:
    """List decisions: overdue first, then due soonest, then oldest.

    With --json each line is a document of kind "row".
    """
    inbox = session.inbox("cli")
    if store is not None:
        inbox.store(store)
    query = Query(View(view), text, store)
    if not as_json:
        print_table(inbox, query, limit)
        return
    from sayso_tui.cli.documents import row_members

    now = inbox.now().astimezone()
    for row in islice(every_row(inbox, query), limit):
        document("row", row_members(row, now))
