"""The numbers in the inbox's header, counted again."""

import sqlite3
from collections.abc import Iterator

from sayso_client.ledger.checkup.finding import Finding, Topic
from sayso_client.ledger.derive import VIEWS
from sayso_client.ledger.kept import HIDDEN
from sayso_client.rows import View

_KEPT = "SELECT coalesce(sum(n), 0) FROM counter WHERE counter.store = store.num AND counter.name = "
_IN_USE = "WHERE num NOT IN (SELECT store FROM subscription WHERE place = 'old')"
"""What was replaced is on its way out, and counted nowhere."""
_HELD = "FROM decision WHERE decision.store = store.num"


def counters(db: sqlite3.Connection) -> Iterator[Finding]:
    """Each counter against the rows that it counts, in one statement, so that no write comes in between."""
    names = [view.column for view in VIEWS]
    pairs = [f"({_KEPT} '{name}'), (SELECT coalesce(sum({name}), 0) {_HELD})" for name in names]
    pairs.append(f"({_KEPT} '{View.ALL}'), (SELECT count(*) {_HELD})")
    for store, *numbers in db.execute(f"SELECT name, {', '.join(pairs)} FROM store {_IN_USE} ORDER BY num"):
        kept_and_held = zip([*names, str(View.ALL)], numbers[::2], numbers[1::2], strict=True)
        wrong = [f"{name} {kept:,} instead of {held:,}" for name, kept, held in kept_and_held if kept != held]
        if wrong:
            name = store.partition(HIDDEN)[0]
            yield Finding(
                Topic.COUNTERS,
                f"Counters of the store {name} are wrong ({', '.join(wrong)}), so the numbers in the inbox are. "
                "Count anew with: sayso doctor --rebuild",
                command="sayso doctor --rebuild",
            )
