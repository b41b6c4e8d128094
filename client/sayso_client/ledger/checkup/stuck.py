"""What stands in the outbox and does not go on by itself, or has waited for long."""

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from sayso_client.ledger import outbox, votes
from sayso_client.ledger.checkup.finding import MOST, Finding, Topic
from sayso_client.ledger.outbox import Outgoing
from sayso_client.vocabulary import Ref

LONG = timedelta(days=1)
"""After so long something that waits to be sent is worth a word."""
_LIST, _SEND = "sayso list --outbox", "sayso sync"


def stuck(db: sqlite3.Connection, now: datetime) -> Iterator[Finding]:
    """What waits for the principal, what askers said in vain, and what has waited long. None of it is a fault here."""
    yield from _votes(db)
    if not outbox.there(db):
        return
    found = outbox.under_way(db)
    ended = [each for each in found if each.stage in outbox.WAITS]
    if waits := [each for each in ended if each.verdict]:
        many = "1 thing in the outbox waits" if len(waits) == 1 else f"{len(waits):,} things in the outbox wait"
        stages = ", ".join(dict.fromkeys(str(each.stage) for each in waits))
        told = (
            f"{many} for you ({stages}). Nothing of it is sent by itself; the inbox shows what can be done, this lists "
        )
        yield _finding(f"{told}it: {_LIST}", _LIST, waits)
    if vain := [each for each in ended if not each.verdict]:
        many = "1 thing that was asked has" if len(vain) == 1 else f"{len(vain):,} things that were asked have"
        told = f"{many} come to nothing elsewhere. Why, and with which number sayso sync --drop N forgets it: {_LIST}"
        yield _finding(told, _LIST, vain)
    if late := [each for each in found if each.stage in outbox.ON_ITS_WAY and now - each.parcel.queued > LONG]:
        many = "1 thing that was said has" if len(late) == 1 else f"{len(late):,} things that were said have"
        told = f"{many} waited for more than a day to be sent. They are kept; to send them now: {_SEND}"
        yield _finding(told, _SEND, late)


def _votes(db: sqlite3.Connection) -> Iterator[Finding]:
    """What people said here and no store has: it is sent once enough of them say the same."""
    for store in votes.stores(db):
        kept = votes.waiting(db, store)
        decisions = tuple(dict.fromkeys(Ref(store, key) for key, _, _ in kept))[:MOST]
        told = f"{votes.in_words(kept, store)} It is sent once enough of them say the same; sayso show KEY shows who."
        yield Finding(Topic.OUTBOX, told, wrong=False, command="sayso list --view open", decisions=decisions)


def _finding(sentence: str, command: str, several: Sequence[Outgoing]) -> Finding:
    decisions = tuple(dict.fromkeys(each.ref for each in several))[:MOST]
    return Finding(Topic.OUTBOX, sentence, wrong=False, command=command, decisions=decisions)
