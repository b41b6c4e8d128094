"""Reading the file itself: from a path to a plain tree of values, or to the one sentence that says why not."""

import os
import re
import stat
from pathlib import Path
from typing import NamedTuple

from sayso_config.problems import Problem, quoted

LARGEST = 1 << 20
_AT = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"
"""Where a mistake stands, as tomllib says it. Compiled with the first one, as other patterns of this package are."""


class Document(NamedTuple):
    """What the file holds. `problem` is given when it could not be read as a whole, and then the tree is empty."""

    file: Path
    text: str
    tree: dict[str, object]
    problem: Problem | None = None
    found: bool = True


def read_document(file: Path) -> Document:
    """Read and parse a configuration file. Never raises; a missing file is an empty tree without a problem."""
    try:
        found = file.stat()
        mode = found.st_mode
        if stat.S_ISDIR(mode):
            return _broken(file, "This is a folder, not a file; move it away or name another file in SAYSO_CONFIG.")
        if not stat.S_ISREG(mode) and not _is_nothing(found):
            return _broken(file, "This is not an ordinary file, so it was not read.")
        with file.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except FileNotFoundError:
        return Document(file, "", {}, found=False)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "its name cannot be one"
        return _broken(file, f"The file cannot be read ({reason}); check its permissions and its folder's.")
    if len(raw) > LARGEST:
        return _broken(file, "The file is larger than 1 MiB, so it is hardly a configuration; it was not read.")
    return _decoded(file, raw)


def _decoded(file: Path, raw: bytes) -> Document:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _broken(file, "The file is in UTF-16; save it as UTF-8.")
    if b"\0" in raw:
        return _broken(file, "The file is binary, not text; it was not read.", raw[: raw.index(b"\0")].count(b"\n") + 1)
    try:
        text = raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return _broken(file, "The file is not UTF-8 text; save it as UTF-8.", line)
    return _parsed(file, text) if text.strip() else Document(file, text, {})


def _is_nothing(found: os.stat_result) -> bool:
    """Whether it is /dev/null, by which people say that there shall be no configuration."""
    return stat.S_ISCHR(found.st_mode) and found.st_rdev == Path(os.devnull).stat().st_rdev


def _parsed(file: Path, text: str) -> Document:
    # Imported where there is a file to read.
    import tomllib

    try:
        return Document(file, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        return _syntax(file, text, str(error))
    except (ValueError, RecursionError):
        return _broken(file, "The file holds a number that is too long or values nested too deeply.")


def _syntax(file: Path, text: str, message: str) -> Document:
    at = re.search(_AT, message)
    line, column = (int(at[1]), int(at[2])) if at and at[1] else (text.count("\n") + 1, None)
    reason = quoted(message[: at.start()] if at else message, 120)
    if reason.startswith(("Cannot overwrite", "Cannot declare", "Duplicate")):
        return _broken(file, "A key or a table is given twice; keep one of the two.", line, column)
    return _broken(file, f"This is not TOML: {reason[:1].lower()}{reason[1:]}.", line, column)


def _broken(file: Path, sentence: str, line: int | None = None, column: int | None = None) -> Document:
    problem = Problem("", sentence, fatal_for_writing=True, file=file, line=line, column=column)
    return Document(file, "", {}, problem)
