from typing import Any

import pytest

from handoff_decisions import (
    KEY,
    ME,
    Record,
    amended,
    claimed,
    dismissed,
    held,
    note,
    projected,
    proposed,
    raised,
    reopened,
    settled,
    withdrawn,
)
from sayso_client.decision import Awaiting, Flag, Proposal, State
from sayso_client.handoff.json_door import digest
from sayso_client.stores.contract import Reader

TO_ANA = {"to": ["ana"]}
TO_BO = {"to": "bo"}


def handed(to: object, minutes: float, name: str = "h1") -> Record:
    return note(name, minutes, "principal", "Yours, I think.", sayso={"to": to, "reason": "not mine"})


@pytest.mark.parametrize(
    ("records", "state", "waiting", "awaiting"),
    [
        ([raised()], State.OPEN, True, Awaiting.ME),
        ([raised(sayso=TO_ANA)], State.OPEN, True, Awaiting.ME),
        ([raised(sayso=TO_BO)], State.OPEN, False, Awaiting.OTHERS),
        ([raised(), proposed()], State.PROPOSED, True, Awaiting.ME),
        ([raised(), settled()], State.DECIDED, False, Awaiting.NOBODY),
        ([raised(), dismissed()], State.DISMISSED, False, Awaiting.NOBODY),
        ([raised(), settled(), proposed()], State.DECIDED, False, Awaiting.NOBODY),
        ([raised(), settled(), amended()], State.STALE, True, Awaiting.ME),
        ([raised(), settled(), amended(sayso=TO_BO)], State.STALE, False, Awaiting.OTHERS),
        ([raised(), settled(), reopened()], State.OPEN, True, Awaiting.ME),
        ([raised(), withdrawn()], State.WITHDRAWN, False, Awaiting.NOBODY),
        ([raised(), claimed()], State.OPEN, True, Awaiting.ME),
        ([reopened()], State.OPEN, False, Awaiting.ASKER),
        ([note()], State.UNKNOWN, False, Awaiting.ASKER),
        ([proposed()], State.UNKNOWN, False, Awaiting.ASKER),
        ([], State.UNKNOWN, False, Awaiting.ASKER),
        ([raised(terms_rev=2)], State.INVALID, False, Awaiting.ASKER),
    ],
)
def test_the_stores_own_status_comes_first(
    records: list[object], state: State, waiting: bool, awaiting: Awaiting
) -> None:
    decision = projected(*records)

    assert (decision.state, decision.waiting, decision.awaiting) == (state, waiting, awaiting)


def test_a_proposal_for_older_terms_leaves_the_question_open() -> None:
    decision = projected(raised(), amended(), proposed(rev=1))

    assert decision.state is State.OPEN
    assert [each.current for each in decision.proposals] == [False]


def test_a_proposal_that_says_nothing_leaves_the_question_open() -> None:
    assert projected(raised(), proposed(question="choice", confidence=0.9)).state is State.OPEN


@pytest.mark.parametrize("body", [{"question": "boolean", "probability": 0.0}, {"question": "score", "score": 0}])
def test_nought_is_something_said(body: dict[str, Any]) -> None:
    assert projected(raised(), proposed(**body)).state is State.PROPOSED


def test_a_confident_proposal_is_never_an_answer() -> None:
    decision = projected(raised(), proposed(question="choice", answer={"option": "pg"}, confidence=0.99, threshold=0.5))

    assert (decision.state, decision.settlement, decision.waiting) == (State.PROPOSED, None, True)


def test_handing_over_takes_it_from_my_list() -> None:
    decision = projected(raised(sayso=TO_ANA), handed("bo", 1))

    assert (decision.state, decision.waiting, decision.awaiting) == (State.OPEN, False, Awaiting.OTHERS)


def test_handed_back_to_me_it_waits_again() -> None:
    assert projected(raised(), handed("bo", 1, "h1"), handed(["bo", "ana"], 2, "h2")).waiting
    assert not projected(raised(), handed("bo", 3, "h1"), handed("ana", 2, "h2")).waiting


def test_an_amendment_after_it_ends_a_handover() -> None:
    assert projected(raised(), handed("bo", 1), amended(minutes=2)).waiting
    assert not projected(raised(), handed("bo", 3), amended(minutes=2)).waiting
    assert not projected(raised(), handed("bo", 1), amended(minutes=2, sayso=TO_BO)).waiting


def test_only_the_principal_side_can_hand_over() -> None:
    assert projected(raised(), note("n1", 1, "agent", sayso={"to": "bo"})).waiting
    assert projected(raised(), note("n1", 1, "requester", sayso={"to": "bo"})).waiting


def test_a_handover_to_me_by_another_reader_of_the_store_waits_for_me() -> None:
    assert projected(raised(sayso=TO_BO), handed("ana", 1)).waiting


def exchanged(seen: object, rev: int = 1) -> Record:
    return settled(terms_rev=rev, sayso={"saw": {"need": f"r:{KEY}", "terms": seen}})


