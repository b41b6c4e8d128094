"""Reading a declaration's text: JSON, with comments and trailing commas where the file may have them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso_client.stores.chant import jsonc
from sayso_client.stores.chant.canonical import canonical

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
OF_THE_LARGEST_SIZE = [
    "[" * 1_000_000,
    '{"a":' * 200_000,
    "[" + "[]," * 300_000,
    '"' + "\\u00e9" * 150_000,
    '"' + '\\"' * 500_000,
    "/*" * 500_000,
    "//" * 500_000,
    "/**/" * 250_000,
    " " * 1_000_000,
    "9" * 1_000_000 + "x",
    "-" * 1_000_000,
]


@given(VALUES)
def test_any_json_reads_as_it_is(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=1, ensure_ascii=False)):
        assert canonical(jsonc.read(text, comments=False)) == canonical(value)


def test_comments_and_trailing_commas_are_passed_over_where_they_are_allowed() -> None:
    text = """\ufeff// first
    { "a": 1, /* "b": 2, */ "c": [1, // one
        2, ], "url": "http://x /* no comment */", }  // last"""
    assert jsonc.read(text, comments=True) == {"a": 1, "c": [1, 2], "url": "http://x /* no comment */"}


@pytest.mark.parametrize("text", ["// a\n{}", "{} /* a */", '{"a": 1,}', "[1,]"])
def test_strict_json_has_neither(text: str) -> None:
    jsonc.read(text, comments=True)
    with pytest.raises(jsonc.NotData, match=r"ends in \.jsonc"):
        jsonc.read(text, comments=False)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1, column 1: the end of the file"),
        ('{"a": 1,\n "b": 2,\n  "a": 3}', "line 3, column 3: a name that the object has already"),
        ('{"a": 1} x', "line 1, column 10: text after the value"),
        ("{a: 1}", "a name without double quotes"),
        ('{"a" 1}', "no colon after a name"),
        ('{"a": 1 "b": 2}', "no comma and no } after a value"),
        ("[1 2]", "no comma and no ] after a value"),
        ("[1,,2]", "no JSON value"),
        ("{,}", "a name without double quotes"),
        ("[", "the end of the file"),
        ("/* a", "a comment that has no end"),
        ('"a', "a string that has no end"),
        ('"\t"', "a control character"),
        ('"\\x41"', "an escape that JSON does not know"),
        ('"\\u12"', "an escape that JSON does not know"),
        ("NaN", "no JSON value"),
        ("'a'", "no JSON value"),
        ("01", "text after the value"),
        ("[" * 65 + "]" * 65, "nested deeper than 64 levels"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: str, problem: str) -> None:
    with pytest.raises(jsonc.NotData) as refused:
        jsonc.read(text, comments=True)
    assert problem in str(refused.value)


@pytest.mark.parametrize("text", OF_THE_LARGEST_SIZE, ids=[each[:6] for each in OF_THE_LARGEST_SIZE])
def test_a_text_that_is_made_to_keep_a_reader_busy_is_refused_at_once(text: str) -> None:
    with pytest.raises(jsonc.NotData):
        jsonc.read(text, comments=True)


def test_names_come_in_javascripts_order_and_halves_of_a_character_are_joined() -> None:
    assert list(jsonc.read('{"b": 1, "10": 1, "2": 1}', comments=False)) == ["2", "10", "b"]  # type: ignore[call-overload]  # an object
    assert jsonc.read('"\\ud83d\\ude00 \\ud83d"', comments=False) == "\U0001f600 \ud83d"
