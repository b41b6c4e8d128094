from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest

from far_stores import Far, far, until
from handoff_records import line, note, raised, settled
from memory_store import MemoryStore, MemoryWire
from opened import Room
from sayso_client.decision import Act, Flag, Ref, State
from sayso_client.draft import blank
from sayso_client.errors import Conflict
from sayso_client.ledger import another_name, copies, taking_out
from sayso_client.outgoing import Stage
from sayso_client.rows import Query, View
from sayso_client.stores.contract import Batch, Reset
from sayso_client.verdict import Answer, ReceiptKind


@pytest.fixture
async def there(room: Room) -> Iterator[Far]:  # type: ignore[misc]
    with far(room) as opened:
        opened.server.add(*(line(raised(f"k{number:03}")) for number in range(150)))
        await opened.sync()
        yield opened


def listed(there: Far) -> list[str]:
    return [row.ref.key for row in there.inbox.after(Query(View.ALL), None, 1_000)]


def answer(there: Far, key: str) -> Answer:
    decision = there.inbox.find(key, "team")
    verdict = there.inbox.compose(decision, blank(decision, Act.ANSWER, "pg"))
    assert isinstance(verdict, Answer)
    return verdict


def stages(there: Far) -> list[tuple[str, Stage]]:
    return [(each.ref.key, each.stage) for each in there.inbox.outbox.all()]


async def test_after_a_restore_the_list_is_that_of_the_backup_whatever_was_shown_before(there: Far) -> None:
    there.server.restore(120)
    there.server.add(line(raised("new")))

    await there.sync()

    assert listed(there) == [*(f"k{number:03}" for number in range(120)), "new"]
    assert there.inbox.counts().total == 121
    assert there.wires[-1].cursors == ["0:150"]


async def test_a_store_that_was_restored_and_has_overtaken_the_cursor_is_read_anew(there: Far) -> None:
    there.server.restore(100)
    there.server.add(*(line(raised(f"n{number:03}")) for number in range(100)))

    await there.sync()

    assert len(listed(there)) == 200
    assert "k149" not in listed(there)


async def test_what_was_shown_stays_until_the_new_content_is_whole(there: Far) -> None:
    there.server.restore(120)
    there.weather.cut_after(1)
    there.server.add(line(settled("k000")))

    (synced,) = await there.sync()

    assert not synced.up_to_date
    assert len(listed(there)) == 150
    assert there.inbox.find("k000", "team").waiting
    there.weather.mend()
    await there.sync()
    assert there.inbox.find("k000", "team").state is State.DECIDED
    assert there.wires[-1].cursors == ["1:100"]


async def test_drafts_the_outbox_marks_and_my_own_acts_outlive_it(there: Far) -> None:
    assert (await there.told(answer(there, "k001"))).kind is ReceiptKind.RECORDED
    kept = there.server.records[-1].raw
    decision = there.inbox.find("k002", "team")
    draft = replace(blank(decision, Act.ANSWER, "pg"), note="Half a thought.")
    await there.inbox.keep(draft)
    there.weather.down = True
    await there.inbox.record(answer(there, "k003"))
    there.weather.down = False
    there.weather.refuses = None
    there.server.restore(150)
    there.server.add(kept)

    await there.sync()

    assert there.inbox.draft(decision.ref, Act.ANSWER) == draft
    assert there.inbox.find("k001", "team").flags == frozenset()
    assert there.inbox.find("k003", "team").state is State.DECIDED
    assert stages(there) == []


async def test_a_verdict_that_the_store_no_longer_holds_is_listed_and_not_sent_by_itself(there: Far) -> None:
    verdict = answer(there, "k001")
    await there.told(verdict)
    there.room.clock.forward(hours=1)
    there.server.restore(150)

    await there.sync()
    await there.sync()

    assert stages(there) == [("k001", Stage.LOST)]
    decision = there.inbox.find("k001", "team")
    assert decision.waiting
    assert decision.flags == {Flag.LOST}
    assert there.server.sent == [verdict.id]

    (lost,) = there.inbox.outbox.all()
    await there.inbox.outbox.send_again(lost.num)
    await there.sync()

    assert stages(there) == []
    assert there.server.sent == [verdict.id, verdict.id]
    assert there.inbox.find("k001", "team").state is State.DECIDED
    assert there.inbox.find("k001", "team").flags == frozenset()


async def test_what_is_recorded_while_the_new_content_is_read_is_not_lost(there: Far) -> None:
    there.server.restore(150)
    there.weather.cut_after(1)
    verdict = answer(there, "k140")
    await there.told(verdict)
    there.weather.mend()
    await there.sync()

    assert stages(there) == []
    assert there.inbox.find("k140", "team").state is State.DECIDED


