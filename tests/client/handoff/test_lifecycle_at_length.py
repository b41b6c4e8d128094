"""A decision with very many records folds in time that grows with their number, not with its square."""

import gc
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import process_time
from typing import Any

import pytest

from sayso_client.handoff.lifecycle import fold
from sayso_client.handoff.records import EXT

START = datetime(2026, 1, 1, tzinfo=UTC)
TERMS = {"text": "Which?", "options": [{"id": "pg", "label": "PostgreSQL"}]}


def amended(number: int, supersedes: list[str] | None) -> dict[str, Any]:
    record = {
        "ext": EXT,
        "type": "amended",
        "origin": "requester",
        "key": "k",
        "id": f"a{number}",
        "at": (START + timedelta(seconds=number)).isoformat(),
        "terms": TERMS,
        "terms_rev": number + 2,
    }
    return record if supersedes is None else record | {"supersedes": supersedes}


def chain(count: int) -> list[dict[str, Any]]:
    return [amended(each, [f"a{each - 1}"] if each else ["r:k"]) for each in range(count)]


def chain_backwards_in_time(count: int) -> list[dict[str, Any]]:
    return [amended(each, [f"a{each + 1}"]) for each in range(count)]


def naming_nothing(count: int) -> list[dict[str, Any]]:
    return [amended(each, None) for each in range(count)]


def every_third_names_nothing(count: int) -> list[dict[str, Any]]:
    return [amended(each, [f"a{each - 1}"] if each % 3 else None) for each in range(count)]


def ring(count: int) -> list[dict[str, Any]]:
    return [amended(each, [f"a{(each + 1) % count}"]) for each in range(count)]


def fan(count: int) -> list[dict[str, Any]]:
    spread = [amended(each, ["a0"]) for each in range(1, count - 1)]
    return [amended(0, []), *spread, amended(count, [f"a{each}" for each in range(1, count - 1)])]


SIZES = [
    (chain, 2_500),
    (naming_nothing, 2_500),
    (chain_backwards_in_time, 2_000),
    (every_third_names_nothing, 2_000),
    (ring, 2_000),
    (fan, 2_000),
]


def seconds(work: Callable[[], object]) -> float:
    """Processor time, without the collector's walks over records that the test itself holds."""
    gc.collect()
    gc.disable()
    try:
        start = process_time()
        work()
        return process_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize(("shape", "count"), SIZES, ids=[shape.__name__ for shape, _ in SIZES])
def test_four_times_the_records_take_nowhere_near_sixteen_times_as_long(
    shape: Callable[[int], list[dict[str, Any]]], count: int
) -> None:
    few, many = shape(count), shape(4 * count)

    def is_slower() -> bool:
        return seconds(lambda: fold(many, "k")) >= 8 * seconds(lambda: fold(few, "k"))

    first, second = is_slower(), is_slower()
    # Two of three tell; a third is needed only when the first two differ.
    assert not (is_slower() if first != second else first)


def test_the_ends_of_long_chains_are_found() -> None:
    long = fold(chain(20_000), "k")
    assert (long.need_current, long.missing) == ("a19999", ("r:k",))
    assert fold(chain_backwards_in_time(2_000), "k").heads_need == ("a0",)
    assert fold(naming_nothing(5_000), "k").heads_need == ("a4999",)
    assert len(fold(ring(2_000), "k").heads_need) == 2_000


def test_a_crowd_of_crossing_records_ends_in_a_conflict_not_in_a_standstill() -> None:
    """Earlier records that replace later ones, each of which would replace all that came before it."""
    half = 2_000
    records = [amended(each, [f"a{each + 1}"]) for each in range(half - 1)]
    records.append(amended(half - 1, [f"a{each}" for each in range(half, 2 * half)]))
    records += [amended(each, None) for each in range(half, 2 * half)]
    few = records[: half + 200]
    found: list[object] = []
    assert seconds(lambda: found.append(fold(records, "k"))) < 8 * seconds(lambda: fold(few, "k"))
    assert found == [fold(records[::-1], "k")]
