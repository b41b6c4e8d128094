"""Foreign text made safe for a terminal, and what a reader is told about it.

Records, keys and ids stay raw, since they must match. Whatever is painted passes `plain` or `one_line` once.
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
from sayso_client.lookalike import look_alikes, matches_name, skeleton

__all__ = ["isolate", "look_alikes", "matches_name", "one_line", "plain", "skeleton", "unsafe"]

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


def plain(text: str) -> str:
    """Text that can neither act on a terminal nor hide.

    C0 controls become their pictures (␛, DEL ␡). C1 controls, bidi controls and every invisible, private or unassigned
    character become ⟨U+202E⟩; lone surrogates U+FFFD. Marks beyond six on one base become ⟨+37 marks⟩, and a mark that
    begins a line gets a ◌ to stand on. Tab and newline stay; CR, CRLF, U+2028 and U+2029 become newlines; no-break and
    other odd spaces become a space, but for the wide one of CJK (U+3000). LRM and RLM stay beside right-to-left
    letters; joiners, variation selectors and flag tags where script or emoji needs them.

    Costs time linear in the text, never raises, and changes nothing when applied again.
    """
    if text.isascii():
        if text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable():
            return text
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


def one_line(text: str, cells: int | None = None) -> str:
    """Plain text on one line, every run of white space one space, for rows and titles.

    Args:
        text: Foreign text of any length; only a beginning that surely suffices is looked at.
        cells: At most so many code points, the last a "…" when something was cut. The screen cuts by its own cells.
    """
    whole = text.strip()
    head = whole if cells is None else whole[: max(cells, 1) * 8 + 64]
    line = " ".join(plain(head).split())
    if cells is None or (len(line) <= cells and len(head) == len(whole)):
        return line
    return line[: cells - 1].rstrip(_UNFINISHED + " ") + "…" if cells > 0 else ""


def unsafe(text: str) -> tuple[str, ...]:
    """Phrases for what `plain` made visible and for long blanks; empty when there is nothing to tell.

    For example "3 control characters", "1 text-direction control", "a run of 300 spaces".
    """
    shown = plain(text)
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


def isolate(text: str) -> str:
    """One line of plain text that cannot pull our own words beside it into its right-to-left run.

    Terminals either do no bidi at all or apply the implicit rules to a whole row, and several draw U+2066 to U+2069 as
    garbage. So a text with right-to-left letters gets an LRM on either side, which every such terminal draws with no
    width and which keeps neighbouring digits and punctuation where they are. All other text is returned as it is.
    """
    return text if text.isascii() or not RIGHT_TO_LEFT.search(text) else f"\u200e{text}\u200e"


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
