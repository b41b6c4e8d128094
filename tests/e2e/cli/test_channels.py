import os
import subprocess
import sys
from pathlib import Path

import pytest

from machine import PROGRAM, Machine, ended
from terminal import Terminal

SCREEN = "\x1b[?1049h"


def test_without_a_terminal_there_is_no_screen_and_a_hint(machine: Machine) -> None:
    ran = machine.run()
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "sayso list --json" in ran.stderr
    assert "\x1b" not in ran.stderr


@pytest.mark.parametrize("side", ["stdin", "stdout"])
def test_a_terminal_on_one_side_only_is_none(machine: Machine, side: str) -> None:
    primary, secondary = os.openpty()
    try:
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, side: secondary}
        ran = subprocess.run(PROGRAM, **pipes, stderr=subprocess.PIPE, env=machine.environ, timeout=30)  # type: ignore[call-overload]
    finally:
        os.close(secondary)
        os.close(primary)
    assert ran.returncode == 2
    assert b"\x1b" not in ran.stderr + (ran.stdout or b"")


def test_at_a_terminal_the_inbox_opens_and_leaves_no_screen_behind(machine: Machine) -> None:
    child = machine.terminal()
    child.expect_exact(SCREEN)
    child.expect_exact("Which database?")
    child.send("q")
    child.send("q")
    child.expect_exact("\x1b[?1049l")
    assert ended(child) == 0
    assert machine.settlements() == []


@pytest.mark.parametrize("mark", ["SAYSO_AGENT", "CHANT_STEWARD"])
def test_an_agents_inbox_is_read_only_says_why_and_records_nothing(machine: Machine, mark: str) -> None:
    agent, steward = ("cc-17" if mark == each else "" for each in ("SAYSO_AGENT", "CHANT_STEWARD"))
    with Terminal(home=machine.home, SAYSO_AGENT=agent, CHANT_STEWARD=steward) as inbox:
        inbox.until("Which database?")
        inbox.until(f"{mark} says that an agent works in this shell")
        inbox.press("1")
        inbox.press("ctrl+s", "ctrl+s", "ctrl+q")
        assert inbox.ended() == 0
    assert machine.settlements() == []
    machine.here.settle("answer", "acme/db", "--option", "pg")
    assert len(machine.settlements()) == 1


def test_while_the_configuration_is_in_doubt_the_inbox_is_read_only_and_says_why(machine: Machine) -> None:
    (machine.home / "config.toml").write_text("[me]\nname = 7\n")
    child = machine.terminal()
    child.expect_exact(SCREEN)
    child.expect_exact("must be text")
    child.send("\x11")
    assert ended(child) == 0


def test_the_demo_prints_its_list_and_touches_no_ledger_of_mine(machine: Machine, tmp_path: Path) -> None:
    before = machine.records()
    ran = machine.run("demo", environ={"TMPDIR": str(tmp_path)})
    (folder,) = tmp_path.glob("sayso-demo-*")
    assert ran.returncode == 0
    assert "shop/refund-1182" in ran.stdout
    assert "\x1b" not in ran.stdout + ran.stderr
    assert f"rm -r {folder}" in ran.stderr
    assert machine.records() == before


def test_the_demo_opens_on_the_samples(machine: Machine, tmp_path: Path) -> None:
    child = machine.terminal("demo", environ={"TMPDIR": str(tmp_path)})
    child.expect_exact("Refund above policy limit")
    child.send("\x11")
    child.expect_exact("your own was not touched")
    assert ended(child) == 0


def test_a_waiting_process_hears_the_answer(machine: Machine) -> None:
    waiting = subprocess.Popen([*PROGRAM, "wait", "acme/db"], env=machine.environ, stdout=subprocess.PIPE, text=True)
    with waiting:
        machine.here.settle("answer", "acme/db", "--option", "pg")
        out, _ = waiting.communicate(timeout=20)
    assert (waiting.returncode, out) == (0, "PostgreSQL\n")


def test_an_interrupted_wait_ends_with_130_and_writes_nothing(machine: Machine) -> None:
    child = machine.terminal("wait", "acme/db")
    child.expect_exact("Waiting for the answer")
    child.sendintr()
    assert ended(child) == 130
    assert machine.settlements() == []


def test_what_nobody_foresaw_is_a_sentence_and_its_details_go_to_the_log(machine: Machine) -> None:
    script = (
        "import sys; from sayso_tui.cli import verbs; from sayso_tui.__main__ import main\n"
        "verbs.VERBS['export'] = verbs.Verb('exporting', 'nothing', ''); sys.argv = ['sayso', 'export']; main()"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, env=machine.environ, text=True)
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    log = machine.home / "log" / "sayso.log"
    assert str(log) in ran.stderr
    assert "Traceback" in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        ("--version", ("click", "textual", "rich", "sqlite3", "asyncio")),
        ("--help", ("textual", "rich", "sqlite3", "asyncio")),
        ("list", ("textual",)),
        ("show acme/db", ("textual",)),
        ("raise x --text So?", ("textual",)),
    ],
)
def test_only_what_is_needed_is_imported(machine: Machine, words: str, absent: tuple[str, ...]) -> None:
    script = (
        "import sys; from sayso_tui.__main__ import main; sys.argv = ['sayso', *sys.argv[1:]]\n"
        "try: main()\nexcept SystemExit as ended: print(*sys.modules, file=sys.stderr); sys.exit(ended.code)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, *words.split()], env=machine.environ, capture_output=True, text=True, timeout=30
    )
    assert ran.returncode == 0
    assert not set(absent) & set(ran.stderr.split())


def test_the_version_is_told(machine: Machine) -> None:
    told = {machine.run(flag).stdout for flag in ("--version", "-V")}
    assert len(told) == 1
    assert told.pop().startswith("sayso 0.")


def test_help_lists_every_verb_and_the_exit_codes(machine: Machine) -> None:
    told = machine.run("--help").stdout
    assert all(verb in told for verb in ("raise", "answer", "wait", "import", "config", "3 still open"))
