"""What `sayso list` prints. Apart from how its options are parsed, so that a plain call needs no parser."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from sayso_client.rows import Query, Row, View
from sayso_client.text import one_line
from sayso_tui.cli.cells import screen_width
from sayso_tui.cli.output import document, line, remark
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
        remark(_nothing(inbox, query))


def _nothing(inbox: "Inbox", query: Query) -> str:
    """Why the table is empty: a store that was never read may hold anything."""
    names = inbox.shared if query.store is None else [each for each in inbox.shared if each == query.store]
    unread = [one_line(each, 40) for each in names if inbox.heard(each) is None]
    if unread:
        return f"Nothing is listed, and not read yet: {', '.join(unread)}. To read: sayso sync"
    return "Nothing waits." if query == Query() else "Nothing is listed there."


def print_list(
    session: Session,
    view: str = "waiting",
    text: str = "",
    limit: int | None = None,
    store: str | None = None,
    *,
    outbox: bool = False,
    as_json: bool = False,
) -> None:
    """Print the decisions of a view, as a table or as JSON lines; or what is in the outbox.

    Raises:
        NotFound: there is no store of that name.
    """
    if outbox:
        # Imported here, as below: most lists are of decisions that are all here.
        from sayso_tui.cli.outbox_listed import print_outbox, refuse_with

        refuse_with(view, text)
        print_outbox(session, store, limit, as_json=as_json)
        return
    inbox = session.inbox("cli")
    if store is not None:
        inbox.store(store)
    if inbox.shared:
        from sayso_tui.cli.ages import tell_ages

        tell_ages(inbox, store)
    query = Query(View(view), text, store)
    if not as_json:
        print_table(inbox, query, limit)
        if inbox.shared and query.view is not View.OUTBOX:
            from sayso_tui.cli.outbox_listed import tell_outbox

            tell_outbox(inbox, store)
        return
    from sayso_tui.cli.documents import row_members

    now = inbox.now().astimezone()
    for row in islice(every_row(inbox, query), limit):
        document("row", row_members(row, now))
