"""What stands in a question and went out from here is known as such, in whosever name it was said."""

from typing import Any

import pytest

from chant_desk import ChantDesk, chant_desk
from opened import Room

BOTH = "two-people-05bf15a516ef"
DONE = "two-people-f1c772ac42b2"
TIER = "slice-tier-11f10b8d6fc1"
ANSWERED = "slice-tier-e6055a4c25b4"


def written(desk: ChantDesk, objects: dict[str, Any], key: str, like: str, **changed: Any) -> None:
    """The record shows an answer, and chant said that it wrote what was queued."""
    question = {**objects[like]["question"], "id": key, "retractions": [], "note": None, **changed}
    with desk.ledger.writing() as writing:
        writing.db.execute("UPDATE outbox SET state = 'written'")
    desk.comes(key, {**objects[key], "question": question, "digest": "9" * 64})


def from_here(desk: ChantDesk, key: str) -> bool:
    return desk.inbox.came_from_here(desk.see(key))


async def test_what_two_people_said_here_came_from_here(room: Room, objects: dict[str, Any]) -> None:
    with chant_desk(room, objects) as desk:
        for who in ("carol", "bob"):
            await desk.answer(BOTH, "sqlite", who)
        assert not from_here(desk, BOTH)
        written(desk, objects, BOTH, DONE, answer="sqlite", answeredBy=["carol", "bob"], point="two-people")
        assert from_here(desk, BOTH)


@pytest.mark.parametrize(
    "changed",
    [
        {"answer": "medium"},
        {"answeredBy": ["bob"]},
        {"note": "Others wrote this."},
        {"retractions": [{"answer": "small", "answeredBy": ["carol"], "by": ["carol"], "on": "2026-11-03"}]},
    ],
)
async def test_what_somebody_said_in_its_place_did_not(
    room: Room, objects: dict[str, Any], changed: dict[str, Any]
) -> None:
    with chant_desk(room, objects) as desk:
        await desk.answer(TIER, "small", "carol")
        stands = {"answer": "small", "answeredBy": ["carol"]}
        written(desk, objects, TIER, ANSWERED, **stands)
        assert from_here(desk, TIER)
        written(desk, objects, TIER, ANSWERED, **{**stands, **changed})
        assert not from_here(desk, TIER)


async def test_where_nothing_was_said_nothing_came_from_here(room: Room, objects: dict[str, Any]) -> None:
    with chant_desk(room, objects) as desk:
        assert not from_here(desk, ANSWERED)
        assert desk.see(ANSWERED).settlement is not None
