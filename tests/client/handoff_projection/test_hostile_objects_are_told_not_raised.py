import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from handoff_decisions import KEY, ME, amended, held, note, projected, proposed, raised, settled
from sayso_client import codec
from sayso_client.decision import Decision, State
from sayso_client.handoff.projection import HandoffProjection
from sayso_client.handoff.records import read
from sayso_client.stores.contract import Held

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
SOUND = [raised(), amended(), settled(), note(), proposed()]
MEMBERS = sorted({name for each in SOUND for name in each} | {"sayso", "evidence", "note", "under", "supersedes"})


def twisted(base: dict[str, Any], changes: dict[str, object]) -> dict[str, Any]:
    return {**base, **changes, "key": KEY}


@settings(deadline=None)
@given(
    st.lists(st.builds(twisted, st.sampled_from(SOUND), st.dictionaries(st.sampled_from(MEMBERS), JSON, max_size=3)))
)
def test_no_object_raises(records: list[dict[str, Any]]) -> None:
    decision = projected(*records)

    assert codec.loads(Decision, codec.dumps(decision)) == decision


@settings(deadline=None)
@given(st.sampled_from(SOUND), st.dictionaries(st.sampled_from(MEMBERS), JSON, max_size=3))
def test_no_object_raises_when_one_more_comes(base: dict[str, Any], changes: dict[str, object]) -> None:
    more = held(twisted(base, changes), 9)

    extended = HandoffProjection().extend(projected(raised()), more, ME)

    assert extended is None or extended == HandoffProjection().project(KEY, [held(raised(), 0), more], ME)


def from_bytes(raw: bytes) -> Held:
    reading = read(raw)
    return Held(raw, reading.value, reading.problems)


def test_a_proposal_with_a_number_that_is_none_is_an_invalid_record() -> None:
    raw = json.dumps(proposed(question="boolean", probability=float("nan"))).encode()
    decision = projected(raised(), from_bytes(raw))

    assert decision.proposals == ()
    assert decision.state is State.OPEN
    assert [each.what for each in decision.history] == ["raised", "invalid"]
    assert "not finite" in decision.problems[0]


def test_a_record_that_breaks_off_is_told_beside_the_others() -> None:
    decision = projected(raised(), from_bytes(json.dumps(settled()).encode()[:-40]))

    assert (decision.state, decision.settlement) == (State.OPEN, None)
    assert "breaks off" in decision.problems[0]


def test_a_flood_of_invalid_records_is_told_in_a_few_sentences() -> None:
    decision = projected(raised(), *(note(f"n{each}", each, about="") for each in range(500)))

    assert len(decision.problems) == 21
    assert decision.problems[-1] == "And 480 invalid records more."


def test_records_of_another_key_or_extension_are_left_out() -> None:
    other = settled() | {"key": "acme/other"}
    seen = note() | {"ext": "sayso.seen/0.1"}

    assert projected(raised(), other, seen) == projected(raised())
    assert HandoffProjection().extend(projected(raised()), held(seen, 9), ME) == projected(raised())


def test_a_record_that_names_no_extension_is_an_invalid_one() -> None:
    nameless = {name: value for name, value in raised().items() if name != "ext"}

    assert projected(nameless).state is State.INVALID
    assert "its ext is not" in projected(nameless).problems[0]
