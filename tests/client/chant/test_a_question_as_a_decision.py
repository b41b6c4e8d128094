import copy
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from chant_questions import as_object, every_view, in_workspace, projected
from chant_workspaces import make_workspace
from sayso_client.decision import (
    Act,
    Authority,
    Awaiting,
    Decision,
    Fact,
    Flag,
    Kind,
    PolicyKind,
    ProposalSource,
    State,
)

VIEWS: dict[str, tuple[Any, Any]] = {where: (view, point) for where, view, point in every_view()}
TIER = "slice-tier-11f10b8d6fc1"
BOTH = "two-people-05bf15a516ef"
RISK = "risk-level-7ae638017fe1"
LEADS = "needs-decision-66310abe409f"


@pytest.fixture(scope="module")
def final(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Decision]:
    return in_workspace(make_workspace(tmp_path_factory.mktemp("w") / "w", state="final"), "alice")


def given(where: str, **changed: Any) -> dict[str, Any]:
    view, point = copy.deepcopy(VIEWS[where])
    return as_object({**view, **changed}, point)


def section(decision: Decision, title: str) -> list[Fact]:
    return [fact for each in decision.facts if each.title == title for fact in each.facts]


def test_a_proposed_choice_is_decided_from_its_criteria_and_inputs(final: dict[str, Decision]) -> None:
    decision = final[TIER]

    assert (decision.state, decision.waiting, decision.awaiting) == (State.PROPOSED, True, Awaiting.ME)
    assert decision.title == "W-006: Which builder tier builds this work item"
    assert decision.text == "Pick the smallest builder tier that can build this work item."
    assert (decision.question.kind, decision.subject, decision.project) == (Kind.CHOICE, "W-006", "inbox-fixture")
    assert [each.id for each in decision.options] == ["small", "medium", "large"]
    assert all(each.description for each in decision.options)
    assert {each.name: each.value for each in decision.inputs} == {
        "work-item.criteria": "13",
        "work-item.fits_small": "false",
        "work-item.fits_medium": "false",
    }
    assert all(each.description for each in decision.inputs)


def test_a_proposal_keeps_every_number_and_can_be_confirmed(final: dict[str, Decision]) -> None:
    (proposal,) = final[TIER].proposals

    assert proposal.probabilities == (("small", 0.01), ("medium", 0.07), ("large", 0.92))
    assert (proposal.option, proposal.confidence, proposal.threshold) == ("large", 0.88, 0.8)
    assert (proposal.model, proposal.backend) == ("bosun-v3.1-1.7b", "systemone")
    assert proposal.source is ProposalSource.CLAIMED
    assert proposal.confirmable
    assert Act.CONFIRM in final[TIER].can.acts


def test_a_noul_is_answered_true_or_false_with_the_probability_as_given() -> None:
    proposed = projected(given("13-ask-noul-proposed: needs-decision-ffc119abe805"))
    ids = [each.id for each in proposed.options]

    assert (proposed.question.kind, ids) == (Kind.BOOLEAN, ["true", "false"])
    assert dict(proposed.proposals[0].probabilities).keys() == {"true", "false"}
    assert proposed.proposals[0].probability is None
    assert proposed.proposals[0].option == "false"


def test_a_score_shows_its_levels_in_order(final: dict[str, Decision]) -> None:
    assert final[RISK].question.levels == ("none at all", "a page", "the whole site")
    assert [each.id for each in final[RISK].options] == ["none at all", "a page", "the whole site"]


def test_an_ad_hoc_question_has_its_own_text_and_options_in_javascripts_order(final: dict[str, Decision]) -> None:
    odd = final["agent-question-27255b2f0819"]

    assert odd.text.startswith('Odd "text": a\\b\ttab, newline\nnext')
    assert [each.id for each in odd.options] == ["2", "10", "yes", "on", "true", "with space", "empty", "multi"]
    assert odd.options[2].description == "Reads as a boolean in YAML 1.1."


