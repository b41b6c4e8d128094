"""What stands in the outbox and does not go on by itself, or has waited for long."""

import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta

from sayso_client.ledger import outbox
from sayso_client.ledger.checkup.finding import MOST, Finding, Topic

LONG = timedelta(days=1)
"""After so long something that waits to be sent is worth a word."""


def stuck(db: sqlite3.Connection, now: datetime) -> Iterator[Finding]:
    """A finding for what waits for the principal, and one for what has waited long. Neither is a fault here."""
    if not outbox.there(db):
        return
    found = outbox.under_way(db)
    waits = [each for each in found if each.stage in outbox.WAITS]
    if waits:
        many = "1 thing in the outbox waits" if len(waits) == 1 else f"{len(waits):,} things in the outbox wait"
        stages = ", ".join(dict.fromkeys(str(each.stage) for each in waits))
        yield Finding(
            Topic.OUTBOX,
            f"{many} for you ({stages}). Nothing of it is sent by itself; the inbox shows what can be done, this lists "
            "it: sayso list --outbox",
            wrong=False,
            command="sayso list --outbox",
            decisions=tuple(dict.fromkeys(each.ref for each in waits))[:MOST],
        )
    late = [each for each in found if each.stage in outbox.ON_ITS_WAY and now - each.parcel.queued > LONG]
    if late:
        many = "1 thing that was said has" if len(late) == 1 else f"{len(late):,} things that were said have"
        yield Finding(
            Topic.OUTBOX,
            f"{many} waited for more than a day to be sent. They are kept; to send them now: sayso sync",
            wrong=False,
            command="sayso sync",
            decisions=tuple(dict.fromkeys(each.ref for each in late))[:MOST],
        )
