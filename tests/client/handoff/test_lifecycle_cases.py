"""The written cases: what one receiver holds → the whole state, whatever the order and however often."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sayso_client.handoff.lifecycle import fold

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "lifecycle.json").read_text(encoding="utf-8"))[
    "cases"
]


def arrivals(records: list[object]) -> Iterator[list[object]]:
    yield records
    yield records[::-1]
    yield records + records
    for seed in range(4):
        shuffled = [*records, *records[: seed % 2]]
        Random(seed).shuffle(shuffled)
        yield shuffled


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_state_is_as_the_case_says_in_any_order(case: dict[str, Any]) -> None:
    for records in arrivals(case["records"]):
        state = fold(records, case["key"], complete=case.get("complete", False))
        told = json.loads(json.dumps(asdict(state)))
        assert {name: told[name] for name in case["expect"]} == case["expect"]
