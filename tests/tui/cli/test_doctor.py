"""`sayso doctor`: what is wrong with a ledger is found, said, and mended where it can be."""

import json
import os
import resource
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from command_line import Ran, Sayso
from handoff_records import line, raised
from opened import Room, home
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.inbox import mint_id, system_clock
from sayso_client.ledger import chain, schema
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.rules import RULES


def damage(sayso: Sayso, *statements: str) -> None:
    with closing(sqlite3.connect(sayso.home / "ledger.db")) as db, db:
        for each in statements:
            db.execute(each)


def wrong(ran: Ran) -> set[str]:
    """The topics of what is wrong, from the document."""
    return {each["topic"] for each in ran.json["findings"] if each["wrong"]}


def finding(ran: Ran, topic: str) -> dict[str, object]:
    (found,) = (each for each in ran.json["findings"] if each["topic"] == topic)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def settled(alice: Sayso) -> Sayso:
    """A ledger in use: three questions, one of them answered, and one proposal."""
    for key in ("acme/db", "acme/cache", "acme/queue"):
        alice.ask(key)
    alice("propose", "acme/cache", "--option", "pg", "--model", "bosun", "--confidence", "0.9")
    assert alice.settle("answer", "acme/db", "--option", "pg").code == 0
    (alice.home / "config.toml").chmod(0o600)
    return alice


def test_a_ledger_in_use_is_well(settled: Sayso) -> None:
    ran = settled("doctor")
    assert (ran.code, ran.err) == (0, "")
    assert "All is well." in ran.out
    assert f"ledger    {settled.home}/ledger.db" in ran.out
    assert "5 records, 3 decisions, 0 drafts, 1 store" in ran.out
    assert "wrong" not in ran.out


def test_the_document_tells_all_of_it(settled: Sayso) -> None:
    told = settled("doctor", "--json").json
    assert (told["kind"], told["well"], told["findings"], told["drafts"]) == ("doctor", True, [], [])
    facts = told["facts"]
    assert (facts["records"], facts["decisions"], facts["stores"], facts["journal"]) == (5, 3, 1, "wal")
    assert (facts["version"], facts["rows"]) == (schema.VERSION, schema.FOLD)
    assert facts["size"] == (settled.home / "ledger.db").stat().st_size
    assert facts["free"] > 0
    assert facts["last_import"] is None


def test_a_record_that_was_changed_in_a_served_store_is_found(settled: Sayso) -> None:
    ledger = Ledger(settled.home / "ledger.db", rules=RULES, clock=system_clock, mint=mint_id)
    assert ledger.write_now(lambda writing: chain.complete(writing, 1)) is None
    ledger.close()
    assert settled("doctor").code == 0
    damage(settled, "UPDATE own_link SET chain = zeroblob(32) WHERE n = 5")
    ran = settled("doctor", "--json")
    assert (ran.code, wrong(ran)) == (1, {"chain"})
    assert "record 5 is another one than its link" in str(finding(ran, "chain")["sentence"])
    assert "put the backup in its place" in " ".join(settled("doctor").out.split())


def test_looking_changes_nothing(settled: Sayso) -> None:
    before = (settled.home / "ledger.db").read_bytes()
    settled("doctor")
    assert (settled.home / "ledger.db").read_bytes() == before
    assert sorted(each.name for each in settled.home.iterdir()) == ["config.toml", "ledger.db"]


def test_where_there_is_no_ledger_nothing_is_wrong_and_none_is_made(sayso: Sayso) -> None:
    ran = sayso("doctor")
    assert ran.code == 0
    assert "There is no ledger yet" in ran.out
    assert not sayso.home.exists()