def test_terms_exchanged_under_one_revision_make_it_wait_again() -> None:
    decision = projected(raised(), exchanged("0" * 64))

    assert Flag.TERMS_EXCHANGED in decision.flags
    assert (decision.state, decision.waiting, decision.awaiting) == (State.DECIDED, True, Awaiting.ME)


@pytest.mark.parametrize("seen", [digest(raised()["terms"]), None, 7, ""])
def test_terms_as_seen_or_not_told_do_not_wait(seen: object) -> None:
    decision = projected(raised(), exchanged(seen))

    assert Flag.TERMS_EXCHANGED not in decision.flags
    assert not decision.waiting


def test_exchanged_terms_of_an_older_revision_are_merely_stale() -> None:
    decision = projected(raised(), exchanged("0" * 64), amended())

    assert (decision.state, Flag.TERMS_EXCHANGED in decision.flags) == (State.STALE, False)


def test_a_withdrawn_question_does_not_wait_although_terms_were_exchanged() -> None:
    assert not projected(raised(), exchanged("0" * 64), withdrawn()).waiting


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ([{"id": "a", "label": "A"}, {"id": "a", "label": "B"}], "two options have the id 'a'"),
        ([{"id": "", "label": "A"}], "option 1 has no id"),
        ([{"id": "a"}], "option 'a' has no label"),
    ],
)
def test_a_question_with_equal_or_empty_option_ids_is_invalid_until_amended(options: object, reason: str) -> None:
    broken = raised(terms={"text": "Which one?", "options": options})
    decision = projected(broken)

    assert decision.state is State.INVALID
    assert (decision.title, decision.options) == ("Which one?", ())
    assert reason in decision.problems[0]
    assert not projected(broken).waiting
    mended = projected(broken, amended())
    assert (mended.state, mended.waiting, Flag.INVALID_RECORDS in mended.flags) == (State.OPEN, True, True)


def test_odd_option_ids_work_as_they_are() -> None:
    names = ["a b", "a/b", " ", "ä", "\u202e", *(str(each) for each in range(250))]
    options = [{"id": each, "label": f"label {place}"} for place, each in enumerate(names) if each.strip()]
    decision = projected(raised(terms={"text": "Which?", "options": options}), settled(option="a/b"))

    assert [each.id for each in decision.options] == [each["id"] for each in options]
    assert decision.settlement and decision.settlement.option == "a/b"


def test_bytes_that_are_no_json_are_listed_as_invalid() -> None:
    decision = projected(held(None, 0, ("it breaks off before its end",)))

    assert decision.state is State.INVALID
    assert [(each.what, each.text) for each in decision.history] == [("invalid", "it breaks off before its end")]
    assert decision.problems == ("The record does not count: it breaks off before its end.",)


def test_proposals_are_checked_against_the_terms_they_were_made_for() -> None:
    new = {"text": "Which store?", "options": [{"id": "s3", "label": "Object store"}]}
    decision = projected(
        raised(),
        amended(terms=new),
        proposed("p1", 4, 1, question="choice", answer={"option": "pg"}),
        proposed("p2", 12, 2, question="choice", answer={"option": "pg"}),
        proposed("p3", 13, 2, question="choice", answer={"option": "s3"}),
    )
    by_id: dict[str, Proposal] = {each.id: each for each in decision.proposals}

    assert [each.id for each in decision.proposals] == ["p3", "p2", "p1"]
    assert (by_id["p1"].option, by_id["p1"].confirmable) == ("pg", False)
    assert (by_id["p2"].option, len(by_id["p2"].problems)) == (None, 1)
    assert by_id["p3"].confirmable


def test_no_later_proposal_can_take_the_id_of_an_earlier_one() -> None:
    first = proposed("p1", 4, question="choice", answer={"option": "pg"})
    later = proposed("p1", 5, question="choice", answer={"option": "sqlite"})
    mine = proposed("p1", 6, origin="principal", question="choice", answer={"option": "sqlite"}, model="jev-1.13.0")

    assert [each.option for each in projected(raised(), later, first).proposals] == ["pg"]
    assert [each.option for each in projected(raised(), first, mine).proposals] == ["sqlite"]


def test_a_flood_for_older_terms_cannot_push_out_what_is_current() -> None:
    flood = [proposed(f"p{each}", 20 + each, 1) for each in range(100)]
    decision = projected(raised(), amended(), proposed("good", 12, 2), *flood)

    assert decision.state is State.PROPOSED
    assert len(decision.proposals) == 20
    assert "good" in {each.id for each in decision.proposals}


def test_a_reader_of_another_name_sees_it_wait() -> None:
    bo = Reader("home", lambda name: name == "bo")

    assert projected(raised(sayso=TO_BO), reader=bo).waiting
    assert not projected(raised(sayso=TO_BO), reader=ME).waiting
