"""What comes in by a paste is plain and records nothing; what goes out to the editor is mine alone, for me alone."""

import stat
from pathlib import Path
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import home
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui import editor
from sayso_tui.app import SaysoApp

HOSTILE = "ok\x1b]52;c;aGk=\x07\x1b[2J\u202e"


@pytest.mark.parametrize("smuggled", [("ctrl+s",), ("f10",), ("enter", "ctrl+s"), ("ctrl+s", "ctrl+s", "f10")])
async def test_a_paste_is_made_plain_and_records_nothing(inbox: Inbox, take_in: Any, smuggled: tuple[str, ...]) -> None:
    await take_in(h.raised())
    async with SaysoApp(inbox, Settings()).run_test(size=(120, 40), notifications=True) as pilot:
        person = Person(pilot)
        await person.press("a")
        await person.paste(HOSTILE, *smuggled)
        shown = text_of(person.app)
        assert "\x1b" not in shown and "\u202e" not in shown
        assert "ok␛]52;" in shown
    assert len(list(home(inbox).every_record())) == 1


def test_the_editors_file_holds_my_words_alone_for_me_alone_and_goes(tmp_path: Path) -> None:
    path = editor.lay_out(tmp_path / "editor", "My words.")
    assert path.read_text() == "My words.\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    editor.clear(path)
    assert list(tmp_path.rglob("words.txt")) == []


def test_what_the_editor_saved_is_no_way_out_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("not yours")
    path = editor.lay_out(tmp_path / "editor", "My words.")
    path.unlink()
    path.symlink_to(tmp_path / "secret")
    with pytest.raises(editor.EditorTrouble):
        editor.read_back(path, "My words.")


def test_not_controlled_is_a_copy_that_an_editor_keeps_elsewhere(tmp_path: Path) -> None:
    path = editor.lay_out(tmp_path / "editor", "My words.")
    copy = tmp_path / "backup~"
    copy.write_text(path.read_text())
    editor.clear(path)
    assert copy.read_text() == "My words.\n"
