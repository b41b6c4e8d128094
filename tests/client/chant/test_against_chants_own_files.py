"""Our reading against files of chant itself, which are no part of this project.

It reads `../shared/fixtures/chant`, beside the project's folder, and is collected only where that is (see conftest).
"""

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from chant_workspaces import CAPTURED, make_workspace
from sayso_client.stores.chant import points, record, schema_copy, workspace
from sayso_client.stores.chant.kind_file import told
from sayso_client.stores.chant.model import DeclaredKind
from sayso_client.stores.chant.point_shape import shape_problems

OWN = Path(__file__).parents[4] / "shared" / "fixtures" / "chant"
SCHEMA = json.loads((OWN / "schemas" / "decision-points.adhoc-reconstructed.schema.json").read_text())
CASES = 120


def test_chants_own_answers_were_asked_of_the_version_that_we_work_out() -> None:
    folder = OWN / "reference-workspace"
    found = points.read((folder / "points.json").read_bytes(), kind="k", file="points.json").points
    for path in (folder / "answers").iterdir():
        asked = re.search(r'^point_version: "(\w+)"$', path.read_text(), re.MULTILINE)
        assert asked is not None
        assert found["slice-tier"].version == asked[1]


def test_chants_own_points_file_is_valid() -> None:
    found = points.read((OWN / "writer-fixture" / "points.json").read_bytes(), kind="k", file="points.json")
    assert found.reason is None
    assert {"ship-skip", "intent-judgment", "agent-question"} <= found.points.keys()


@pytest.mark.parametrize("seed", range(3))
def test_a_points_file_has_the_right_shape_for_us_when_it_has_for_chants_schema(seed: int) -> None:
    draw = random.Random(seed)
    checker = jsonschema.Draft202012Validator(SCHEMA)
    sound = json.loads((CAPTURED / "points.json").read_text())
    verdicts = set()
    for _ in range(CASES):
        value = copy.deepcopy(sound)
        spoil(value, draw)
        told = [str(each) for each in shape_problems(value)]
        assert checker.is_valid(value) == (not told), (value, told)
        verdicts.add(not told)
    assert verdicts == {True, False}


def spoil(value: Any, draw: random.Random) -> None:
    """Change one thing, somewhere."""
    places: list[tuple[Any, Any]] = []

    def gather(each: Any) -> None:
        keys = each.keys() if isinstance(each, dict) else range(len(each)) if isinstance(each, list) else ()
        for key in keys:
            places.append((each, key))
            gather(each[key])

    gather(value)
    holder, key = draw.choice(places)
    odd = [None, True, 0, 1, 1.5, -1, "", "a", "noul", "score", "model", [], ["a", "b"], {}, {"a": "A", "b": "B"}]
    match draw.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[draw.choice(["x-a", "a", "A b", "note", "criteria", "adhoc", "rows", "count"])] = draw.choice(odd)
        case 2 if isinstance(holder, list):
            holder.append(copy.deepcopy(draw.choice(holder)))
        case _:
            holder[key] = draw.choice(odd)


@pytest.mark.parametrize(("state", "number"), [("asked", 38), ("final", 82)])
@pytest.mark.parametrize("schema", ["schemas/point-answer.merged.schema.json", "workspace/answers/answer.schema.json"])
def test_our_document_is_chants_with_its_own_schema_too(tmp_path: Path, schema: str, state: str, number: int) -> None:
    folder = make_workspace(tmp_path / "w", state=state)
    (folder / "answers/answer.schema.json").write_bytes((OWN / schema).read_bytes())
    (captured,) = (CAPTURED / "json").glob(f"{number}-*.json")
    theirs = json.loads(captured.read_text())
    ours = {"$schema": theirs["$schema"], "chant": "0.0.0", **workspace.read(folder).document()}
    assert json.dumps(ours["questions"]) == json.dumps(theirs["questions"])
    jsonschema.validate(ours, json.loads((OWN / "schemas/points.schema.json").read_text()))


def test_chants_own_answers_fit_its_schema_and_their_hashes() -> None:
    kind = told(DeclaredKind("answer.kind.mjs", OWN / "answer.kind.mjs", None), OWN, OWN)
    schema = schema_copy.read((OWN / "schemas/point-answer.schema.json").read_bytes(), kind, "answer.schema.json")
    assert isinstance(schema, schema_copy.SchemaCopy)
    for path in (OWN / "reference-workspace/answers").iterdir():
        data = record.read(path.name, path.read_bytes()).data
        assert data is not None
        assert schema.takes(data), schema.problems(data)
        assert record.misfits(data) == ()
