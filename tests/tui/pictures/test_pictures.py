"""One picture a screen. They are the README's, too."""

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from at_the_keys import Person
from chant_desk import chant_desk, objects_of
from chant_workspaces import make_workspace
from opened import Room, home
from sayso_client.decision import Ref
from sayso_tui.sample.story import ASSISTANT

NOW = datetime(2026, 11, 5, 10, 30, tzinfo=UTC)
SIZES = [(120, 40), (80, 24), (40, 14)]


def at(key: str, *then: str) -> Callable[[Person], Awaitable[None]]:
    """Go to a sample decision, then press keys."""

    async def walk(person: Person) -> None:
        await person.press(":")
        await person.write(key)
        await person.press("enter")
        screen: Any = person.app.screen
        assert screen.decisions.cursor_ref == Ref("home", key)
        await person.press(*then)

    return walk


@pytest.mark.parametrize("size", SIZES, ids=["120x40", "80x24", "40x14"])
async def test_the_inbox(picture: Any, size: tuple[int, int]) -> None:
    await picture("inbox", size)


async def test_the_empty_inbox(picture: Any) -> None:
    await picture("empty", (120, 40), samples=False)


async def test_a_proposal_with_its_distribution(picture: Any) -> None:
    await picture("proposal", (120, 40), at("acme/audit-db"))


async def test_a_contested_decision(picture: Any) -> None:
    await picture("contested", (120, 40), at("acme/rename-api"))


@pytest.mark.parametrize("size", SIZES, ids=["120x40", "80x24", "40x14"])
async def test_the_sheet_that_confirms(picture: Any, size: tuple[int, int]) -> None:
    await picture("sheet", size, at("acme/audit-db", "c"))


async def test_a_conflict(picture: Any) -> None:
    key = "acme/audit-db"
    theirs = {
        "ext": "decisions/0.3",
        "type": "settled",
        "origin": "principal",
        "key": key,
        "id": "theirs",
        "at": "2026-11-02T10:29:20Z",
        "outcome": "decided",
        "answer": {"text": "SQLite", "option": "sqlite"},
        "authority": {"kind": "delegated", "by": ASSISTANT, "under": "mandate 7: storage choices"},
        "terms_rev": 1,
    }

    async def meanwhile(person: Person) -> None:
        await at(key, "1")(person)
        await person.write("Since we run it already.")
        screen: Any = person.app.screen
        await home(screen.desk.inbox).take_in([json.dumps(theirs).encode()], "import")
        await person.rest()
        await person.press("ctrl+s", "down")

    await picture("conflict", (120, 40), meanwhile)


async def test_the_help(picture: Any) -> None:
    await picture("help", (120, 40), at("acme/audit-db", "?"))


async def test_a_question_of_a_chant_workspace_that_two_people_have_to_answer(picture: Any, tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.clock.now = NOW
    objects = objects_of(make_workspace(tmp_path / "shop", state="final"))
    key = "two-people-05bf15a516ef"

    async def walk(person: Person) -> None:
        await person.press("G")

    with chant_desk(room, {name: {**each, "seen_at": None} for name, each in objects.items()}) as desk:
        await desk.answer(key, "sqlite", "carol")
        await picture("chant", (120, 40), walk, other=desk.inbox)
