"""Stores elsewhere of which the ledger holds something, and which the configuration does not name."""

import shlex
import sqlite3
from collections.abc import Collection, Iterator

from sayso_client.ledger import outbox
from sayso_client.ledger.checkup.finding import Finding, Topic
from sayso_client.ledger.names_held import names_held
from sayso_client.text import one_line

_MOST = 10


def strays(db: sqlite3.Connection, named: Collection[str]) -> Iterator[Finding]:
    """One finding for each, as far as there are not too many.

    Args:
        db: The reading connection.
        named: The stores that the configuration names.
    """
    known = {each.casefold() for each in named}
    found = [each for each in names_held(db) if each.casefold() not in known]
    for name in found[:_MOST]:
        label = one_line(name, 40)
        waiting = len(outbox.under_way(db, name))
        told = (
            f"The configuration names no store {label}, and the ledger holds something of one: nothing of it is sent."
        )
        if waiting:
            things = "1 thing that was said" if waiting == 1 else f"{waiting:,} things that were said"
            told += (
                f" {things} to it never got there: sayso list --outbox shows what; say it again where it belongs, "
                "drop it here with sayso sync --drop NUMBER, and then"
            )
        command = f"sayso store remove {shlex.quote(label)}"
        told += f" take it out with: {command}" if waiting else f" Take it out with: {command}"
        yield Finding(Topic.STORES, told, wrong=bool(waiting), command=command)
