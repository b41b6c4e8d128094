"""Why a record is invalid, in words; and what is never refused."""

from typing import Any

import pytest

from sayso_client.handoff.records import EXT, Identity, family, identity, problems

TERMS: dict[str, Any] = {
    "text": "Which database?",
    "options": [{"id": "pg", "label": "PostgreSQL"}, {"id": "lite", "label": "SQLite"}],
    "default": "lite",
    "due": "2026-11-03",
}


def made(kind: str, origin: str, **members: Any) -> dict[str, Any]:
    core = {"ext": EXT, "type": kind, "origin": origin, "key": "k", "id": "i"}
    return core | {"at": "2026-10-27T09:00:00Z"} | members


RAISED = made("raised", "requester", terms=TERMS, terms_rev=1)
AMENDED = made("amended", "requester", terms=TERMS, terms_rev=2, supersedes=["r:k"])
WITHDRAWN = made("withdrawn", "requester", reason="settled")
SETTLED = made(
    "settled",
    "principal",
    outcome="decided",
    answer={"text": "PostgreSQL", "option": "pg"},
    authority={"kind": "principal", "by": "ana"},
    terms_rev=1,
)
REOPENED = made("reopened", "principal", supersedes=["s1"])
CLAIMED = made("claimed", "agent", outcome="decided", answer={"text": "x"}, evidence={"basis": "mail"})
RELATED = made("related", "requester", relation={"kind": "derived_from", "uri": "u:1"})
SAME = made("related", "principal", relation={"kind": "same_as", "key": "other"})
NOTE = made("note", "agent", about="k")
ALL = (RAISED, AMENDED, WITHDRAWN, SETTLED, REOPENED, CLAIMED, RELATED, SAME, NOTE)


@pytest.mark.parametrize("record", ALL, ids=lambda record: str(record["type"]))
def test_each_type_has_a_valid_record_and_unknown_members_do_no_harm(record: dict[str, Any]) -> None:
    assert problems(record) == ()
    assert problems(record | {"x_ui": {"card": [1]}, "sayso": 5, "sig": None}, "k") == ()


def terms(**members: Any) -> dict[str, Any]:
    return RAISED | {"terms": TERMS | members}


