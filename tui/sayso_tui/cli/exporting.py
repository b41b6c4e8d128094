"""`sayso export`: the records as they came, one a line."""

from collections.abc import Iterator

import click

from sayso_client.rows import Query, View
from sayso_client.stores.contract import Held
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.listed import every_row
from sayso_tui.cli.options import store_option
from sayso_tui.cli.output import stdout
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session


@click.command()
@click.option("--filter", "text", metavar="TEXT", default="", help="Only decisions in which every word occurs.")
@store_option
@pass_session
def export(session: Session, text: str, store: str | None) -> None:
    """Print every record of a store as it came, as JSON lines, in order of arrival.

    With --filter, those of the decisions that `sayso list --view all --filter` lists, decision by decision.
    """
    stores = [each.name for each in session.inbox().stores() if each.kind == "local"]
    if store is None and len(stores) > 1:
        raise Ended(Exit.USAGE, f"Which store? Say it with --store: {', '.join(stores)}.")
    with stdout() as out:
        for held in _records(session, text, store):
            # A line break can only stand between the tokens of a JSON text, where a space means the same.
            out.buffer.write(held.raw.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n")
        out.buffer.flush()


def _records(session: Session, text: str, store: str | None) -> Iterator[Held]:
    local = session.store(store)
    if not text.strip():
        yield from local.every_record()
        return
    for row in every_row(session.inbox(), Query(View.ALL, text, local.name)):
        yield from local.records(row.ref.key)
