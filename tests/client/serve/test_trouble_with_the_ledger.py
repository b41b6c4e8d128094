"""When the ledger cannot be written now, that is said, nothing is written, and reading goes on."""

import sqlite3
from contextlib import closing

from handoff_records import raised
from opened import LOCK, Room, running_elsewhere
from sayso_client.ledger import schema
from served import held, post, refused, served


async def test_a_ledger_that_another_program_holds_is_busy_and_may_be_tried_again(room: Room) -> None:
    async with served(room, busy_ms=50) as server, server.client() as client:
        with running_elsewhere(LOCK, room.path):
            answer = await post(client, raised("k"))
            refused(answer, 503, "busy")
            assert answer.headers["retry-after"] == "1"
            assert await held(server) == 0
        assert (await post(client, raised("k"))).status_code == 201


async def test_under_a_newer_sayso_it_goes_on_reading(room: Room) -> None:
    async with served(room) as server, server.client() as client:
        await post(client, raised("k"))
        with closing(sqlite3.connect(room.path)) as db, db:
            db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        problem = refused(await post(client, raised("k2")), 503, "read-only")
        assert "update sayso" in problem["detail"]
        assert len((await client.get("/v1/records")).json()["records"]) == 1


async def test_a_mistake_of_ours_tells_nothing_of_what_was_sent(room: Room) -> None:
    async with served(room) as server, server.client() as client:
        with closing(sqlite3.connect(room.path)) as db, db:
            db.execute("ALTER TABLE token RENAME TO elsewhere")
        problem = refused(await post(client, raised("a-secret")), 503, "ledger")
        assert "secret" not in str(problem)
