"""The real program in a real terminal, and how it ends: asked by the system, in the dark, by an error, without room."""

import signal
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from command_line import Sayso
from terminal import OPEN_SHEET, Terminal

RESTORED = (b"\x1b[?1049l", b"\x1b[?2004l", b"\x1b[?1000l", b"\x1b[?25h")
"""The alternate screen, bracketed paste and the mouse are off, the cursor is shown."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "config.toml").write_text('[me]\nname = "ana"\nassistant = "desk-assistant"\n')
    asks = ("raise", "k", "--text", "Which way?", "--option", "y=Yes", "--by", "cc")
    assert Sayso(tmp_path)(*asks).code == 0
    return tmp_path


@pytest.fixture
def desk(home: Path) -> Iterator[Terminal]:
    with Terminal(home=home) as terminal:
        terminal.until("Which way?")
        yield terminal


def drafts(home: Path) -> str:
    with closing(sqlite3.connect(home / "ledger.db")) as ledger:
        return "\n".join(
            body if isinstance(body, str) else body.decode() for (body,) in ledger.execute("select body from draft")
        )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT])
def test_a_signal_that_asks_to_end_keeps_the_last_words_and_restores_the_terminal(
    home: Path, desk: Terminal, number: int
) -> None:
    desk.press("a")
    desk.until(OPEN_SHEET)
    desk.type("precious words")
    desk.send_signal(number)
    assert desk.ended() == 128 + number
    assert "precious words" in drafts(home)
    ends = desk.painted[desk.painted.rindex(b"precious") :]
    assert all(each in ends for each in RESTORED)
    assert b"Traceback" not in ends


def test_a_signal_in_the_list_ends_as_quietly(desk: Terminal) -> None:
    desk.send_signal(signal.SIGTERM)
    assert desk.ended() == 128 + signal.SIGTERM
    assert RESTORED[0] in desk.painted


def test_a_terminal_that_is_gone_keeps_the_last_words(home: Path, desk: Terminal) -> None:
    desk.press("a")
    desk.until(OPEN_SHEET)
    desk.type("precious words")
    assert desk.hang_up() == 128 + signal.SIGHUP
    assert "precious words" in drafts(home)


def test_without_room_the_key_that_leaves_is_told_and_keeps_the_last_words(home: Path, desk: Terminal) -> None:
    desk.press("a")
    desk.until(OPEN_SHEET)
    desk.type("precious words")
    desk.resize(20, 5)
    desk.until(lambda text: "ctrl+q leaves" in " ".join(text.split()), "how to leave")
    desk.press("ctrl+q")
    assert desk.ended() == 0
    assert "precious words" in drafts(home)


BREAKS = """
import sys
from sayso_tui.screens.inbox import InboxScreen
from sayso_tui.__main__ import main
async def action_help(self):
    precious = "words that nobody else may read"
    raise RuntimeError("nobody foresaw this")
def action_note(self):
    async def fail():
        raise RuntimeError("nobody foresaw this either")
    self.run_worker(fail())
InboxScreen.action_help, InboxScreen.action_note = action_help, action_note
sys.argv = ["sayso"]
main()
"""


@pytest.mark.parametrize(("key", "words"), [("?", "nobody foresaw this"), ("n", "nobody foresaw this either")])
def test_an_error_that_nobody_foresaw_ends_with_a_sentence_and_goes_to_the_log(
    home: Path, key: str, words: str
) -> None:
    with Terminal(home=home, program=("-c", BREAKS)) as desk:
        desk.until("Which way?")
        desk.press(key)
        assert desk.ended() == 1
    last = " ".join(desk.painted.rpartition(RESTORED[0])[2].decode().split())
    assert f"sayso failed: RuntimeError: {words}." in last
    assert "Traceback" not in desk.painted.decode()
    assert all(each in desk.painted for each in RESTORED)
    log = home / "log" / "sayso.log"
    assert f"RuntimeError: {words}" in log.read_text()
    assert "Traceback" in log.read_text()
    assert "words that nobody else may read" not in log.read_text().replace('precious = "words', "")
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


BREAKS_LATER = """
import asyncio, signal, sys
from sayso_tui.screens.inbox import InboxScreen
from sayso_tui.__main__ import main
def action_note(self):
    async def fail():
        told = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, told.set)
        await told.wait()
        raise RuntimeError("it met \x1b[2J\x9b31m\u202e and \x07 there")
    self.run_worker(fail())
InboxScreen.action_note = action_note
sys.argv = ["sayso"]
main()
"""


def until_kept(home: Path, words: str) -> None:
    """Until the words are on the disk, which takes a quarter of a second."""
    end = time.monotonic() + 20
    while words not in drafts(home):
        assert time.monotonic() < end, "never kept"


def test_an_error_behind_an_open_sheet_keeps_its_words_and_its_log_cannot_act_on_a_terminal(home: Path) -> None:
    with Terminal(home=home, program=("-c", BREAKS_LATER)) as desk:
        desk.until("Which way?")
        desk.press("n", "a")
        desk.until(OPEN_SHEET)
        desk.type("precious words")
        until_kept(home, "precious words")
        desk.send_signal(signal.SIGUSR1)
        assert desk.ended() == 1
    assert all(each in desk.painted for each in RESTORED)
    last = desk.painted.rpartition(RESTORED[0])[2].decode()
    assert "sayso failed: RuntimeError: it met ␛[2J" in last
    assert "\x1b[2J" not in last
    log = (home / "log" / "sayso.log").read_text()
    assert "RuntimeError: it met ␛[2J⟨U+009B⟩31m⟨U+202E⟩ and ␇ there" in log
    assert not any(each in log for each in "\x1b\x9b\u202e\x07")
    assert "precious words" not in log
    with Terminal(home=home) as desk:
        desk.until("Which way?")
        desk.press("a")
        desk.until("precious words")
