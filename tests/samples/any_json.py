"""Any JSON that somebody may send: records with anything in any place, and bytes that are hardly a record at all."""

import json
from typing import Any

from hypothesis import strategies as st

from any_records import KEYS, NAMES, RECORDS

ACTING = (
    "\x1b]52;c;aGk=\x07",
    "\x1b[2J\x1b[10A",
    "\x1b]8;;https://x\x1b\\l",
    "\x9b31m\x90q\x9c",
    "\x00\x07\x08\x0b\x0c\x7f\x85",
    "a\u202eb\u2066c\u200b\ufeff\u2028",
    "\ud800",
    "\udfff\ud83d",
    "e" + "\u0301" * 400,
    "[/][b][@click=app.quit]x[/]",
    "{{}} %s ${X} `id`",
    "\U000e0041\U0001f468\u200d\U0001f4bb",
    "x" * 5_000,
    "數" * 300,
    "\t\n\r\n ",
    "--help",
    "-",
)
TEXTS: st.SearchStrategy[str] = st.one_of(
    st.sampled_from(ACTING),
    st.text(st.characters(exclude_categories=()), max_size=12),
    st.sampled_from(["pg", "ana", ""]),
)
NUMBERS: st.SearchStrategy[int | float] = st.one_of(
    st.sampled_from(
        [0, -1, 1, 2, 2**53, 2**63, 10**400, -(10**4_299), 1e308, 5e-324, -0.0, float("inf"), float("nan")]
    ),
    st.integers(-3, 3),
    st.floats(0, 1),
)
TIMES = st.sampled_from(
    [
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59.999999-14:00",
        "2026-10-27T09:00:00",
        "2026-02-30",
        "2026-W44-2",
        "2026-10-27T24:00:00Z",
        "٢٠٢٦-10-27",
    ]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS, TIMES),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=8,
)
"""Any JSON value."""

_NAMED = st.sampled_from(["text", "option", "options", "label", "id", "default", "due", "by", "to", "links", "kind"])


@st.composite
def _changed(draw: st.DrawFn) -> dict[str, Any]:
    """A sound record with anything in up to three places of it, at any depth."""
    record: dict[str, Any] = json.loads(json.dumps(draw(RECORDS)))
    for _ in range(draw(st.integers(1, 3))):
        at: Any = record
        while True:
            places = list(at) if isinstance(at, dict) else list(range(len(at)))
            place = draw(st.sampled_from(places)) if places else None
            inner = at[place] if place is not None else None
            if not isinstance(inner, dict | list) or not inner or draw(st.booleans()):
                break
            at = inner
        value = draw(st.one_of(VALUES, TEXTS))
        if isinstance(at, dict):
            at[draw(st.one_of(st.just(place), _NAMED, TEXTS)) if place is not None else draw(_NAMED)] = value
        elif place is not None:
            at[place] = value
    return record


_KEYED = st.builds(
    lambda key, name, value: {**value, "key": key, "id": name},
    st.one_of(st.sampled_from(KEYS), TEXTS),
    st.one_of(st.sampled_from(NAMES), TEXTS),
    st.dictionaries(TEXTS, VALUES, max_size=4),
)
_DEEP = st.builds(
    lambda key, depth, closed: (
        b'{"key":' + json.dumps(key).encode() + b',"id":"deep","terms":' + b"[" * depth + (b"]" * depth + b"}") * closed
    ),
    st.sampled_from(KEYS),
    st.sampled_from([50, 500, 5_000, 100_000]),
    st.booleans(),
)


def _encoded(value: object, ascii_only: bool) -> bytes:
    return json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")


RAWS: st.SearchStrategy[bytes] = st.one_of(
    st.builds(_encoded, _changed(), st.booleans()),
    st.builds(_encoded, RECORDS, st.booleans()),
    st.builds(_encoded, _KEYED, st.booleans()),
    st.builds(_encoded, VALUES, st.booleans()),
    _DEEP,
    st.binary(max_size=30),
).filter(lambda raw: b"\n" not in raw and b"\r" not in raw and bool(raw.strip()))
"""What stands on one line of a file that is imported."""
