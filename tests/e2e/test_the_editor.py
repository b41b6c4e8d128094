"""ctrl+g in a real terminal, with editors that are small programs of the test."""

import signal
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from command_line import Sayso
from sayso_client.decision import Act, Ref
from sayso_client.draft import Draft
from sayso_client.inbox import open_inbox
from sayso_client.via import Via
from sayso_config.model import Settings
from terminal import OPEN_SHEET, Terminal

Editor = Callable[[str], str]
"""Python source, in which `path` is the file → the command for $VISUAL."""

ON = (b"\x1b[?1049h", b"\x1b[?2004h", b"\x1b[?1000h", b"\x1b[?25l")
"""The alternate screen, bracketed paste and the mouse are on, the cursor is hidden."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text('[me]\nname = "ana"\nassistant = "desk-assistant"\n')
    asks = ("raise", "k", "--text", "Which way?", "--option", "y=Yes", "--by", "cc")
    assert Sayso(home)(*asks).code == 0
    return home


@pytest.fixture
def editor(tmp_path: Path) -> Editor:
    def write(source: str) -> str:
        script = tmp_path / "my editor.py"
        script.write_text(f"import os, sys, signal, time, pathlib\npath = pathlib.Path(sys.argv[-1])\n{source}\n")
        return f"{sys.executable} '{script}' --flag"

    return write


@pytest.fixture
def sheet(home: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_with(visual: str = "", **environ: Any) -> Terminal:
        terminal = Terminal(home=home, **{"VISUAL": visual, "EDITOR": "", **environ})
        opened.append(terminal)
        terminal.until("Which way?")
        terminal.press("a")
        terminal.until(OPEN_SHEET)
        return terminal

    yield open_with
    for terminal in opened:
        terminal.__exit__(None, None, None)


def said(terminal: Terminal, words: str) -> None:
    terminal.until(lambda text: words in " ".join(text.split()), words)


def draft(home: Path) -> Draft | None:
    inbox = open_inbox(home / "ledger.db", Settings(), via=Via("inbox"), read_only=True)
    try:
        return inbox.draft(Ref("home", "k"), Act.ANSWER)
    finally:
        inbox.close()


def files(home: Path) -> list[Path]:
    folder = home / "editor"
    return sorted(each for each in folder.rglob("*") if each.is_file()) if folder.exists() else []


def test_the_editor_gets_my_words_alone_and_what_it_saves_is_in_the_field(
    home: Path, sheet: Callable[..., Terminal], editor: Editor, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    desk = sheet(
        editor(
            f"told = pathlib.Path({str(told)!r})\n"
            "modes = [oct(each.stat().st_mode & 0o777) for each in (path, path.parent, path.parent.parent)]\n"
            "told.write_text('\\n'.join([path.read_text(), *modes, sys.argv[1]]))\n"
            "path.write_text('Words from\\nthe editor.\\n')"
        )
    )
    desk.type("My words")
    desk.press("ctrl+g")
    said(desk, "nothing is recorded")
    assert "the editor." in desk.text
    assert told.read_text() == "My words\n\n0o600\n0o700\n0o700\n--flag"
    assert files(home) == []
    desk.type(" More.")
    desk.press("esc")
    desk.press("ctrl+q")
    assert desk.ended() == 0
    kept = draft(home)
    assert kept is not None
    assert kept.text == "Words from\nthe editor. More."


def test_terminal_mouse_paste_and_focus_are_restored(sheet: Callable[..., Terminal], editor: Editor) -> None:
    desk = sheet(editor("print('in the editor', os.isatty(0), flush=True)\nos.system('stty raw -echo')\n"))
    before = len(desk.painted)
    desk.press("ctrl+g")
    said(desk, "Nothing was changed in")
    out = desk.painted[before:]
    lent, back = out.split(b"in the editor True")
    assert b"\x1b[?1049l" in lent
    assert b"\x1b[?2004l" in lent
    assert b"\x1b[?1000l" in lent
    assert all(each in back for each in ON)
    desk.type("\x1b[200~pasted\nwords\x1b[201~")
    said(desk, "pasted words")


@pytest.mark.parametrize("source", ["sys.exit(1)", "os.kill(os.getpid(), 9)"])
def test_an_editor_that_fails_changes_nothing_and_what_it_saved_is_kept_and_named(
    home: Path, sheet: Callable[..., Terminal], editor: Editor, source: str
) -> None:
    desk = sheet(editor(f"path.write_text('half done')\n{source}"))
    desk.type("My words")
    desk.press("ctrl+g")
    said(desk, "so nothing was taken over. What it saved is in")
    assert "My words" in desk.text
    (kept,) = files(home)
    assert kept.read_text() == "half done"


def test_a_key_that_records_typed_into_the_editor_or_ahead_records_nothing(
    home: Path, sheet: Callable[..., Terminal], editor: Editor
) -> None:
    desk = sheet(
        editor(
            "os.system('stty raw -echo')\n"
            "print('ready', flush=True)\n"
            "os.read(0, 1)\n"  # the first key is the editor's, what follows is typed ahead
            "path.write_text('Yes.')"
        )
    )
    desk.press("ctrl+g")
    desk.until("ready")
    desk.type("q\x13\x13\x13")
    said(desk, "nothing is recorded")
    assert OPEN_SHEET in desk.text
    desk.record()
    assert "Yes." in Sayso(home)("show", "k").out


def test_an_emptied_file_empties_the_field_and_the_words_are_one_undo_away(
    home: Path, sheet: Callable[..., Terminal], editor: Editor
) -> None:
    desk = sheet(editor("path.write_bytes(b'')"))
    desk.type("My words")
    desk.press("ctrl+g")
    said(desk, "left the text empty: ctrl+z brings your words back.")
    said(desk, "Another draft is kept here: ctrl+o.")
    desk.press("ctrl+z")
    said(desk, "My words")


def test_what_moved_meanwhile_stands_in_the_banner(home: Path, sheet: Callable[..., Terminal], editor: Editor) -> None:
    amend = [sys.executable, "-m", "sayso_tui", "amend", "k", "--text", "Which way now?", "--option", "y=Yes"]
    desk = sheet(editor(f"import subprocess; subprocess.run({amend!r}, check=True)\npath.write_text('Words.')"))
    desk.press("ctrl+g")
    said(desk, "nothing is recorded")
    said(desk, "! amended")


def test_stopped_and_continued_by_a_shell_it_goes_on(
    home: Path, sheet: Callable[..., Terminal], editor: Editor
) -> None:
    """An editor that stops itself alone does not leave the terminal to nobody: without a shell it goes on at once."""
    desk = sheet(editor("os.kill(os.getpid(), signal.SIGSTOP)\npath.write_text('After a stop.')"))
    desk.press("ctrl+g")
    said(desk, "After a stop.")


def test_an_editor_that_is_not_there_is_a_sentence(sheet: Callable[..., Terminal]) -> None:
    desk = sheet("/nowhere/vi")
    desk.type("My words")
    desk.press("ctrl+g")
    said(desk, "/nowhere/vi, which $VISUAL names, was not found.")
    assert "My words" in desk.text


def test_modes_of_the_file_are_private(tmp_path: Path) -> None:
    from sayso_tui.editor import lay_out

    path = lay_out(tmp_path / "editor", "words")
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent, path.parent.parent)] == [
        0o600,
        0o700,
        0o700,
    ]


def test_the_full_text_is_read_in_a_pager_and_nothing_in_it_acts(
    home: Path, tmp_path: Path, sheet: Callable[..., Terminal]
) -> None:
    script = tmp_path / "my pager.py"
    script.write_text(
        "import os, pathlib, sys\n"
        "path = pathlib.Path(sys.argv[-1])\n"
        "text = path.read_text()\n"
        "ends = 'THE END' in text and '\\x1b' not in text\n"
        "print('read', ends, oct(path.stat().st_mode & 0o777), os.environ['LESSSECURE'], flush=True)\n"
        "sys.stdin.readline()\n"
    )
    text = "Which way?\n" + "\x1b[2J long " * 3_000 + "THE END"
    assert Sayso(home)("amend", "k", "--text", "-", stdin=text).code == 0
    with Terminal(home=home, PAGER=f"{sys.executable} '{script}'") as desk:
        desk.until("Which way?")
        desk.press("ctrl+g")
        desk.until("read True 0o600 1")
        desk.type("\r")
        desk.until(lambda text: "q leave" in text, "the inbox again")
        assert files(home) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_asked_to_end_while_the_editor_has_the_terminal_it_ends_with_the_words_on_the_disk(
    home: Path, sheet: Callable[..., Terminal], editor: Editor, number: int
) -> None:
    desk = sheet(editor("path.write_text('Saved so far.')\nprint('in the editor', flush=True)\ntime.sleep(60)"))
    desk.type("My words")
    desk.press("ctrl+g")
    desk.until("in the editor")
    desk.send_signal(number)
    assert desk.ended() == 128 + number
    kept = draft(home)
    assert kept is not None
    assert kept.text == "My words"
    (file,) = files(home)
    assert file.read_text() == "Saved so far."
    after = desk.painted.rpartition(b"in the editor")[2]
    assert not any(each in after for each in ON)


def test_an_interrupt_in_the_editor_is_the_editors_own(sheet: Callable[..., Terminal], editor: Editor) -> None:
    desk = sheet(
        editor(
            "signal.signal(signal.SIGINT, lambda *_: path.write_text('Interrupted.'))\n"
            "print('in the editor', flush=True)\n"
            "signal.pause()"
        )
    )
    desk.press("ctrl+g")
    desk.until("in the editor")
    desk.press("ctrl+c")
    said(desk, "nothing is recorded")
    assert "Interrupted." in desk.text
