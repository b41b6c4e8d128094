"""What a row says about itself before its title: a sign, a word of seven cells, a tone."""

from datetime import UTC, date, datetime
from typing import NamedTuple

from sayso_client.rows import Row
from sayso_client.text import one_line
from sayso_client.vocabulary import Flag, State
from sayso_tui.glyphs import Glyphs
from sayso_tui.tones import Tone

WORD = 7
"""Cells of the word: the same in every view, so that titles stand where they stood."""
FAR = 14
"""Days from which a due day stands back."""
SOON = 7
"""Days within which the due day is told before all else."""


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


def is_odd(row: Row) -> bool:
    """Whether the row carries the mark."""
    return bool(row.flags & ODD) or (Flag.CONFLICT in row.flags and not _is_open(row))


def standing(row: Row, now: datetime, signs: Glyphs) -> Standing:
    """Sign, word and tone of a row. What is due soon always says so; the sign tells the rest.

    Args:
        row: As it stands.
        now: Aware; its local calendar day decides what is overdue.
        signs: Which set to draw with.
    """
    if found := _sending(row, signs):
        return found
    found = _ended(row, now, signs) or _asked(row, now, signs)
    if row.due is None or not _is_open(row) or _days(row.due, now) > SOON:
        return found
    word, urgent = due_word(row.due, now)
    glyph = signs.urgent if urgent and found.glyph == signs.open else found.glyph
    return Standing(glyph, word, Tone.HOT if urgent else found.tone, urgent)


def _sending(row: Row, signs: Glyphs) -> Standing | None:
    """An answer of mine that is not in its store yet comes before everything else."""
    if Flag.OVERTAKEN in row.flags:
        return Standing(signs.contested, "2 sides", Tone.HOT, True)
    if Flag.REFUSED in row.flags:
        return Standing(signs.urgent, "refused", Tone.HOT, True)
    if Flag.LOST in row.flags:
        return Standing(signs.urgent, "lost", Tone.HOT, True)
    if Flag.UNKNOWN_OUTCOME in row.flags:
        return Standing(signs.unknown, "sent?", Tone.WARN, True)
    if Flag.UNSENT in row.flags:
        return Standing(signs.unsent, "unsent", Tone.WARN, True)
    return None


def _ended(row: Row, now: datetime, signs: Glyphs) -> Standing | None:
    if Flag.CONTESTED in row.flags:
        return Standing(signs.contested, f"{row.sayings or 2} say", Tone.WARN, True)
    if Flag.CONFLICT in row.flags and _is_open(row):
        return Standing(signs.contested, "2 asks", Tone.WARN, True)
    when = ago_word(row.settled_at, now) if row.settled_at else ""
    match row.state:
        case State.STALE:
            return Standing(signs.stale, "terms", Tone.WARN, True)
        case State.DECIDED if Flag.TERMS_EXCHANGED in row.flags:
            return Standing(signs.stale, "terms", Tone.WARN, True)
        case State.DECIDED:
            return Standing(signs.decided, when or "decided", Tone.GOOD)
        case State.DISMISSED:
            return Standing(signs.dismissed, when or "no need", Tone.DIM)
        case State.WITHDRAWN:
            return Standing(signs.withdrawn, "gone", Tone.DIM)
        case State.CLOSED:
            return Standing(signs.closed, "closed", Tone.DIM)
        case State.UNKNOWN:
            return Standing(signs.unknown, "unknown", Tone.DIM)
        case State.INVALID:
            return Standing(signs.invalid, "invalid", Tone.HOT, True)
    return None


def _asked(row: Row, now: datetime, signs: Glyphs) -> Standing:
    """It is open, in one way or another."""
    due = due_word(row.due, now)[0] if row.due else ""
    if row.folds:
        return Standing(signs.flood, due or age_word(row, now), Tone.WARN)
    if row.votes:
        last = one_line(row.votes).split(" ")[-1]
        soon = row.due is not None and _days(row.due, now) <= SOON
        # Beside "1 of 2" their number would be read as one with it.
        glyph = last if soon and len(last) == 1 and last.isdigit() else signs.several
        return Standing(glyph, one_line(row.votes, WORD), Tone.DIM)
    if row.state is State.PROPOSED:
        return Standing(signs.proposed, _number(row) or due or age_word(row, now), Tone.ACCENT)
    if row.state is State.ESCALATED:
        return Standing(signs.escalated, due or age_word(row, now), Tone.WARN)
    tone = Tone.FAINT if row.due and _days(row.due, now) > FAR else Tone.INK
    return Standing(signs.open, due or age_word(row, now), tone)


def due_word(due: date | datetime, now: datetime) -> tuple[str, bool]:
    """When it is due, in up to seven cells, and whether that is today or past: "in 3d", "today", "2d late"."""
    days = _days(due, now)
    if days > 0:
        return f"in {_plenty(days)}", False
    if days == 0:
        return ("overdue" if isinstance(due, datetime) and due < now else "today"), True
    late = f"{_plenty(-days)} late"
    return (late if len(late) <= WORD else "overdue"), True


def age_word(row: Row, now: datetime) -> str:
    """How long it waits already, in up to seven cells: "5m old", "3d old"; empty when unknown."""
    if row.asked_at is None:
        return ""
    length = _length(row.asked_at, now)
    return f"{length} old" if length else "new" if isinstance(row.asked_at, datetime) else _of_day(row.asked_at, now)


def ago_word(at: date | datetime, now: datetime) -> str:
    """How long ago something happened, in up to seven cells: "5m ago", "3d ago"."""
    length = _length(at, now)
    return f"{length} ago" if length else "now" if isinstance(at, datetime) else _of_day(at, now)


def _length(start: date | datetime, now: datetime) -> str:
    """For example "5m"; empty for less than a minute, and for the day that it is in UTC."""
    if not isinstance(start, datetime):
        days = (now.astimezone(UTC).date() - start).days
        return _plenty(days) if days > 0 else ""
    seconds = (now - start).total_seconds()
    if seconds < 60:
        return ""
    if seconds < 3600:
        return f"{seconds // 60:.0f}m"
    if seconds < 86400:
        return f"{seconds // 3600:.0f}h"
    return _plenty(int(seconds // 86400))


def _of_day(day: date, now: datetime) -> str:
    """Of a day that is not past."""
    return "today" if day <= now.astimezone(UTC).date() else "ahead"


def _plenty(days: int) -> str:
    if days < 100:
        return f"{days}d"
    return f"{days // 7}w" if days < 700 else f"{min(days // 365, 99)}y"


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


def _days(due: date | datetime, now: datetime) -> int:
    """How many local calendar days from today it is due."""
    day = due.astimezone().date() if isinstance(due, datetime) else due
    return (day - now.astimezone().date()).days


def _is_open(row: Row) -> bool:
    """Whether an answer would still be one."""
    return row.waiting or row.state in _OPEN


_OPEN = frozenset({State.OPEN, State.PROPOSED, State.ESCALATED, State.STALE})
