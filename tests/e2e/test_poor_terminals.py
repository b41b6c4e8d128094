"""Terminals that know few characters or colours: never a black screen, and every state told by a text."""

import json
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from command_line import Sayso
from terminal import OPEN_SHEET, Terminal

CELL = re.compile(rb"\x1b\[[0-9;?<>=]*[A-Za-z]")
GRAPHICS = re.compile(rb"\x1b\[([0-9;:]*)m")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "config.toml").write_text('[me]\nname = "ana"\nassistant = "desk-assistant"\n')
    late = (datetime.now(UTC) - timedelta(days=3)).date().isoformat()
    for words in (
        ("raise", "late", "--text", "Größe 北京 “now”?", "--option", "y=Yes", "--due", late, "--by", "cc"),
        ("raise", "open", "--text", "Open question", "--by", "cc"),
        ("raise", "prop", "--text", "With a number", "--option", "y=Yes", "--by", "cc"),
        ("propose", "prop", "--option", "y", "--confidence", "0.87", "--probability", "y=0.91", "--model", "jev"),
    ):
        assert Sayso(tmp_path)(*words).code == 0
    return tmp_path


def shown(terminal: Terminal) -> bytes:
    """The bytes that are characters, without the sequences between them."""
    return CELL.sub(b"", terminal.painted)


@pytest.mark.parametrize("locale", [{"LANG": "C"}, {"LC_ALL": "POSIX"}])
def test_in_an_ascii_locale_every_byte_is_ascii_and_the_screen_stands(home: Path, locale: dict[str, Any]) -> None:
    with Terminal(home=home, LC_CTYPE="", **{"LC_ALL": "", **locale}) as desk:
        text = desk.until("Open question")
        desk.until("is no UTF-8 one")
        assert desk.painted.isascii()
        assert 'Gr??e ???? "now"?' in text
        assert re.search(r"! +3d late", text)
        assert re.search(r"\+ +c\.87", text)
        desk.press("a")
        desk.until(OPEN_SHEET)
        assert desk.painted.isascii()


@pytest.mark.parametrize("name", ["en_US.iso88591", "de_DE.ISO-8859-1"])
def test_in_a_latin_locale_its_letters_stand_and_are_typed(home: Path, name: str) -> None:
    with Terminal(home=home, LC_ALL=name) as desk:
        desk.until("Open question")
        desk.until("is no UTF-8 one")
        assert b'Gr\xf6\xdfe ???? "now"?' in shown(desk)
        desk.press("a")
        desk.until(OPEN_SHEET)
        desk._child.send(b"\xe4ndern")
        desk.quiet()
        assert b"\xe4ndern" in shown(desk)
        desk.press("esc", "ctrl+q")
        assert desk.ended() == 0
    with closing(sqlite3.connect(home / "ledger.db")) as ledger:
        ((body,),) = ledger.execute("select body from draft")
        assert json.loads(body)["text"] == "ändern"


def text_tells_states_apart(desk: Terminal) -> bool:
    text = desk.until(lambda text: "With a number" in text and "3d late" in text, "the rows")
    rows = {line.split("│")[0] for line in text.splitlines()}
    told = (("!", "3d late"), ("c.87", "With a number"), ("new", "Open question"))
    return all(any(mark in each and words in each for each in rows) for mark, words in told)


def test_with_few_colours_text_tells_states_apart(home: Path) -> None:
    with Terminal(home=home, TERM="xterm", COLORTERM="") as desk:
        assert text_tells_states_apart(desk)


@pytest.mark.parametrize("terminal", [{}, {"TERM": "linux", "COLORTERM": ""}])
def test_without_colours_none_is_sent_text_tells_states_apart_and_what_is_chosen_is_reversed(
    home: Path, terminal: dict[str, Any]
) -> None:
    with Terminal(home=home, NO_COLOR="1", **terminal) as desk:
        assert text_tells_states_apart(desk)
        desk.quiet()
        assert desk.reversed("Größe") and not desk.reversed("Open question")
        desk.press("j")
        assert desk.reversed("Open question") and not desk.reversed("Größe")
        desk.press("a")
        desk.until(OPEN_SHEET)
        desk.press("W", "o", "ctrl+q")
        assert desk.ended() == 0
    sent = {code for each in GRAPHICS.findall(desk.painted) for code in each.split(b";")}
    assert b"7" in sent
    assert sent <= {b"", b"0", b"1", b"2", b"3", b"4", b"7"}
