"""One decision of the list as a line that can be read aloud: words, no signs and no columns."""

from datetime import datetime

from sayso_client.rows import Row
from sayso_client.text import isolate, one_line
from sayso_client.vocabulary import Flag, State
from sayso_tui.widgets.pane.when import ago, due_words, overdue
from sayso_tui.widgets.proposal_view import number_of

TITLE = 200
"""Characters of a question."""
_STATES = {
    State.STALE: "answered before the terms changed",
    State.ESCALATED: "passed on to people",
    State.CLOSED: "closed without an outcome",
    State.UNKNOWN: "the question is not held here",
    State.INVALID: "invalid, nothing can be answered",
}
_FLAGS = {
    Flag.CONTESTED: "contested",
    Flag.CONFLICT: "asked in two ways",
    Flag.UNSENT: "not sent yet",
    Flag.UNKNOWN_OUTCOME: "perhaps sent",
    Flag.REFUSED: "refused by its store",
    Flag.OVERTAKEN: "yours met another answer and waits for you",
    Flag.LOST: "yours was lost by its store and waits for you",
    Flag.TERMS_EXCHANGED: "other terms than you answered",
    Flag.NOT_FROM_HERE: "not answered from here",
    Flag.UNSAFE_TEXT: "hidden signs in the text",
    Flag.LOOK_ALIKE: "options that look alike",
    Flag.NOT_HELD: "its store does not hold it",
}


def in_a_line(number: int, row: Row, now: datetime, *, store: bool, draft: bool) -> str:
    """For example "3. Overdue, 2 days ago (2026-11-01). Which database? From cc-17. acme/audit-db".

    Args:
        number: By which it is called.
        row: As it stands.
        now: Aware, in the reader's zone.
        store: Whether its store is named.
        draft: Whether something was typed for it and not recorded.
    """
    words = [_when(row, now), *_standing(row, now)]
    words += [text for flag, text in _FLAGS.items() if flag in row.flags]
    words += ["your draft is kept"] if draft else []
    said = ", ".join(each for each in words if each)
    key = one_line(row.ref.key, 80)
    parts = [f"{said[:1].upper()}{said[1:]}" if said else "", isolate(one_line(row.title, TITLE)), _asker(row)]
    where = f"{one_line(row.ref.store, 40)}: {key}" if store else key
    return f"{number}. {' '.join(_ended(each) for each in parts if each)} {where}"


def _when(row: Row, now: datetime) -> str:
    if row.due is None or not row.waiting:
        return ""
    return f"{'overdue' if overdue(row.due, now) else 'due'} {due_words(row.due, now)}"


def _standing(row: Row, now: datetime) -> list[str]:
    if row.state in (State.OPEN, State.PROPOSED):
        return [*([_proposed(row)] if row.state is State.PROPOSED else []), *([row.votes] if row.votes else [])]
    words = _STATES.get(row.state, str(row.state))
    if row.state in (State.DECIDED, State.DISMISSED) and row.settled_at:
        words += f" {ago(row.settled_at, now)}"
    if row.settled_by and row.state in (State.DECIDED, State.DISMISSED):
        words += f" by {one_line(row.settled_by, 60)}"
    if row.answer and row.state is State.DECIDED:
        words += f": {one_line(row.answer, 80)}"
    return [words]


def _proposed(row: Row) -> str:
    """A number says what it is."""
    if row.confidence is not None:
        return f"proposed with confidence {number_of(row.confidence)}"
    if row.probability is not None:
        return f"proposed with probability {number_of(row.probability)}"
    return "proposed"


def _asker(row: Row) -> str:
    return f"From {one_line(row.asked_by, 40)}" if row.asked_by else ""


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?", "!", ":", "…")) else f"{sentence}."