WRONG: dict[str, tuple[str, tuple[str, ...]]] = {
    "a row that says something else": (
        "derived",
        ("UPDATE decision SET line = replace(line, 'Which database?', 'Which?') WHERE key = 'acme/db'",),
    ),
    "a decision that says something else": (
        "derived",
        ("UPDATE body SET decision = replace(decision, 'PostgreSQL', 'Postgres')",),
    ),
    "a decision that cannot be read": ("derived", ("UPDATE body SET decision = '['",)),
    "a decision without a row": (
        "derived",
        ("DELETE FROM body WHERE num = 1", "DELETE FROM decision WHERE num = 1"),
    ),
    "a row in the wrong view": ("derived", ("UPDATE decision SET waiting = 1 WHERE key = 'acme/db'",)),
    "a row without records": ("derived", ("UPDATE own_record SET key = 'other' WHERE key = 'acme/queue'",)),
    "a counter": ("counters", ("UPDATE counter SET n = n + 7 WHERE name = 'waiting'",)),
    "a counter that is gone": ("counters", ("DELETE FROM counter",)),
    "a search index that lacks a decision": (
        "search",
        ("INSERT INTO search (search, rowid, words) SELECT 'delete', num, words FROM decision WHERE num = 2",),
    ),
    "words that the search index does not know": (
        "search",
        ("UPDATE decision SET words = words || ' unheard of' WHERE num = 2",),
    ),
}


@pytest.mark.parametrize(("topic", "statements"), WRONG.values(), ids=WRONG)
def test_what_is_derived_wrongly_is_found_and_made_anew(
    settled: Sayso, topic: str, statements: tuple[str, ...]
) -> None:
    records = settled.records()
    damage(settled, *statements)

    ran = settled("doctor", "--json")
    assert ran.code == 1
    assert topic in wrong(ran)
    assert finding(ran, topic)["command"] == "sayso doctor --rebuild"
    assert "sayso doctor --rebuild" in settled("doctor").out

    assert settled("doctor", "--rebuild").code == 0
    assert settled("doctor", "--json").json["well"]
    if "key = 'other'" not in str(statements):
        assert settled.records() == records
        assert {each["key"] for each in settled("list", "--json").documents} == {"acme/cache", "acme/queue"}


def test_the_decisions_that_differ_are_named(settled: Sayso) -> None:
    damage(settled, "UPDATE decision SET due = '2020-01-01' WHERE key IN ('acme/cache', 'acme/queue')")
    found = finding(settled("doctor", "--json"), "derived")
    assert found["decisions"] == [{"store": "home", "key": "acme/cache"}, {"store": "home", "key": "acme/queue"}]
    assert "2 decisions" in str(found["sentence"])
    out = settled("doctor").out
    assert "acme/cache" in out and "acme/queue" in out and "acme/db" not in out


def test_of_many_that_differ_the_first_are_named_and_all_are_counted(alice: Sayso) -> None:
    lines = [json.loads(alice("export").out)] if alice.ask("k") else []
    many = [{**lines[0], "key": f"k{number:03d}", "id": f"r{number}"} for number in range(450)]
    alice("import", "-", stdin="\n".join(map(json.dumps, many)))
    damage(alice, "UPDATE decision SET asked = '2020-01-01'")
    found = finding(alice("doctor", "--json"), "derived")
    assert "451 decisions" in str(found["sentence"])
    assert len(found["decisions"]) == 20  # type: ignore[arg-type]


def test_damaged_pages_are_told_and_the_rest_is_looked_at_all_the_same(settled: Sayso) -> None:
    (settled.home / "ledger.db").chmod(0o644)
    with closing(sqlite3.connect(settled.home / "ledger.db")) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'own_record_of'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with (settled.home / "ledger.db").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * 200)
    ran = settled("doctor", "--json")
    assert ran.code == 1
    assert {"file", "modes"} <= wrong(ran)
    sentences = " ".join(each["sentence"] for each in ran.json["findings"])
    assert "damaged" in sentences and "backup" in sentences
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("content", [b"hello\n", b"\xff" * 5_000], ids=["text", "noise"])
def test_what_is_no_ledger_is_told_and_left_as_it_is(sayso: Sayso, content: bytes) -> None:
    sayso.home.mkdir(mode=0o700)
    (sayso.home / "ledger.db").write_bytes(content)
    ran = sayso("doctor")
    assert ran.code == 1
    assert "left as it is" in " ".join(ran.out.split())
    assert (sayso.home / "ledger.db").read_bytes() == content


