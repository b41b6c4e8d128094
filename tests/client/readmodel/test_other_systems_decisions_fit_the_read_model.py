from datetime import UTC, datetime

from foreign_decisions import chant_decision, xema_decision
from sayso_client import codec
from sayso_client.decision import Act, Awaiting, Decision, DueEffect, Kind, PolicyKind, State


def test_a_chant_question_is_decided_from_its_inputs_and_criteria() -> None:
    decision = chant_decision()

    assert decision.state is State.PROPOSED
    assert decision.waiting
    assert decision.awaiting is Awaiting.ME
    assert decision.question.kind is Kind.CHOICE
    assert decision.subject == "W-006"
    assert {each.name: each.value for each in decision.inputs} == {
        "work-item.criteria": "13",
        "work-item.fits_small": "false",
        "work-item.fits_medium": "false",
    }
    assert all(each.description for each in decision.inputs)
    assert [each.id for each in decision.options] == ["small", "medium", "large"]
    assert all(each.description and "builder" in each.description for each in decision.options)


def test_a_chant_models_proposal_keeps_every_number_and_can_be_confirmed() -> None:
    (proposal,) = chant_decision().proposals

    assert proposal.probabilities == (("small", 0.01), ("medium", 0.07), ("large", 0.92))
    assert (proposal.option, proposal.confidence, proposal.threshold) == ("large", 0.88, 0.8)
    assert proposal.model == "bosun-v3.1-1.7b"
    assert proposal.reason and proposal.reason.startswith("Nine acceptance criteria")
    assert proposal.confirmable


def test_chant_deciders_and_quorum_are_policy_and_facts() -> None:
    decision = chant_decision()
    deciders, passed_on, *_ = decision.facts

    assert [each.label for each in deciders.facts] == ["table, row 1", "table, row 2", "model", "people"]
    assert "threshold 0.8" in deciders.facts[2].value
    assert [each.value for each in passed_on.facts] == ["no row matches these inputs"]
    assert (decision.policy.kind, decision.policy.needed) == (PolicyKind.SINGLE, 1)
    assert Act.DISMISS not in decision.can.acts
    assert decision.can.refusals["dismiss"]


def test_a_xema_approval_shows_effects_thresholds_and_the_deadline() -> None:
    decision = xema_decision()
    publish, hold = decision.options

    assert publish.effect is not None
    assert (publish.effect.capability, publish.effect.risk) == ("kb:page.publish@1", "medium")
    assert publish.effect.summary == "the page goes online for everybody"
    assert hold.effect is None
    assert (publish.threshold, hold.threshold) == ("2", "1")
    assert decision.due == datetime(2026, 11, 6, 16, tzinfo=UTC)
    assert decision.due_effect is DueEffect.HIDE
    assert decision.asked_by == "agent:handbook-writer"
    assert decision.text.startswith(decision.title)
    assert "reply within one working day" in decision.text


def test_a_xema_approval_shows_recipients_and_votes() -> None:
    decision = xema_decision()

    assert [(each.who, each.status) for each in decision.recipients] == [
        ("user:ana", "pending"),
        ("group:editors", "responded"),
    ]
    assert [(each.who, each.what, each.mine) for each in decision.votes] == [("user:boris", "publish", False)]
    assert [each.mine for each in xema_decision(me="user:boris").votes] == [True]
    assert (decision.policy.kind, decision.policy.needed) == (PolicyKind.M_OF_N, 2)
    assert ("reason", "on reject") in [(each.label, each.value) for each in decision.facts[0].facts]


def test_both_survive_being_kept_in_a_ledger() -> None:
    for decision in (chant_decision(), xema_decision()):
        assert codec.loads(Decision, codec.dumps(decision)) == decision
