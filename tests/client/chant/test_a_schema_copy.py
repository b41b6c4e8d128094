import dataclasses
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from chant_schemas import SCHEMA_ID, answer_schema
from chant_workspaces import CAPTURED
from sayso_client.stores.chant import front_matter, schema_copy
from sayso_client.stores.chant.model import AnswerKind, Reason
from sayso_client.stores.chant.schema_copy import SchemaCopy

KIND = AnswerKind(
    file=Path("/w/a.mjs"),
    declared="a.mjs",
    dir=Path("/w"),
    match="x",
    schema_id=SCHEMA_ID,
    schema_path=Path("/w/answer.schema.json"),
    points_file=Path("/w/points.json"),
    name="answer",
    member=None,
)
WITHOUT_ID = dataclasses.replace(KIND, schema_id="")


def copy_of(schema: Mapping[str, Any]) -> SchemaCopy | Reason:
    return schema_copy.read(json.dumps(schema).encode(), WITHOUT_ID, "answer.schema.json")


def sound(text: str) -> SchemaCopy:
    found = schema_copy.read(text.encode(), KIND, "answer.schema.json")
    assert isinstance(found, SchemaCopy)
    return found


def record(path: Path) -> dict[str, front_matter.Value]:
    return front_matter.read(front_matter.split(path.read_text())[0])


def test_every_captured_record_fits() -> None:
    found = sound(answer_schema("new"))
    assert all(found.takes(record(path)) for path in (CAPTURED / "answers").glob("*.md"))


def test_what_does_not_fit_is_told_with_its_place() -> None:
    found = sound(answer_schema("new"))
    broken = record(CAPTURED / "invalid" / "slice-tier-ffffffffffff.md")
    assert not found.takes(broken)
    assert any(each.startswith("state: ") and "waiting" in each for each in found.problems(broken))


def test_a_new_copy_holds_more_fields_than_an_old_one() -> None:
    assert set(sound(answer_schema("new")).holds) >= {"asked", "reason", "note", "relayed_by", "retractions"}
    assert not {"reason", "note", "relayed_by", "retractions"} & set(sound(answer_schema("old")).holds)


def test_what_a_copy_is_too_old_to_know_is_told_where_that_is_all() -> None:
    old = sound(answer_schema("old"))
    newer = record(CAPTURED / "answers" / "slice-tier-5e853bf1e435.md")
    assert old.lacks(newer) == ("model_reason", "retractions")
    assert sound(answer_schema("new")).lacks(newer) == ()
    # Nobody's newer copy knows this one, and a state that is none is the record's own fault.
    assert old.lacks({**newer, "colour": "red"}) == ()
    assert old.lacks({**newer, "state": "waiting"}) == ()


def test_half_a_character_in_a_name_is_no_reason_to_fail() -> None:
    found = copy_of({"type": "object", "additionalProperties": {"type": "integer"}})
    assert isinstance(found, SchemaCopy)
    assert found.takes({"\ud800": 1})
    assert not found.takes({"\ud800": "x"})
    assert found.problems({"\ud800": "x"})


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (None, "schema-unreadable"),
        (b"{", "schema-unreadable"),
        (b"\xff", "schema-unreadable"),
        (b"[" * 100_000, "schema-unreadable"),
        (b" " * (schema_copy.LARGEST + 1), "schema-unreadable"),
        (b"[]", "schema-id-mismatch"),
        (b'{"$id": "urn:another"}', "schema-id-mismatch"),
        (json.dumps({"$id": SCHEMA_ID, "type": "nonsense"}).encode(), "schema-invalid"),
    ],
)
def test_a_copy_that_cannot_be_used_says_why_in_chants_words(raw: bytes | None, code: str) -> None:
    found = schema_copy.read(raw, KIND, "answers/answer.schema.json")
    assert isinstance(found, Reason)
    assert found.code == code
    assert "answers/answer.schema.json" in found.message


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"$ref": "https://example.invalid/schema.json"}, "outside itself"),
        ({"$ref": "other.json#/x"}, "outside itself"),
        ({"$ref": "file:///etc/passwd"}, "outside itself"),
        ({"$ref": "#/definitions/x"}, "leads nowhere"),
        ({"$ref": "#"}, "circle"),
        ({"$schema": "https://example.invalid/meta"}, "does not compile"),
        ({"pattern": "(?=a)b"}, "does not compile"),
        ({"pattern": "(a{1000}){1000}"}, "does not compile"),
    ],
)
def test_a_schema_that_would_fetch_or_never_end_is_refused(schema: Mapping[str, Any], why: str) -> None:
    found = copy_of(schema)
    assert isinstance(found, Reason)
    assert found.code == "schema-invalid"
    assert why in found.message


def test_references_that_double_at_each_step_are_refused() -> None:
    steps = {f"d{n}": {"anyOf": [{"$ref": f"#/definitions/d{n + 1}"}] * 2} for n in range(40)}
    found = copy_of({"definitions": {**steps, "d40": {}}, "$ref": "#/definitions/d0"})
    assert isinstance(found, Reason)
    assert "not used" in found.message


def test_no_pattern_takes_long() -> None:
    found = copy_of({"properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}})
    assert isinstance(found, SchemaCopy)
    began = time.process_time()
    assert not found.takes({"a": "a" * 50_000 + "b"})
    assert time.process_time() - began < 1


def test_a_reference_is_followed_through_odd_names() -> None:
    found = copy_of({"definitions": {"a/b~c d": {"type": "string"}}, "$ref": "#/definitions/a~1b~0c%20d"})
    assert isinstance(found, SchemaCopy)
    assert found.takes("x")
    assert not found.takes(1)
