import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from handoff_decisions import (
    KEY,
    NEED,
    Record,
    amended,
    claimed,
    dismissed,
    held,
    note,
    proposed,
    raised,
    reopened,
    settled,
    withdrawn,
)
from sayso_client.decision import Decision, Flag, State
from sayso_client.handoff.json_door import canonical
from sayso_client.handoff.projection import HandoffProjection
from sayso_client.handoff.seen import Seen
from sayso_client.ledger import body
from sayso_client.stores.contract import Held, Reader

ANA = Reader("home", lambda name: name == "ana", lambda name: name == "ana")

NAMES = st.sampled_from(["a", "b", "c", NEED])
MINUTES = st.integers(0, 12)
SUPERSEDES = st.lists(NAMES, max_size=2)
WORDS = st.sampled_from(["fine", "a\u202eb", "x" * 300])
EARLIER = st.one_of(
    st.just(raised()),
    st.builds(lambda name, at, rev, over: amended(name, at, rev, supersedes=over), NAMES, MINUTES, MINUTES, SUPERSEDES),
    st.builds(
        lambda name, at, option, over: settled(name, at, option, supersedes=over),
        NAMES,
        MINUTES,
        st.sampled_from(["pg", "oracle", None]),
        SUPERSEDES,
    ),
    st.builds(
        lambda name, at, by: settled(name, at, authority={"kind": "principal", **by}),
        NAMES,
        MINUTES,
        st.sampled_from([{}, {"by": "a\u202eb"}]),
    ),
    st.builds(dismissed, NAMES, MINUTES),
    st.builds(lambda name, at, over: reopened(name, at, tuple(over)), NAMES, MINUTES, SUPERSEDES),
    st.builds(lambda name, at, text: note(name, at, text=text), NAMES, MINUTES, WORDS),
    st.builds(claimed, NAMES, MINUTES),
    st.builds(proposed, NAMES, MINUTES),
    st.just(withdrawn()),
    st.just(note("n8", 8, "principal", sayso={"to": "bo"})),
)
OWN = st.sampled_from([True, False, None])


def objects_of(records: list[Record], own: list[bool | None]) -> list[Held]:
    by_content = {canonical(each): each for each in records}
    return [replace(held(each, seq), own=own[seq % len(own)]) for seq, each in enumerate(by_content.values())]


def answer(decision: Decision, data: st.DataObject) -> Record:
    """Nearly always what a principal would write now; at times something else."""
    seen = Seen.parse(decision.seen)
    rev = seen.rev if data.draw(st.integers(0, 5)) else data.draw(st.integers(1, 3))
    over = list(seen.answer) if data.draw(st.integers(0, 5)) else data.draw(SUPERSEDES)
    make = data.draw(st.sampled_from([settled, settled, dismissed]))
    more: dict[str, Any] = data.draw(
        st.sampled_from(
            [
                {},
                {},
                {"note": "a\u202eb"},
                {"evidence": {"claim": "a"}},
                {"sayso": {"saw": {"need": seen.need_current, "terms": seen.terms}}},
                {"sayso": {"saw": {"need": seen.need_current, "terms": "other"}}},
                {"authority": {"kind": "delegated", "by": "bo"}},
            ]
        )
    )
    option = {"option": data.draw(st.sampled_from(["pg", None, "oracle"]))} if make is settled else {}
    made: dict[str, Any] = make("new", data.draw(st.integers(0, 14)), terms_rev=rev, supersedes=over, **option, **more)
    return made


def extended_and_read(objects: list[Held], more: Held, complete: bool) -> tuple[Decision | None, Decision]:
    """What became of it, as the ledger keeps decisions; and what a reading of all makes."""
    store = HandoffProjection(complete)
    before = store.project(KEY, objects, ANA)
    extended = store.extend(body.read(body.write(before)), more, ANA)
    assert extended == store.extend(before, more, ANA)
    return extended, store.project(KEY, [more, *objects], ANA)


