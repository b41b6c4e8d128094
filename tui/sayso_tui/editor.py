"""One's own editor: which one it is, its file, which holds one's own words only, and what comes back."""

import codecs
import os
import shlex
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sayso_client.errors import SaysoError
from sayso_client.text import one_line, plain, unsafe

FOLDER = "editor"
"""Beside the ledger (0700); holds a folder for each text that is being edited."""
MOST = 1 << 20
"""Bytes that are taken back."""
USUAL = ("sensible-editor", "editor", "nano", "vim", "vi", "micro", "emacs")
"""What is tried, in this order, when neither $VISUAL nor $EDITOR is set."""
IN_WINDOWS = frozenset({"code", "code-insiders", "codium", "cursor", "windsurf", "zed", "subl", "mate", "atom", "kate"})
"""Editors that come back at once unless they are told to wait."""


class EditorTrouble(SaysoError):
    """An editor that cannot be used, or a file of it that cannot be taken."""


class Command(NamedTuple):
    """How the editor is started."""

    argv: tuple[str, ...]
    source: str
    """The variable that names it, such as "$VISUAL"; empty for one that was only found."""

    @property
    def name(self) -> str:
        """What it is called on the screen."""
        return one_line(Path(self.argv[0]).name, 40)

    @property
    def comes_back_at_once(self) -> bool:
        """Whether it is known to open a window and not to wait until that is closed."""
        waits = {"--wait", "-w", "-W", "--block", "-b"} & set(self.argv[1:])
        return Path(self.argv[0]).name in IN_WINDOWS and not waits


class Edited(NamedTuple):
    """What came back."""

    text: str
    notices: tuple[str, ...] = ()
    """Sentences on what had to be done to read it."""
    exact: bool = True
    """False when its bytes were no UTF-8: what they mean was guessed."""


def command(environ: Mapping[str, str]) -> Command:
    """The editor of $VISUAL, else of $EDITOR, both split as a shell would; else the first usual one that there is.

    Raises:
        EditorTrouble: there is none, or the variable names none.
    """
    path = environ.get("PATH")
    for variable in ("VISUAL", "EDITOR"):
        try:
            argv = shlex.split(environ.get(variable, ""))
        except ValueError as error:
            raise EditorTrouble(
                f"${variable} cannot be read as a command ({error}). Nothing was changed; set it anew."
            ) from error
        if argv:
            program = shutil.which(Path(argv[0]).expanduser(), path=path)
            if program is None:
                raise EditorTrouble(
                    f"{one_line(argv[0], 60)}, which ${variable} names, was not found. "
                    "Nothing was changed; set it to an editor that is there."
                )
            return Command((str(program), *argv[1:]), f"${variable}")
    for name in USUAL:
        if program := shutil.which(name, path=path):
            return Command((program,), "")
    raise EditorTrouble("No editor was found. Nothing was changed; set $VISUAL or $EDITOR to one.")


def lay_out(folder: Path, text: str) -> Path:
    """Write the words into a file of their own: 0600, in a new folder 0700 below `folder`.

    Raises:
        EditorTrouble: the disk does not take it.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = Path(tempfile.mkdtemp(prefix="", dir=folder)) / "words.txt"
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(as_bytes(text))
    except OSError as error:
        raise EditorTrouble(
            f"There is no room for the editor's file in {folder}: {error.strerror}. Nothing was changed."
        ) from error
    return path


def as_bytes(text: str) -> bytes:
    """What the file holds for these words: UTF-8, its last line ended."""
    return f"{text}\n".encode() if text else b""


def clear(path: Path) -> None:
    """Remove the file, and what the editor put beside it."""
    shutil.rmtree(path.parent, ignore_errors=True)
    try:
        path.parent.parent.rmdir()
    except OSError:
        return  # others are being edited


def read_back(path: Path, before: str) -> Edited | None:
    """What the editor left; None when it changed nothing.

    Args:
        path: From `lay_out`.
        before: The words that were laid out.

    Raises:
        EditorTrouble: it is gone, no file any more, or larger than `MOST`.
    """
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise EditorTrouble(f"{path} is no plain file any more. Nothing was changed.")
            data = file.read(MOST + 1)
    except OSError as error:
        raise EditorTrouble(
            f"The editor's file {path} cannot be read: {error.strerror}. Nothing was changed."
        ) from error
    if len(data) > MOST:
        raise EditorTrouble(
            f"What the editor saved has {found.st_size / MOST:,.1f} MB, and sayso takes {MOST // 2**20} MB. "
            f"Nothing was changed; all of it is in {path}."
        )
    if data == as_bytes(before):
        return None
    edited = decoded(data)
    return None if edited.text == before else edited


def decoded(data: bytes) -> Edited:
    """Bytes as words, with a sentence for each thing that is not as it was in the file."""
    notices: list[str] = []
    text, exact = _characters(data, notices)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        notices.append("Its line ends (CR) became plain ones.")
    if phrases := unsafe(text):
        text = plain(text)
        notices.append(f"It held {', '.join(phrases)}; shown as visible signs.")
    return Edited(text.removesuffix("\n"), tuple(notices), exact)


def _characters(data: bytes, notices: list[str]) -> tuple[str, bool]:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            text = data.decode("utf-16")
        except UnicodeDecodeError:
            pass
        else:
            notices.append("It was UTF-16.")
            return text, True
    if data.startswith(codecs.BOM_UTF8):
        data = data.removeprefix(codecs.BOM_UTF8)
        notices.append("Its byte order mark was dropped.")
    try:
        return data.decode(), True
    except UnicodeDecodeError:
        # Windows-1252 says the same as Latin-1, and letters where that has controls nobody types.
        notices.append("It was no UTF-8, so it was read as Latin-1.")
        try:
            return data.decode("cp1252"), False
        except UnicodeDecodeError:
            return data.decode("latin-1"), False
