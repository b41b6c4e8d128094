"""The decision points of a workspace: what chant prints of them, and every way in which a file is not valid."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from chant_workspaces import CAPTURED
from sayso_client.stores.chant import points
from sayso_client.stores.chant.model import Point

KIND, FILE = "answers/answer.kind.mjs", "decisions/points.json"
FINAL: dict[str, Any] = json.loads((CAPTURED / "points.json").read_text())
PEOPLE = {"kind": "quorum", "count": 1}
CHOICE: dict[str, Any] = {
    "title": "T",
    "question": {"type": "choice", "instructions": "I", "criteria": {"a": "A", "b": ""}},
    "inputs": {"record.id": "the record"},
    "deciders": [{"kind": "table", "rows": [{"when": {}, "answer": "a"}]}, PEOPLE],
}
MODEL = {"kind": "model", "backend": "b", "model": "m-1", "threshold": 0.5}


def read(value: object) -> points.Points:
    return points.read(json.dumps(value).encode(), kind=KIND, file=FILE)


def one(point: object) -> Point:
    found = read({"points": {"p": point}})
    assert found.reason is None
    return found.points["p"]


def problems(value: object) -> list[str]:
    found = read(value)
    assert not found.points
    assert found.reason is not None
    assert found.reason.code == "points-invalid"
    assert found.reason.message.startswith(f"the points file is not valid: {FILE}: ")
    return list(map(str, found.problems))


def view(point: Point) -> dict[str, Any]:
    """A point as chant prints it."""
    quorum = {"count": point.quorum.count}
    return {
        "name": point.name,
        "title": point.title,
        "kind": point.kind,
        "file": point.file,
        "version": point.version,
        "questionType": point.question_type,
        "instructions": point.instructions,
        "candidates": list(point.candidates),
        "criteria": list(point.criteria) if isinstance(point.criteria, tuple) else point.criteria,
        "adhoc": point.adhoc,
        "inputs": [{"name": e.name, "output": e.output, "description": e.description} for e in point.inputs],
        "deciders": list(point.deciders),
        "quorum": quorum if point.quorum.roles is None else quorum | {"roles": list(point.quorum.roles)},
    }


@pytest.mark.parametrize(("file", "capture"), [("points-before", "38-points-json-1"), ("points", "82-points-json")])
def test_the_points_are_those_that_chant_prints_in_its_order(file: str, capture: str) -> None:
    found = points.read((CAPTURED / f"{file}.json").read_bytes(), kind=KIND, file=FILE)
    printed = json.loads((CAPTURED / "json" / f"{capture}.json").read_text())["points"]
    assert json.dumps([view(each) for each in found.points.values()]) == json.dumps(printed)


def test_a_chain_that_does_not_end_in_people_makes_the_source_invalid_in_chants_words() -> None:
    broken = json.loads(json.dumps(FINAL))
    broken["points"]["slice-tier"]["deciders"].pop()
    reason = read(broken).reason
    assert reason is not None
    listed = json.loads((CAPTURED / "json" / "87-points-invalid-points-file.json").read_text())["sources"][0]
    asked = json.loads((CAPTURED / "json" / "88-ask-invalid-points-file.json").read_text())
    told = {"code": reason.code, "message": reason.message}
    assert told == listed["reason"] == asked["error"]


def test_options_come_in_javascripts_order() -> None:
    point = CHOICE | {"deciders": [PEOPLE]}
    point["question"] = CHOICE["question"] | {"criteria": dict.fromkeys(["b", "10", "2", "no"], "x")}
    assert one(point).candidates == ("2", "10", "b", "no")


def test_a_name_that_stands_twice_counts_as_it_stands_last_as_for_chant() -> None:
    raw = json.dumps({"points": {"p": CHOICE}}).replace('"title": "T"', '"title": "first", "title": "last"')
    found = points.read(raw.encode(), kind=KIND, file=FILE).points["p"]
    assert found.title == "last"
    assert found.version == one(CHOICE | {"title": "last"}).version


def test_the_old_name_of_a_noul_is_read_and_hashed_as_one() -> None:
    noul = CHOICE | {"question": {"type": "noul", "instructions": "I", "criteria": {"true": "", "false": ""}}}
    noul["deciders"] = [{"kind": "table", "rows": [{"when": {}, "answer": True}]}, PEOPLE]
    old = json.loads(json.dumps(noul))
    old["question"]["type"] = "boolean"
    assert one(old) == one(noul)
    assert one(old).candidates == (True, False)


@pytest.mark.parametrize(("kind", "criteria"), [("noul", {}), ("choice", {}), ("score", ())])
def test_an_ad_hoc_point_has_no_candidates_of_its_own(kind: str, criteria: object) -> None:
    point = CHOICE | {"adhoc": True, "question": {"type": kind, "instructions": "I"}, "deciders": [PEOPLE]}
    found = one(point)
    assert (found.adhoc, found.criteria) == (True, criteria)
    assert found.candidates == ()


def test_fields_named_x_and_odd_numbers_are_taken() -> None:
    people = {"kind": "quorum", "count": 2.0, "note": "n", "roles": ["lead"]}
    value = {"$schema": "s", "x-1": "LARGE", "points": {"p": CHOICE | {"deciders": [people], "x-y": {"z": None}}}}
    found = points.read(json.dumps(value).replace('"LARGE"', "1e400").encode(), kind=KIND, file=FILE)
    assert found.reason is None
    assert (found.points["p"].quorum.count, found.points["p"].quorum.roles) == (2, ("lead",))
    assert found.points["p"].version != one(CHOICE | {"deciders": [PEOPLE]}).version


def change(*path: str | int, to: object = None, drop: bool = False) -> Callable[[], dict[str, Any]]:
    def changed() -> dict[str, Any]:
        value: dict[str, Any] = json.loads(json.dumps({"points": {"p": CHOICE}}))
        holder: Any = value
        for each in path[:-1]:
            holder = holder[each]
        if drop:
            del holder[path[-1]]
        else:
            holder[path[-1]] = to
        return value

    return changed


P, Q, D = ("points", "p"), ("points", "p", "question"), ("points", "p", "deciders")


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (change("points", to={}), "points must be an object with one point at least"),
        (change("other", to=1), 'has an unknown field "other"; only fields named x-... may be added'),
        (change("$schema", to=1), "$schema must be a text"),
        (change("points", "Big Name", to=CHOICE), 'points has a name that is not allowed: "Big Name"'),
        (change(*P, to=[]), "points.p must be an object"),
        (change(*P, "title", drop=True), 'points.p is missing "title"'),
        (change(*P, "title", to=""), "points.p.title must be a text that is not empty"),
        (change(*P, "note", to=1), 'points.p has an unknown field "note"; only fields named x-... may be added'),
        (change(*P, "adhoc", to="yes"), "points.p.adhoc must be true or false"),
        (change(*Q, "x-a", to=1), 'points.p.question has an unknown field "x-a"'),
        (change(*Q, "type", to="rank"), "points.p.question.type must be noul, choice or score"),
        (change(*Q, "type", to={}), "points.p.question.type must be noul, choice or score"),
        (change(*Q, "criteria", drop=True), 'points.p.question is missing "criteria"'),
        (change(*Q, "criteria", to={"a": "A"}), "points.p.question.criteria must have 2 to 255 options, and has 1"),
        (
            change(*Q, "criteria", to={str(each): "" for each in range(256)}),
            "points.p.question.criteria must have 2 to 255 options, and has 256",
        ),
        (
            change(*Q, "criteria", to={"a": 1, "b": ""}),
            "points.p.question.criteria must be an object that says in a text what each answer means",
        ),
        (change(*P, "inputs", to={}), "points.p.inputs must be an object with one input at least"),
        (change(*P, "inputs", to={"a b": ""}), 'points.p.inputs has a name that is not allowed: "a b"'),
        (change(*P, "inputs", to={"record.id": 1}), "points.p.inputs.record.id must be a text"),
        (change(*P, "deciders", to=[]), "points.p.deciders must be a list with one item at least"),
        (change(*D, 0, "kind", to="oracle"), "points.p.deciders.0.kind must be table, model or quorum"),
        (change(*D, 0, "rows", drop=True), 'points.p.deciders.0 is missing "rows"'),
        (change(*D, 0, "rows", 0, "if", to=1), 'points.p.deciders.0.rows.0 has an unknown field "if"'),
        (change(*D, 0, "rows", 0, "answer", to=1), "points.p.deciders.0.rows.0.answer must be a text, true or false"),
        (
            change(*D, 0, "rows", 0, "when", to={"record.id": {"lt": "1"}}),
            "points.p.deciders.0.rows.0.when.record.id must be a plain value, or one of eq, ne, lt, lte, gt, gte",
        ),
        (change(*D, 0, to=MODEL | {"threshold": 0}), "points.p.deciders.0.threshold must be a number above 0"),
        (change(*D, 0, to=MODEL | {"threshold": 1.01}), "points.p.deciders.0.threshold must be a number above 0"),
        (change(*D, 0, to=MODEL | {"threshold": True}), "points.p.deciders.0.threshold must be a number above 0"),
        (change(*D, 0, to=MODEL | {"unreachable": "no"}), "points.p.deciders.0.unreachable must be escalate or fail"),
        (change(*D, 0, to=MODEL | {"backend": "A B"}), "points.p.deciders.0.backend must be lower-case letters"),
        (change(*D, 1, "count", to=0), "points.p.deciders.1.count must be a whole number, 1 at least"),
        (change(*D, 1, "count", to=1.5), "points.p.deciders.1.count must be a whole number, 1 at least"),
        (change(*D, 1, "roles", to=[]), "points.p.deciders.1.roles must be a list with one item at least"),
        # From here on the shape is right.
        (change(*P, "inputs", to={"weather.now": ""}), 'points.p.inputs.weather.now names "weather", which nothing'),
        (
            change(*D, 0, "rows", 0, "answer", to="c"),
            'points.p.deciders.0.rows.0.answer must be one of "a", "b", not "c"',
        ),
        (
            change(*D, 0, "rows", 0, "when", to={"ask.id": 1}),
            "points.p.deciders.0.rows.0.when.ask.id is not one of this point's inputs",
        ),
        (
            change(*D, 1, "rows", to=[{"when": {}, "answer": "a"}]),
            "points.p.deciders.1.rows is only for a table decider",
        ),
        (
            change(*D, 0, "count", to=1),
            "points.p.deciders.0.count is only for a quorum decider, and this one is a table",
        ),
        (
            change(*D, 0, to=MODEL | {"model": "jev-Latest"}),
            'points.p.deciders.0.model must name one version, and "jev',
        ),
        (change(*D, 0, to=PEOPLE), "points.p.deciders.0 is a quorum, and nobody is asked after people"),
        (change(*D, 1, to=MODEL), "points.p.deciders must end in a quorum"),
    ],
)
def test_each_thing_that_is_wrong_is_told_with_its_place(changed: Callable[[], object], problem: str) -> None:
    (found,) = problems(changed())
    assert found.startswith(problem)


@pytest.mark.parametrize(
    "levels", [["a"], [str(each) for each in range(11)], ["a", "a"], ["a", ""], ["a", 1], ["a", []], {"a": "A"}]
)
def test_a_score_has_2_to_10_different_levels(levels: object) -> None:
    point = CHOICE | {"question": {"type": "score", "instructions": "I", "criteria": levels}, "deciders": [PEOPLE]}
    assert problems({"points": {"p": point}}) == [
        "points.p.question.criteria must be 2 to 10 different levels, each a text that is not empty"
    ]


@pytest.mark.parametrize("criteria", [{"true": ""}, {"true": "", "false": "", "maybe": ""}])
def test_a_noul_says_what_true_and_false_mean_and_nothing_else(criteria: object) -> None:
    point = CHOICE | {"question": {"type": "noul", "instructions": "I", "criteria": criteria}, "deciders": [PEOPLE]}
    (found,) = problems({"points": {"p": point}})
    assert found.startswith("points.p.question.criteria must say what true and what false mean")


def test_only_people_decide_an_ad_hoc_point_and_it_has_no_criteria() -> None:
    bare = {"type": "choice", "instructions": "I"}
    (found,) = problems({"points": {"p": CHOICE | {"adhoc": True, "question": bare, "deciders": [MODEL, PEOPLE]}}})
    assert found.startswith("points.p.deciders must be one quorum alone")
    (found,) = problems({"points": {"p": CHOICE | {"adhoc": True, "deciders": [PEOPLE]}}})
    assert found.startswith("points.p.question has criteria")


def test_several_problems_are_told_at_once_and_never_without_end() -> None:
    assert len(problems({"points": {"p": {}, "q": 1}})) == 5
    assert len(problems({"points": {f"p{each}": 1 for each in range(10_000)}})) == 20
    row = {"when": {}, "answer": "z"}
    many = CHOICE | {"deciders": [{"kind": "table", "rows": [row] * 10_000}, PEOPLE]}
    assert len(problems({"points": {"p": many}})) == 20
    assert all(len(each) < 400 for each in problems({"points": {"p": CHOICE | {"y" * 1_000_000: 1}}}))


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "is not JSON"),
        (b"\xef\xbb\xbf{}", "is not JSON"),
        (b"{,}", "is not JSON"),
        (b'{"points": NaN}', "is not JSON: NaN is no number"),
        (b"\xff", "is not UTF-8: byte 1"),
        (b"[" * 1_000_000, "is nested too deep"),
        (b'{"a":' * 1_000_000, "is nested too deep"),
        (b" " * (points.LARGEST + 1), "has more than 16,777,216 bytes"),
        (b"[]", "must be an object"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_bytes_that_are_no_points_file_are_told_and_never_raise(raw: bytes, problem: str) -> None:
    found = points.read(raw, kind=KIND, file=FILE)
    assert not found.points
    assert str(found.problems[0]).startswith(problem)


def test_what_is_nested_deep_in_a_free_field_is_told() -> None:
    raw = json.dumps({"points": {"p": CHOICE | {"x-y": 1}}}).replace('"x-y": 1', '"x-y": ' + "[" * 300 + "]" * 300)
    found = points.read(raw.encode(), kind=KIND, file=FILE)
    assert "nested deeper than" in str(found.problems[0])
