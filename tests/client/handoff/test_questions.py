"""Questions 0.1 becomes decisions/0.3; what cannot be converted without a guess is listed with its reason."""

from dataclasses import asdict
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sayso_client.handoff.lifecycle import fold
from sayso_client.handoff.questions import convert
from sayso_client.handoff.records import problems

ASKED: dict[str, Any] = {
    "event": "asked",
    "key": "db",
    "id": "q1",
    "at": "2026-01-05T09:00:00Z",
    "text": "Which database?",
    "options": [{"id": "pg", "label": "PostgreSQL"}, {"id": "lite", "label": "SQLite"}],
    "default": "lite",
    "due": "2026-02-01",
    "by": "bot",
}
ANSWERED: dict[str, Any] = {
    "event": "answered",
    "key": "db",
    "id": "e2",
    "at": "2026-01-06T09:00:00Z",
    "answer": {"text": "PostgreSQL", "option": "pg"},
    "decided_by": "principal",
    "by": "ana",
}
ASSISTANT = ANSWERED | {"decided_by": "assistant", "by": "desk"}
WITHDRAWN: dict[str, Any] = {
    "event": "withdrawn",
    "key": "db",
    "id": "e9",
    "at": "2026-01-07T09:00:00Z",
    "reason": "not_needed",
}


def refusal(event: object) -> str:
    conversion = convert([event])
    assert conversion.records == ()
    ((position, reason),) = conversion.refused
    assert position == 1
    return reason


def only(event: object, **names: str) -> dict[str, Any]:
    conversion = convert([event], **names)
    assert conversion.refused == ()
    (record,) = conversion.records
    return record


def test_asked_becomes_raised_at_revision_one() -> None:
    record = only(ASKED)
    assert record["id"] == "r:db"
    assert (record["type"], record["terms_rev"]) == ("raised", 1)
    assert record["terms"] == {name: ASKED[name] for name in ("text", "options", "default", "due")}
    assert record["sayso"] == {"by": "bot"}


def test_a_principals_answer_becomes_a_settlement_that_says_it_was_imported() -> None:
    record = only(ANSWERED | {"supersedes": "e1", "note": "at last"})
    assert record["authority"] == {"kind": "principal", "by": "ana"}
    assert record["answer"] == {"text": "PostgreSQL", "option": "pg"}
    assert (record["outcome"], record["terms_rev"], record["supersedes"]) == ("decided", 1, ["e1"])
    assert record["note"] == "at last"
    assert record["sayso"] == {"via": {"kind": "import"}}
    assert only(ANSWERED | {"answer": "files"})["answer"] == {"text": "files"}


def test_an_assistants_answer_is_delegated_with_a_mandate_and_attested_with_evidence() -> None:
    delegated = only(ASSISTANT | {"under": "mandate 7"})
    assert delegated["authority"] == {"kind": "delegated", "by": "desk", "under": "mandate 7"}
    attested = only(ASSISTANT | {"evidence": {"basis": "mail"}})
    assert attested["authority"] == {"kind": "attested", "by": "desk"}
    assert attested["evidence"] == {"basis": "mail"}
    assert only(ASSISTANT | {"evidence": "mail"})["evidence"] == {"basis": "mail"}


def test_an_assistants_answer_without_mandate_or_evidence_is_refused() -> None:
    assert "neither a mandate (under) nor evidence" in refusal(ASSISTANT)
    assert "neither a mandate" in refusal(ASSISTANT | {"under": " ", "evidence": {}})


def test_who_decided_is_never_guessed() -> None:
    nobody = {name: value for name, value in ANSWERED.items() if name != "by"}
    assert "does not name the principal" in refusal(nobody)
    assert only(nobody, principal="ana")["authority"] == {"kind": "principal", "by": "ana"}
    assert only(ANSWERED, principal="bo")["authority"]["by"] == "ana"
    assert "principal or the assistant" in refusal(ANSWERED | {"decided_by": "nobody"})
    assert "principal or the assistant" in refusal({k: v for k, v in ANSWERED.items() if k != "decided_by"})


def test_a_dismissal_is_the_principals_and_carries_its_note() -> None:
    event = {"type": "dismissed", "key": "db", "id": "e3", "at": ANSWERED["at"], "by": "ana", "note": "Dropped."}
    record = only(event)
    assert (record["outcome"], record["note"]) == ("dismissed", "Dropped.")
    assert record["authority"] == {"kind": "principal", "by": "ana"}


def test_withdrawn_as_settled_becomes_a_claim_and_a_withdrawal() -> None:
    heard = WITHDRAWN | {"reason": "settled", "answer": "files", "evidence": {"basis": "session 42"}}
    conversion = convert([ASKED, heard])
    assert [record["type"] for record in conversion.records] == ["raised", "claimed", "withdrawn"]
    state = fold(conversion.records, "db")
    assert (state.status, state.reason, state.claims, state.reports) == ("withdrawn", "settled", ("e9:claim",), ())
    assert "where it was heard" in refusal(WITHDRAWN | {"reason": "settled", "answer": "files"})


def test_withdrawn_as_not_needed_stays_so() -> None:
    assert only(WITHDRAWN)["reason"] == "not_needed"
    assert "neither settled nor not_needed" in refusal(WITHDRAWN | {"reason": "bored"})


def test_an_answer_with_an_option_that_nobody_offered_is_not_lost() -> None:
    conversion = convert([ASKED, ANSWERED | {"answer": {"text": "MySQL", "option": "mysql"}}])
    state = fold(conversion.records, "db")
    assert (state.status, state.text, state.reports) == ("decided", "MySQL", ("option_mismatch:e2",))


def test_a_revision_replaces_what_it_names() -> None:
    later = ANSWERED | {"id": "e3", "at": "2026-01-08T09:00:00Z", "answer": "SQLite", "supersedes": "e2"}
    state = asdict(fold(convert([ASKED, ANSWERED, later]).records, "db"))
    assert (state["settlement"], state["conflict_answer"]) == ("e3", False)


def test_what_cannot_be_read_is_listed_with_its_position() -> None:
    conversion = convert([ASKED, 5, {"event": "asked"}, ASKED | {"event": "poked"}, ASKED | {"text": " "}, WITHDRAWN])
    assert [record["type"] for record in conversion.records] == ["raised", "withdrawn"]
    reasons = dict(conversion.refused)
    assert list(reasons) == [2, 3, 4, 5]
    assert reasons[2] == "it is not an object"
    assert "which question" in reasons[3]
    assert "no event 'poked'" in reasons[4]
    assert "terms.text" in reasons[5]


MEMBERS = st.sampled_from([*ASKED, *ANSWERED, "type", "under", "evidence", "supersedes", "reason", "note"])
VALUES = st.one_of(st.none(), st.text(max_size=4), st.integers(), st.lists(st.text(max_size=2), max_size=2))
BASES = st.sampled_from([ASKED, ANSWERED, ASSISTANT, WITHDRAWN])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(VALUES, st.builds(lambda a, b: a | b, BASES, st.dictionaries(MEMBERS, VALUES, max_size=3)))))
def test_each_event_is_either_converted_whole_or_refused(events: list[Any]) -> None:
    conversion = convert(events)
    assert all(problems(record) == () for record in conversion.records)
    assert all(reason for _, reason in conversion.refused)
    assert len(conversion.records) + len(conversion.refused) >= len(events)
