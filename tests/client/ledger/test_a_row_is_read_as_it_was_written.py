import json
from datetime import UTC
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso_client import codec
from sayso_client.ledger import row_line
from sayso_client.rows import NEVER, Rank, Row
from sayso_client.unreadable import Unreadable
from sayso_client.vocabulary import DueEffect, Flag, Ref, State

REF, RANK = Ref("home", "a"), Rank(NEVER, NEVER, 1, "a")
TIMES = st.datetimes(timezones=st.just(UTC))
NAMES = st.none() | st.text(max_size=12) | st.sampled_from(["a\ud800b", "\0", "‮", "null"])
NUMBERS = st.none() | st.floats(allow_nan=False, allow_infinity=False)
ROWS = st.builds(
    Row,
    ref=st.just(REF),
    rank=st.just(RANK),
    ended=st.just(NEVER),
    revision=st.just(7),
    state=st.sampled_from(State),
    waiting=st.booleans(),
    title=st.text(max_size=20),
    asked_by=NAMES,
    asked_at=st.none() | TIMES,
    due=st.none() | st.dates() | TIMES,
    due_effect=st.sampled_from(DueEffect),
    terms_rev=st.none() | st.integers(),
    flags=st.frozensets(st.sampled_from(Flag)),
    confidence=NUMBERS,
    probability=NUMBERS,
    sayings=st.integers(0, 9),
    votes=NAMES,
    settled_kind=NAMES,
    settled_by=NAMES,
    settled_at=st.none() | TIMES,
    answer=NAMES,
)


def read(text: str) -> Row:
    return row_line.read(REF, RANK, NEVER, 7, text)


@settings(max_examples=200, deadline=None)
@given(ROWS)
def test_any_row_comes_back_as_it_was(row: Row) -> None:
    again = read(codec.dumps(row, without=row_line.APART))

    assert again == row
    assert [type(each) for each in again] == [type(each) for each in row]


def test_members_that_a_later_version_added_are_passed_over() -> None:
    usual = {"state": "open", "waiting": True, "title": "Ship it?"}
    assert read(json.dumps({**usual, "colour": "blue", "revision": 9})) == read(json.dumps(usual))


@pytest.mark.parametrize(
    "more", [{"state": "unheard of"}, {"flags": ["unheard of"]}, {"due": "2026-13-01"}, {"due": 7}, {"flags": 7}]
)
def test_what_is_none_of_ours_is_one_error(more: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        read(json.dumps({"state": "open", "waiting": True, "title": "Ship it?", **more}))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "{}", '{"state": "open"}'])
def test_text_that_is_none_of_ours_is_the_same_error(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)
