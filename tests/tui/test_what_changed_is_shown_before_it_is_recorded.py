"""A question of a workspace that changed while it was answered: what changed is shown, whatever it was."""

import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from at_the_screen import in_a_row, sitting
from chant_desk import ChantDesk, chant_desk, objects_of
from chant_workspaces import make_workspace
from opened import Room

TIER = "slice-tier-11f10b8d6fc1"
BOTH = "two-people-05bf15a516ef"
OWN = "agent-question-d411eee84ffe"
Question = dict[str, Any]


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return objects_of(make_workspace(tmp_path_factory.mktemp("w") / "w", state="asked"))


@pytest.fixture
def desk(tmp_path: Path, objects: dict[str, Any]) -> Iterator[ChantDesk]:
    with chant_desk(Room(tmp_path), {}) as opened:
        yield opened


def one_person(given: Question) -> None:
    given["point"]["quorum"]["count"] = 1
    given["point"]["version"] = "f" * 64


def another_input(given: Question) -> None:
    name = next(iter(given["question"]["inputs"]))
    given["question"]["inputs"][name] = "another value"
    given["digest"] = "e" * 64


def other_instructions(given: Question) -> None:
    given["point"]["instructions"] = "Ask a lawyer first."
    given["point"]["version"] = "f" * 64


def smaller(given: Question) -> None:
    given["question"]["answer"] = "small"
    given["digest"] = "e" * 64


def a_remark(given: Question) -> None:
    given["digest"] = "e" * 64


@pytest.mark.parametrize(
    ("key", "press", "change", "words"),
    [
        (BOTH, "1", one_person, ("needs - 2 people who say the same", "+ 1 person")),
        (BOTH, "1", another_input, ("input - ", "+ ", "another value")),
        (OWN, "1", other_instructions, ("Point, in general:", "Ask a lawyer first.")),
        (
            TIER,
            "c",
            smaller,
            ("proposal - [large]", "+ [small]", "not possible: what you wanted to confirm is not proposed"),
        ),
        (TIER, "1", a_remark, ("Something else of it changed: nothing that is shown of it reads otherwise.",)),
    ],
)
async def test_the_sheet_shows_what_changed_whatever_it_was(
    desk: ChantDesk,
    objects: dict[str, Any],
    key: str,
    press: str,
    change: Callable[[Question], None],
    words: tuple[str, ...],
) -> None:
    desk.fill({key: objects[key]})
    given = copy.deepcopy(objects[key])
    change(given)
    async with sitting(desk.inbox, (120, 70)) as person:
        await person.press(press)
        desk.comes(key, given)
        await person.rest()
        await person.press("ctrl+s")
        text = in_a_row(person)
        assert "Yours is not written; your words are kept." in text
        for each in words:
            assert each in text
        assert desk.sent() == []


async def test_mine_is_not_recorded_before_the_change_was_in_sight(desk: ChantDesk, objects: dict[str, Any]) -> None:
    desk.fill({TIER: objects[TIER]})
    given = copy.deepcopy(objects[TIER])
    a_remark(given)
    async with sitting(desk.inbox, (80, 24)) as person:
        await person.press("2")
        desk.comes(TIER, given)
        await person.rest()
        await person.press("ctrl+s")
        await person.press("down")
        await person.press("ctrl+s")
        assert "Not recorded: what happened goes on below." in in_a_row(person)
        assert desk.sent() == []
