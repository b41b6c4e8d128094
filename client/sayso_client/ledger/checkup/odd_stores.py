"""What whoever keeps in touch with a store that can be read told of it."""

import shlex
import sqlite3
from collections.abc import Iterator

from sayso_client.ledger.checkup.finding import Finding, Topic
from sayso_client.stores.health import Condition
from sayso_client.text import one_line

_READ = (str(Condition.LIVE), str(Condition.POLLING), str(Condition.READ_ONLY))


def odd_stores(db: sqlite3.Connection) -> Iterator[Finding]:
    """Such as records that are broken: they wait for nobody, so no list of what waits has them. No fault of ours."""
    found = db.execute(
        "SELECT store, why FROM health WHERE condition IN (?, ?, ?) AND why <> '' ORDER BY store", _READ
    ).fetchall()
    for store, why in found:
        name = one_line(store, 40)
        command = f"sayso store check {shlex.quote(name)}"
        said = one_line(why, 400).rstrip(".")
        told = said if said.startswith(name) else f"{name}: {said}"
        yield Finding(Topic.STORES, f"{told}. To look closer: {command}", wrong=False, command=command)
