"""Deriving again what is derived: nothing here touches a record."""

from sayso_client.ledger import schema
from sayso_client.ledger.writing import Writing

FOLD_MARK = "fold"
"""The mark that holds the version of the derived rows."""


def personal(writing: Writing) -> None:
    """Derive again every decision that is addressed to somebody: who that is to the reader has changed."""
    found = writing.db.execute(
        "SELECT store.name, kind, key FROM decision JOIN store ON store.num = decision.store WHERE personal = 1"
    ).fetchall()
    for name, kind, key in found:
        writing.derive(name, kind, key)


def everything(writing: Writing) -> None:
    """Drop all that is derived and derive it from the records, in one transaction. Revisions go on, so readers wake."""
    writing.db.execute("INSERT INTO search (search) VALUES ('delete-all')")
    for table in ("decision", "body", "counter"):
        writing.db.execute(f"DELETE FROM {table}")
    found = writing.db.execute(
        "SELECT DISTINCT store.name, kind, key FROM own_record JOIN store ON store.num = own_record.store "
        "WHERE key IS NOT NULL"
    ).fetchall()
    for name, kind, key in found:
        writing.derive(name, kind, key)
    writing.mark(FOLD_MARK, schema.FOLD)
