"""Bytes from anywhere: none raises, each fault has a phrase, and a damaged record still knows its decision."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso_client.handoff.lifecycle import fold
from sayso_client.handoff.records import (
    EXT,
    NotCanonical,
    canonical,
    digest,
    encode,
    identity,
    instant,
    problems,
    read,
    sendable,
    unsendable,
)

HEAD = f'{{"ext":"{EXT}","type":"note","origin":"agent","key":"k","id":"n1","at":"2026-10-27T09:00:00Z","about":"k"'
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8))
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=12,
)
MEMBERS = st.sampled_from(
    [
        "ext", "type", "origin", "key", "id", "at", "supersedes", "terms", "terms_rev", "answer",
        "authority", "evidence", "outcome", "relation", "about", "reason", "sayso",
    ]
)  # fmt: skip
TYPES = ["raised", "amended", "withdrawn", "settled", "reopened", "claimed", "related", "note"]
OTHERS = ["requester", "principal", "agent", "decided", "2026-10-27T09:00:00Z", "k", EXT, 1, 2]
WORDS = st.sampled_from([*TYPES, *OTHERS])
RECORDISH = st.dictionaries(MEMBERS, st.one_of(WORDS, JSON), max_size=12).map(
    lambda members: {"ext": EXT, "key": "k"} | members
)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60))
def test_no_bytes_raise(raw: bytes) -> None:
    reading = read(raw)
    assert len(reading.digest) == 64
    assert (reading.canonical is None) == bool(reading.problems)
    assert isinstance(reading.duplicate_keys, tuple)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(JSON, RECORDISH), max_size=4))
def test_no_json_value_raises(values: list[Any]) -> None:
    fold(values, "k")
    for value in values:
        problems(value, "k")
        identity(value)


@settings(max_examples=150, deadline=None)
@given(RECORDISH, st.integers(0, 400))
def test_a_record_cut_anywhere_is_read_as_far_as_it_goes(record: dict[str, Any], end: int) -> None:
    raw = json.dumps({"key": "k", "id": "i", **record}).encode()
    reading = read(raw[:end])
    assert reading.problems or end >= len(raw) or "NaN" in raw.decode()
    fold([reading.value], "k")


@pytest.mark.parametrize(
    ("raw", "phrase"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (HEAD.encode(), "it breaks off before its end"),
        (HEAD.encode()[:-3], "it breaks off before its end"),
        (HEAD.encode() + b"} {}", "it is not JSON from character"),
        (HEAD.encode() + b',"x":NaN}', "a number in it is not finite"),
        (HEAD.encode() + b',"x":[-Infinity]}', "a number in it is not finite"),
        (HEAD.encode() + b',"x":1e400}', "a number in it is not finite"),
        (HEAD.encode() + b',"x":' + b"9" * 4301 + b"}", "more than 4300 digits"),
        (HEAD.encode() + b',"x":' + b"[" * 64 + b"]" * 64 + b"}", "more than 64 levels deep"),
        (HEAD.encode() + b',"x":' + b"[" * 10**6 + b"]" * 10**6 + b"}", "64 levels deep"),
        (HEAD.encode() + b',"x":' + b'{"a":' * 10**6, "64 levels deep"),
        (HEAD.encode() + b',"x":"\xff"}', "it is not UTF-8 (byte"),
        (HEAD.encode() + b',"x":"\xed\xa0\x80"}', "it is not UTF-8 (byte"),
    ],
)
def test_what_is_wrong_is_said_in_words(raw: bytes, phrase: str) -> None:
    reading = read(raw)
    assert any(phrase in each for each in reading.problems)
    assert reading.canonical is None
    assert reading.digest == hashlib.sha256(raw).hexdigest()
    if len(raw) > len(HEAD) - 4:
        assert identity(reading.value)[:5] == (EXT, "k", "agent", "other", "n1")
        assert problems(reading.value) == reading.problems
        assert fold([reading.value], "k").reports == ("invalid:n1",)


def test_what_lies_after_the_deep_part_is_read_too() -> None:
    raw = b'{"x":' + b"[" * 100000 + b"]" * 100000 + b',"key":"late","y":{"z":[[]]}}'
    value = read(raw).value
    assert isinstance(value, dict)
    assert value["key"] == "late"
    assert value["y"] == {"z": [[]]}


def test_a_number_or_depth_just_within_the_bounds_is_sound() -> None:
    inside = b'{"n":' + b"9" * 4300 + b',"d":' + b"[" * 63 + b"]" * 63 + b"}"
    reading = read(inside)
    assert reading.problems == ()
    assert reading.canonical == b'{"d":' + b"[" * 63 + b"]" * 63 + b',"n":' + b"9" * 4300 + b"}"


def test_brackets_in_text_are_no_nesting() -> None:
    raw = json.dumps({"key": "k", "text": '[{\\"' * 500}).encode()
    assert read(raw).problems == ()


def test_an_endless_string_of_escapes_is_looked_at_once() -> None:
    assert read(b'{"key":"k","x":"' + b'\\"' * 500_000).problems == ("it breaks off before its end",)


def test_a_byte_order_mark_is_dropped() -> None:
    plain = (HEAD + "}").encode()
    assert read(b"\xef\xbb\xbf" + plain).value == read(plain).value
    assert read(b"\xef\xbb\xbf" + plain).problems == ()


def test_half_a_surrogate_pair_is_kept_in_text_and_refused_in_ids() -> None:
    reading = read(HEAD.encode() + b',"note":"\\ud800 \\ud83d\\ude00"}')
    assert reading.problems == ()
    assert reading.canonical is not None
    assert b'"note":"\\ud800 \xf0\x9f\x98\x80"' in reading.canonical
    assert not sendable("a\ud800")
    assert not sendable("a\0b")
    assert sendable("a/b c 😀")
    assert "surrogate" in (unsendable("\udfff") or "")


def test_of_a_name_twice_the_last_wins_and_it_is_told() -> None:
    reading = read(b'{"key":"a","key":"b","terms":{"text":"x","text":"y"},"id":"i"}')
    assert reading.value == {"key": "b", "terms": {"text": "y"}, "id": "i"}
    assert reading.duplicate_keys == ("key", "text")
    assert read(b'{"a":{"b":1},"b":2}').duplicate_keys == ()


def shuffled(value: Any, rnd: Any) -> Any:
    if isinstance(value, dict):
        names = list(value)
        rnd.shuffle(names)
        return {name: shuffled(value[name], rnd) for name in names}
    return [shuffled(each, rnd) for each in value] if isinstance(value, list) else value


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
        lambda inner: st.dictionaries(st.text(max_size=4), inner, max_size=4) | st.lists(inner, max_size=2),
        max_leaves=10,
    ),
    st.randoms(use_true_random=False),
)
def test_canonical_json_does_not_depend_on_the_order_of_members(value: Any, rnd: Any) -> None:
    assert canonical(shuffled(value, rnd)) == canonical(value)
    assert read(encode(value)).canonical == canonical(value)


def test_canonical_json_is_spelled_one_way() -> None:
    assert canonical({"b": [1, 1.0, True], "a": "é\ud800\n"}) == b'{"a":"\xc3\xa9\\ud800\\n","b":[1,1.0,true]}'
    assert digest({}) == hashlib.sha256(b"{}").hexdigest()
    assert encode({"b": 1, "a": "\ud800"}) == b'{"b":1,"a":"\\ud800"}'


def test_what_has_no_canonical_json_is_refused_not_crashed() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (deep, float("nan"), float("inf"), 10**5000, {"a": {1, 2}}, {1: 2, "a": 3}):
        with pytest.raises(NotCanonical):
            canonical(value)
    record = json.loads(HEAD + "}")
    assert problems(record | {"x": deep}) == ("it is nested more than 64 levels deep",)
    assert fold([record | {"x": deep}, record | {"x": 10**5000}], "k").reports == ("invalid:n1",)
    while deep:  # taken apart by hand: freeing it at once would recurse
        deep = deep.pop()


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ("2026-10-27T09:00:00Z", True),
        ("2026-10-27T09:00:00.123456+05:30", True),
        ("2026-10-27 09:00+00:00", True),
        ("0001-01-01T00:00:00+14:00", True),
        ("9999-12-31T23:59:59-12:00", True),
        ("2026-10-27T09:00:00", False),
        ("2026-10-27", False),
        ("2026-02-30T09:00:00Z", False),
        ("soon", False),
        ("\ud800" * 20, False),
        (5, False),
        (None, False),
    ],
)
def test_a_time_needs_an_offset(text: object, sound: bool) -> None:
    assert (instant(text) is not None) is sound


def test_times_at_the_edge_of_the_calendar_compare_rightly() -> None:
    early, late = instant("0001-01-01T00:00:00+14:00"), instant("0001-01-01T00:00:00Z")
    assert early is not None
    assert late is not None
    assert early < late
    assert instant("9999-12-31T23:59:59-12:00") > instant("9999-12-31T23:59:59Z")  # type: ignore[operator]
