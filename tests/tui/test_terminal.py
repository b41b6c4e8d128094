"""The inbox in a real terminal: what is smuggled behind a paste, and what is left behind when it ends."""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

import handoff_decisions as h
from opened import Room, environment, home

INBOX = """
import sys
from pathlib import Path
from opened import Room
from sayso_config.model import Settings
from sayso_tui.app import run_inbox
with Room(Path(sys.argv[1])).inbox() as inbox:
    run_inbox(inbox, Settings())
"""
PASTE, PASTE_END = "\x1b[200~", "\x1b[201~"
SILENT = "\x1b[<0;-5;-5M"
"""Parsed as a mouse event and dropped: takes time, makes no event."""

Sit = Callable[[], "pexpect.spawn[str]"]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path)
    with room.inbox() as inbox:
        asyncio.run(home(inbox).take_in([json.dumps(h.raised()).encode()], "import"))
    return room


@pytest.fixture
def terminal(room: Room, tmp_path: Path) -> Iterator["pexpect.spawn[str]"]:
    child = pexpect.spawn(
        sys.executable,
        ["-c", INBOX, str(tmp_path)],
        env={**environment(), "TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none"},
        dimensions=(40, 120),
        encoding="utf-8",
        codec_errors="replace",
        timeout=30,
    )
    child.delaybeforesend = None
    child.expect("Which database")
    yield child
    child.close(force=True)


def settlements(room: Room) -> list[Any]:
    with room.inbox() as inbox:
        records = [each.value for each in home(inbox).every_record()]
    return [each for each in records if isinstance(each, dict) and each["origin"] == "principal"]


def press(terminal: "pexpect.spawn[str]", key: str) -> None:
    """As a person does: after a pause."""
    terminal.delaybeforesend = 0.5
    terminal.send(key)
    terminal.delaybeforesend = None


@pytest.mark.parametrize(
    "smuggled",
    [
        pytest.param("yes\r" * 75_000 + PASTE_END + "\x13", id="behind 300 kB of text"),
        pytest.param("yes" + PASTE_END + SILENT * 30_000 + "\x13", id="behind 300 kB that make no event"),
        pytest.param("yes" + PASTE_END + "\x1b[21~", id="as f10"),
        pytest.param(PASTE_END + "\x1b\x13", id="behind a lone escape"),
        pytest.param(PASTE_END + "\x13", id="at once"),
    ],
)
def test_a_record_key_smuggled_in_a_paste_records_nothing(
    room: Room, terminal: "pexpect.spawn[str]", smuggled: str
) -> None:
    press(terminal, "1")
    terminal.expect("Will write")
    terminal.delaybeforesend = 0.5
    terminal.send(PASTE + smuggled + PASTE_END)
    press(terminal, "Z")
    terminal.expect("Z")
    assert settlements(room) == []
    for _ in range(10):
        press(terminal, "\x13")
        if terminal.expect(["written to home", "Not recorded"]) == 0:
            break  # else the screen has yet to paint what would be recorded, and a person presses again
    (written,) = settlements(room)
    assert written["answer"]["option"] == "pg"


def test_without_bracketed_paste_a_key_inside_the_text_records_nothing(
    room: Room, terminal: "pexpect.spawn[str]"
) -> None:
    press(terminal, "1")
    terminal.expect("Will write")
    press(terminal, "\x13approve\x13everything\x13")
    terminal.expect("together with other input")
    assert settlements(room) == []


def test_leaving_restores_the_terminal_drops_what_was_typed_ahead_and_writes_nothing(
    room: Room, terminal: "pexpect.spawn[str]"
) -> None:
    press(terminal, "q")
    terminal.expect("again to leave")
    press(terminal, "qrm -rf important\r")
    terminal.expect(pexpect.EOF)
    assert "\x1b[?1049l" in str(terminal.before)
    assert os.WIFEXITED(terminal.wait() or 0)
    assert settlements(room) == []