@settings(max_examples=300, deadline=None)
@given(st.lists(EARLIER, max_size=7), st.lists(OWN, min_size=1, max_size=3), st.booleans(), st.data())
def test_an_answer_put_in_is_the_answer_read_with_all(
    records: list[Record], own: list[bool | None], complete: bool, data: st.DataObject
) -> None:
    objects = objects_of([raised(), *records], own)
    last = answer(HandoffProjection(complete).project(KEY, objects, ANA), data)

    extended, read = extended_and_read(objects, replace(held(last, 99), own=data.draw(OWN)), complete)

    event(f"put in: {extended is not None}")
    assert extended is None or extended == read


@settings(max_examples=30, deadline=None)
@given(
    st.integers(195, 204),
    st.lists(EARLIER, max_size=5),
    st.lists(OWN, min_size=1, max_size=3),
    st.randoms(use_true_random=False),
    st.data(),
)
def test_it_holds_beyond_the_edge_of_what_is_shown(
    count: int, records: list[Record], own: list[bool | None], chance: random.Random, data: st.DataObject
) -> None:
    notes = [note(f"n{each}", chance.randrange(14), text=chance.choice(["fine", "a\u202eb"])) for each in range(count)]
    objects = objects_of([raised(), *notes, *records], own)
    last = answer(HandoffProjection().project(KEY, objects, ANA), data)

    extended, read = extended_and_read(objects, replace(held(last, 999), alone=True), complete=False)

    assert extended is None or extended == read


@settings(max_examples=60, deadline=None)
@given(st.integers(17, 24), st.lists(EARLIER, max_size=4), st.integers(0, 40), st.randoms(use_true_random=False))
def test_a_claim_joins_a_long_list_of_claims_as_if_all_were_read(
    count: int, records: list[Record], minutes: int, chance: random.Random
) -> None:
    texts = ["fine", "fine", "a\u202eb"]
    claims = [claimed(f"c{each}", chance.randrange(30), answer={"text": chance.choice(texts)}) for each in range(count)]
    objects = objects_of([raised(), *claims, *records], [None])
    assume(all(each.value != claimed("new", minutes) for each in objects))

    extended, read = extended_and_read(objects, held(claimed("new", minutes), 999), complete=True)

    assert extended is None or extended == read


@pytest.mark.parametrize(
    "before",
    [
        [],
        [claimed(), proposed(), note()],
        [settled("a", 2)],
        [settled("a", 2, "oracle"), reopened("b", 3, ("a",))],
        [amended()],
        [note("n8", 8, "principal", sayso={"to": "bo"})],
    ],
    ids=["asked", "talked about", "answered", "taken back", "amended", "handed over"],
)
def test_the_usual_answer_is_put_in(before: list[Record]) -> None:
    objects = objects_of([raised(), *before], [None])
    seen = Seen.parse(HandoffProjection(True).project(KEY, objects, ANA).seen)
    last = settled("new", 30, terms_rev=seen.rev, supersedes=list(seen.answer))

    extended, read = extended_and_read(objects, held(last, 99), complete=True)

    assert extended == read
    assert read.state is State.DECIDED and not read.waiting


def test_an_answer_that_no_act_of_mine_wrote_is_told_of() -> None:
    objects = objects_of([raised()], [None])

    extended, read = extended_and_read(objects, replace(held(settled(), 9), own=False), complete=True)

    assert extended == read
    assert Flag.NOT_FROM_HERE in read.flags


@pytest.mark.parametrize(
    "last",
    [
        settled("new", 9, terms_rev=2),
        settled("new", 9, "oracle"),
        settled("new", 9, supersedes=["b"]),
        settled("new", 9, authority={"kind": "delegated", "by": "bo"}),
        settled("new", 9, sayso={"saw": {"terms": "other"}}),
        reopened("new", 9, ("b",)),
    ],
)
def test_what_needs_a_closer_look_is_read_with_all(last: Record) -> None:
    extended, _ = extended_and_read(objects_of([raised()], [None]), held(last, 9), complete=True)

    assert extended is None


def test_an_answer_to_many_records_is_not_put_in_until_its_id_is_known_to_be_its_own() -> None:
    objects = objects_of([raised(), *(note(f"n{each}", each) for each in range(300))], [None])
    more = held(settled("new", 900), 999)

    assert extended_and_read(objects, more, complete=True)[0] is None
    extended, read = extended_and_read(objects, replace(more, alone=True), complete=True)
    assert extended == read
