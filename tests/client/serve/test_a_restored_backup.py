"""A server that was restored from an older backup says so to every reader, also when it has overtaken their cursor."""

import sqlite3
from contextlib import closing
from pathlib import Path

from handoff_records import line, note, raised
from opened import Room, home
from sayso_client.ledger import chain
from served import Served, held, post, refused, served


def backup(room: Room, to: Path) -> None:
    with closing(sqlite3.connect(room.path)) as old, closing(sqlite3.connect(to)) as new:
        old.backup(new)


def restore(room: Room, older: Path) -> None:
    for each in ("", "-wal", "-shm"):
        room.path.with_name(room.path.name + each).unlink(missing_ok=True)
    older.replace(room.path)


async def test_a_cursor_from_after_the_backup_is_reset_and_one_from_before_goes_on(room: Room, tmp_path: Path) -> None:
    async with served(room) as server, server.client() as client:
        before = (await post(client, raised("k0"))).json()["cursor"]
        at = (await post(client, raised("k1"))).json()["cursor"]
        backup(room, tmp_path / "older.db")
        after = (await post(client, raised("k2"))).json()["cursor"]
    restore(room, tmp_path / "older.db")
    async with served(room) as server, server.client() as client:
        assert await held(server) == 2
        refused(await client.get("/v1/records", params={"after": after}), 410, "reset")
        assert (await client.get("/v1/records", params={"after": at})).json()["records"] == []
        assert len((await client.get("/v1/records", params={"after": before})).json()["records"]) == 1


async def test_so_it_is_when_other_records_have_come_since(room: Room, tmp_path: Path) -> None:
    async with served(room) as server, server.client() as client:
        await post(client, raised("k0"))
        backup(room, tmp_path / "older.db")
        lost = [(await post(client, raised(f"lost{n}"))).json()["cursor"] for n in range(2)]
    restore(room, tmp_path / "older.db")
    async with served(room) as server, server.client() as client:
        for n in range(5):
            await post(client, raised(f"new{n}"))
        for cursor in lost:
            refused(await client.get("/v1/records", params={"after": cursor}), 410, "reset")


async def test_the_same_records_again_in_the_same_order_are_the_same_past(room: Room, tmp_path: Path) -> None:
    async with served(room) as server, server.client() as client:
        await post(client, raised("k0"))
        backup(room, tmp_path / "older.db")
        again = (await post(client, raised("k1"))).json()["cursor"]
    restore(room, tmp_path / "older.db")
    async with served(room) as server, server.client() as client:
        assert (await post(client, raised("k1"))).json()["cursor"] == again
        assert (await client.get("/v1/records", params={"after": again})).status_code == 200


async def test_records_from_before_it_was_served_are_linked_when_it_is(room: Room) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised(f"k{n}")) for n in range(30)], "import")
        assert inbox._ledger.look(lambda db: db.execute("SELECT count(*) FROM own_link").fetchone()) == (0,)
    async with served(room) as server:
        first = await links(server)
        assert len(first) == 30
        await server.store.take_in([line(note("k0"))], "import")
    with room.inbox() as inbox:  # nobody serves it now, and its chain grows all the same
        await home(inbox).take_in([line(note("k1"))], "import")
    async with served(room) as server:
        assert [each[0] for each in await links(server)] == list(range(1, 33))
        assert (await links(server))[:30] == first


async def test_a_long_chain_is_completed_a_part_at_a_time(room: Room) -> None:
    with room.ledger() as ledger:
        with ledger.writing() as writing:
            store = writing.store("home", "local")
        room_for = [
            (store, "k", str(n), n.to_bytes(32), b"{}", "2026-10-27T09:30:00+00:00", "x") for n in range(45_000)
        ]
        with closing(sqlite3.connect(room.path)) as db, db:
            columns = "store, key, id, digest, raw, received, door"
            db.executemany(f"INSERT INTO own_record ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", room_for)
        told = []
        while (percent := ledger.write_now(lambda writing: chain.complete(writing, store))) is not None:
            told.append(percent)
        assert told == [44, 88]
        assert ledger.look(lambda db: chain.last(db, store)).n == 45_000


async def links(server: Served) -> list[tuple[int, bytes]]:
    def look(db: sqlite3.Connection) -> list[tuple[int, bytes]]:
        return db.execute("SELECT n, chain FROM own_link ORDER BY n").fetchall()

    return await server.serving.reading.look(look)
