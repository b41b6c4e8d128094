"""Deriving again what is derived: nothing here touches a record."""

from sayso_client.ledger.writing import Writing


def personal(writing: Writing) -> None:
    """Derive again every decision that is addressed to somebody: who that is to the reader has changed."""
    found = writing.db.execute(
        "SELECT store.name, kind, key FROM decision JOIN store ON store.num = decision.store WHERE personal = 1"
    ).fetchall()
    for name, kind, key in found:
        writing.derive(name, kind, key)
