"""The words of the read model: what a value of a decision may be, and how one is named.

Apart from the values themselves, so that a list of rows needs nothing else. Words that no row has stand with the values
that have them.
"""

from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """Where a decision stands, without a clock.

    lapsed, expired, overdue and clock-ahead are computed when somebody looks, never stored.
    """

    OPEN = "open"
    PROPOSED = "proposed"
    ESCALATED = "escalated"
    STALE = "stale"
    DECIDED = "decided"
    DISMISSED = "dismissed"
    WITHDRAWN = "withdrawn"
    CLOSED = "closed"
    UNKNOWN = "unknown"
    INVALID = "invalid"


class Flag(StrEnum):
    """What a reader must be told besides the state."""

    CONTESTED = "contested"
    CONFLICT = "conflict"
    MISMATCH = "mismatch"
    INCOMPLETE_AUTHORITY = "incomplete-authority"
    TERMS_EXCHANGED = "terms-exchanged"
    NOT_FROM_HERE = "not-from-here"
    UNSAFE_TEXT = "unsafe-text"
    LOOK_ALIKE = "look-alike"
    UNSENT = "unsent"
    UNKNOWN_OUTCOME = "unknown-outcome"
    REFUSED = "refused"
    OVERTAKEN = "overtaken"
    """A verdict of mine met another one on its way; it is kept beside that one."""
    LOST = "lost"
    """A verdict of mine was recorded, and its store does not hold it any more."""
    INVALID_RECORDS = "invalid-records"
    NOT_HELD = "not-held"
    """Its store does not hold it. All that is known of it is what I said of it, which stands in the outbox."""


WAITS_IN_THE_OUTBOX = frozenset({Flag.OVERTAKEN, Flag.REFUSED, Flag.LOST})
"""What tells that something I said of a decision goes no further before I see to it."""
IN_THE_OUTBOX = frozenset({Flag.UNSENT, Flag.UNKNOWN_OUTCOME}) | WAITS_IN_THE_OUTBOX
"""What tells that something I said of a decision is not recorded in its store."""


class DueEffect(StrEnum):
    """What the asker's system does when the due time has passed. No effect ever answers."""

    NONE = "none"
    HIDE = "hide"
    CLOSE = "close"
    ESCALATE = "escalate"


class Act(StrEnum):
    """What a person can do with a decision."""

    ANSWER = "answer"
    CONFIRM = "confirm"
    DISMISS = "dismiss"
    RETRACT = "retract"
    NOTE = "note"


class Ref(NamedTuple):
    """Which decision: a store's name and the store's own key. Keys may hold slashes and spaces."""

    store: str
    key: str
