"""Any sequence of records of a few decisions, valid or not, as they may arrive at a ledger."""

import json
from typing import Any

from hypothesis import strategies as st

from handoff_records import at, line

KEYS = ("a", "b", "acme/c ü")
NAMES = ("n1", "n2", "n3", "n4")
PEOPLE = ("ana", "bo")

_keys = st.sampled_from(KEYS)
_names = st.sampled_from(NAMES)
_minutes = st.integers(0, 9).map(at)
_over = st.lists(_names | st.just("r"), max_size=2, unique=True)
_to = st.none() | st.sampled_from(PEOPLE) | st.just(list(PEOPLE))
_options = [{"id": "pg", "label": "PostgreSQL"}, {"id": "sqlite", "label": "SQLite"}]
_answers = st.sampled_from([{"text": "pg", "option": "pg"}, {"text": "no"}, {"text": "x", "option": "none"}])
_authorities = st.sampled_from([{"kind": "principal", "by": "ana"}, {"kind": "delegated"}])


def _terms(text: str, due: str | None) -> dict[str, Any]:
    return {"text": text, "options": _options, "default": "pg", **({"due": due} if due else {})}


_texts = st.sampled_from(["Which database?", "Ship it?", "Größe 5%?", "数据库"])
_dues = st.sampled_from([None, "2026-12-30", "2026-12-31"])


def _record(kind: str, origin: str, **members: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    fixed = {"ext": st.just("decisions/0.3"), "type": st.just(kind), "origin": st.just(origin)}
    return st.fixed_dictionaries({**fixed, "key": _keys, "id": _names, "at": _minutes, **members})


def _named(record: dict[str, Any]) -> dict[str, Any]:
    """Ids of a decision's own: "r" stands for the one under which it was raised."""
    over = [f"r:{record['key']}" if each == "r" else each for each in record.get("supersedes", ())]
    return {**record, **({"supersedes": over} if "supersedes" in record else {})}


_TERMS = st.builds(_terms, _texts, _dues)
_WHO = st.fixed_dictionaries({"by": st.just("cc"), "to": _to})
_RAISED = _record("raised", "requester", terms=_TERMS, terms_rev=st.just(1), sayso=_WHO).map(
    lambda record: {**record, "id": f"r:{record['key']}"}
)
_AMENDED = _record("amended", "requester", terms=_TERMS, terms_rev=st.integers(1, 4), supersedes=_over, sayso=_WHO)
_WITHDRAWN = _record("withdrawn", "requester", reason=st.sampled_from(["settled", "bored"]), supersedes=_over)
_DECIDED = _record(
    "settled",
    "principal",
    outcome=st.just("decided"),
    answer=_answers,
    authority=_authorities,
    terms_rev=st.integers(0, 3),
    supersedes=_over,
)
_DISMISSED = _record("settled", "principal", outcome=st.just("dismissed"), authority=_authorities, terms_rev=st.just(1))
_REOPENED = _record("reopened", "principal", supersedes=_over)
_NOTE = _record("note", "principal", about=_names, note=_texts, sayso=st.fixed_dictionaries({"to": _to}))
_CLAIMED = _record(
    "claimed", "agent", outcome=st.just("decided"), answer=_answers, evidence=st.just({"basis": "said so"})
)
_RELATED = _record("related", "requester", relation=st.just({"kind": "derived_from", "uri": "https://x.example"}))
_PROPOSED = st.fixed_dictionaries(
    {
        "ext": st.just("sayso.proposals/0.1"),
        "type": st.just("proposed"),
        "origin": st.sampled_from(["agent", "principal"]),
        "key": _keys,
        "id": _names,
        "at": _minutes,
        "terms_rev": st.integers(1, 3),
        "proposal": st.sampled_from(
            [
                {"question": "choice", "answer": {"option": "pg"}, "confidence": 0.9},
                {"question": "boolean", "probability": 0.5},
                {"question": "boolean", "probability": 1.2},
                {"question": "choice", "confidence": "0.9"},
                {"question": "noise"},
            ]
        ),
    }
)

RECORDS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    _RAISED, _AMENDED, _WITHDRAWN, _DECIDED, _DISMISSED, _REOPENED, _NOTE, _CLAIMED, _RELATED, _PROPOSED
).map(_named)
"""One record."""

DAMAGED: st.SearchStrategy[bytes] = st.builds(
    lambda record, cut: line(record)[: -min(cut, 40)], RECORDS, st.integers(1, 40)
)
"""One that was half-written."""

RAWS: st.SearchStrategy[bytes] = st.one_of(RECORDS.map(line), RECORDS.map(lambda r: json.dumps(r).encode()), DAMAGED)

BATCHES: st.SearchStrategy[list[list[bytes]]] = st.lists(st.lists(RAWS, min_size=1, max_size=6), max_size=6)
"""What arrives, a transaction at a time."""
