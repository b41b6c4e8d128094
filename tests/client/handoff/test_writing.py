"""What we write is always complete and valid; what is missing is said, and nothing is written."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso_client.errors import InvalidRecord
from sayso_client.handoff import writing
from sayso_client.handoff.records import digest, encode, problems, read
from sayso_client.verdict import AuthorityKind, Grounds
from sayso_client.via import Via

AT = "2026-10-27T09:00:00.000Z"
TERMS = writing.make_terms(
    "Which database?", options=[("pg", "PostgreSQL"), ("lite", "SQLite")], default="lite", due="2026-11-03"
)
ANA = Grounds(AuthorityKind.PRINCIPAL, "ana")
WORDS = st.builds(lambda core, rest: core + rest, st.sampled_from("aZ5é語\u05d0"), st.text(max_size=11))
NAMES = st.builds(
    lambda core, rest: core + rest,
    st.sampled_from("aZ5é語"),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=11),
)


def answer(**members: Any) -> dict[str, object]:
    given: dict[str, Any] = {
        "id": "s1",
        "at": AT,
        "outcome": "decided",
        "grounds": ANA,
        "terms_rev": 1,
        "option": "pg",
        "terms": TERMS,
    }
    return writing.settled("k", **given | members)


def test_records_look_as_the_extension_writes_them() -> None:
    raised = writing.raised("acme/db", at=AT, terms=TERMS, by="bot", to=["ana"], project="acme")
    assert list(raised) == ["ext", "type", "origin", "key", "id", "at", "terms", "terms_rev", "sayso"]
    assert raised["id"] == "r:acme/db"
    assert raised["sayso"] == {"by": "bot", "to": "ana", "project": "acme"}
    settled = answer(
        supersedes=["s0"],
        saw=writing.Saw.of("r:k", TERMS),
        via=Via("inbox", "desk", "pts/3"),
        note="so be it",
    )
    assert list(settled) == [
        "ext", "type", "origin", "key", "id", "at", "outcome", "answer", "authority", "terms_rev",
        "supersedes", "note", "sayso",
    ]  # fmt: skip
    assert settled["answer"] == {"text": "PostgreSQL", "option": "pg"}
    assert settled["sayso"] == {
        "saw": {"need": "r:k", "terms": digest(TERMS)},
        "via": {"kind": "inbox", "host": "desk", "tty": "pts/3"},
    }


def test_members_that_are_not_given_are_left_out() -> None:
    assert "sayso" not in writing.raised("k", at=AT, terms={"text": "Why?"})
    assert list(answer(option=None, text="no")) == [
        "ext", "type", "origin", "key", "id", "at", "outcome", "answer", "authority", "terms_rev",
    ]  # fmt: skip


def test_an_adopted_claim_is_linked_with_its_evidence() -> None:
    attested = Grounds(AuthorityKind.ATTESTED, "desk", basis="said at 10:05")
    record = answer(grounds=attested, claim="c1")
    assert record["evidence"] == {"basis": "said at 10:05", "claim": "c1"}
    assert record["authority"] == {"kind": "attested", "by": "desk"}
    assert answer(claim="c1")["evidence"] == {"claim": "c1"}


def test_a_delegated_answer_names_its_mandate_inside_the_authority() -> None:
    record = answer(grounds=Grounds(AuthorityKind.DELEGATED, "desk", under="mandate 7"))
    assert record["authority"] == {"kind": "delegated", "by": "desk", "under": "mandate 7"}


def test_a_handing_over_says_to_whom_and_why() -> None:
    record = writing.note("k", id="n1", at=AT, text="yours", origin="principal", to="bo", reason="storage")
    assert record["about"] == "k"
    assert record["sayso"] == {"to": "bo", "reason": "storage"}


@settings(max_examples=60, deadline=None)
@given(NAMES, NAMES, WORDS, WORDS, st.booleans())
def test_all_that_is_written_is_valid_and_survives_the_wire(
    key: str, name: str, text: str, who: str, long: bool
) -> None:
    common: dict[str, Any] = {"id": name, "at": AT}
    note = text if long else None
    terms = writing.make_terms(text, options=[(who, text)])
    written = [
        writing.raised(key, at=AT, terms=terms, by=who, to=[who, text], subject=text, links=[text], note=note),
        writing.amended(key, **common, terms=terms, terms_rev=2, supersedes=["r:x"], by=who),
        writing.withdrawn(key, **common, reason="not_needed", supersedes=["x"], note=note),
        writing.claimed(key, **common, basis=who, option=who, terms=terms, origin="agent"),
        writing.related(key, **common, kind="same_as", to_key=text),
        writing.related(key, **common, kind="derived_from", to_uri=text, note=note),
        writing.note(key, **common, text=text, origin="requester", about=who),
        writing.settled(
            key, **common, outcome="decided", grounds=Grounds(AuthorityKind.CONFIRMED, who), terms_rev=3, text=text
        ),
        writing.settled(key, **common, outcome="dismissed", grounds=ANA, terms_rev=1, note=note),
        writing.reopened(key, **common, supersedes=[who], by=who, saw=writing.Saw(who, None)),
    ]
    for record in written:
        assert problems(record, key) == ()
        assert read(encode(record)).value == record


INCOMPLETE: list[tuple[str, Callable[[], object]]] = [
    ("who decided", lambda: answer(grounds=replace(ANA, by=" "))),
    ("mandate", lambda: answer(grounds=Grounds(AuthorityKind.DELEGATED, "desk", basis="mail"))),
    ("evidence", lambda: answer(grounds=Grounds(AuthorityKind.ATTESTED, "desk", under="m"))),
    ("no option 'mysql'", lambda: answer(option="mysql")),
    ("cannot be checked", lambda: answer(terms=None)),
    ("no words", lambda: answer(option=None)),
    ("no words", lambda: answer(text=" ")),
    ("carries no answer", lambda: answer(outcome="dismissed")),
    ("which terms", lambda: answer(terms_rev=0)),
    ("time (at)", lambda: answer(at="now")),
    ("id is missing", lambda: answer(id="")),
    ("NUL", lambda: answer(id="a\0")),
    ("surrogate", lambda: writing.raised("\ud800", at=AT, terms=TERMS)),
    ("terms.text", lambda: writing.raised("k", at=AT, terms=writing.make_terms(" "))),
    ("two options", lambda: writing.raised("k", at=AT, terms=writing.make_terms("x", options=[("a", "A")] * 2))),
    ("must name the need", lambda: writing.amended("k", id="a", at=AT, terms=TERMS, terms_rev=2, supersedes=[])),
    ("2 or more", lambda: writing.amended("k", id="a", at=AT, terms=TERMS, terms_rev=1, supersedes=["x"])),
    ("neither settled", lambda: writing.withdrawn("k", id="w", at=AT, reason="bored")),
    ("evidence.basis", lambda: writing.claimed("k", id="c", at=AT, basis="", text="x")),
    ("exactly one", lambda: writing.related("k", id="x", at=AT, kind="same_as")),
    ("exactly one", lambda: writing.related("k", id="x", at=AT, kind="same_as", to_key="a", to_uri="b")),
    ("some text", lambda: writing.note("k", id="n", at=AT, text="", origin="agent")),
    ("takes back", lambda: writing.reopened("k", id="o", at=AT, supersedes=[], by="ana")),
    ("who takes", lambda: writing.reopened("k", id="o", at=AT, supersedes=["s"], by="")),
]


@pytest.mark.parametrize(("phrase", "build"), INCOMPLETE)
def test_what_is_incomplete_is_not_written(phrase: str, build: Callable[[], object]) -> None:
    with pytest.raises(InvalidRecord, match="Nothing was written") as caught:
        build()
    assert any(phrase in each for each in caught.value.problems)


def test_somebody_elses_option_can_be_converted_without_a_check() -> None:
    record = answer(option="mysql", text="MySQL", check_option=False)
    assert record["answer"] == {"text": "MySQL", "option": "mysql"}


NOW = datetime(2026, 10, 27, 9, 0, 0, 123_900, tzinfo=UTC)


@pytest.mark.parametrize(
    ("superseded", "at"),
    [
        ([], "2026-10-27T09:00:00.123Z"),
        (["2026-10-27T08:00:00Z", "junk", None], "2026-10-27T09:00:00.123Z"),
        (["2026-10-27T09:00:00.1235Z"], "2026-10-27T09:00:00.124Z"),
        (["2026-10-27T11:30:00+02:00"], "2026-10-27T09:30:00.001Z"),
        (["2031-01-01T00:00:00Z", "2030-01-01T00:00:00Z"], "2031-01-01T00:00:00.001Z"),
        (["9999-12-31T23:59:59.9999-12:00"], "9999-12-31T23:59:59.999Z"),
        (["0001-01-01T00:00:00+14:00"], "2026-10-27T09:00:00.123Z"),
    ],
)
def test_a_new_record_is_later_than_what_it_replaces(superseded: list[object], at: str) -> None:
    assert writing.after(NOW, superseded) == at


@given(st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)), st.integers(0, 5000))
def test_a_new_record_is_later_to_the_millisecond(newest: datetime, ahead: int) -> None:
    now = newest.replace(microsecond=(newest.microsecond + ahead) % 1_000_000)
    assert datetime.fromisoformat(writing.after(now, [newest.isoformat()])) > newest