def test_a_database_of_another_program_is_told(settled: Sayso) -> None:
    damage(settled, "PRAGMA application_id = 7")
    ran = settled("doctor", "--json")
    assert ran.code == 1
    assert "another program" in str(finding(ran, "file")["sentence"])


def test_a_ledger_of_a_newer_sayso_is_told_and_never_called_wrong_in_its_rows(settled: Sayso) -> None:
    damage(settled, f"PRAGMA user_version = {schema.VERSION + 1}", "UPDATE decision SET line = '{}'")
    ran = settled("doctor", "--json")
    assert ran.code == 1
    assert wrong(ran) == {"version"}
    assert "update sayso" in str(finding(ran, "version")["sentence"])
    assert settled("doctor", "--rebuild").code == 1


def test_rows_of_an_earlier_version_are_worth_knowing_and_not_wrong(settled: Sayso) -> None:
    damage(settled, "UPDATE mark SET value = 'older' WHERE name = 'fold'")
    ran = settled("doctor", "--json")
    assert (ran.code, wrong(ran)) == (0, set())
    assert "brought up to date" in str(finding(ran, "version")["sentence"])


def test_files_that_others_may_read_are_told_with_the_command_that_closes_them(settled: Sayso) -> None:
    home = settled.home
    (home / "log").mkdir()
    (home / "log" / "sayso.log").touch()
    for path, mode in (
        (home, 0o755),
        (home / "ledger.db", 0o644),
        (home / "log", 0o750),
        (home / "log/sayso.log", 0o666),
    ):
        path.chmod(mode)
    ran = settled("doctor", "--json")
    assert wrong(ran) == {"modes"}
    commands = {each["command"] for each in ran.json["findings"]}
    assert commands == {
        f"chmod 700 {home}",
        f"chmod 600 {home}/ledger.db",
        f"chmod 700 {home}/log",
        f"chmod 600 {home}/log/sayso.log",
    }
    assert all(command in settled("doctor").out for command in commands)
    for command in commands:
        _, mode, path = command.split()
        Path(path).chmod(int(mode, 8))
    assert settled("doctor").code == 0


def test_a_configuration_that_others_may_read_is_worth_knowing_and_one_they_may_change_is_wrong(settled: Sayso) -> None:
    (settled.home / "config.toml").chmod(0o644)
    ran = settled("doctor", "--json")
    assert (ran.code, finding(ran, "modes")["wrong"]) == (0, False)
    (settled.home / "config.toml").chmod(0o666)
    assert settled("doctor").code == 1


def test_the_files_beside_an_open_ledger_count_too(settled: Sayso) -> None:
    with closing(sqlite3.connect(settled.home / "ledger.db")) as other:
        other.execute("SELECT count(*) FROM mark").fetchone()
        (settled.home / "ledger.db-wal").chmod(0o640)
        assert finding(settled("doctor", "--json"), "modes")["command"] == f"chmod 600 {settled.home}/ledger.db-wal"


def test_a_blank_in_a_path_is_quoted_for_the_shell(tmp_path: Path) -> None:
    sayso = Sayso(tmp_path / "my home")
    sayso.ask()
    sayso.home.chmod(0o755)
    assert f"chmod 700 '{sayso.home}'" in sayso("doctor").out


@pytest.fixture
def orphaned(settled: Sayso) -> Sayso:
    """A draft with secret words whose decision is not held, and one whose decision is."""
    draft = {
        "ref": {"store": "home", "key": "gone"},
        "act": "answer",
        "terms_rev": 1,
        "seen": "x",
        "text": "My secret\x1b[2J",
    }
    with closing(sqlite3.connect(settled.home / "ledger.db")) as db, db:
        for key in ("gone", "acme/cache"):
            held = json.dumps({**draft, "ref": {"store": "home", "key": key}})
            db.execute(
                "INSERT INTO draft (store, key, act, session, aside, body) VALUES ('home', ?, 'answer', '', 0, ?)",
                (key, held),
            )
    return settled


