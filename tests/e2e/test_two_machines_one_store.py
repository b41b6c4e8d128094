"""Two inboxes at two machines, and the one store that both subscribe to: served by a process that can be killed."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from served_to_desks import Desk, Server
from terminal import OPEN_SHEET

PATIENCE_S = 20.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "config.toml").write_text('[me]\nname = "root"\n')
    running = Server(tmp_path / "server")
    try:
        yield running
    finally:
        running.kill()


def test_a_day_at_two_machines(server: Server, tmp_path: Path) -> None:
    ana, ben = (Desk(tmp_path / name, server, name) for name in ("ana", "ben"))
    server.start()
    with ana.sit() as here, ben.sit() as there:
        for each in (here, there):
            each.until("● team")

        # What is raised at one machine shows at the other.
        raised = ana.run("raise", "acme/db", "--text", "Which database?", "--option", "pg=PostgreSQL",
                         "--option", "sqlite=SQLite", "--store", "team")  # fmt: skip
        assert (raised.returncode, raised.stdout) == (0, "acme/db\n"), raised.stderr
        for each in (here, there):
            each.until("1 waiting")

        # The server is killed; both answer, otherwise. Each answer is kept and shown.
        server.kill()
        for each in (here, there):
            each.until(lambda text: "no news since" in text or "failing" in text, "that the store is out of reach")
        for each, option in ((here, "1"), (there, "2")):
            each.press(option)
            each.until(OPEN_SHEET)
            each.record()
            each.until("queued for team")
            assert "1 in the outbox" in each.text
        assert server.options() == []

        # It is back: one answer is recorded, once; whoever came second is told, and decides.
        server.start()
        for each in (here, there):
            each.until(lambda text: "written to team" in text or "what can be done" in text, "what became of it")
        assert len(server.options()) == 1
        first, second = (here, there) if server.options() == ["pg"] else (there, here)
        first.until("written to team")
        second.until("something came before it in team")
        second.press("[", "[", "[")
        second.until("Y 2 sides")
        second.press("x")
        second.until("Someone answered first")
        assert "decide later" in second.text and OPEN_SHEET in second.text
        second.press("esc")
        second.until(lambda text: OPEN_SHEET not in text, "the list again")
        assert len(server.options()) == 1


def test_an_answer_in_lines_is_told_to_the_other_machine(server: Server, tmp_path: Path) -> None:
    ana, ben = (Desk(tmp_path / name, server, name) for name in ("ana", "ben"))
    server.start()
    raised = ben.here("raise", "acme/db", "--text", "Which database?", "--option", "pg=PostgreSQL", "--store", "team")
    assert raised.code == 0, raised.err
    lines = ana.machine.terminal("--plain", environ=ana.key)
    try:
        lines.expect_exact("sayso> ")
        for _ in range(100):
            lines.sendline("list")
            if lines.expect_exact(["Nothing waits on you.", "1 decision, waiting:"]):
                break
            lines.expect_exact("sayso> ")
        for typed, asked in (("answer 1", "ption"), ("1", "ext"), ("", "uthority"), ("", "ote"), ("", "type: record ")):
            lines.expect_exact("sayso> ") if typed == "answer 1" else None
            lines.sendline(typed)
            lines.expect_exact(asked)
        lines.expect(r"(\w+)")
        lines.sendline(f"record {lines.match.group(1)}")
        lines.expect_exact("on its way to team")
        for _ in range(100):
            lines.sendline("outbox")
            if lines.expect_exact(["is being sent", "written to team."]):
                break
        told = ben.here("wait", "acme/db", "--timeout", "20", "--store", "team")
        assert (told.code, told.out) == (0, "PostgreSQL\n"), told.err
        lines.sendline("quit")
    finally:
        ana.machine.close()
    assert server.options() == ["pg"]


def test_what_was_answered_right_before_a_kill_is_sent_by_cron(server: Server, tmp_path: Path) -> None:
    ana = Desk(tmp_path / "ana", server, "ana")
    server.start()
    ana.here("raise", "acme/db", "--text", "Which database?", "--option", "pg=PostgreSQL", "--store", "team")
    server.kill()
    with ana.sit(size=(80, 24)) as here:
        here.until("1 waiting")
        here.press("1")
        here.until(OPEN_SHEET)
        here.record()
        here.until("queued for team")
        os.kill(here.pid, signal.SIGKILL)
    server.start()
    synced = ana.run("sync")
    assert (synced.returncode, synced.stderr) == (0, "team: up to date.\n")
    assert server.options() == ["pg"]
    assert ana.here("sync").code == 0
    assert server.options() == ["pg"]


def test_what_an_asker_said_while_the_store_was_away_arrives_in_order_and_once(server: Server, tmp_path: Path) -> None:
    ana, ben = (Desk(tmp_path / name, server, name) for name in ("ana", "ben"))
    said = (
        ("raise", "acme/db", "--text", "Which database?", "--option", "pg=PostgreSQL", "--store", "team"),
        ("amend", "acme/db", "--text", "Which database, then?"),
        ("note", "acme/db", "By Friday, please."),
    )
    for words in said:
        ran = ana.here(*words)
        told = "What was said is kept here, and sent by an open inbox or by sayso sync."
        assert (ran.code, told in ran.err) == (6, True), ran.err
    shown = ana.here("show", "acme/db")
    assert (shown.code, "Which database, then?" in shown.out) == (0, True), shown.err
    with ana.sit() as here:  # an inbox that is opened and left meanwhile loses nothing of it
        here.until(lambda text: "failing" in text or "never" in text, "that the store is out of reach")
        here.press("q", "q")
        assert here.ended() == 0
    server.start()
    waiting = ben.here("wait", "acme/db", "--timeout", "0")
    assert (waiting.code, "No decision has the key" in waiting.err) == (1, True)
    for _ in range(2):
        synced = ana.run("sync")
        assert (synced.returncode, synced.stderr) == (0, "team: up to date.\n")
    assert server.machine.here.types() == ["raised", "amended", "note"]
    with ben.sit() as there:
        there.until("Which database, then?")
