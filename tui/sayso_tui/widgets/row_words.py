"""What a row says about itself before its title: a sign, a word of seven cells, a tone."""

from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from sayso_client.rows import Row
from sayso_client.text import one_line
from sayso_client.vocabulary import Flag, State
from sayso_tui.glyphs import Glyphs

WORD = 7
"""Cells of the word in lists of what waits."""
LONG_WORD = 9
"""Cells of the word where settled decisions are listed too."""
FAR = 14
"""Days from which a due day stands back."""


class Tone(StrEnum):
    """A colour by its meaning. The sign and the word say the same, so no colour stands alone."""

    INK = "ink"
    DIM = "dim"
    FAINT = "faint"
    ACCENT = "accent"
    WARN = "warn"
    GOOD = "good"
    HOT = "hot"


class Standing(NamedTuple):
    """How a row stands, for the reader."""

    glyph: str
    word: str
    tone: Tone
    loud: bool = False
    """The word has the tone too; else it is dim."""


ODD = frozenset(
    {
        Flag.UNSAFE_TEXT,
        Flag.LOOK_ALIKE,
        Flag.NOT_FROM_HERE,
        Flag.MISMATCH,
        Flag.INCOMPLETE_AUTHORITY,
        Flag.INVALID_RECORDS,
    }
)
"""Flags for which a row carries the mark; the pane has their words."""


def standing(row: Row, now: datetime, signs: Glyphs, cells: int = WORD) -> Standing:
    """Sign, word and tone of a row.

    Args:
        row: As it stands.
        now: Aware; its local calendar day decides what is overdue.
        signs: Which set to draw with.
        cells: How long the word may be; some have a longer form that is clearer.
    """
    return _sending(row, signs) or _ended(row, signs, cells) or _asked(row, now, signs, cells)


def _sending(row: Row, signs: Glyphs) -> Standing | None:
    """An answer of mine that is not in its store yet comes before everything else."""
    if Flag.UNKNOWN_OUTCOME in row.flags:
        return Standing(signs.unknown, "sent?", Tone.WARN, True)
    if Flag.REFUSED in row.flags:
        return Standing(signs.urgent, "refused", Tone.HOT, True)
    if Flag.UNSENT in row.flags:
        return Standing(signs.unsent, "unsent", Tone.WARN, True)
    return None


def _ended(row: Row, signs: Glyphs, cells: int) -> Standing | None:
    long = cells >= LONG_WORD
    if Flag.CONTESTED in row.flags:
        return Standing(signs.contested, f"{row.sayings or 2} say", Tone.WARN, True)
    if Flag.CONFLICT in row.flags:
        return Standing(signs.contested, "2 asks", Tone.WARN, True)
    match row.state:
        case State.STALE:
            return Standing(signs.stale, "terms", Tone.WARN, True)
        case State.DECIDED if Flag.TERMS_EXCHANGED in row.flags:
            return Standing(signs.stale, "terms", Tone.WARN, True)
        case State.DECIDED:
            return Standing(signs.decided, "decided", Tone.GOOD)
        case State.DISMISSED:
            return Standing(signs.dismissed, "dismissed" if long else "no need", Tone.DIM)
        case State.WITHDRAWN:
            return Standing(signs.withdrawn, "withdrawn" if long else "gone", Tone.DIM)
        case State.CLOSED:
            return Standing(signs.closed, "closed", Tone.DIM)
        case State.UNKNOWN:
            return Standing(signs.unknown, "unknown", Tone.DIM)
        case State.INVALID:
            return Standing(signs.invalid, "invalid", Tone.HOT, True)
    return None


def _asked(row: Row, now: datetime, signs: Glyphs, cells: int) -> Standing:
    """It is open, in one way or another."""
    due, urgent = due_word(row.due, now) if row.due else ("", False)
    tone = Tone.HOT if urgent else Tone.INK
    if row.votes:
        last = one_line(row.votes).split(" ")[-1]
        glyph = last if len(last) == 1 and last.isdigit() else signs.several
        return Standing(glyph, one_line(row.votes, cells), Tone.DIM)
    if row.state is State.PROPOSED:
        word = due if urgent else _number(row) or ("proposed" if cells >= LONG_WORD else "suggest")
        return Standing(signs.proposed, word, Tone.HOT if urgent else Tone.ACCENT, urgent)
    if row.state is State.ESCALATED:
        return Standing(signs.escalated, due or age_word(row, now), Tone.HOT if urgent else Tone.WARN, urgent)
    if due and not urgent and (_day(row.due) - _today(now)).days > FAR:
        tone = Tone.FAINT
    return Standing(signs.urgent if urgent else signs.open, due or age_word(row, now), tone, urgent)


def due_word(due: date | datetime, now: datetime) -> tuple[str, bool]:
    """When it is due, in up to seven cells, and whether that is today or past: "today", "3 d", "2d late"."""
    days = (_day(due) - _today(now)).days
    if days > 0:
        return _plenty(days, " "), False
    if days == 0:
        return ("overdue" if isinstance(due, datetime) and due < now else "today"), True
    late = f"{_plenty(-days, '')} late"
    return (late if len(late) <= WORD else "overdue"), True


def age_word(row: Row, now: datetime) -> str:
    """How long ago it was asked, in up to seven cells: "5m ago", "3d ago"; empty when unknown."""
    if row.asked_at is None:
        return ""
    seconds = (now - row.asked_at).total_seconds()
    if seconds < 60:
        return "now"
    if seconds < 3600:
        return f"{seconds // 60:.0f}m ago"
    if seconds < 86400:
        return f"{seconds // 3600:.0f}h ago"
    return f"{_plenty(int(seconds // 86400), '')} ago"


def _plenty(days: int, gap: str) -> str:
    if days < 100:
        return f"{days}{gap}d"
    return f"{days // 7}{gap}w" if days < 700 else f"{min(days // 365, 999)}{gap}y"


def _number(row: Row) -> str:
    """Confidence if there is one, else probability, with the letter that says which; never rounded to a certainty."""
    letter, value = ("c", row.confidence) if row.confidence is not None else ("p", row.probability)
    if value is None:
        return ""
    if value in (0, 1):
        return f"{letter}{value:.1f}"
    if not 0 < value < 1:
        return f"{letter}?"
    if value < 0.01:
        return f"{letter}<.01"
    return f"{letter}>.99" if value > 0.99 else f"{letter}.{value * 100:02.0f}"


def _day(due: date | datetime | None) -> date:
    """The local calendar day on which it is due."""
    if isinstance(due, datetime):
        return due.astimezone().date()
    return due or date.max


def _today(now: datetime) -> date:
    return now.astimezone().date()
