"""The editor's command, its file, and every way in which bytes can come back."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from sayso_tui.editor import MOST, EditorTrouble, clear, command, decoded, lay_out, read_back


def program(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o700)
    return path


def test_visual_comes_before_editor_and_is_split_as_a_shell_would(tmp_path: Path) -> None:
    mine = program(tmp_path, "my editor")
    other = program(tmp_path, "other")
    environ = {"VISUAL": f"'{mine}' -n 'two words'", "EDITOR": str(other), "PATH": ""}
    assert command(environ).argv == (str(mine), "-n", "two words")
    assert command({**environ, "VISUAL": "  "}).argv == (str(other),)


def test_without_either_the_first_usual_one_is_taken_and_said_to_be_only_found(tmp_path: Path) -> None:
    program(tmp_path, "vi")
    nano = program(tmp_path, "nano")
    chosen = command({"PATH": str(tmp_path)})
    assert (chosen.argv, chosen.source) == ((str(nano),), "")


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"VISUAL": "/nowhere/vi -n"}, r"/nowhere/vi, which \$VISUAL names, was not found"),
        ({"EDITOR": "vi 'open"}, r"\$EDITOR cannot be read as a command"),
        ({"EDITOR": "\x1b[2Jvi"}, r"^␛\[2Jvi, which"),
        ({}, "No editor was found"),
    ],
)
def test_what_cannot_be_an_editor_is_a_sentence(environ: dict[str, str], sentence: str) -> None:
    with pytest.raises(EditorTrouble, match=sentence):
        command({"PATH": "", **environ})


@pytest.mark.parametrize("argv", ["code", "code -n", "/usr/bin/subl"])
def test_an_editor_in_a_window_is_known_to_come_back_at_once_unless_it_waits(tmp_path: Path, argv: str) -> None:
    name = Path(argv.split()[0]).name
    program(tmp_path, name)
    environ = {"VISUAL": argv.replace("/usr/bin/", ""), "PATH": str(tmp_path)}
    assert command(environ).comes_back_at_once
    assert not command({**environ, "VISUAL": f"{name} --wait"}).comes_back_at_once


@pytest.mark.parametrize(
    ("data", "text", "notices"),
    [
        (b"words\n", "words", ()),
        (b"words", "words", ()),
        (b"two\n\n", "two\n", ()),
        (b"", "", ()),
        ("für".encode("latin-1"), "für", ("It was no UTF-8, so it was read as Latin-1.",)),
        (b"\x93quoted\x94", "“quoted”", ("It was no UTF-8, so it was read as Latin-1.",)),
        (b"\xef\xbb\xbfwords", "words", ("Its byte order mark was dropped.",)),
        ("words".encode("utf-16"), "words", ("It was UTF-16.",)),
        (b"one\r\ntwo\r\n", "one\ntwo", ("Its line ends (CR) became plain ones.",)),
        (b"one\rtwo", "one\ntwo", ("Its line ends (CR) became plain ones.",)),
    ],
)
def test_bytes_come_back_as_words_with_a_notice(data: bytes, text: str, notices: tuple[str, ...]) -> None:
    edited = decoded(data)
    assert (edited.text, edited.notices) == (text, notices)


def test_nul_and_what_acts_on_a_terminal_come_back_as_visible_signs() -> None:
    edited = decoded(b"a\0b\x1b[2J")
    assert edited.text == "a␀b␛[2J"
    assert "shown as visible signs" in edited.notices[0]


@pytest.mark.parametrize("data", [bytes(range(256)), b"\x81\x8d", b"\xff\xfe\x00"])
def test_any_bytes_come_back_as_something(data: bytes) -> None:
    assert decoded(data).text


@pytest.mark.parametrize("words", ["", "words", "two\n", "\n\n", "für"])
def test_a_file_that_was_not_changed_is_no_change(tmp_path: Path, words: str) -> None:
    path = lay_out(tmp_path / "editor", words)
    assert read_back(path, words) is None


def test_the_file_is_private_and_gone_with_all_that_lies_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "editor"
    path = lay_out(folder, "words")
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent, folder)]
    assert modes == [0o600, 0o700, 0o700]
    path.with_name(".words.txt.swp").write_text("swap")
    other = lay_out(folder, "others")
    clear(path)
    assert other.exists()
    assert not path.parent.exists()
    clear(other)
    assert not folder.exists()


def huge(path: Path) -> None:
    os.truncate(path, 100 * MOST)


def gone(path: Path) -> None:
    path.unlink()


def a_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/hostname")


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("becomes", "sentence"),
    [
        (huge, r"has 100\.0 MB, and sayso takes 1 MB\. Nothing was changed; all of it is in"),
        (gone, "cannot be read: No such file"),
        (a_link, "cannot be read"),
        (a_pipe, "no plain file any more"),
    ],
)
def test_a_file_that_cannot_be_taken_is_a_sentence(
    tmp_path: Path, becomes: Callable[[Path], None], sentence: str
) -> None:
    path = lay_out(tmp_path / "editor", "words")
    becomes(path)
    with pytest.raises(EditorTrouble, match=sentence):
        read_back(path, "words")


def test_no_room_for_the_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "editor").write_text("a file in its place")
    with pytest.raises(EditorTrouble, match="There is no room for the editor's file"):
        lay_out(tmp_path / "editor", "words")