async def test_the_search_the_counters_and_the_rows_agree_after_the_old_copy_was_taken_out(there: Far) -> None:
    there.server.restore(10)
    async with there.in_touch():
        await until(lambda: len(listed(there)) == 10)
        await until(lambda: there.ledger.look(lambda db: db.execute("SELECT count(*) FROM store").fetchone()) == (1,))

    def count(sql: str) -> int:
        return int(there.ledger.look(lambda db: db.execute(sql).fetchone())[0])

    assert count("SELECT count(*) FROM decision") == 10
    assert count("SELECT count(*) FROM body") == 10
    assert count("SELECT count(*) FROM replica_record") == 10
    assert there.inbox.count(Query(View.ALL, "database")) == 10
    assert there.inbox.counts().total == 10
    with there.ledger.writing() as writing:
        writing.db.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")


async def test_rows_that_went_are_told_by_giving_no_changes_at_all(there: Far) -> None:
    before = there.inbox.revision()
    there.server.restore(0)
    there.server.add(line(raised("k000", "Another one?")), line(note("k000")))

    await there.sync()

    assert there.inbox.revision() > before
    assert there.inbox.changed_since(before) == ()
    assert there.inbox.changed_since(there.inbox.revision()) == ()


async def test_another_store_under_the_name_is_told_and_nothing_is_read_from_or_sent_to_it(there: Far) -> None:
    there.weather.down = True
    await there.inbox.record(answer(there, "k001"))
    there.weather.down = False
    there.server.uuid = "another"
    there.server.restore(0)

    (synced,) = await there.sync()

    assert "another store" in synced.why
    assert "team" in synced.why
    assert len(listed(there)) == 150
    assert there.server.sent == []
    assert stages(there) == [("k001", Stage.QUEUED)]


async def test_a_store_is_not_forgotten_while_the_outbox_holds_something_for_it(there: Far) -> None:
    there.weather.down = True
    await there.inbox.record(answer(there, "k001"))

    with pytest.raises(Conflict, match="1 thing that you said is not recorded in team yet"):
        await there.ledger.write(lambda writing: taking_out.remove(writing, "team"))

    (kept,) = there.inbox.outbox.all()
    await there.inbox.outbox.drop(kept.num)
    await there.ledger.write(lambda writing: taking_out.remove(writing, "team"))
    assert listed(there) == []


async def test_a_store_that_is_forgotten_and_comes_back_still_knows_which_answers_were_mine(there: Far) -> None:
    await there.told(answer(there, "k001"))
    await there.ledger.write(lambda writing: taking_out.remove(writing, "team"))
    assert there.inbox.counts().total == 0

    await there.sync()

    assert len(listed(there)) == 150
    assert there.inbox.find("k001", "team").flags == frozenset()


async def test_a_store_of_another_label_keeps_everything(there: Far) -> None:
    decision = there.inbox.find("k002", "team")
    draft = replace(blank(decision, Act.ANSWER, "pg"), note="Half a thought.")
    await there.inbox.keep(draft)
    there.weather.down = True
    await there.inbox.record(answer(there, "k001"))

    await there.ledger.write(lambda writing: another_name.rename(writing, "team", "crew"))

    renamed = there.inbox.decision(Ref("crew", "k002"))
    assert renamed is not None
    assert renamed.ref == Ref("crew", "k002")
    assert there.inbox.decision(Ref("team", "k002")) is None
    kept = there.inbox.draft(renamed.ref, Act.ANSWER)
    assert kept is not None
    assert kept == replace(draft, ref=renamed.ref)
    assert [each.ref for each in there.inbox.outbox.all()] == [Ref("crew", "k001")]
    assert there.ledger.look(lambda db: copies.subscription(db, "crew")) is not None


async def test_a_copy_that_was_not_finished_is_left_for_a_newer_one(room: Room) -> None:
    server = MemoryStore()
    server.add(*(line(raised(f"k{number:03}")) for number in range(250)))
    with far(room, server) as there:
        there.weather.cut_after(1)
        await there.sync()
        there.weather.mend()
        server.restore(5)
        await there.sync()

        assert len(listed(there)) == 5


async def test_what_was_sent_while_a_restored_store_was_read_is_not_called_lost(room: Room) -> None:
    awaited: list[str] = []

    class Crossing(MemoryWire):
        """What is sent arrives when the last page was read already, and before anybody has kept that page."""

        async def changes(self, cursor: str | None) -> AsyncIterator[Batch]:
            async for batch in super().changes(cursor):
                if awaited and isinstance(batch.changes[0], Reset):
                    await until(lambda: awaited[0] in self.store.sent)
                    awaited.clear()
                    room.clock.forward(seconds=1)
                yield batch

    with far(room, wire=Crossing) as there:
        there.server.add(line(raised("a")), line(raised("b")))
        await there.sync()
        there.weather.down = True
        verdict = answer(there, "a")
        await there.inbox.record(verdict)
        there.server.restore(2)
        awaited.append(verdict.id)
        there.weather.mend()

        (synced,) = await there.sync()

        assert there.server.sent == [verdict.id]
        assert (synced.waiting, stages(there)) == (0, [])
        assert there.inbox.find("a", "team").state is State.DECIDED
