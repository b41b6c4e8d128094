"""Words on the disk while they are typed, through kill -9, and two inboxes in two terminals on one decision."""

import random
import resource
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from command_line import Sayso
from sayso_client.decision import Act, Ref
from sayso_client.inbox import open_inbox
from sayso_client.via import Via
from sayso_config.model import Settings
from terminal import OPEN_SHEET, Terminal

LATE_S = 0.25
"""What was typed so long ago is on the disk."""
WAY_S = 0.5
"""What a busy machine may take from a key's bytes to the program; the promise begins when the key has arrived."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "config.toml").write_text('[me]\nname = "ana"\n')
    assert Sayso(tmp_path)("raise", "k", "--text", "Which way?", "--option", "y=Yes").code == 0
    return tmp_path


def open_sheet(terminal: Terminal) -> None:
    terminal.until("Which way?")
    terminal.press("a")
    terminal.until(OPEN_SHEET)


def texts(home: Path) -> list[str]:
    with closing(sqlite3.connect(home / "ledger.db")) as ledger:
        return [text or "" for (text,) in ledger.execute("SELECT json_extract(body, '$.text') FROM draft ORDER BY num")]


def front(home: Path) -> str:
    inbox = open_inbox(home / "ledger.db", Settings(), via=Via("inbox"), read_only=True)
    try:
        found = inbox.draft(Ref("home", "k"), Act.ANSWER)
        return found.text if found else ""
    finally:
        inbox.close()


def test_killed_while_something_is_typed_no_older_word_is_lost_and_the_next_inbox_offers_it(home: Path) -> None:
    """The moments of tests/soak/test_kill_9_at_random_moments.py are drawn; here the words come back on the screen."""
    chance = random.Random(1)
    with Terminal(home=home) as desk:
        open_sheet(desk)
        typed: list[tuple[float, str]] = []
        end = time.monotonic() + chance.uniform(1.0, 2.0)
        while time.monotonic() < end:
            char = chance.choice("abcdefghij")
            desk.send(char)
            typed.append((time.monotonic(), char))
            desk.pump(chance.uniform(0.005, 0.04))
        killed = time.monotonic()
        desk.send_signal(signal.SIGKILL)
        desk.ended()
    everything = "".join(char for _, char in typed)
    old = sum(at < killed - LATE_S - WAY_S for at, _ in typed)
    kept = front(home)
    assert everything.startswith(kept)
    assert len(kept) >= old
    assert kept
    with Terminal(home=home) as desk:
        open_sheet(desk)
        desk.until("is back")
        desk.until(kept[:60])
    assert not (home / "log").exists()


def test_two_terminals_on_one_decision_lose_no_word(home: Path) -> None:
    with Terminal(home=home) as mine, Terminal(home=home) as yours:
        open_sheet(mine)
        open_sheet(yours)
        for word in ("one ", "two ", "three "):
            mine.type(f"mine-{word}")
            yours.type(f"yours-{word}")
        for each in (mine, yours):
            each.until(lambda text: "Also being written elsewhere: an answer at" in " ".join(text.split()), "elsewhere")
        assert "mine-one mine-two mine-three" in mine.text
        assert "yours-one yours-two yours-three" in yours.text
        yours.send_signal(signal.SIGKILL)
        yours.ended()
        mine.type("four")
        mine.until(lambda text: "Another draft is kept here: ctrl+o." in text, "the draft that was left")
        assert sorted(texts(home)) == ["mine-one mine-two mine-three four", "yours-one yours-two yours-three "]
        mine.press("ctrl+o")
        mine.until("yours-one yours-two yours-three")
        mine.press("ctrl+o")
        mine.until("mine-one mine-two mine-three four")


def test_drafts_of_a_killed_inbox_come_back_in_one_of_two_that_are_opened_together(home: Path) -> None:
    with Terminal(home=home) as first:
        open_sheet(first)
        first.type("left behind")
        first.send_signal(signal.SIGKILL)
        first.ended()
    with Terminal(home=home) as one, Terminal(home=home) as other:
        for each in (one, other):
            each.until("Which way?")
        for each in (one, other):
            each.send("a")
        for each in (one, other):
            each.until(OPEN_SHEET)
            each.quiet()
        assert sorted("left behind" in each.text for each in (one, other)) == [False, True]


def test_a_full_disk_is_told_in_the_sheet_and_the_words_stay_until_there_is_room(home: Path) -> None:
    with Terminal(home=home) as desk:
        open_sheet(desk)
        room = resource.prlimit(desk.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(desk.pid, resource.RLIMIT_FSIZE, (1, room[1]))
        desk.type("precious words")
        desk.until("Your words are not on the disk yet; trying again.")
        desk.type(", and more")
        assert "precious words, and more" in desk.text
        assert texts(home) == []
        resource.prlimit(desk.pid, resource.RLIMIT_FSIZE, room)
        desk.until("Your words are on the disk now.")
        assert texts(home) == ["precious words, and more"]
