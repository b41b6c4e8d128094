from datetime import UTC, datetime
from typing import Any

import pytest

from sayso_client.decision import Kind, Option
from sayso_client.errors import InvalidRecord
from sayso_client.proposals.records import build, problems, proposal

AT = datetime(2026, 11, 1, 10, tzinfo=UTC)
OPTIONS = (Option("pg", "PostgreSQL"), Option("sqlite", "SQLite"))


def made(**parts: Any) -> dict[str, Any]:
    return build(**{"key": "acme/db", "id": "p1", "at": AT, "terms_rev": 1, "options": OPTIONS, **parts})


def test_a_choice_is_written_with_everything_that_was_given() -> None:
    record = made(
        option="pg",
        probabilities=[("pg", 0.91), ("sqlite", 0.09)],
        confidence=0.87,
        threshold=0.8,
        model="jev-1.13.0",
        backend="systemone",
        reason="It is there already.",
        by="db-scout",
    )

    assert record == {
        "ext": "sayso.proposals/0.1",
        "type": "proposed",
        "origin": "agent",
        "key": "acme/db",
        "id": "p1",
        "at": "2026-11-01T10:00:00.000Z",
        "terms_rev": 1,
        "sayso": {"by": "db-scout"},
        "proposal": {
            "question": "choice",
            "answer": {"option": "pg"},
            "probabilities": {"pg": 0.91, "sqlite": 0.09},
            "confidence": 0.87,
            "threshold": 0.8,
            "model": "jev-1.13.0",
            "backend": "systemone",
            "reason": "It is there already.",
        },
    }
    assert problems(record) == ()
    assert proposal(record, OPTIONS).by == "db-scout"


def test_p_true_of_nought_is_written_and_read_back() -> None:
    record = made(probability=0.0, model="jev-1.13.0")

    assert record["proposal"] == {"question": "boolean", "probability": 0.0, "model": "jev-1.13.0"}
    assert proposal(record, OPTIONS).probability == 0.0


def test_a_score_is_written_with_its_legend() -> None:
    record = made(score=1.2, legend=[("0", "low"), ("1", "middle"), ("2", "high")], model="jev-1.13.0")

    assert record["proposal"]["question"] == "score"
    assert proposal(record, OPTIONS).legend == (("0", "low"), ("1", "middle"), ("2", "high"))


def test_words_alone_propose_an_answer_in_words() -> None:
    read = proposal(made(text="Neither: use files.", options=()), ())

    assert (read.kind, read.text) == (Kind.OPEN, "Neither: use files.")


def test_a_sum_that_is_off_may_be_written() -> None:
    assert made(probabilities=[("pg", 0.4)])["proposal"]["probabilities"] == {"pg": 0.4}


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({}, "nothing is proposed"),
        ({"confidence": 0.9}, "nothing is proposed"),
        ({"option": "mysql"}, "none of the options"),
        ({"option": "pg", "options": None}, "not held"),
        ({"probabilities": [("pg", 1.2)]}, "not between 0 and 1"),
        ({"probabilities": [("mysql", 0.2)]}, "none of the options"),
        ({"probabilities": [("pg", 0.2), ("pg", 0.8)]}, 'more than one probability for "pg"'),
        ({"probability": float("nan")}, "not a finite number"),
        ({"probability": 0.5, "score": 1.0}, "yes or no question"),
        ({"option": "pg", "confidence": -1}, "not between 0 and 1"),
        ({"score": 1.0}, "no legend"),
        ({"score": 3.0, "legend": [("0", "low"), ("1", "high")]}, "outside the legend"),
        ({"text": "  "}, "is not words"),
        ({"option": "pg", "terms_rev": 0}, "terms_rev"),
        ({"option": "pg", "origin": "requester"}, "origin"),
        ({"option": "pg", "key": ""}, "key"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_sentence(parts: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        made(**parts)

    assert told in str(refused.value)
    assert "Nothing was written." in str(refused.value)
    assert refused.value.problems


def test_the_refusal_cannot_act_on_a_terminal() -> None:
    with pytest.raises(InvalidRecord) as refused:
        made(option="\x1b]0;owned\x07")

    assert "\x1b" not in str(refused.value)
