import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from any_records import BATCHES, KEYS, RAWS
from opened import Room, home
from sayso_client.decision import Decision, Flag, Ref, State
from sayso_client.inbox import Inbox
from sayso_client.lookalike import matches_name
from sayso_client.rows import Counts, Query, View
from sayso_client.stores.contract import Reader
from sayso_client.stores.rules import RULES

REFS = tuple(Ref("home", key) for key in KEYS)
slowly = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def rooms(tmp_path: Path, empty_ledger: Path) -> Iterator[Room]:
    """A fresh room at each step; hypothesis makes many in one test."""

    def fresh() -> Iterator[Room]:
        number = 0
        while True:
            number += 1
            (tmp_path / str(number)).mkdir()
            yield Room(tmp_path / str(number)).begin_with(empty_ledger)

    return fresh()


def take(inbox: Inbox, batches: list[list[bytes]]) -> None:
    async def in_turn() -> None:
        for batch in batches:
            await home(inbox).take_in(batch, "import")

    asyncio.run(in_turn())


def read_again(inbox: Inbox, key: str, me: str) -> Decision | None:
    """The decision as a reading of all its records makes it."""
    records = home(inbox).records(key)
    mine = lambda who: matches_name(who, me)  # noqa: E731
    return RULES["local"].projection.project(key, records, Reader("home", mine)) if records else None


def decisions(inbox: Inbox) -> dict[Ref, Decision]:
    found = {ref: inbox.decision(ref) for ref in REFS}
    return {ref: decision for ref, decision in found.items() if decision}


def recount(held: dict[Ref, Decision], view: View) -> set[Ref]:
    """By the words of the views, from whole decisions."""

    def lists(each: Decision) -> bool:
        match view:
            case View.WAITING:
                return each.waiting
            case View.PROPOSED:
                return each.waiting and any(one.usable for one in each.proposals)
            case View.OPEN:
                return each.state in (State.OPEN, State.PROPOSED, State.STALE)
            case View.CONTESTED:
                to_decide = each.waiting or each.state in (State.OPEN, State.PROPOSED, State.STALE)
                return Flag.CONTESTED in each.flags or (Flag.CONFLICT in each.flags and to_decide)
            case View.NOT_FROM_HERE:
                return Flag.NOT_FROM_HERE in each.flags
            case View.OUTBOX:
                return bool(each.flags & {Flag.UNSENT, Flag.UNKNOWN_OUTCOME, Flag.REFUSED, Flag.OVERTAKEN, Flag.LOST})
            case View.SETTLED:
                return each.settlement is not None
            case View.ALL:
                return True

    return {ref for ref, each in held.items() if lists(each)}


@slowly
@given(batches=BATCHES)
def test_after_any_arrivals_a_decision_is_what_reading_all_of_its_records_makes(
    rooms: Iterator[Room], batches: list[list[bytes]]
) -> None:
    with next(rooms).inbox() as inbox:
        for batch in batches:
            take(inbox, [batch])
            for ref in REFS:
                decision = inbox.decision(ref)
                assert decision == read_again(inbox, ref.key, "ana")


@slowly
@given(batches=BATCHES, chance=st.randoms(use_true_random=False))
def test_the_order_of_arrival_and_its_batches_change_nothing_but_when_it_came(
    rooms: Iterator[Room], batches: list[list[bytes]], chance: object
) -> None:
    raws = [raw for batch in batches for raw in batch]
    shuffled = raws[:]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    with next(rooms).inbox() as one, next(rooms).inbox() as other:
        take(one, batches)
        take(other, [[raw] for raw in shuffled])

        assert decisions(one) == decisions(other)
        assert one.counts() == other.counts()
        listed = [[row.ref for row in each.after(Query(View.ALL), None, 9)] for each in (one, other)]
        assert listed[0] == listed[1]


@slowly
@given(batches=BATCHES)
def test_counters_windows_and_search_agree_with_a_recount_of_whole_decisions(
    rooms: Iterator[Room], batches: list[list[bytes]]
) -> None:
    with next(rooms).inbox() as inbox:
        for batch in batches:
            take(inbox, [batch])
            held = decisions(inbox)
            listed = {view: recount(held, view) for view in View}
            for view in View:
                query = Query(view)
                assert {row.ref for row in inbox.after(query, None, 9)} == listed[view]
                assert inbox.matching(query, REFS) == listed[view]
                assert inbox.count(query) == len(listed[view])
            assert inbox.counts() == Counts(
                waiting=len(listed[View.WAITING]),
                proposed=len(listed[View.PROPOSED]),
                contested=len(listed[View.CONTESTED]),
                total=len(held),
            )
            for text in ("database", "größe", "5%", "数据", "acme/c", "b"):
                found = {row.ref for row in inbox.after(Query(View.ALL, text), None, 9)}
                assert found == {ref for ref, each in held.items() if text.casefold() in searched(each)}


def searched(decision: Decision) -> str:
    parts = [decision.text, decision.ref.key, decision.asked_by or ""]
    return "\n".join(parts + [word for each in decision.options for word in (each.id, each.label)]).casefold()


@slowly
@given(batches=BATCHES)
def test_rows_say_what_their_decisions_say(rooms: Iterator[Room], batches: list[list[bytes]]) -> None:
    with next(rooms).inbox() as inbox:
        take(inbox, batches)
        held = decisions(inbox)
        rows = inbox.rows(REFS)
        assert set(rows) == set(held)
        for ref, row in rows.items():
            decision = held[ref]
            for name in ("state", "waiting", "title", "asked_at", "due", "terms_rev", "flags"):
                assert getattr(row, name) == getattr(decision, name)
            assert decision.asked_by in (row.asked_by, None)
            usable = [each for each in decision.proposals if each.usable]
            assert row.confidence == (usable[0].confidence if usable else None)


@slowly
@given(batches=BATCHES)
def test_taking_in_the_same_again_changes_no_row(rooms: Iterator[Room], batches: list[list[bytes]]) -> None:
    with next(rooms).inbox() as inbox:
        take(inbox, batches)
        before, revision = decisions(inbox), inbox.revision()
        take(inbox, batches[::-1])
        assert (decisions(inbox), inbox.revision()) == (before, revision)


@slowly
@given(batches=BATCHES, names=st.permutations(["ana", "bo", "cy"]))
def test_under_another_name_every_decision_is_what_that_reader_would_make_of_it(
    rooms: Iterator[Room], batches: list[list[bytes]], names: list[str]
) -> None:
    room = next(rooms)
    for name in names:
        with room.inbox(name=name) as inbox:
            take(inbox, batches)
            for ref in REFS:
                assert inbox.decision(ref) == read_again(inbox, ref.key, name)
            waiting = {ref for ref, each in decisions(inbox).items() if each.waiting}
            assert {row.ref for row in inbox.after(Query(), None, 9)} == waiting
            assert inbox.counts().waiting == len(waiting)


@slowly
@given(raws=st.lists(RAWS, max_size=12))
def test_what_is_exported_makes_the_same_ledger(rooms: Iterator[Room], raws: list[bytes]) -> None:
    with next(rooms).inbox() as one, next(rooms).inbox() as other:
        take(one, [raws] if raws else [])
        exported = [each.raw for each in home(one).every_record()]
        take(other, [exported] if exported else [])
        assert [each.raw for each in home(other).every_record()] == exported
        assert decisions(one) == decisions(other)
