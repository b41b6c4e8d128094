"""`sayso export`: the records as they came, one a line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from sayso_client.rows import Query, View
from sayso_client.stores.contract import Held
from sayso_client.stores.local import LocalStore
from sayso_client.stores.replica import ReplicaStore
from sayso_client.text import one_line
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.listed import every_row
from sayso_tui.cli.options import store_option
from sayso_tui.cli.output import stdout
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox


@click.command()
@click.option("--filter", "text", metavar="TEXT", default="", help="Only decisions in which every word occurs.")
@store_option
@pass_session
def export(session: Session, text: str, store: str | None) -> None:
    """Print every record of a store as it came, as JSON lines, in order of arrival.

    With --filter, those of the decisions that `sayso list --view all --filter` lists, decision by decision. Of a store
    elsewhere it is what the copy here holds; stderr says how old that is when nobody follows the store now.
    """
    inbox = session.inbox()
    meant = inbox.store(store if store is not None else _only(inbox))
    if isinstance(meant, ReplicaStore):
        _tell(inbox, meant)
    elif not isinstance(meant, LocalStore):
        raise Ended(Exit.USAGE, f"{one_line(meant.name, 40)} holds no records that could be printed as they came.")
    with stdout() as out:
        for held in _records(inbox, text, meant):
            # A line break can only stand between the tokens of a JSON text, where a space means the same.
            out.buffer.write(held.raw.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n")
        out.buffer.flush()


def _only(inbox: "Inbox") -> str | None:
    """The store that is meant when none is named: the only local one; without any, the only one elsewhere.

    Raises:
        Ended: there are several.
    """
    local = [each.name for each in inbox.stores() if each.kind == "local"]
    several = local or list(inbox.shared)
    if len(several) > 1:
        raise Ended(Exit.USAGE, f"Which store? Say it with --store: {', '.join(several)}.")
    return several[0] if several else None


def _tell(inbox: "Inbox", store: ReplicaStore) -> None:
    """How old the copy is, and what is not in it.

    Raises:
        Ended: there is none yet. An empty file would look like an empty store.
    """
    from sayso_tui.cli.ages import tell_ages
    from sayso_tui.cli.output import remark

    tell_ages(inbox, store.name)
    name = one_line(store.name, 40)
    if not store.is_here:
        raise Ended(Exit.UNREACHABLE, f"{name} was never read to its end yet, so nothing is printed: sayso sync.")
    if waiting := len(inbox.outbox.all(store.name)):
        many = "1 thing in the outbox is" if waiting == 1 else f"{waiting:,} things in the outbox are"
        remark(f"{many} not recorded in {name}, and not among these.")


def _records(inbox: "Inbox", text: str, store: LocalStore | ReplicaStore) -> Iterator[Held]:
    if not text.strip():
        yield from store.every_record()
        return
    for row in every_row(inbox, Query(View.ALL, text, store.name)):
        yield from store.records(row.ref.key)
