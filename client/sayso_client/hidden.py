"""Which characters act on a terminal or hide, and where the delicate ones are needed.

The rules are our own reading of Unicode (default ignorables), UTS 51 (emoji) and RFC 5892 appendix A (joiners). What is
kept depends only on neighbours that are kept too, so doing it twice changes nothing.
"""

import re
import unicodedata
from enum import StrEnum

MARKS_KEPT = 6
"""Marks on one base. Pointed and cantillated Hebrew needs five; stacked text that leaves its line begins above."""

JOINERS = "\u200c\u200d"
DIRECTION_MARKS = "\u200e\u200f\u061c"
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
_BMP_EMOJI = frozenset("©®‼⁉™ℹ↔↕↖↗↘↙↩↪⌚⌛⌨⏏⏩⏪⏫⏬⏭⏮⏯⏰⏱⏲⏳⏸⏹⏺Ⓜ▪▫▶◀◻◼◽◾⤴⤵⬅⬆⬇⬛⬜⭐⭕〰〽㊗㊙")  # noqa: RUF001
_VISIBLE_FORMATS = frozenset(  # number signs and the like: category Cf, yet drawn
    [*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD]
)
_IGNORABLE = frozenset(
    [  # default ignorable, though their category says letter or mark
        *(0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    ]
)
_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
DELICATE = re.compile(f"{_FLAG}|[{JOINERS}{DIRECTION_MARKS}{_SELECTORS}]")
RIGHT_TO_LEFT = re.compile(
    "[\u05be-\u05f4\u0608-\u060b\u060d\u061b\u061d-\u064a\u066d-\u066f\u0671-\u06d5\u06e5\u06e6"
    "\u06ee\u06ef\u06fa-\u070d\u0710-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff"
    "\U0001e800-\U0001efff]"
)
_ODD_RUN = re.compile(rf"[^\x00-\x7f\w\s]{{{MARKS_KEPT + 1},}}")
_VOWEL_RUN = re.compile(rf"[\u1160-\u11ff\ud7b0-\ud7ff]{{{MARKS_KEPT + 1},}}")


class Hiding(StrEnum):
    """In what way a character is not plain. The values are what a badge says, in the plural."""

    CONTROL = "control characters"
    DIRECTION = "text-direction controls"
    INVISIBLE = "invisible characters"
    BROKEN = "broken characters"
    MARK = "stacked marks"
    NONE = ""


def hiding(char: str) -> Hiding:
    """How this character hides when it stands where nothing needs it. Marks count as plain here."""
    code = ord(char)
    if code in _IGNORABLE:
        return Hiding.INVISIBLE
    category = unicodedata.category(char)
    match category:
        case "Cc":
            return Hiding.NONE if char in "\n\t\r" else Hiding.CONTROL
        case "Cs":
            return Hiding.BROKEN
        case "Cf" if code not in _VISIBLE_FORMATS:
            bidi = unicodedata.bidirectional(char)
            direction = char in DIRECTION_MARKS or bidi[:2] in ("LR", "RL", "PD", "FS")
            return Hiding.DIRECTION if direction else Hiding.INVISIBLE
        case "Co":
            return Hiding.INVISIBLE
        case "Cn" if not _kept_for_later(code):
            return Hiding.INVISIBLE
    return Hiding.NONE


def stays(text: str, match: re.Match[str], has_right_to_left: bool) -> bool:
    """Whether what DELICATE found in `text` is needed by the script or the emoji around it."""
    found = match.group()
    if len(found) > 1:
        return True
    start, end = match.span()
    before = text[start - 1] if start else ""
    after = text[end] if end < len(text) else ""
    if found in DIRECTION_MARKS:
        return has_right_to_left and (not before or before not in DIRECTION_MARKS)
    if found in JOINERS:
        return before != "" and _joins(text[max(0, start - 2) : start], found, after)
    return before != "" and _selects(before, found, after)


def is_mark(char: str) -> bool:
    """Whether it is drawn on top of the character before it."""
    return unicodedata.category(char) in ("Mn", "Me") and ord(char) not in _IGNORABLE


def cap_marks(text: str) -> str:
    """Cut runs of marks to MARKS_KEPT and say how many more there were: ⟨+37 marks⟩."""
    return _ODD_RUN.sub(_cap_run, text)


def cap_vowels(text: str) -> str:
    """The same for Korean vowels and finals, which terminals draw with no width when no consonant leads them."""
    return _VOWEL_RUN.sub(lambda run: _capped(run.group()), text)


def _cap_run(run: re.Match[str]) -> str:
    parts: list[str] = []
    marks: list[str] = []
    for char in run.group():
        if is_mark(char):
            marks.append(char)
            continue
        parts += (_capped("".join(marks)), char)
        marks.clear()
    return "".join([*parts, _capped("".join(marks))])


def _capped(marks: str) -> str:
    if len(marks) <= MARKS_KEPT:
        return marks
    return f"{marks[:MARKS_KEPT]}⟨+{len(marks) - MARKS_KEPT} marks⟩"


def _joins(before: str, joiner: str, after: str) -> bool:
    """Between emoji, after a virama, between a letter and a virama, and inside words of joining scripts."""
    last = before[-1]
    if joiner == "\u200d" and _is_emoji(after):
        return _is_emoji(last) or (last in _EMOJI_SELECTORS and _is_emoji(before[:-1]))
    if unicodedata.combining(last) == 9:
        return after == "" or not unicodedata.category(after).startswith("M")
    if joiner == "\u200d" and last == "\u0647" and not after.isalpha():
        return True  # heh that keeps its initial form: the Hijri year sign
    if after and unicodedata.combining(after) == 9:
        return unicodedata.category(last) == "Lo"
    return _is_cursive(last) and _is_cursive(after)


def _selects(before: str, selector: str, after: str) -> bool:
    if selector in _EMOJI_SELECTORS and _is_emoji(before):
        return True
    if selector == "\ufe0f" and before in "0123456789#*":
        return after == "\u20e3"
    if "\u180b" <= selector <= "\u180f":
        return "\u1820" <= before <= "\u18aa" and unicodedata.category(before)[0] == "L"
    return (selector <= "\ufe02" or selector >= "\U000e0100") and _is_ideograph(before)


def _is_emoji(char: str) -> bool:
    return char in _BMP_EMOJI or "\u2600" <= char <= "\u27bf" or "\U0001f000" <= char <= "\U0001faff"


def _is_ideograph(char: str) -> bool:
    if "\U00020000" <= char <= "\U0003fffd":
        return hiding(char) is Hiding.NONE
    held = "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff"
    return held and unicodedata.category(char) == "Lo"


def _is_cursive(char: str) -> bool:
    """A letter or mark of Arabic, Syriac, N'Ko, Mandaic or Mongolian, whose letters join."""
    if not ("\u0620" <= char <= "\u08ff" or "\u1820" <= char <= "\u18aa" or "\ufb50" <= char <= "\ufefc"):
        return False
    return unicodedata.category(char) in ("Lo", "Lm", "Mn") and ord(char) not in _IGNORABLE


def _kept_for_later(code: int) -> bool:
    """Places that Unicode reserves for pictographs and ideographs: newer than our tables, but drawn."""
    ideographic = 0x20000 <= code <= 0x3FFFF and code & 0xFFFE != 0xFFFE
    return ideographic or 0x1F000 <= code <= 0x1FAFF
