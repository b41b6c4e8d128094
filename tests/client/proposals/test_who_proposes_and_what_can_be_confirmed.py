from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso_client.decision import Kind, Option, Proposal, ProposalSource
from sayso_client.proposals.records import EXT, problems, proposal

OPTIONS = (Option("pg", "PostgreSQL"), Option("sqlite", "SQLite"))


def record(origin: str = "agent", **body: object) -> dict[str, Any]:
    return {
        "ext": EXT,
        "type": "proposed",
        "origin": origin,
        "key": "acme/db",
        "id": "p1",
        "at": "2026-11-01T10:00:00Z",
        "terms_rev": 2,
        "proposal": body,
    }


@pytest.mark.parametrize(
    ("origin", "body", "source"),
    [
        ("principal", {"model": "jev-1.13.0"}, ProposalSource.ASKED_HERE),
        ("agent", {"model": "jev-1.13.0"}, ProposalSource.CLAIMED),
        ("agent", {"backend": "systemone"}, ProposalSource.CLAIMED),
        ("agent", {}, ProposalSource.ASKER),
        ("agent", {"model": "  "}, ProposalSource.ASKER),
    ],
)
def test_provenance_is_told(origin: str, body: dict[str, object], source: ProposalSource) -> None:
    assert proposal(record(origin, question="choice", **body), OPTIONS).source is source


def test_a_proposed_option_can_be_confirmed() -> None:
    made = proposal(record(question="choice", answer={"option": "pg", "text": "PostgreSQL, please."}), OPTIONS)

    assert (made.option, made.text, made.terms_rev) == ("pg", "PostgreSQL, please.", 2)
    assert made.confirmable


def test_proposed_words_can_be_confirmed() -> None:
    made = proposal(record(answer={"text": "Ask again in May."}), ())

    assert (made.kind, made.text, made.confirmable) == (Kind.OPEN, "Ask again in May.", True)


def test_an_option_outside_the_terms_cannot_be_confirmed_and_is_named() -> None:
    made = proposal(record(question="choice", answer={"option": "mysql", "text": "MySQL"}), OPTIONS)

    assert (made.option, made.text, made.confirmable) == (None, None, False)
    assert made.problems == ('the answer names "mysql" ("MySQL"), which is none of the options',)


def test_an_option_of_terms_that_are_not_held_cannot_be_confirmed() -> None:
    made = proposal(record(question="choice", answer={"option": "pg"}), None)

    assert not made.confirmable
    assert "not held" in made.problems[0]


def test_a_proposal_for_older_terms_cannot_be_confirmed() -> None:
    made = proposal(record(question="choice", answer={"option": "pg"}), OPTIONS, current=False)

    assert made.option == "pg"
    assert not made.confirmable


def test_a_boolean_with_an_answer_can_be_confirmed() -> None:
    made = proposal(record(question="boolean", probability=0.9, answer={"text": "Yes."}), ())

    assert made.confirmable


@pytest.mark.parametrize("answer", ["pg", ["pg"], 3, {"option": 3}, {"option": ""}, {"option": ["pg"]}, {"text": 3}])
def test_an_answer_of_another_form_is_named(answer: object) -> None:
    made = proposal(record(question="choice", answer=answer), OPTIONS)

    assert not made.confirmable
    assert len(made.problems) == 1


@pytest.mark.parametrize(
    ("member", "value", "phrase"),
    [
        ("ext", "decisions/0.3", "ext"),
        ("type", "settled", "type"),
        ("origin", "requester", "origin"),
        ("origin", ["agent"], "origin"),
        ("key", " ", "key"),
        ("id", None, "id"),
        ("at", "2026-11-01T10:00:00", "at"),
        ("at", 5, "at"),
        ("terms_rev", True, "terms_rev"),
        ("terms_rev", 0, "terms_rev"),
        ("terms_rev", 1.0, "terms_rev"),
        ("proposal", ["pg"], "proposal"),
        ("proposal", {"question": "essay"}, "question"),
        ("proposal", {"question": ["choice"]}, "question"),
    ],
)
def test_a_record_of_another_form_is_no_proposal(member: str, value: object, phrase: str) -> None:
    (problem,) = problems({**record(question="choice"), member: value})

    assert problem.startswith(phrase)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
MEMBERS = st.sampled_from(
    [
        "question",
        "answer",
        "probabilities",
        "probability",
        "score",
        "legend",
        "confidence",
        "threshold",
        "model",
        "usage",
    ]
)


@settings(deadline=None)
@given(JSON)
def test_no_value_raises_when_it_is_judged(value: object) -> None:
    assert problems(value)


@settings(deadline=None)
@given(st.dictionaries(MEMBERS, JSON, max_size=8), st.none() | st.just(OPTIONS))
def test_no_body_raises_and_every_number_is_a_share(
    body: dict[str, object], options: tuple[Option, ...] | None
) -> None:
    made = proposal({**record(), "proposal": body}, options)

    assert isinstance(made, Proposal)
    shares = [each for _, each in made.probabilities]
    shares += [each for each in (made.probability, made.confidence, made.threshold) if each is not None]
    assert all(isinstance(each, float) and 0 <= each <= 1 for each in shares)
    assert made.option is None or made.option in {"pg", "sqlite"}
