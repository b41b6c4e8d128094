from collections.abc import Iterator
from pathlib import Path

import pytest

from far_stores import Far, far
from handoff_records import line, note, raised, settled
from memory_store import MemoryStore
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.inbox import mint_id
from sayso_client.ledger.checkup.backup import backup
from sayso_client.ledger.checkup.examine import examine
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.schema import Known
from sayso_client.rows import Query, Row, View
from sayso_client.stores.rules import RULES
from sayso_config.paths import Places


@pytest.fixture
async def there(room: Room) -> Iterator[Far]:  # type: ignore[misc]
    """A copy with a settled, a waiting and an unsent decision, beside a copy that is only half filled."""
    team, half = MemoryStore("team"), MemoryStore("half")
    team.add(*(line(raised(key)) for key in ("a", "b", "c")), line(settled("a")), line(note("b")))
    half.add(*(line(raised(f"h{number:03}")) for number in range(150)))
    with far(room, team, half) as opened:
        await opened.sync()
        half.restore(140)
        opened.weather.cut_after(1)
        await opened.sync()
        decision = opened.inbox.find("c", "team")
        await opened.inbox.record(opened.inbox.compose(decision, blank(decision, Act.ANSWER, "pg")))
        yield opened


def places(room: Room) -> Places:
    folder = room.path.parent
    return Places(config=folder / "config.toml", ledger=room.path, log_dir=folder / "log")


def rows(there: Far) -> list[Row]:
    listed = there.inbox.after(Query(View.ALL), None, 1_000)
    return [row._replace(revision=0) for row in listed]


def test_the_doctor_finds_nothing_wrong_with_them(there: Far) -> None:
    report = examine(places(there.room), RULES)

    assert [each.sentence for each in report.findings if each.wrong] == []


def test_a_row_that_differs_from_its_copied_records_is_found_and_named(there: Far) -> None:
    with there.ledger.writing() as writing:
        writing.db.execute("UPDATE decision SET due = '2030-01-01' WHERE key = 'b'")

    (wrong,) = (each for each in examine(places(there.room), RULES).findings if each.wrong)

    assert [(ref.store, ref.key) for ref in wrong.decisions] == [("team", "b")]


def test_deriving_everything_anew_changes_nothing_that_is_seen(there: Far) -> None:
    before, counts = rows(there), there.inbox.counts()

    there.ledger.rebuild(lambda done, total: None)

    assert rows(there) == before
    assert there.inbox.counts() == counts
    assert [each.sentence for each in examine(places(there.room), RULES).findings if each.wrong] == []


async def test_a_newer_sayso_derives_them_again_in_place(there: Far) -> None:
    before = rows(there)
    known = Known(("-- nothing",), "next")
    ledger = Ledger(there.room.path, rules=RULES, clock=there.room.clock, mint=mint_id, known=known)
    try:
        listed = ledger.read(lambda windows: windows.after(Query(View.ALL), None, 1_000))
    finally:
        ledger.close()

    assert [row._replace(revision=0) for row in listed] == before


def test_a_backup_holds_them_with_the_outbox(there: Far, tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "ledger.db"
    copy.parent.mkdir()
    backup(there.room.path, copy)
    ledger = Ledger(copy, rules=RULES, clock=there.room.clock, mint=mint_id)
    try:
        found = ledger.look(lambda db: db.execute("SELECT key, state FROM outbox").fetchall())
        assert found == [("c", "queued")]
        assert ledger.read(lambda windows: windows.count(Query(View.ALL))) == len(rows(there))
    finally:
        ledger.close()