@pytest.mark.parametrize(
    ("where", "title"),
    [
        ("12-ask-escalated-then-proposed: slice-tier-11f10b8d6fc1", "W-006: Which builder tier builds this work item"),
        ("03-ask-table-noul: ship-skip-050cf8521ad8", "R-1: May this release skip the human gate"),
        ("04-ask-no-row-noul: ship-skip-28d2ae044d42", "R-2: May this release skip the human gate"),
        ("56-answer-score: risk-level-a8b8f0687674", 'app/über "q".mjs: How risky is this change'),
    ],
)
def test_a_title_does_not_tell_what_became_of_it(where: str, title: str) -> None:
    assert projected(given(where)).title == title


def test_questions_of_one_point_differ_where_a_title_is_cut(final: dict[str, Decision]) -> None:
    of_one_point = [each.title for key, each in final.items() if key.startswith("slice-tier-")]

    assert len({title[:12] for title in of_one_point}) == len(of_one_point) > 5
    assert "criteria 15: Which builder tier builds this work item" in of_one_point


def test_a_question_in_its_own_words_begins_with_them(final: dict[str, Decision]) -> None:
    asked = [each.title for key, each in final.items() if key.startswith("agent-question-")]

    assert "Which language should the importer be written in? (hud:session-7)" in asked


@pytest.mark.parametrize("subject", ["x" * 41, "two\nlines", " "])
def test_a_subject_that_would_push_the_question_away_stays_behind_it(subject: str) -> None:
    where = "12-ask-escalated-then-proposed: slice-tier-11f10b8d6fc1"
    title = f"Which builder tier builds this work item ({subject})"

    assert projected(given(where, subject=subject, title=f"{title}: large, proposed")).title == title


def test_a_title_that_somebody_wrote_by_hand_stays_as_it_is() -> None:
    assert (
        projected(given("12-ask-escalated-then-proposed: slice-tier-11f10b8d6fc1", title="Which: large")).title
        == "Which: large"
    )


def test_days_stay_days() -> None:
    answered = projected(given("41-answer-otherwise: slice-tier-e6055a4c25b4"))

    assert type(answered.asked_at) is date
    assert answered.settlement is not None
    assert type(answered.settlement.at) is date
    assert {type(each.at) for each in answered.history} == {date, type(None)}


def test_when_it_came_in_is_told_only_where_the_file_was_written_on_the_day_that_it_was_asked() -> None:
    view, point = VIEWS["12-ask-escalated-then-proposed: slice-tier-11f10b8d6fc1"]
    then = datetime(2026, 11, 1, 9, 30, tzinfo=UTC)

    same = projected(as_object(view, point, seen_at="2026-11-01T09:30:00Z"))
    later = projected(as_object(view, point, seen_at="2026-11-04T09:30:00Z"))
    broken = projected(as_object(view, point, seen_at="yesterday"))

    assert (same.received_at, later.received_at, broken.received_at) == (then, None, None)


def test_a_table_decides_without_any_authority_and_says_which_row() -> None:
    settled = projected(given("01-ask-table: slice-tier-737ef914e7dd")).settlement

    assert settled is not None
    assert (settled.option, settled.authority, settled.settled_by) == ("small", None, "the table, row 1")


def test_people_who_answer_are_the_principal_and_people_who_confirm_have_confirmed() -> None:
    otherwise = projected(given("41-answer-otherwise: slice-tier-e6055a4c25b4")).settlement
    confirmed = projected(given("40-answer-confirm: slice-tier-4ed4abbd4dfd")).settlement

    assert otherwise is not None
    assert confirmed is not None
    assert otherwise.authority == Authority("principal", "bob")
    assert confirmed.authority == Authority("confirmed", "alice")


def test_below_the_threshold_is_said_where_the_numbers_say_it(final: dict[str, Decision]) -> None:
    passed_on = section(final[LEADS], "Passed on by")

    assert passed_on[0].badge == "below the threshold"
    assert ("  confidence", "0.55") in [(each.label, each.value) for each in passed_on]


