"""The plain inbox in a real terminal: no cursor moves, what is typed ahead records nothing, and how it ends."""

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from machine import Machine, ended
from terminal import Terminal

PROMPT = "sayso> "


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path)
    machine.here.named()
    machine.here.ask()
    yield machine
    machine.close()


def drafts(home: Path) -> str:
    with closing(sqlite3.connect(home / "ledger.db")) as ledger:
        return "\n".join(str(body) for (body,) in ledger.execute("select body from draft"))


def fill_in(child: Any, number: str = "1") -> str:
    """Answer with option 1, the rest as it stands; the code."""
    child.sendline(f"answer {number}")
    for prompt, typed in (("Option, by", "1"), ("text> ", ""), ("Authority, by", ""), ("note> ", "")):
        child.expect_exact(prompt)
        child.sendline(typed)
    child.expect(r"type: record (\w+)")
    code = str(child.match.group(1))
    child.expect_exact(PROMPT)
    return code


def test_a_person_decides_without_a_single_cursor_move(machine: Machine) -> None:
    child = machine.terminal("--plain")
    said: list[str] = []
    child.logfile_read = type("Log", (), {"write": said.append, "flush": lambda _: None})()
    child.expect_exact(PROMPT)
    code = fill_in(child)
    child.sendline(f"record {code}")
    child.expect_exact("written to home")
    child.expect_exact(PROMPT)
    child.sendline("quit")
    assert ended(child) == 0
    assert "\x1b" not in "".join(map(str, said))
    (written,) = machine.settlements()
    assert written["answer"]["option"] == "pg"


def test_a_paste_behind_the_fields_records_nothing_and_is_dropped_before_the_code(machine: Machine) -> None:
    child = machine.terminal("--plain")
    child.expect_exact(PROMPT)
    guesses = "".join(f"record {n:04}\n" for n in range(20))
    child.send(f"answer 1\n1\n\n\n\n{guesses}")
    child.expect(r"type: record (\w+)")
    child.expect_exact(PROMPT)
    child.sendline("quit")
    assert ended(child) == 0
    assert machine.settlements() == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_asks_to_end_keeps_the_words(machine: Machine, number: int) -> None:
    child = machine.terminal("--plain")
    child.expect_exact(PROMPT)
    child.sendline("answer 1")
    child.expect_exact("Option, by")
    child.sendline("2")
    child.expect_exact("text> ")
    child.sendline("precious words")
    child.expect_exact("text> ")
    child.kill(number)
    assert ended(child) == 128 + number
    assert "precious words" in drafts(machine.home)
    assert machine.settlements() == []


def test_ctrl_c_leaves_a_field_and_at_the_prompt_says_how_to_leave(machine: Machine) -> None:
    child = machine.terminal("--plain")
    child.expect_exact(PROMPT)
    child.sendline("dismiss 1")
    child.expect_exact("note, why> ")
    child.sendline("not needed")
    child.expect_exact("note, why> ")
    child.sendintr()
    child.expect_exact("Your draft is kept.")
    child.expect_exact(PROMPT)
    child.sendintr()
    child.expect_exact("Type quit to leave.")
    child.expect_exact(PROMPT)
    child.sendeof()
    assert ended(child) == 0
    assert machine.settlements() == []


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cannot_move_its_cursor_gets_lines_by_itself(machine: Machine, term: str) -> None:
    child = machine.terminal(environ={"TERM": term})
    child.expect(r"so\s+sayso\s+speaks\s+in\s+lines,\s+as\s+with\s+--plain\.")
    child.expect_exact(PROMPT)
    child.sendline("q")
    assert ended(child) == 0


@pytest.mark.parametrize("mark", ["SAYSO_AGENT", "CHANT_STEWARD"])
def test_in_an_agents_shell_it_is_read_only(machine: Machine, mark: str) -> None:
    child = machine.terminal("--plain", environ={mark: "1"})
    child.expect(rf"{mark} says that an agent works in this shell, so the inbox is\s+read-only\.")
    child.expect_exact(PROMPT)
    child.sendline("answer 1")
    child.expect(r"Nothing can be\s+recorded here\.")
    child.sendline("quit")
    assert ended(child) == 0


def test_told_to_read_only_it_takes_no_answer(machine: Machine) -> None:
    child = machine.terminal("--read-only", "--plain")
    child.expect_exact("sayso was told to read only.")
    child.expect_exact(PROMPT)
    child.sendline("dismiss 1")
    child.expect(r"Nothing can be\s+recorded here\.")
    child.sendline("quit")
    assert ended(child) == 0


def test_without_a_terminal_there_are_no_lines_either(machine: Machine) -> None:
    done = machine.run("--plain", stdin="answer 1\n")
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr


def test_a_terminal_that_is_gone_keeps_the_words(machine: Machine) -> None:
    with Terminal("--plain", home=machine.home) as desk:
        desk.until(PROMPT.strip())
        desk.type("answer 1\n")
        desk.until("Option, by number")
        desk.type("\n")
        desk.until("text>")
        desk.type("precious words\n")
        assert desk.hang_up() == 128 + signal.SIGHUP
    assert "precious words" in drafts(machine.home)
