import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foreign_decisions import chant_decision, xema_decision
from handoff_decisions import amended, claimed, note, projected, raised, reopened, settled
from sayso_client import codec
from sayso_client.around import Event
from sayso_client.decision import Decision
from sayso_client.handoff import history
from sayso_client.kept_history import KeptHistory, kept, may_hold, standing
from sayso_client.ledger import body

START = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = st.sampled_from(["a", "b", "c", None])
TIMES = st.none() | st.integers(0, 9).map(lambda minutes: START + timedelta(minutes=minutes))
WHAT = st.sampled_from(["raised", "amended", "decided", "retracted", "note", "invalid"])
EVENTS = st.builds(
    Event,
    at=TIMES,
    what=WHAT,
    text=st.sampled_from(["", '"current":true', "\n\ud800"]),
    id=NAMES,
    supersedes=st.lists(NAMES.filter(bool), max_size=2).map(tuple),
    current=st.booleans(),
    received=TIMES,
)

DECISIONS = [
    projected(raised(), note(), amended(), claimed(), settled(), reopened()),
    projected(raised(), note(text="two\nlines \u202e \ud800")),
    projected(),
    chant_decision(),
    xema_decision(),
]


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_comes_back_as_it_was(decision: Decision) -> None:
    back = body.read(body.write(decision))

    assert back == decision
    assert decision == back
    assert hash(back.history) == hash(tuple(decision.history))
    assert body.write(back) == body.write(decision)


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_of_one_line_is_still_read(decision: Decision) -> None:
    assert body.read(codec.dumps(decision)) == decision


def test_a_history_can_be_gone_through_like_any_other() -> None:
    found = kept(DECISIONS[0].history)
    events = tuple(DECISIONS[0].history)

    assert (len(found), found[0], found[-1], found[1:3]) == (len(events), events[0], events[-1], events[1:3])
    assert list(reversed(found)) == list(reversed(events))
    assert repr(found) == repr(events)


@settings(deadline=None)
@given(st.lists(EVENTS, max_size=6))
def test_what_stands_is_found_without_reading_the_rest(events: list[Event]) -> None:
    assert standing(kept(events)) == [each for each in events if each.current]
    assert all(may_hold(kept(events), each.id) for each in events if each.id)


@settings(max_examples=300, deadline=None)
@given(st.lists(EVENTS, max_size=6), st.booleans(), EVENTS)
def test_an_event_that_joins_the_lines_stands_where_a_sorting_of_all_puts_it(
    events: list[Event], answered: bool, last: Event
) -> None:
    late = replace(last, at=START + timedelta(hours=1), id="last") if last.what != "invalid" else last
    shown = history.window(events)
    answers = history.ANSWER if answered else frozenset()

    joined = history.longer(kept(shown), late, answers)

    assert joined == history.longer(shown, late, answers)


@settings(max_examples=30, deadline=None)
@given(st.integers(196, 203), st.randoms(use_true_random=False))
def test_what_stands_stays_when_the_lines_are_full(count: int, chance: random.Random) -> None:
    events = [
        Event(START + timedelta(seconds=each), chance.choice(["note", "decided"]), id=f"n{each:03d}", current=stands)
        for each in range(count)
        for stands in [chance.random() < chance.choice([0.1, 1])]
    ]
    last = Event(START + timedelta(hours=1), "note", id="z")
    shown = history.window(events)

    joined = history.longer(kept(shown), last)

    assert joined == history.window((*shown, last))


def test_a_line_that_was_damaged_is_told_of_and_the_others_are_read() -> None:
    found = KeptHistory(["{", *kept(DECISIONS[0].history).lines], straight=False)

    assert (found[0].what, found[0].text) == ("invalid", "this line of the history is damaged")
    assert found[1:] == DECISIONS[0].history
