"""What is derived carries the version of its rows, and is made again from the records when that is another one."""

from far_stores import far
from handoff_records import line, note, raised, settled
from opened import Room, home
from sayso_client.decision import Act, Flag
from sayso_client.draft import blank
from sayso_client.ledger import rebuild
from sayso_client.rows import Query, View


async def test_a_ledger_with_older_rows_is_derived_again_when_it_is_opened(room: Room) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised("a")), line(raised("b", "Ship it?")), line(settled("b"))], "import")
        before = (inbox.counts(), [inbox.decision(row.ref) for row in inbox.after(Query(View.ALL), None, 10)])
    with room.ledger() as ledger, ledger.writing() as writing:
        writing.mark(rebuild.FOLD_MARK, "0")
        writing.db.execute("UPDATE decision SET line = replace(line, 'Ship it?', 'Sink it?')")
        writing.db.execute("UPDATE counter SET n = n + 7")
    with room.inbox() as inbox:
        assert (inbox.counts(), [inbox.decision(row.ref) for row in inbox.after(Query(View.ALL), None, 10)]) == before
        assert inbox.count(Query(View.ALL, "ship")) == 1


async def test_a_rebuild_changes_nothing_that_was_right(room: Room) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised("a")), line(note("a")), line(settled("a"))], "import")
        before = inbox.rows(tuple(row.ref for row in inbox.after(Query(View.ALL), None, 10)))
    with room.ledger() as ledger, ledger.writing() as writing:
        rebuild.everything(writing)
    with room.inbox() as inbox:
        after = inbox.rows(tuple(before))
        assert {ref: row.title for ref, row in after.items()} == {ref: row.title for ref, row in before.items()}
        assert all(after[ref].revision > before[ref].revision for ref in before)


async def test_a_lost_answer_that_an_older_sayso_called_unsent_is_called_lost(room: Room) -> None:
    with far(room) as there:
        there.server.add(line(raised("k001")))
        await there.sync()
        await there.say(blank(there.inbox.find("k001"), Act.ANSWER, "pg"))
        await there.sync()
        room.clock.forward(minutes=5)
        there.server.restore(1)
        await there.sync()
        decision = there.inbox.find("k001")
        assert there.inbox.rows((decision.ref,))[decision.ref].flags == {Flag.LOST}
        with there.ledger.writing() as writing:
            writing.mark(rebuild.FOLD_MARK, "6")
            writing.db.execute("""UPDATE decision SET line = replace(line, '"lost"', '"unsent"')""")
        # As it stands until it is derived again.
        assert there.inbox.rows((decision.ref,))[decision.ref].flags == {Flag.UNSENT}
    with room.inbox() as inbox:
        assert inbox.rows((decision.ref,))[decision.ref].flags == {Flag.LOST}
