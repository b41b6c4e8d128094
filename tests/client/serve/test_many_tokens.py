"""However many tokens a store has, looking one up takes as long as if there were two."""

import itertools
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from opened import Room
from sayso_client.ledger import connection
from sayso_client.serve import tokens, who
from sayso_client.serve.problems import Refusal
from sayso_client.serve.tokens import Grant


def granted(room: Room, first: int, end: int) -> list[str]:
    with room.ledger() as ledger, ledger.writing() as writing:
        made = (tokens.add(writing, "u", Grant(f"t{n}", ("agent",)), datetime.now(UTC)) for n in range(first, end))
        return [each for each in made if each is not None]


def steps(db: sqlite3.Connection, token: str | None) -> int:
    """How many steps SQLite takes to tell what a request with that token may do."""
    counted = itertools.count()
    db.set_progress_handler(lambda: next(counted) * 0, 1)
    try:
        who.grant(db, "u", who.digest_of(f"Bearer {token}" if token else None), only_here=True)
    except Refusal as refusal:
        assert refusal.status == 401
    finally:
        db.set_progress_handler(None, 0)
    return next(counted)


@pytest.mark.parametrize("who_comes", ["a token", "an unknown token", "no token"])
async def test_two_thousand_cost_no_more_steps_than_two(room: Room, who_comes: str) -> None:
    few, many = (counted(room, who_comes, granted(room, *more)) for more in ((0, 2), (2, 2_000)))
    assert few > 5
    assert many <= few + 5


def counted(room: Room, who_comes: str, made: list[str]) -> int:
    token = made[len(made) // 2]
    come = {"a token": token, "an unknown token": f"{token}x", "no token": None}[who_comes]
    with closing(connection.open_reader(room.path)) as db:
        return steps(db, come)
