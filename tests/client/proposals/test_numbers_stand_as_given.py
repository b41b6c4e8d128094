import json
import math

import pytest

from sayso_client.decision import Kind, Option, Proposal
from sayso_client.proposals.records import EXT, problems, proposal

OPTIONS = (Option("pg", "PostgreSQL"), Option("sqlite", "SQLite"), Option("files", "Plain files"))


def record(**body: object) -> dict[str, object]:
    return {
        "ext": EXT,
        "type": "proposed",
        "origin": "agent",
        "key": "acme/db",
        "id": "p1",
        "at": "2026-11-01T10:00:00Z",
        "terms_rev": 1,
        "proposal": {"question": "choice", "model": "jev-1.13.0", **body},
    }


def read(**body: object) -> Proposal:
    assert problems(record(**body)) == ()
    return proposal(record(**body), OPTIONS)


def test_three_thirds_stay_three_thirds() -> None:
    made = read(probabilities={"pg": 0.33, "sqlite": 0.33, "files": 0.33})

    assert made.probabilities == (("pg", 0.33), ("sqlite", 0.33), ("files", 0.33))
    assert made.problems == ()


def test_a_sum_that_is_off_is_noted_and_nothing_is_renormalised() -> None:
    made = read(probabilities={"pg": 0.7, "sqlite": 0.5})

    assert made.probabilities == (("pg", 0.7), ("sqlite", 0.5))
    assert made.problems == ("the probabilities add up to 1.2; they are shown as given",)


@pytest.mark.parametrize(("shares", "noted"), [((0.51, 0.50), False), ((0.55, 0.50), False), ((0.56, 0.50), True)])
def test_rounding_is_no_reason_for_a_note(shares: tuple[float, float], noted: bool) -> None:
    made = read(probabilities=dict(zip(("pg", "sqlite"), shares, strict=True)))

    assert bool(made.problems) is noted
    assert [each for _, each in made.probabilities] == list(shares)


def test_many_options_may_be_off_by_more() -> None:
    options = tuple(Option(str(each), str(each)) for each in range(100))
    given = {each.id: 0.006 for each in options}

    made = proposal(record(probabilities=given), options)

    assert made.problems == ()
    assert dict(made.probabilities) == given


def test_what_is_not_given_is_none_and_not_zero() -> None:
    made = read(answer={"option": "pg"})

    assert (made.confidence, made.threshold, made.probability, made.score) == (None, None, None, None)
    assert made.probabilities == ()


@pytest.mark.parametrize("value", [0.5, 0.0, 1.0, 0, 1])
def test_p_true_is_a_number_and_no_yes_or_no(value: float) -> None:
    made = read(question="boolean", probability=value)

    assert made.kind is Kind.BOOLEAN
    assert made.probability == value
    assert isinstance(made.probability, float)
    assert (made.option, made.text, made.confirmable) == (None, None, False)
    assert made.problems == ()


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (math.nan, "probability NaN is not a finite number"),
        (math.inf, "probability Infinity is not a finite number"),
        (1.2, "probability 1.2 is not between 0 and 1"),
        (-0.1, "probability -0.1 is not between 0 and 1"),
        ("0.9", 'probability "0.9" is not a number'),
        (True, "probability true is not a number"),
        ([0.9], "probability [0.9] is not a number"),
        (10**400, "is not a finite number"),
        (10**5000, "probability a value too large to show is not a finite number"),
    ],
    ids=lambda each: "a huge number" if isinstance(each, int) else None,
)
def test_a_number_that_cannot_be_used_is_named_and_stands_nowhere_else(value: object, named: str) -> None:
    made = read(question="boolean", probability=value)

    assert made.probability is None
    (problem,) = made.problems
    assert named in problem


@pytest.mark.parametrize("name", ["confidence", "threshold"])
@pytest.mark.parametrize("value", ["0.9", True, math.nan, 1.2, -1])
def test_confidence_and_threshold_are_held_to_the_same_rule(name: str, value: object) -> None:
    made = read(answer={"option": "pg"}, **{name: value})

    assert getattr(made, name) is None
    assert len(made.problems) == 1
    assert made.problems[0].startswith(name)
    assert made.confirmable


@pytest.mark.parametrize("value", ["0.9", True, None, math.nan, 1.2, -0.2])
def test_one_bad_probability_takes_only_itself_away(value: object) -> None:
    made = read(probabilities={"pg": 0.8, "sqlite": value})

    assert made.probabilities == (("pg", 0.8),)
    (problem,) = made.problems
    assert '"sqlite"' in problem


def test_an_unknown_option_is_named_with_its_probability() -> None:
    made = read(probabilities={"pg": 0.8, "mysql": 0.2})

    assert made.probabilities == (("pg", 0.8),)
    assert made.problems == ('"mysql" (probability 0.2) is none of the options',)


def test_a_score_keeps_its_legend_and_is_not_rounded() -> None:
    legend = {"0": "none at all", "1": "a page", "2": "the whole site"}
    made = read(question="score", score=1.37, legend=legend, probabilities={"0": 0.1, "1": 0.43, "2": 0.47})

    assert made.score == 1.37
    assert made.legend == tuple(legend.items())
    assert made.probabilities == (("0", 0.1), ("1", 0.43), ("2", 0.47))
    assert made.problems == ()


@pytest.mark.parametrize("value", [2.5, -0.5, "1", True, math.nan])
def test_a_score_outside_its_legend_is_named(value: object) -> None:
    made = read(question="score", score=value, legend={"0": "low", "1": "middle", "2": "high"})

    assert made.score is None
    assert made.problems[0].startswith("score ")


def test_a_score_without_a_legend_says_so() -> None:
    made = read(question="score", score=1.5)

    assert made.score == 1.5
    assert made.problems == ("it has no legend: what the levels mean is not said",)


def test_structured_levels_are_shown_as_they_came() -> None:
    made = read(question="score", score=0, legend={"0": {"text": "low"}, "1": "high"})

    assert made.legend == (("0", '{"text": "low"}'), ("1", "high"))


def test_hostile_sizes_are_bounded() -> None:
    made = read(
        probabilities={f"option {each}": 2 for each in range(10_000)},
        legend={str(each): "x" * 10_000 for each in range(10_000)},
        metadata={f"name {each}": "x" * 10_000 for each in range(10_000)},
        usage=[["deep"] * 5_000],
        reason="because " * 10_000,
    )

    assert made.probabilities == ()
    assert len(made.problems) <= 21
    assert made.problems[-1].startswith("and ")
    assert len(made.legend) == 255
    assert len(made.metadata) == 32
    assert sum(len(name) + len(value) for name, value in made.metadata) < 32 * 1_000
    assert made.reason == "because " * 10_000


def test_usage_and_metadata_are_kept_for_the_reader() -> None:
    made = read(answer={"option": "pg"}, usage={"input_tokens": 812}, metadata={"request": "req_1", "rounded": 2})

    assert made.metadata == (("usage.input_tokens", "812"), ("metadata.request", "req_1"), ("metadata.rounded", "2"))


def test_what_json_gives_is_read_without_change() -> None:
    made = proposal(
        json.loads(json.dumps(record(probabilities={"2": 0.2, "1": 0.8}))), (Option("1", ""), Option("2", ""))
    )

    assert made.probabilities == (("2", 0.2), ("1", 0.8))
