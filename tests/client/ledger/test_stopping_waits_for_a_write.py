"""A process that is stopped keeps the ledger's lock, so it is stopped between two writes."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from opened import Room
from sayso_client.inbox import mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.stopping import between_writes
from sayso_client.ledger.writing import Writing
from sayso_client.stores.rules import RULES


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    room = Room(tmp_path)
    opened = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id)
    yield opened
    opened.close()


def test_a_stop_waits_for_the_write_that_is_under_way(ledger: Ledger) -> None:
    told: list[str] = []
    within, go_on = threading.Event(), threading.Event()

    def slow(writing: Writing) -> None:
        within.set()
        assert go_on.wait(20)
        told.append("written")

    writer = threading.Thread(target=ledger.write_now, args=(slow,))
    writer.start()
    assert within.wait(20)
    stopper = threading.Thread(target=between_writes, args=(lambda: told.append("stopped"),))
    stopper.start()
    go_on.set()
    stopper.join(20)
    writer.join(20)
    assert told == ["written", "stopped"]


def test_while_it_is_stopped_no_write_begins(ledger: Ledger) -> None:
    told: list[str] = []
    writer = threading.Thread(target=ledger.write_now, args=(lambda _: told.append("written"),))

    def stopped() -> None:
        writer.start()
        told.append("went on")

    between_writes(stopped)
    writer.join(20)
    assert told == ["went on", "written"]


def test_a_signal_in_the_middle_of_my_own_write_stops_after_it(ledger: Ledger) -> None:
    told: list[str] = []

    def interrupted(writing: Writing) -> None:
        between_writes(lambda: told.append("stopped"))
        told.append("written")

    ledger.write_now(interrupted)
    assert told == ["written", "stopped"]
