"""Every leaf of a question, and of its point, reaches the principal somewhere in the decision."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chant_questions import as_object, every_view, projected
from sayso_client import codec
from sayso_client.decision import Decision
from sayso_client.stores.chant.seam import told

VIEWS = every_view()
SAID_OTHERWISE = frozenset({"contract", "valid", "open", "current", "observed", "adhoc", "output"})
"""Members that the state, the options or a badge tell in other words, or that repeat the beginning of a name."""


def leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict) and (path[-1:] != ("inputs",) or "output" in value):
        for name, each in value.items():
            yield from leaves(each, (*path, name))
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each, path)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield (*path, "name"), name
            yield (*path, name), each
    else:
        yield path, value


def everything(decision: Decision) -> str:
    """All texts and numbers of a decision, as a reader has them."""

    def flat(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for name, each in value.items():
                yield name
                yield from flat(each)
        elif isinstance(value, list):
            for each in value:
                yield from flat(each)
        else:
            yield value if isinstance(value, str) else told(value)

    return "\n".join(flat(json.loads(codec.dumps(decision))))


def is_there(path: tuple[str, ...], leaf: Any, decision: Decision, text: str) -> bool:
    match path:
        case [*_, name] if name in SAID_OTHERWISE:
            return True
        case ["title"]:
            # What it is about stands in front, and not in brackets behind.
            about, _, words = decision.title.partition(": ")
            return decision.title in leaf or leaf in text or (words in leaf and about in text)
        case ["state"]:
            return decision.state is not None
        case ["questionType"] | [*_, "questionType"]:
            return bool({"noul": "boolean"}.get(leaf, leaf) == decision.question.kind)
        case [*_, "row"]:
            return f"row {leaf + 1}" in text
        case [*_, "count"]:
            return leaf == 1 or str(leaf) in text
        case [*_, "kind"] if leaf == "quorum":
            return "person" in text or "people" in text
        case ["model", *_]:
            return leaf is None or isinstance(leaf, bool) or (leaf if isinstance(leaf, str) else told(leaf)) in text
        case [*_, "answer"] if isinstance(leaf, bool):
            return ("true" if leaf else "false") in text
    return leaf is None or (leaf if isinstance(leaf, str) else told(leaf)) in text


@pytest.mark.parametrize(("view", "point"), [each[1:] for each in VIEWS], ids=[each[0] for each in VIEWS])
def test_every_leaf_of_a_captured_question_is_somewhere_in_the_decision(view: Any, point: Any) -> None:
    decision = projected(as_object(view, point))
    text = everything(decision)

    lost = [(path, leaf) for path, leaf in leaves(view) if not is_there(path, leaf, decision, text)]
    lost += [(path, leaf) for path, leaf in leaves(point) if not is_there(path, leaf, decision, text)]

    assert lost == []


@pytest.mark.parametrize(("view", "point"), [each[1:] for each in VIEWS], ids=[each[0] for each in VIEWS])
def test_what_was_projected_comes_back_from_the_ledgers_text(view: Any, point: Any) -> None:
    decision = projected(as_object(view, point), "alice")

    assert codec.loads(Decision, codec.dumps(decision)) == decision


TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30).filter(lambda text: text.strip() == text)
NUMBERS = st.floats(0, 1).map(lambda number: round(number, 6))
DAYS = st.dates().map(str)
ANSWERS = st.sampled_from(["small", "medium", "large"])
DECIDERS = st.one_of(
    st.fixed_dictionaries({"kind": st.just("table"), "row": st.integers(0, 20)}),
    st.fixed_dictionaries({"kind": st.just("model"), "backend": TEXTS, "model": TEXTS}),
    st.fixed_dictionaries({"kind": st.just("quorum"), "count": st.integers(1, 3), "by": st.lists(TEXTS, max_size=3)}),
)
ESCALATIONS = st.fixed_dictionaries(
    {"kind": st.sampled_from(["table", "model"]), "reason": TEXTS},
    optional={
        "backend": TEXTS,
        "model": TEXTS,
        "answer": st.none() | ANSWERS,
        "probabilities": st.dictionaries(TEXTS, NUMBERS, max_size=3),
        "confidence": NUMBERS,
        "threshold": NUMBERS,
        "model_reason": TEXTS,
    },
)
RETRACTIONS = st.fixed_dictionaries(
    {
        "answer": ANSWERS,
        "decider": DECIDERS,
        "answeredBy": st.lists(TEXTS, max_size=2),
        "answeredOn": st.none() | DAYS,
        "answerNote": st.none() | TEXTS,
        "answerRelayedBy": st.none() | TEXTS,
        "by": st.lists(TEXTS, min_size=1, max_size=2),
        "on": DAYS,
        "note": st.none() | TEXTS,
    }
)
CHANGED = st.fixed_dictionaries(
    {
        "subject": st.none() | TEXTS,
        "inputs": st.dictionaries(
            TEXTS, st.none() | st.booleans() | st.integers() | TEXTS | st.lists(TEXTS), max_size=4
        ),
        "escalations": st.lists(ESCALATIONS, max_size=3),
        "retractions": st.lists(RETRACTIONS, max_size=3),
        "note": st.none() | TEXTS,
        "relayedBy": st.none() | TEXTS,
        "answeredBy": st.lists(TEXTS, max_size=3),
        "askedBy": st.none() | st.fixed_dictionaries({"steward": TEXTS, "run": st.none() | TEXTS}),
        "warnings": st.lists(st.fixed_dictionaries({"code": TEXTS, "message": TEXTS}), max_size=2),
    }
)
ANSWERED = next((view, point) for where, view, point in VIEWS if where.startswith("40-answer-confirm"))


@settings(max_examples=150, deadline=None)
@given(CHANGED)
def test_nor_is_any_leaf_of_another_one_lost(changed: dict[str, Any]) -> None:
    view, point = copy.deepcopy(ANSWERED)
    view |= changed
    decision = projected(as_object(view, point))
    text = everything(decision)

    assert [(path, leaf) for path, leaf in leaves(view) if not is_there(path, leaf, decision, text)] == []


@pytest.mark.parametrize("number", [1e999, -1e999, 10**4000, -1, 0, 1.5])
def test_numbers_that_cannot_be_meant_stop_nothing(number: float) -> None:
    view, point = copy.deepcopy(ANSWERED)
    assert point is not None
    strange = {"kind": "table", "row": number, "count": number}
    said = {"confidence": number, "threshold": number, "probabilities": {"small": number}}
    view |= {**said, "decider": strange, "escalations": [{**said, "kind": "model", "answer": "small"}]}
    view["retractions"] = [{"answer": "small", "decider": strange, "by": ["x"]}]

    for declared in (point, None, {**point, "quorum": {"count": number}, "deciders": [{"kind": "quorum", **strange}]}):
        decision = projected(as_object(view, declared))
        assert codec.loads(Decision, codec.dumps(decision)) == decision


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(VIEWS), st.sampled_from([*VIEWS[0][1], "whole", "point", "problems", "agents", "roles"]), JSON)
def test_whatever_stands_in_a_member_the_question_is_shown(
    found: tuple[str, dict[str, Any], Any], member: str, value: Any
) -> None:
    _, view, point = found
    given = as_object({**view, member: value}, point)
    if member in given:
        given = {**as_object(view, point), member: value}

    decision = projected(value if member == "whole" else given, "alice")

    assert decision.title
    assert codec.loads(Decision, codec.dumps(decision)) == decision
