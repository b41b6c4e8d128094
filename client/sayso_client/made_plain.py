"""What `sayso_client.text` does about text that is not plain as it came.

Apart from it, and imported with the first such text: a list of plain rows is on the screen sooner without these tables.
"""

import re
import unicodedata
from collections import Counter

from sayso_client.hidden import (
    DELICATE,
    DIRECTION_MARKS,
    JOINERS,
    RIGHT_TO_LEFT,
    Hiding,
    cap_marks,
    cap_vowels,
    hiding,
    is_mark,
    stays,
)

LONG_RUN = 40
"""More blanks than this in a row, or half as many empty lines, may push something out of sight."""

_NEWLINES = re.compile("\r\n?|[\u2028\u2029]")
_LINE_START = re.compile(r"\n[^\x00-\x7f\w\s]")
_BLANKS = re.compile(rf"[ \t\u3000]{{{LONG_RUN + 1},}}")
_SUSPECT = re.compile(  # what str.isprintable lets pass: fillers, blanks, selectors, vowels without width
    "[\u034f\u115f-\u11ff\u17b4\u17b5\u180b-\u180f\u2800\u3164\ud7b0-\ud7ff\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_UNFINISHED = f"{JOINERS}{DIRECTION_MARKS}\ufe0e\ufe0f" + "".join(map(chr, range(0xE0020, 0xE0080)))
_REMEMBERED = 10_000


class _Visible(dict[int, str | int]):
    """A table for `str.translate`, filled as characters are met and bounded, so that no text can make it grow."""

    def __missing__(self, code: int) -> str | int:
        shown = _shown(chr(code))
        if len(self) < _REMEMBERED:
            self[code] = shown
        return shown


def _shown(char: str) -> str | int:
    code = ord(char)
    match hiding(char):
        case Hiding.CONTROL if code < 0x20:
            return 0x2400 + code
        case Hiding.CONTROL if code == 0x7F:
            return "␡"
        case Hiding.BROKEN:
            return "\ufffd"
        case Hiding.NONE:
            blank = char == "\u2800" or (unicodedata.category(char) == "Zs" and char != "\u3000")
            return " " if blank else code
    return f"⟨U+{code:04X}⟩"


_VISIBLE = _Visible()


def made_plain(text: str) -> str:
    """What `sayso_client.text.plain` promises, for any text."""
    if text.isascii():
        return _with_newlines(text).translate(_VISIBLE)
    text = _standing(_with_newlines(text))
    text = cap_marks(text)
    if text.replace("\n", "").replace("\t", "").isprintable() and not _SUSPECT.search(text):
        return text
    text = cap_vowels(text)
    has_right_to_left = RIGHT_TO_LEFT.search(text) is not None
    parts: list[str] = []
    done = 0
    for found in DELICATE.finditer(text):
        parts.append(text[done : found.start()].translate(_VISIBLE))
        kept = stays(text, found, has_right_to_left)
        parts.append(found.group() if kept else found.group().translate(_VISIBLE))
        done = found.end()
    return "".join([*parts, text[done:].translate(_VISIBLE)])


def without_a_loose_end(text: str) -> str:
    """A beginning of a line of plain text, without what is only half of something and without blanks at its end."""
    return text.rstrip(_UNFINISHED + " ")


def reads_right_to_left(text: str) -> bool:
    """Whether any letter of it does."""
    return RIGHT_TO_LEFT.search(text) is not None


def what_was_hidden(text: str, shown: str) -> tuple[str, ...]:
    """As `sayso_client.text.unsafe`, given the text as it came and made plain."""
    counts: Counter[Hiding] = Counter()
    if shown != text:
        for char, lost in (Counter(text) - Counter(shown)).items():
            counts[Hiding.MARK if is_mark(char) else hiding(char)] += lost
    phrases = [_counted(counts[kind], kind) for kind in Hiding if kind and counts[kind]]
    longest = max((len(run.group()) for run in _BLANKS.finditer(shown)), default=0)
    if longest:
        phrases.append(f"a run of {longest} spaces")
    empty = _most_empty_lines(shown)
    if empty > LONG_RUN // 2:
        phrases.append(f"a run of {empty} empty lines")
    return tuple(phrases)


def _with_newlines(text: str) -> str:
    return _NEWLINES.sub("\n", text)


def _standing(text: str) -> str:
    """Give a mark that begins a line a base, so that it cannot sit on what we paint before it."""
    if text and unicodedata.category(text[0])[0] == "M" and hiding(text[0]) is Hiding.NONE:
        text = f"◌{text}"
    return _LINE_START.sub(lambda start: "\n" + _standing(start.group()[1:]), text)


def _counted(count: int, kind: Hiding) -> str:
    return f"{count} {kind.value if count != 1 else kind.value.removesuffix('s')}"


def _most_empty_lines(text: str) -> int:
    if text.count("\n") <= LONG_RUN // 2:
        return 0
    most = now = 0
    for line in text.split("\n"):
        now = 0 if line.strip() else now + 1
        most = max(most, now)
    return most
