"""What is wrong with a points file whose shape is right.

Inputs that nothing in a workspace gives, answers that nobody is asked for, deciders in an order that cannot be.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import cast

from sayso_client.stores.chant.point_shape import shape_problems
from sayso_client.stores.chant.shape import Object, Problem, shown

OUTPUTS = (
    "record",
    "decision",
    "work-item",
    "finding",
    "region",
    "commit",
    "node",
    "ask",
    "member",
    "gate",
    "release",
    "environment",
    "component",
)
"""What an input may be read from: its name's first part."""
MOST_TOLD = 20
"""Problems that are looked for; a file with more of them is not gone through to its end."""

_ALIAS = re.compile(r"(?:^|[-_./])(?:latest|preview|stable|current)\Z", re.IGNORECASE)
_ONLY = {
    "rows": "table",
    "backend": "model",
    "model": "model",
    "threshold": "model",
    "unreachable": "model",
    "count": "quorum",
    "roles": "quorum",
}
"""A decider's field and the one kind of decider that has it."""


def problems_of(value: object) -> tuple[Problem, ...]:
    """What is wrong with a points file that was read as JSON; nothing when chant would take it.

    Rules are asked only of a file whose shape is right, as chant does. At most MOST_TOLD of them.
    """
    shape = tuple(islice(shape_problems(value), MOST_TOLD))
    if shape:
        return shape
    points = cast(dict[str, Object], cast(Object, value)["points"])
    return tuple(islice((each for name, point in points.items() for each in _of_point(name, point)), MOST_TOLD))


def _of_point(name: str, point: Object) -> Iterator[Problem]:
    at = f"points.{name[:80]}"
    inputs = tuple(cast(Object, point["inputs"]))
    for each in inputs:
        output = each.partition(".")[0]
        if output not in OUTPUTS:
            phrase = (
                f"names {shown(output)}, which nothing in a workspace gives; an input is one of {', '.join(OUTPUTS)}"
            )
            yield Problem(f"{at}.inputs.{each[:80]}", phrase)
    deciders = cast(list[Object], point["deciders"])
    if point.get("adhoc") is True and [each["kind"] for each in deciders] != ["quorum"]:
        yield Problem(f"{at}.deciders", "must be one quorum alone: only people decide an ad-hoc point")
    candidates = _candidates(cast(Object, point["question"]))
    for number, decider in enumerate(deciders):
        yield from _of_decider(decider, f"{at}.deciders.{number}", candidates, frozenset(inputs))
        if decider["kind"] == "quorum" and number < len(deciders) - 1:
            yield Problem(f"{at}.deciders.{number}", "is a quorum, and nobody is asked after people: it must come last")
    if deciders[-1]["kind"] != "quorum":
        # chant's words, which people look for.
        yield Problem(f"{at}.deciders", "must end in a quorum: when no table row or model answers, people do")


def _of_decider(decider: Object, at: str, candidates: tuple[object, ...], inputs: frozenset[str]) -> Iterator[Problem]:
    kind = decider["kind"]
    for field in decider:
        if _ONLY.get(field, kind) != kind:
            yield Problem(f"{at}.{field}", f"is only for a {_ONLY[field]} decider, and this one is a {kind}")
    model = decider.get("model")
    if kind == "model" and isinstance(model, str) and _ALIAS.search(model):
        yield Problem(f"{at}.model", f"must name one version, and {shown(model)} means another one later")
    if kind == "table":
        for number, row in enumerate(cast(list[Object], decider["rows"])):
            yield from _of_row(row, f"{at}.rows.{number}", candidates, inputs)


def _of_row(row: Object, at: str, candidates: tuple[object, ...], inputs: frozenset[str]) -> Iterator[Problem]:
    if row["answer"] not in candidates:
        told = ", ".join(map(shown, candidates[:10])) + (", …" if len(candidates) > 10 else "")
        yield Problem(f"{at}.answer", f"must be one of {told}, not {shown(row['answer'])}")
    for name in cast(Object, row["when"]):
        if name not in inputs:
            yield Problem(f"{at}.when.{name[:80]}", "is not one of this point's inputs")


def _candidates(question: Object) -> tuple[object, ...]:
    if question["type"] in ("noul", "boolean"):
        return (True, False)
    return tuple(cast(list[str], question.get("criteria", [])))
