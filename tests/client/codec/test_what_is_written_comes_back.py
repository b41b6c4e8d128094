import dataclasses
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foreign_decisions import chant_decision, xema_decision
from sayso_client import codec
from sayso_client.decision import (
    Act,
    Can,
    Decision,
    Flag,
    Kind,
    Option,
    Proposal,
    ProposalSource,
    Question,
    Ref,
    State,
    Terms,
)
from sayso_client.draft import Draft

TEXTS = st.text(max_size=12) | st.sampled_from(["", "a\ud800b", "\0", "‮", "עברית", "\n\t", "~", "null"])
"""Lone surrogates included: a record may hold them."""
TIMES = st.datetimes(timezones=st.just(UTC))
SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXTS,
    int: st.integers(),
    bool: st.booleans(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    date: st.dates(),
    datetime: TIMES,
}


@cache
def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a type that the read model uses."""
    args = get_args(hint)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return st.one_of(*(st.none() if each is NoneType else values(each) for each in args))
    if origin is frozenset:
        return st.frozensets(values(args[0]), max_size=3)
    if origin is Sequence or (origin is tuple and args[-1] is Ellipsis):
        return st.lists(values(args[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, args))
    if origin is Mapping:
        return st.dictionaries(values(args[0]), values(args[1]), max_size=2)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from(list(hint))
    if hint is Ref:
        return st.builds(Ref, TEXTS, TEXTS)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        hints = get_type_hints(hint)
        return st.builds(hint, **{each.name: values(hints[each.name]) for each in dataclasses.fields(hint)})
    return SIMPLE[hint]


@settings(max_examples=60, deadline=None)
@given(values(Decision))
def test_any_decision_comes_back_as_it_was(decision: Decision) -> None:
    text = codec.dumps(decision)

    assert text.isascii()
    assert codec.loads(Decision, text) == decision


@settings(max_examples=60, deadline=None)
@given(values(Draft))
def test_any_draft_comes_back_as_it_was(draft: Draft) -> None:
    assert codec.loads(Draft, codec.dumps(draft)) == draft


@pytest.mark.parametrize("decision", [chant_decision(), xema_decision()], ids=["chant", "xema"])
def test_decisions_of_other_systems_come_back_as_they_were(decision: Decision) -> None:
    assert codec.loads(Decision, codec.dumps(decision)) == decision


def plain_decision() -> Decision:
    return Decision(Ref("home", "a"), "seen", "Ship it?", "Ship it?", Question(Kind.CHOICE), State.OPEN, True)


def test_what_is_as_usual_takes_no_room() -> None:
    assert json.loads(codec.dumps(plain_decision())) == {
        "ref": {"store": "home", "key": "a"},
        "seen": "seen",
        "title": "Ship it?",
        "text": "Ship it?",
        "question": {"kind": "choice"},
        "state": "open",
        "waiting": True,
    }


def test_equal_decisions_give_equal_text_whatever_the_order_of_their_sets() -> None:
    some = [Flag.CONTESTED, Flag.MISMATCH, Flag.UNSAFE_TEXT, Flag.LOOK_ALIKE]
    acts = [Act.NOTE, Act.ANSWER, Act.DISMISS]
    one = dataclasses.replace(plain_decision(), flags=frozenset(some), can=Can(frozenset(acts)))
    other = dataclasses.replace(plain_decision(), flags=frozenset(some[::-1]), can=Can(frozenset(acts[::-1])))

    assert codec.dumps(one) == codec.dumps(other)


def test_a_day_stays_a_day_and_an_instant_an_instant() -> None:
    for due in (date(2026, 12, 31), datetime(2026, 12, 31, tzinfo=UTC), datetime(2026, 12, 31, 23, 59, 59, 999, UTC)):
        back = codec.loads(Terms, codec.dumps(Terms(1, "x", due=due)))
        assert (back.due, type(back.due)) == (due, type(due))


def test_numbers_stand_as_given() -> None:
    given_numbers = (("a", 0.1), ("b", 1.0), ("c", 1e-300), ("d", 0.30000000000000004))
    proposal = Proposal("p", ProposalSource.CLAIMED, Kind.CHOICE, probabilities=given_numbers, confidence=0.0)

    back = codec.loads(Proposal, codec.dumps(proposal))

    assert [(name, repr(number)) for name, number in back.probabilities] == [
        (name, repr(number)) for name, number in given_numbers
    ]
    assert back.confidence == 0.0
    assert back.threshold is None


def test_members_that_a_later_version_added_are_passed_over() -> None:
    text = json.dumps({"id": "pg", "label": "PostgreSQL", "colour": "blue", "parts": [{"deep": 1}]})

    assert codec.loads(Option, text) == Option("pg", "PostgreSQL")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', '{"id": "pg"}', '{"state": "unheard of"}'])
def test_text_that_is_none_of_ours_is_one_error(text: str) -> None:
    with pytest.raises(codec.Unreadable):
        codec.loads(Decision, text)
