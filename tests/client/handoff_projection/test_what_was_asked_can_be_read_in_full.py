from datetime import date, timedelta

import pytest

from handoff_decisions import (
    KEY,
    START,
    TERMS,
    amended,
    claimed,
    projected,
    proposed,
    raised,
    related,
    settled,
    withdrawn,
)
from sayso_client import codec
from sayso_client.decision import Decision, DueEffect, Kind, Outcome, Ref, Relation, State, WorkingAssumption

SAYSO = {
    "by": "cc-17",
    "to": ["ana", "bo"],
    "subject": "storage",
    "project": "acme",
    "links": ["https://example.org/adr/7"],
}


def test_a_question_has_all_that_was_put() -> None:
    decision = projected(raised(sayso=SAYSO))

    assert decision.ref == Ref("home", KEY)
    assert decision.title == "Which database?"
    assert decision.text == TERMS["text"]
    assert [(each.id, each.label) for each in decision.options] == [("pg", "PostgreSQL"), ("sqlite", "SQLite")]
    assert decision.working_assumption == WorkingAssumption("sqlite", "SQLite")
    assert (decision.due, decision.due_effect) == (date(2026, 11, 3), DueEffect.NONE)
    assert (decision.asked_by, decision.to, decision.subject) == ("cc-17", ("ana", "bo"), "storage")
    assert (decision.project, decision.links) == ("acme", ("https://example.org/adr/7",))
    assert decision.question.kind is Kind.CHOICE
    assert decision.asked_at == START
    assert decision.received_at == START + timedelta(days=1)
    assert decision.terms_rev == 1


def test_a_working_assumption_in_words_is_no_option() -> None:
    decision = projected(raised(terms={"text": "Go on?", "default": "wait a week"}))

    assert decision.working_assumption == WorkingAssumption(None, "wait a week")
    assert decision.question.kind is Kind.OPEN
    assert decision.options == ()


def test_the_title_is_the_first_line_that_says_something() -> None:
    assert projected(raised(terms={"text": "\n  \n  Go on?  \nmore"})).title == "Go on?"
    assert projected(raised(terms={"text": "x" * 500})).title == "x" * 200


@pytest.mark.parametrize("kind", ["boolean", "score"])
def test_a_proposal_does_not_change_what_sort_of_question_it_is(kind: str) -> None:
    assert projected(raised(), proposed(question=kind, probability=0.5)).question.kind is Kind.CHOICE


@pytest.mark.parametrize(
    ("sayso", "by", "to"),
    [
        ("cc-17", None, ()),
        (None, None, ()),
        ({"by": ["cc", 17], "to": {"name": "ana"}}, '["cc", 17]', ()),
        ({"by": 17, "to": [None, 3, "", "bo", "bo"]}, "17", ("bo",)),
        ({"by": "", "to": "ana", "links": 7, "subject": {}}, None, ("ana",)),
        ({"by": None, "to": []}, None, ()),
    ],
)
def test_members_of_odd_types_show_what_can_be_shown(sayso: object, by: str | None, to: tuple[str, ...]) -> None:
    decision = projected(raised(sayso=sayso))

    assert (decision.asked_by, decision.to, decision.links, decision.subject) == (by, to, (), None)


def test_an_amendment_brings_terms_and_asker_but_not_the_time_of_asking() -> None:
    new = {"text": "Which store?", "options": [{"id": "s3", "label": "Object store"}]}
    decision = projected(amended(terms=new, sayso={"by": "cc-18"}), raised(sayso=SAYSO))

    assert (decision.title, decision.terms_rev, decision.asked_by) == ("Which store?", 2, "cc-18")
    assert (decision.due, decision.working_assumption) == (None, None)
    assert decision.asked_at == START
    assert [each.rev for each in decision.terms_history] == [1, 2]
    assert decision.terms_history[0].text == TERMS["text"]
    assert decision.terms_history[1].id == "a2"


def test_only_the_last_twenty_revisions_are_carried() -> None:
    names = ["r:" + KEY, *(f"a{rev}" for rev in range(2, 41))]
    chain = [amended(names[rev - 1], rev, rev, supersedes=[names[rev - 2]]) for rev in range(2, 41)]

    assert [each.rev for each in projected(raised(), *chain).terms_history] == list(range(21, 41))


def test_a_settlement_says_what_by_whom_and_on_what_ground() -> None:
    decision = projected(
        raised(),
        settled(
            authority={"kind": "delegated", "by": "desk-assistant", "under": "mandate 7"},
            note="Cheap enough.",
            sayso={"via": {"kind": "inbox", "tty": "pts/3"}},
        ),
    )

    settlement = decision.settlement
    assert settlement is not None
    assert (settlement.outcome, settlement.text, settlement.option) == (Outcome.DECIDED, "Use PostgreSQL.", "pg")
    assert settlement.authority is not None
    assert (settlement.authority.kind, settlement.authority.by, settlement.authority.under) == (
        "delegated",
        "desk-assistant",
        "mandate 7",
    )
    assert (settlement.terms_rev, settlement.note, settlement.via) == (1, "Cheap enough.", "inbox")
    assert settlement.at == START + timedelta(minutes=5)


def test_mandate_and_basis_beside_the_authority_are_found() -> None:
    under = projected(raised(), settled(authority={"kind": "delegated", "by": "desk"}, under="mandate 7")).settlement
    basis = projected(raised(), settled(authority={"kind": "attested", "by": "desk", "evidence": {"basis": "a mail"}}))

    assert under and under.authority and under.authority.under == "mandate 7"
    assert basis.settlement and basis.settlement.authority and basis.settlement.authority.basis == "a mail"


def test_a_claim_is_marked_as_adopted_when_the_settlement_names_it() -> None:
    evidence = {"basis": "said in the meeting", "claim": "c1"}
    decision = projected(
        raised(),
        claimed("c1"),
        claimed("c2", 4),
        settled(authority={"kind": "attested", "by": "desk"}, evidence=evidence),
    )

    assert [(each.id, each.adopted) for each in decision.claims] == [("c1", True), ("c2", False)]
    assert decision.claims[0].basis == "said in the meeting, 10:05"
    assert (decision.claims[0].text, decision.claims[0].option) == ("Use PostgreSQL.", "pg")


def test_relations_of_both_kinds_are_held() -> None:
    decision = projected(raised(), related("x1"), related("x2", kind="same_as", key="acme/storage"))

    assert decision.relations == (
        Relation("derived_from", uri="https://example.org/inquiry/9", by="requester"),
        Relation("same_as", key="acme/storage", by="principal"),
    )


def test_a_withdrawn_question_can_still_be_read() -> None:
    decision = projected(raised(sayso=SAYSO), withdrawn("settled"))

    assert (decision.state, decision.withdrawal) == (State.WITHDRAWN, "settled")
    assert (decision.title, decision.asked_by) == ("Which database?", "cc-17")


def test_an_answer_without_its_question_is_titled_by_its_key() -> None:
    decision = projected(settled())

    assert (decision.title, decision.text, decision.state) == (KEY, "", State.DECIDED)


def test_a_decision_survives_being_kept_in_a_ledger() -> None:
    decision = projected(raised(sayso=SAYSO), claimed(), related(), settled(), amended())

    assert codec.loads(Decision, codec.dumps(decision)) == decision
