"""Deriving again what is derived: nothing here touches a record."""

from collections.abc import Callable
from datetime import UTC, datetime

from sayso_client.ledger import schema
from sayso_client.ledger.derive import VIEWS
from sayso_client.ledger.said_alone import LEFT_ALONE
from sayso_client.ledger.writing import Writing
from sayso_client.rows import View

FOLD_MARK = "fold"
"""The mark that holds the version of the derived rows."""

REBUILT_MARK = "rebuilt"
"""The mark that holds when all of them were last derived anew, in UTC."""


def personal(writing: Writing) -> None:
    """Derive again every decision that is addressed to somebody: who that is to the reader has changed."""
    for store, key in writing.db.execute("SELECT store, key FROM decision WHERE personal = 1").fetchall():
        writing.derive(store, key)


def _silent(done: int, total: int) -> None:
    """Nobody wants to know."""


def everything(writing: Writing, fold: str = schema.FOLD, told: Callable[[int, int], None] = _silent) -> None:
    """Drop all that is derived and derive it from the records, in one transaction. Revisions go on, so readers wake.

    Args:
        writing: The open transaction.
        fold: The version of the rows that are made.
        told: Called for each decision, with how many are done and how many there are.
    """
    writing.db.execute("INSERT INTO search (search) VALUES ('delete-all')")
    for table in ("decision", "body", "counter"):
        writing.db.execute(f"DELETE FROM {table}")
    found = writing.db.execute(
        "SELECT DISTINCT store, key FROM own_record WHERE key IS NOT NULL UNION ALL "
        "SELECT store, key FROM (SELECT store, key FROM replica_record WHERE key IS NOT NULL AND store NOT IN "
        "(SELECT store FROM subscription WHERE place = 'old') "
        f"UNION SELECT store.num, key FROM outbox JOIN store ON store.name = outbox.store WHERE {LEFT_ALONE})"
    ).fetchall()
    for done, (store, key) in enumerate(found, 1):
        writing.derive(store, key)
        told(done, len(found))
    mark(writing, fold)


def recount(writing: Writing) -> None:
    """Count again what each view of each store lists. Not in a transaction that also derives."""
    writing.db.execute("DELETE FROM counter")
    for name, condition in (*((view.column, f"{view.column} = 1") for view in VIEWS), (str(View.ALL), "1")):
        writing.db.execute(
            "INSERT INTO counter (store, name, n) "
            f"SELECT store, '{name}', count(*) FROM decision WHERE {condition} GROUP BY store"
        )


def mark(writing: Writing, fold: str) -> None:
    """Say that all derived rows are of this version, from now on."""
    writing.mark(FOLD_MARK, fold)
    writing.mark(REBUILT_MARK, datetime.now(UTC).isoformat())