def test_a_confirmed_proposal_that_was_retracted_is_not_called_below_the_threshold() -> None:
    """Its record says that it was not observed, and its confidence is above the threshold all the same."""
    view, point = next(each for where, each in VIEWS.items() if where.startswith("70-retract-confirmed"))
    assert view["model"]["observed"] is False
    assert view["model"]["confidence"] >= view["model"]["threshold"]

    decision = projected(as_object(view, point))

    assert [each.badge for each in section(decision, "Passed on by") if each.badge] == []
    assert any("confirmed and then retracted" in each.value for each in section(decision, "Passed on by"))


def test_a_proposal_stays_in_sight_whatever_people_said_to_it() -> None:
    proposed = projected(given("06-ask-proposed-2: slice-tier-e6055a4c25b4"))
    otherwise = projected(given("41-answer-otherwise: slice-tier-e6055a4c25b4"))

    assert otherwise.proposals == proposed.proposals
    assert (otherwise.proposals[0].option, otherwise.settlement and otherwise.settlement.option) == ("large", "medium")
    assert Act.CONFIRM not in otherwise.can.acts


def test_a_proposal_is_the_same_one_once_it_is_confirmed() -> None:
    proposed = projected(given("05-ask-proposed: slice-tier-4ed4abbd4dfd"))
    confirmed = projected(given("40-answer-confirm: slice-tier-4ed4abbd4dfd"))

    assert confirmed.proposals == proposed.proposals


def test_what_people_confirmed_and_took_back_is_proposed_no_more() -> None:
    view, point = next(each for where, each in VIEWS.items() if where.startswith("70-retract-confirmed"))

    assert projected(as_object(view, point)).proposals == ()


def test_a_leaning_is_no_proposal(final: dict[str, Decision]) -> None:
    assert final[LEADS].proposals == ()
    assert Act.CONFIRM not in final[LEADS].can.acts


def test_what_was_taken_back_stands_in_the_facts_and_in_the_history() -> None:
    view, point = next(each for where, each in VIEWS.items() if where.startswith("66-retract-adhoc"))
    decision = projected(as_object(view, point))

    assert decision.state is State.ESCALATED
    assert [each.what for each in decision.history][-2:] == ["decided", "retracted"]
    assert decision.history[-1].by == ", ".join(view["retractions"][0]["by"])
    assert section(decision, "Taken back")


def test_who_asked_as_a_steward_and_in_which_run_is_told() -> None:
    view, point = next(each for where, each in VIEWS.items() if where.startswith("36-ask-steward-run"))
    decision = projected(as_object(view, point))

    assert decision.asked_by == view["askedBy"]["steward"]
    assert view["askedBy"]["run"] in [each.value for each in section(decision, "Record")]


def test_a_point_that_was_declared_anew_is_told_of(final: dict[str, Decision]) -> None:
    decision = final["reworded-823145b41e7f"]

    assert any("declared anew since this was asked" in each for each in decision.problems)
    assert Act.ANSWER in decision.can.acts
    assert "declared anew since" in [each.badge for each in section(decision, "Point")]


def test_a_question_whose_point_is_gone_is_listed_and_not_answered(final: dict[str, Decision]) -> None:
    decision = final["removed-d4a6c958878d"]

    assert (decision.state, decision.waiting) == (State.ESCALATED, False)
    assert "does not declare the point removed" in decision.can.refusals["answer"]


def test_a_record_that_does_not_fit_is_invalid_and_shown_as_it_is() -> None:
    view, point = next((view, point) for view, point in VIEWS.values() if not view["valid"])
    decision = projected(as_object(view, point, problems=["The record x does not fit: state."]))

    assert (decision.state, decision.waiting, decision.settlement) == (State.INVALID, False, None)
    assert decision.can.acts == frozenset()
    assert decision.problems[0] == "The record x does not fit: state."
    assert section(decision, "As the record has it")


def test_a_record_that_cannot_be_read_has_the_name_of_its_file_and_the_reason() -> None:
    unread = as_object({}, None, question=None, problems=["The record x.md is not YAML."], file="answers/x.md")

    decision = projected(unread, key="x")

    assert (decision.title, decision.state) == ("x", State.INVALID)
    assert decision.problems == ("The record x.md is not YAML.",)
    assert "cannot be read" in decision.can.refusals["answer"]


