"""What chant hashes: the same text to the letter, the same versions and the same ids."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_UP, Context, Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chant_workspaces import CAPTURED
from sayso_client.stores.chant import canonical
from sayso_client.stores.chant.canonical import NotCanonical

PRINTED_BY_NODE = {
    "0": "0",
    "-0": "0",
    "-0.0": "0",
    "1.0": "1",
    "100": "100",
    "0.1": "0.1",
    "4.35": "4.35",
    "123456789.125": "123456789.125",
    "1e20": "100000000000000000000",
    "123456789012345680000": "123456789012345680000",
    "999999999999999999999": "1e+21",
    "1e21": "1e+21",
    "-1e21": "-1e+21",
    "1.2e21": "1.2e+21",
    "1e23": "1e+23",
    "1.5e300": "1.5e+300",
    "1.7976931348623157e308": "1.7976931348623157e+308",
    "2e308": "null",
    "0.000001": "0.000001",
    "0.0000012": "0.0000012",
    "33e-6": "0.000033",
    "12e-7": "0.0000012",
    "1e-7": "1e-7",
    "2.5e-8": "2.5e-8",
    "5e-324": "5e-324",
    "5.9604644775390625e-8": "5.960464477539063e-8",
    "9007199254740992": "9007199254740992",
    "9007199254740993": "9007199254740992",
    "-9007199254740993": "-9007199254740992",
}
"""JSON number → what `JSON.stringify(JSON.parse(…))` makes of it."""

Json = None | bool | int | float | str | list[Any] | dict[str, Any]
TEXTS = st.text(st.characters(exclude_categories=[]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def questions() -> Iterator[Mapping[str, Any]]:
    for path in sorted((CAPTURED / "json").glob("*.json")):
        document = json.loads(path.read_text())
        yield from document.get("questions", [])
        if document.get("question"):
            yield document["question"]


@pytest.mark.parametrize(("written", "printed"), PRINTED_BY_NODE.items())
def test_a_number_reads_as_javascript_prints_it(written: str, printed: str) -> None:
    assert canonical.canonical(json.loads(written)) == printed


def test_every_question_that_chant_printed_has_the_hash_and_the_id_that_we_work_out() -> None:
    named_by_hand = []
    for each in questions():
        digest = canonical.inputs_hash(each["point"], each["pointVersion"], each["inputs"], each["asked"])
        assert digest == each["inputsHash"]
        if canonical.question_id(each["point"], digest) != each["id"]:
            named_by_hand.append(each["id"])
    assert named_by_hand == ["slice-tier-ffffffffffff"]
    assert len(list(questions())) == 188


@given(VALUES)
@example({"\U0001f600": 1, "\uffff": 2, "a": [{}, [], ""]})
@example({"\ud83d": "\ude00", "x": "\ud83d\ude00", "y": "\u2028\x7f\x1f"})
@example([2**53 + 1, 2**1100, -(2**1100), float("nan"), float("inf")])
def test_any_value_reads_as_the_slow_way_spells_it(value: Json) -> None:
    assert canonical.canonical(value) == slowly(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_number_reads_as_the_slow_way_prints_it(value: float) -> None:
    printed = canonical.number_text(value)
    assert printed == slow_number(value)
    assert float(printed) == value


def test_what_is_no_json_or_nested_without_end_has_no_text() -> None:
    deep: list[Any] = []
    deep.append(deep)
    for value in (deep, {1: 2}, {"a": b"b"}, Path()):
        with pytest.raises(NotCanonical):
            canonical.canonical(value)


def test_keys_that_javascript_takes_for_indices_come_first() -> None:
    names = ["b", "10", "2", "01", "-1", "1.5", "4294967294", "4294967295", "a", "0", "²", "1e3"]
    assert list(canonical.in_order(dict.fromkeys(names))) == [
        *("0", "2", "10", "4294967294"),
        *("b", "01", "-1", "1.5", "4294967295", "a", "²", "1e3"),
    ]


def test_any_word_of_a_point_changes_its_version() -> None:
    point = {"title": "T", "x-note": "n", "deciders": [{"kind": "quorum", "count": 1}]}
    versions = {
        canonical.point_version(each)
        for each in (point, point | {"title": "t"}, point | {"x-note": "m"}, point | {"x-other": None})
    }
    assert len(versions) == 4
    assert canonical.point_version(dict(reversed(point.items()))) in versions
    assert canonical.point_version({"a": 1.0}) == hashlib.sha256(b'{"a":1}').hexdigest()


def slowly(value: Json) -> str:
    """The oracle: JSON as ECMA-262 says it, one rule after the other."""
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return '"' + "".join(slow_character(each) for each in characters(value)) + '"'
    if isinstance(value, list):
        return "[" + ",".join(map(slowly, value)) + "]"
    if isinstance(value, dict):
        names = sorted(value, key=units)
        return "{" + ",".join(slowly(name) + ":" + slowly(value[name]) for name in names) + "}"
    try:
        return slow_number(float(value))
    except OverflowError:
        return "null"


def units(text: str) -> list[int]:
    found: list[int] = []
    for each in map(ord, text):
        found += [each] if each < 0x10000 else [0xD800 + ((each - 0x10000) >> 10), 0xDC00 + ((each - 0x10000) & 0x3FF)]
    return found


def characters(text: str) -> Iterator[int]:
    """Code points, two surrogates that belong together being one."""
    rest = units(text)
    while rest:
        first = rest.pop(0)
        if 0xD800 <= first < 0xDC00 and rest and 0xDC00 <= rest[0] < 0xE000:
            yield 0x10000 + ((first - 0xD800) << 10) + (rest.pop(0) - 0xDC00)
        else:
            yield first


def slow_character(code: int) -> str:
    short = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
    if code in short:
        return short[code]
    return f"\\u{code:04x}" if code < 32 or 0xD800 <= code < 0xE000 else chr(code)


def slow_number(value: float) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        return "null"
    if value == 0:
        return "0"
    if value < 0:
        return "-" + slow_number(-value)
    _, figures, exponent = shortest(value).normalize().as_tuple()
    assert isinstance(exponent, int)
    digits, k = "".join(map(str, figures)), len(figures)
    n = k + exponent
    if k <= n <= 21:
        return digits + "0" * (n - k)
    if 0 < n <= 21:
        return digits[:n] + "." + digits[n:]
    if -6 < n <= 0:
        return "0." + "0" * -n + digits
    power = ("e+" if n > 0 else "e-") + str(abs(n - 1))
    return digits[0] + ("." + digits[1:] if k > 1 else "") + power


def shortest(value: float) -> Decimal:
    """The fewest figures that read back as the number; of two such, the nearer one."""
    exact = Decimal(value)
    return next(
        near
        for figures in range(1, 18)
        for rounding in (ROUND_HALF_EVEN, ROUND_DOWN, ROUND_UP)
        if float(near := Context(figures, rounding).plus(exact)) == value
    )