def test_a_draft_without_its_decision_is_told_by_its_key_and_its_words_only_when_asked_for(orphaned: Sayso) -> None:
    ran = orphaned("doctor")
    assert ran.code == 0
    assert "draft     home  gone  (answer, 13 characters)\n          its decision is not held" in ran.out
    assert "draft     home  acme/cache  (answer, 13 characters)\n          comes back with its sheet" in ran.out
    assert "secret" not in ran.out
    assert "│ My secret␛[2J" in orphaned("doctor", "--drafts").out
    told = orphaned("doctor", "--json").json["drafts"]
    assert [(each["key"], each["held"], each["length"]) for each in told] == [
        ("acme/cache", True, 13),
        ("gone", False, 13),
    ]
    assert not any("text" in each for each in told)
    told = orphaned("doctor", "--json", "--drafts").json["drafts"]
    assert {each["text"] for each in told} == {"My secret\x1b[2J"}


async def test_a_draft_that_a_running_inbox_shows_is_left_out(tmp_path: Path) -> None:
    room = Room(tmp_path)
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised("k0"))], "import")
        await inbox.keep(replace(blank(inbox.find("k0"), Act.ANSWER), text="My words."))
        assert Sayso(room.path.parent)("doctor", "--json").json["drafts"] == []
    (told,) = Sayso(room.path.parent)("doctor", "--json").json["drafts"]
    assert (told["key"], told["held"], told["length"]) == ("k0", True, 9)


def test_a_rebuild_keeps_records_drafts_and_names_byte_for_byte(orphaned: Sayso) -> None:
    def own() -> list[object]:
        with closing(sqlite3.connect(orphaned.home / "ledger.db")) as db:
            tables = ("own_record", "own_act", "draft", "store")
            marks = db.execute("SELECT * FROM mark WHERE name <> 'rebuilt' ORDER BY name").fetchall()
            return [marks, *(db.execute(f"SELECT * FROM {each} ORDER BY 1, 2").fetchall() for each in tables)]

    before = own()
    assert orphaned("doctor", "--rebuild").code == 0
    assert own() == before


def test_a_backup_is_a_whole_ledger_that_nobody_else_can_read(settled: Sayso, tmp_path: Path) -> None:
    to = tmp_path / "copy" / "ledger.db"
    to.parent.mkdir(mode=0o700)
    before = os.umask(0)
    try:
        ran = settled("doctor", "--backup", str(to))
    finally:
        os.umask(before)
    assert (ran.code, ran.out) == (0, f"{to}\n")
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    assert [each.name for each in to.parent.iterdir()] == ["ledger.db"]
    copy = Sayso(to.parent)
    assert copy("export").raw == settled("export").raw
    assert copy("list", "--view", "all", "--json").raw == settled("list", "--view", "all", "--json").raw
    assert copy("doctor").code == 0