def test_several_people_are_a_policy_and_role_holders_are_who_is_asked(final: dict[str, Decision]) -> None:
    both, leads = final[BOTH], final[LEADS]

    assert (both.policy.kind, both.policy.needed, both.policy.roles) == (PolicyKind.M_OF_N, 2, ())
    assert leads.policy.roles == ("lead",)
    assert [(each.who, each.kind, each.status) for each in leads.recipients] == [
        ("alice", "lead", None),
        ("bob", "lead", None),
        ("bot", "lead", "agent, does not count"),
    ]


def test_what_was_seen_changes_with_the_point_the_state_and_the_text() -> None:
    view, point = VIEWS["12-ask-escalated-then-proposed: slice-tier-11f10b8d6fc1"]
    seen = {
        projected(as_object(view, point)).seen,
        projected(as_object(view, {**point, "version": "1" * 64})).seen,
        projected(as_object({**view, "state": "escalated"}, point)).seen,
        projected(as_object(view, point, digest="1" * 64)).seen,
    }
    assert len(seen) == 4


def test_a_text_that_could_be_a_number_is_told_from_one() -> None:
    inputs = {"a": "13", "b": 13, "c": "true", "d": True, "e": "words", "f": 1.0, "g": None, "h": ["x", 1]}
    view, point = VIEWS["12-ask-escalated-then-proposed: slice-tier-11f10b8d6fc1"]
    decision = projected(as_object({**view, "inputs": inputs}, point))

    shown = ['"13"', "13", '"true"', "true", "words", "1", "null", '["x", 1]']
    assert [each.value for each in decision.inputs] == shown


def test_options_that_look_alike_and_texts_that_act_are_flagged() -> None:
    view, point = VIEWS["12-ask-escalated-then-proposed: slice-tier-11f10b8d6fc1"]
    alike = {**view, "candidates": ["ship", "sh\u0456p"], "answer": "ship"}
    hostile = {**view, "reason": "fine\x1b]0;pwn\x07\u202e"}
    input_ = {**view, "inputs": {"work-item.criteria": "\u202etxt.exe"}}

    assert projected(as_object(alike, point)).flags == {Flag.LOOK_ALIKE}
    assert projected(as_object(hostile, point)).flags == {Flag.UNSAFE_TEXT}
    assert projected(as_object(input_, point)).flags == {Flag.UNSAFE_TEXT}
    assert projected(as_object(view, point)).flags == frozenset()


def test_two_hundred_and_fifty_five_options_and_a_huge_input_come_through() -> None:
    view, point = VIEWS["12-ask-escalated-then-proposed: slice-tier-11f10b8d6fc1"]
    names = [f"option {number}" for number in range(255)]
    many = {**view, "candidates": names, "answer": "option 7", "inputs": {"region.text": "x" * 900_000}}

    decision = projected(as_object(many, {**point, "criteria": dict.fromkeys(names, "y" * 1000)}))

    assert [each.id for each in decision.options] == names
    assert len(decision.inputs[0].value) == 900_000


def test_a_workspace_of_every_state_is_projected_without_a_problem_of_ours(tmp_path: Path) -> None:
    for state in ("asked", "answered"):
        found = in_workspace(make_workspace(tmp_path / state, state=state))
        assert found
        assert all(each.problems == () for each in found.values() if each.state is not State.INVALID)


def test_a_question_whose_id_another_file_bears_waits_and_takes_no_answer() -> None:
    view, point = next((view, point) for _, view, point in every_view() if view["state"] == "escalated" and point)
    assert projected(as_object(view, point), "ana").can.acts == {Act.ANSWER}
    decision = projected(as_object(view, point, twin="aaa-000000000008.md"), "ana")
    assert (decision.waiting, decision.awaiting) == (True, Awaiting.ME)
    assert decision.can.acts == frozenset()
    for act in (Act.ANSWER, Act.CONFIRM, Act.RETRACT):
        assert "aaa-000000000008.md bears the same id" in decision.can.refusals[act]
