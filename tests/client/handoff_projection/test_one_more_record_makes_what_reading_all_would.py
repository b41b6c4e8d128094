import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handoff_decisions import (
    KEY,
    ME,
    Record,
    amended,
    claimed,
    dismissed,
    held,
    note,
    projected,
    proposed,
    raised,
    related,
    reopened,
    settled,
    withdrawn,
)
from sayso_client.handoff.json_door import canonical
from sayso_client.handoff.projection import HandoffProjection
from sayso_client.ledger import body
from sayso_client.stores.contract import Held

STORE = HandoffProjection()

MINUTES = st.integers(0, 12)
NAMES = st.sampled_from(["a", "b", "c", "d", f"r:{KEY}"])
SUPERSEDES = st.lists(NAMES, max_size=2).map(list)
WORDS = st.sampled_from(["fine", "a\u202eb", "two\nlines", "x" * 300])
PEOPLE = st.sampled_from([None, "ana", "bo"])
ORIGINS = st.sampled_from(["agent", "principal", "requester"])


def noted(name: str, minutes: int, origin: str, text: str, to: str | None) -> Record:
    return note(name, minutes, origin, text, **({"sayso": {"to": to}} if to else {}))


def suggested(name: str, minutes: int, rev: int, option: str | None, number: object) -> Record:
    answer: dict[str, Any] = {"answer": {"option": option}} if option else {}
    return proposed(name, minutes, rev, question="choice", confidence=number, reason="since", **answer)


def tie(name: str, minutes: int, key: str) -> Record:
    return related(name, minutes, kind="same_as", key=key)


NOTES = st.builds(noted, NAMES, MINUTES, ORIGINS, WORDS, PEOPLE)
CLAIMS = st.builds(lambda name, minutes, text: claimed(name, minutes, answer={"text": text}), NAMES, MINUTES, WORDS)
TIES = st.builds(tie, NAMES, MINUTES, WORDS)
OPTIONS = st.sampled_from(["pg", "mysql", None])
NUMBERS = st.sampled_from([0.5, "0.9", 2, None])
PROPOSALS = st.builds(suggested, NAMES, MINUTES, st.integers(0, 3), OPTIONS, NUMBERS)
LISTS = NOTES | CLAIMS | TIES | PROPOSALS
REGISTERS = st.one_of(
    st.builds(raised, MINUTES),
    st.builds(
        lambda name, minutes, rev, over: amended(name, minutes, rev, supersedes=over),
        NAMES,
        MINUTES,
        st.integers(1, 3),
        SUPERSEDES,
    ),
    st.builds(
        lambda name, minutes, rev, over: settled(name, minutes, terms_rev=rev, supersedes=over),
        NAMES,
        MINUTES,
        st.integers(0, 3),
        SUPERSEDES,
    ),
    st.builds(lambda name, minutes: dismissed(name, minutes), NAMES, MINUTES),
    st.builds(lambda name, minutes, over: reopened(name, minutes, tuple(over)), NAMES, MINUTES, SUPERSEDES),
    st.builds(withdrawn, st.sampled_from(["settled", "lost"]), MINUTES),
)


def distinct(records: Sequence[Record]) -> list[Held]:
    """No two of one content, as a ledger holds them."""
    by_content = {canonical(each): each for each in records}
    return [held(each, seq) for seq, each in enumerate(by_content.values())]


@settings(deadline=None)
@given(st.lists(REGISTERS | LISTS, max_size=9), LISTS, st.randoms(use_true_random=False))
def test_extending_is_reading_all_or_nothing(records: list[Record], last: Record, chance: random.Random) -> None:
    objects = distinct([*records, last])
    more = objects.pop(next(place for place, each in enumerate(objects) if canonical(each.value) == canonical(last)))

    extended = STORE.extend(STORE.project(KEY, objects, ME), more, ME)

    everything = [*objects, more]
    chance.shuffle(everything)
    assert extended is None or extended == STORE.project(KEY, everything, ME)


@settings(deadline=None)
@given(st.lists(REGISTERS | LISTS, max_size=9), st.randoms(use_true_random=False))
def test_the_order_of_arrival_makes_no_difference(records: list[Record], chance: random.Random) -> None:
    objects = distinct(records)
    shuffled = list(objects)
    chance.shuffle(shuffled)

    assert STORE.project(KEY, shuffled, ME) == STORE.project(KEY, objects, ME)


@settings(max_examples=60, deadline=None)
@given(st.integers(190, 204), st.randoms(use_true_random=False), st.lists(REGISTERS | LISTS, max_size=8), LISTS)
def test_it_holds_at_the_edge_of_the_window(
    count: int, chance: random.Random, records: list[Record], last: Record
) -> None:
    texts = ["fine"] * 60 + ["a\u202eb"]
    notes = [note(f"n{each}", chance.randrange(14), text=chance.choice(texts)) for each in range(count)]
    objects = distinct([raised(), *records, *notes, last])
    more = objects.pop(next(place for place, each in enumerate(objects) if canonical(each.value) == canonical(last)))

    extended = STORE.extend(body.read(body.write(STORE.project(KEY, objects, ME))), more, ME)

    assert extended is None or extended == STORE.project(KEY, [*objects, more], ME)


@pytest.mark.parametrize("last", [note("n9", 9), proposed("p9", 9), related("x9", 9), claimed("c9", 9)])
def test_the_usual_ones_need_no_second_reading(last: Record) -> None:
    objects = distinct([raised(), note(), proposed(), claimed()])

    extended = STORE.extend(STORE.project(KEY, objects, ME), held(last, 9), ME)

    assert extended == projected(*objects, held(last, 9))


def test_a_note_joins_a_long_history_without_a_second_reading() -> None:
    objects = distinct([raised(), settled(), *(note(f"n{each}", each / 60) for each in range(2_000))])
    more = held(note("new", 9_000), 9_999)

    extended = STORE.extend(STORE.project(KEY, objects, ME), more, ME)

    assert extended == STORE.project(KEY, [*objects, more], ME)
    assert extended is not None and extended.history_total == 2_003


@pytest.mark.parametrize(
    "last",
    [
        settled("s9", 9, terms_rev=2),
        amended("a9", 9, 2),
        withdrawn(),
        raised(9),
        note("n9", 9, "principal", sayso={"to": "bo"}),
        note("n1", 9),
        note(" "),
        {"ext": "decisions/0.3"},
        "no record at all",
        None,
    ],
)
def test_what_may_touch_more_than_lists_is_read_with_all(last: Any) -> None:
    decision = projected(raised(), note())

    assert STORE.extend(decision, held(last, 9), ME) is None


def test_a_record_that_may_be_the_missing_one_is_read_with_all() -> None:
    decision = projected(raised(), settled("s1"), settled("s3", 9, supersedes=["n9"]))

    assert STORE.extend(decision, held(note("n9", 7), 9), ME) is None
