import sqlite3
from contextlib import closing

import pytest

from far_stores import far
from handoff_records import line, raised
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.ledger import healths, outbox
from sayso_client.outgoing import Stage


@pytest.mark.parametrize("time", ["", "in the morning", "2026-02-30T10:00:00+00:00", "2026-11-03T10:00:00"])
async def test_what_i_said_is_in_the_outbox_and_goes_out_whatever_its_times_say(room: Room, time: str) -> None:
    with far(room) as there:
        there.server.add(line(raised("a")))
        await there.sync()
        there.weather.down = True
        decision = there.inbox.find("a", "team")
        await there.inbox.record(there.inbox.compose(decision, blank(decision, Act.ANSWER, "pg")))
        with closing(sqlite3.connect(room.path, isolation_level=None)) as db:
            db.execute("UPDATE outbox SET queued = ?, tried = ?", (time, time))

        assert [each.stage for each in there.inbox.outbox.all()] == [Stage.QUEUED]
        there.weather.down = False
        await there.sync()
        assert there.inbox.outbox.all() == ()
        assert there.inbox.find("a", "team").settlement is not None


async def test_how_a_store_is_doing_is_told_whatever_its_times_say(room: Room) -> None:
    with far(room) as there:
        there.server.add(line(raised("a")))
        await there.sync()
        with closing(sqlite3.connect(room.path, isolation_level=None)) as db:
            db.execute("UPDATE health SET since = 'soon', heard = 'never'")
            health, heard = healths.read(db, "team", there.inbox.now())
            assert outbox.under_way(db) == ()
        assert health is not None
        assert (health.since, heard) == (None, None)
