import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest

from far_stores import far
from handoff_records import line, note, raised
from memory_store import MemoryStore
from opened import Room
from sayso_client.inbox import mint_id
from sayso_client.ledger import copies, elsewhere, swapping
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.rules import Coming
from sayso_client.ledger.writing import Writing
from sayso_client.rows import Query, View
from sayso_client.stores.contract import Append, Batch, Hello, Reset
from sayso_client.stores.rules import RULES
from sayso_client.sync.filling import MOST_BYTES, Filling
from sayso_client.sync.turn_size import TURN_S, TurnSize

HELLO = Hello("u-1", "team", "ana", frozenset({"principal"}))


class Counting(Ledger):
    """Tells how many records each transaction added."""

    def __init__(self, room: Room) -> None:
        self.added: list[int] = []
        self.collects: list[bool] = []
        super().__init__(room.path, rules=RULES, clock=room.clock, mint=mint_id)

    @contextmanager
    def writing(self, *, background: bool = False) -> Iterator[Writing]:
        before = self.held()
        with super().writing(background=background) as writing:
            yield writing
            self.collects.append(gc.isenabled())
        if more := self.held() - before:
            self.added.append(more)

    def held(self) -> int:
        return int(self.look(lambda db: db.execute("SELECT count(*) FROM replica_record").fetchone())[0])


@pytest.fixture
def ledger(room: Room) -> Iterator[Counting]:
    opened = Counting(room)
    yield opened
    opened.close()


class Passing:
    """So much time passes between two looks at the clock."""

    def __init__(self, seconds: float) -> None:
        self.now = 0.0
        self.seconds = seconds

    def __call__(self) -> float:
        self.now += self.seconds
        return self.now


async def take(ledger: Ledger, raws: list[bytes], clock: Passing) -> None:
    filling = Filling(ledger, "team", "http", clock=clock)
    copy = await filling.meet(HELLO)
    copy = await filling.take(Batch((Reset(),), "0", 0), copy, HELLO)
    await filling.take(Batch(tuple(Append(raw) for raw in raws), "1"), copy, HELLO)


def test_turns_become_smaller_at_once_and_larger_with_care() -> None:
    clock = Passing(0.0)
    size = TurnSize(50, 1_000, clock=clock, worked=clock)

    def turn(seconds: float, count: int) -> int:
        size.begin()
        clock.now += seconds
        size.end(count)
        return size.now

    assert turn(4 * TURN_S, 50) == 12
    assert turn(TURN_S / 10, 12) == 16
    for _ in range(100):
        turn(TURN_S / 100, size.now)
    assert size.now == 1_000
    assert turn(1.0, 1) == 1


def test_time_that_others_took_makes_turns_no_smaller() -> None:
    clock, worked = Passing(0.0), Passing(0.0)
    size = TurnSize(50, 1_000, clock=clock, worked=worked)
    size.begin()
    clock.now, worked.now = 1.0, TURN_S / 4
    size.end(50)
    assert size.now > 50


async def test_a_turn_ends_when_its_time_is_over_however_much_was_planned_for_it(ledger: Counting) -> None:
    raws = [line(raised(f"k{number:03}")) for number in range(200)]

    await take(ledger, raws, Passing(TURN_S / 2.5))

    assert sum(ledger.added) == 200
    # It looks after each piece of twelve, and at the third look the time is over.
    assert ledger.added[0] == 36
    assert max(ledger.added) == 36


async def test_with_time_to_spare_a_turn_takes_all_that_was_planned_for_it(ledger: Counting) -> None:
    await take(ledger, [line(raised(f"k{number:03}")) for number in range(200)], Passing(0.0))

    assert ledger.added[0] == 50


async def test_large_records_share_no_turn(ledger: Counting) -> None:
    large = [line(note("k", "x" * (MOST_BYTES // 3), f"n{number}")) for number in range(7)]
    larger = [line(note("k", "x" * (MOST_BYTES + 1), f"larger{number}")) for number in range(2)]

    await take(ledger, [line(raised("k")), *large, *larger], Passing(0.0))

    assert ledger.added == [3, 2, 2, 1, 1, 1]


async def test_no_memory_is_tidied_up_while_a_turn_is_waited_for(ledger: Counting) -> None:
    await take(ledger, [line(raised("k"))], Passing(0.0))

    assert False in ledger.collects
    assert gc.isenabled()


async def test_the_search_finds_all_after_its_parts_were_merged_by_hand(room: Room) -> None:
    server = MemoryStore()
    server.add(*(line(raised(f"k{number:04}", f"Which database for {number:04}?")) for number in range(900)))
    with far(room, server) as there:
        await there.sync(20)
        assert there.inbox.count(Query(View.ALL, "for 0777")) == 1
        assert there.inbox.count(Query(View.ALL, "database")) == 900
        merging = "SELECT v FROM search_config WHERE k = 'automerge'"
        assert there.ledger.look(lambda db: db.execute(merging).fetchone()) == (4,)
        with there.ledger.writing() as writing:
            writing.db.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")


async def test_showing_a_copy_costs_the_same_whatever_it_holds(room: Room) -> None:
    with far(room) as there:

        def steps(many: int) -> int:
            """What SQLite does to exchange a copy of so many decisions for the one before; in tens."""
            name = f"team{many}"
            counted = 0

            def count() -> int:
                nonlocal counted
                counted += 1
                return 0

            def fill(writing: Writing) -> None:
                for _ in range(2):
                    num = elsewhere.begin(writing, name, "http", HELLO)
                    rules = RULES["http"]
                    entries = [rules.read(line(raised(f"k{number:04}"))) for number in range(many)]
                    writing.keep(num, [Coming(each, room.clock(), "serve") for each in entries])
                    if copies.subscription(writing.db, name) is None:
                        swapping.swap(writing, name)

            def swap(writing: Writing) -> bool:
                writing.db.set_progress_handler(count, 10)
                try:
                    return swapping.swap(writing, name)
                finally:
                    writing.db.set_progress_handler(None, 0)

            there.ledger.write_now(fill)
            assert there.ledger.write_now(swap)
            return counted

        assert abs(steps(500) - steps(20)) < 20


async def test_what_was_replaced_is_taken_out_in_turns_as_short(room: Room) -> None:
    with far(room) as there:
        there.server.add(*(line(raised(f"k{number:03}")) for number in range(300)))
        await there.sync()
        there.server.restore(3)
        await there.sync()
        slow = Passing(TURN_S)
        filling = Filling(there.ledger, "team", "http", clock=slow, worked=slow)
        left = []
        while await filling.sweep():
            left.append(there.ledger.look(lambda db: db.execute("SELECT count(*) FROM decision").fetchone())[0])
        gone = [before - after for before, after in pairwise(left)]
        assert left[-1] == 3
        assert max(gone) <= 20