def test_a_backup_replaces_nothing(settled: Sayso, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("mine", "link", "home/ledger.db"):
        ran = settled("doctor", "--backup", str(tmp_path / name))
        assert ran.code == 5
        assert "Nothing was written" in ran.err
    assert (tmp_path / "mine").read_text() == "precious"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["home", "link", "mine"]


def test_a_backup_into_a_folder_that_is_not_there_is_a_sentence(settled: Sayso, tmp_path: Path) -> None:
    ran = settled("doctor", "--backup", str(tmp_path / "nowhere" / "b.db"))
    assert ran.code == 1
    assert "Nothing was written" in ran.err


def test_a_backup_while_somebody_writes_is_of_one_moment(settled: Sayso, tmp_path: Path) -> None:
    with closing(sqlite3.connect(settled.home / "ledger.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM own_record")
        assert settled("doctor", "--backup", str(tmp_path / "b.db"), "--json").json["kind"] == "backup"
        other.execute("ROLLBACK")
    with closing(sqlite3.connect(tmp_path / "b.db")) as copy:
        assert copy.execute("SELECT count(*) FROM own_record").fetchone() == (5,)


def test_a_backup_for_which_there_is_no_room_leaves_nothing_behind(settled: Sayso, tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))  # of what one file may hold; the ledger holds more
    try:
        ran = settled("doctor", "--backup", str(tmp_path / "b.db"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert ran.code == 1
    assert "There is no room for the backup" in ran.err
    assert [each.name for each in tmp_path.iterdir()] == ["home"]


def test_a_backup_of_no_ledger_is_a_sentence(sayso: Sayso, tmp_path: Path) -> None:
    ran = sayso("doctor", "--backup", str(tmp_path / "b.db"))
    assert ran.code == 1
    assert list(tmp_path.iterdir()) == []


WRITES: dict[str, Callable[[Path], tuple[str, ...]]] = {
    "rebuild": lambda to: ("--rebuild",),
    "backup": lambda to: ("--backup", str(to / "b.db")),
}


@pytest.mark.parametrize("words", WRITES.values(), ids=WRITES)
def test_who_was_told_to_look_only_writes_nothing(
    settled: Sayso, tmp_path: Path, words: Callable[[Path], tuple[str, ...]]
) -> None:
    ran = settled("--read-only", "doctor", *words(tmp_path))
    assert ran.code == 5
    assert "Nothing was written" in ran.err
    assert not (tmp_path / "b.db").exists()


def test_one_thing_at_a_time(settled: Sayso, tmp_path: Path) -> None:
    assert settled("doctor", "--rebuild", "--backup", str(tmp_path / "b.db")).code == 2


def test_hostile_names_in_what_it_says_cannot_act_on_the_terminal(alice: Sayso) -> None:
    alice.ask("evil\x1b[2J")
    damage(alice, "UPDATE decision SET due = '2020-01-01'")
    ran = alice("doctor")
    assert "evil␛[2J" in ran.out
    assert "\x1b" not in ran.out


def test_on_a_narrow_terminal_sentences_are_wrapped_and_commands_stay_whole(
    settled: Sayso, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    settled.home.chmod(0o755)
    damage(settled, "UPDATE counter SET n = n + 7")
    lines = settled("doctor").out.splitlines()
    found = next(index for index, each in enumerate(lines) if each.startswith("wrong     Counters"))
    assert "          sayso doctor --rebuild" in lines[found:]
    assert f"          chmod 700 {settled.home}" in lines[found:]
    assert [each for each in lines[found:] if len(each) > 60 and str(settled.home) not in each] == []


def test_damage_that_sqlite_itself_cannot_put_into_words_is_a_sentence(settled: Sayso) -> None:
    damage(
        settled,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET name = CAST(X'6472ff' AS TEXT), sql = 'damaged' WHERE name = 'draft'",
    )

    for words in (["doctor"], ["doctor", "--rebuild"], ["doctor", "--backup", str(settled.home / "copy")], ["list"]):
        ran = settled(*words)
        assert ran.code == 1
        assert "it is damaged" in ran.out + ran.err
        assert not (settled.home / "log" / "sayso.log").exists()
        assert not (settled.home / "copy").exists()


@pytest.mark.parametrize("stamp", ["2026-11-28T11:16:49.\x0121207+00:00", "2026-11-28T11:16:49", "", "0"])
def test_a_damaged_stamp_takes_no_record_away(settled: Sayso, stamp: str) -> None:
    before = settled("export").raw
    damage(settled, f"UPDATE own_record SET received = '{stamp}' WHERE key = 'acme/db'")

    assert settled("export").raw == before
    assert finding(settled("doctor", "--json"), "derived")["decisions"] == [{"store": "home", "key": "acme/db"}]
    assert settled("note", "acme/db", "still here").code == 0
    assert settled("doctor", "--rebuild").code == 0
    assert "PostgreSQL" in settled("show", "acme/db").out


def test_no_room_for_what_lies_beside_the_ledger_is_told_as_such(settled: Sayso) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))
    try:
        ran = settled("raise", "acme/more", "--text", "So?")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert ran.code == 1
    assert "no room" in ran.err
    assert settled("raise", "acme/more", "--text", "So?").code == 0