INVALID: list[tuple[object, str]] = [
    (None, "not an object"),
    ([RAISED], "not an object"),
    (RAISED | {"ext": "acts/0.3"}, "ext is not decisions/0.3"),
    (RAISED | {"type": "asked"}, "'asked' is no type of record"),
    (RAISED | {"type": ["raised"]}, "it has no type"),
    (RAISED | {"origin": "principal"}, "'principal' may not write a record of type raised"),
    (SETTLED | {"origin": "agent"}, "'agent' may not write"),
    (SETTLED | {"origin": None}, "nobody may not write"),
    (RAISED | {"id": " "}, "id is missing or empty"),
    (RAISED | {"id": 5}, "id is missing or empty"),
    (RAISED | {"key": ""}, "key is missing or empty"),
    (RAISED | {"at": "2026-10-27T09:00:00"}, "without an offset"),
    (RAISED | {"supersedes": None}, "supersedes is not a list"),
    (RAISED | {"supersedes": "s"}, "supersedes is not a list"),
    (WITHDRAWN | {"supersedes": [" "]}, "supersedes is not a list"),
    (RAISED | {"terms": None}, "it has no terms"),
    (terms(text="\n"), "question (terms.text) is missing or empty"),
    (terms(options=None), "terms.options is not a list"),
    (terms(options=[{"label": "x"}]), "option 1 has no id"),
    (terms(options=["x"]), "option 1 has no id"),
    (terms(options=[{"id": "x"}]), "option 'x' has no label"),
    (terms(options=[{"id": "pg", "label": "a"}, {"id": "pg", "label": "b"}]), "two options have the id 'pg'"),
    (terms(default=None), "terms.default"),
    (terms(default=" "), "terms.default"),
    (terms(due=None), "terms.due"),
    (terms(due="20261103"), "terms.due"),
    (terms(due="2026-02-30"), "terms.due"),
    (terms(due="२०२६-११-०३"), "terms.due"),
    (RAISED | {"terms_rev": 2}, "must have terms_rev 1"),
    (RAISED | {"terms_rev": True}, "must have terms_rev 1"),
    (RAISED | {"terms_rev": 1.0}, "must have terms_rev 1"),
    (AMENDED | {"terms_rev": 1}, "2 or more"),
    (AMENDED | {"terms_rev": "2"}, "2 or more"),
    (WITHDRAWN | {"reason": "bored"}, "neither settled nor not_needed"),
    (SETTLED | {"outcome": "maybe"}, "neither decided nor dismissed"),
    (SETTLED | {"answer": "yes"}, "no answer text"),
    (SETTLED | {"answer": {"text": " ", "option": "pg"}}, "no answer text"),
    (SETTLED | {"authority": {"kind": "lapse"}}, "which kind of authority"),
    (SETTLED | {"authority": {"kind": []}}, "which kind of authority"),
    (SETTLED | {"terms_rev": 0}, "which terms it answers"),
    (SETTLED | {"terms_rev": True}, "which terms it answers"),
    (REOPENED | {"supersedes": []}, "must name what it takes back"),
    (CLAIMED | {"outcome": "dismissed"}, "only be that it was decided"),
    (CLAIMED | {"answer": {}}, "no answer text"),
    (CLAIMED | {"answer": {"text": "x", "option": None}}, "option of the claim"),
    (CLAIMED | {"evidence": {}}, "no evidence.basis"),
    (RELATED | {"relation": {"kind": "same_as", "key": "o"}}, "only the principal side"),
    (SAME | {"relation": {"kind": "derived_from", "uri": "o"}}, "only the requester side"),
    (RELATED | {"relation": {"kind": "derived_from"}}, "exactly one of key and uri"),
    (RELATED | {"relation": {"kind": "derived_from", "uri": "u", "key": "k"}}, "exactly one"),
    (RELATED | {"relation": {"kind": "like", "uri": "u"}}, "neither same_as nor derived_from"),
    (NOTE | {"about": None}, "what it is about"),
    (NOTE | {"x": float("nan")}, "not finite"),
]


@pytest.mark.parametrize(("record", "phrase"), INVALID, ids=[phrase for _, phrase in INVALID])
def test_an_invalid_record_says_why(record: object, phrase: str) -> None:
    assert any(phrase in each for each in problems(record))


def test_a_settlement_is_not_refused_for_a_detail() -> None:
    for detail in (
        {"answer": {"text": "x", "option": None}},
        {"answer": {"text": "x", "option": 5}},
        {"authority": {"kind": "delegated"}},
        {"authority": {"kind": "attested", "by": 7}, "evidence": "hm"},
        {"outcome": "dismissed"},
        {"note": 5},
    ):
        assert problems(SETTLED | detail) == ()


def test_what_a_phrase_quotes_cannot_act_on_a_terminal() -> None:
    evil = "\x1b[2J\u202e" * 30
    (phrase,) = problems(terms(options=[{"id": evil, "label": "a"}, {"id": evil, "label": "b"}]))
    assert phrase.isprintable()
    assert len(phrase) < 300


def test_a_record_of_another_key_is_told_when_asked_for_one() -> None:
    assert problems(RAISED, "k") == ()
    assert problems(RAISED, "other") == ("it belongs to another decision than 'other'",)


def test_identity_tells_registers_and_origins_apart() -> None:
    assert identity(SETTLED) == Identity(EXT, "k", "principal", "answer", "i")
    assert identity(NOTE) == Identity(EXT, "k", "agent", "other", "i")
    assert identity({"id": 5, "key": ["k"]}) == Identity(None, None, None, "other", None)
    assert identity("x") == Identity(None, None, None, "other", None)
    kinds: list[object] = ["amended", "reopened", "claimed", []]
    assert [family(kind) for kind in kinds] == ["need", "answer", "other", "other"]
