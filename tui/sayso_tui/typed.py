"""When the key that writes a record may act: never behind a paste, a burst of typing, or a sheet just painted.

A person reads the sheet, stops, and presses ctrl+s. A paste, typed-ahead text or a cat on the keyboard does not stop
first. All times here are the events' own (`event.time`, seconds of the monotonic clock), never the time of handling: a
key smuggled behind a paste of 300 kB is handled most of a second late, yet was sent in the same breath.
"""

from collections.abc import Sequence

from textual import events
from textual.message import Message

AFTER_PAINT = 0.3
"""Seconds that a sheet must have been on the screen."""
AFTER_INPUT = 0.1
"""Seconds of silence before the press."""
HELD = 0.7
"""Seconds after a press of the record key in which the next one may be the first repeat of a key that is held down."""

OTHER_INPUT = (
    events.Key,
    events.Paste,
    events.MouseDown,
    events.MouseUp,
    events.MouseScrollDown,
    events.MouseScrollUp,
)


class Noise(events.Event, bubble=False):
    """More bytes came with or right before a control key than a person's single press has."""


class Rhythm:
    """What was typed when, as far as the recording rule must know it."""

    def __init__(self) -> None:
        self._other: float | None = None
        self._pressed: float | None = None
        self._before: float | None = None
        """The press of the record key before the last one."""
        self._silence = 0.0

    def heard(self, event: Message, record_keys: Sequence[str]) -> None:
        """Take note of one event, in the order of arrival, before anything acts on it."""
        if isinstance(event, events.Key) and event.key in record_keys:
            self._before, self._pressed = self._pressed, event.time
            self._silence = AFTER_INPUT if self._other is None else event.time - self._other
        elif isinstance(event, (*OTHER_INPUT, Noise)):
            self._other = event.time if self._other is None else max(self._other, event.time)

    def unseen(self, painted: float | None) -> bool:
        """Whether the last press of the record key came before something was on the screen.

        Args:
            painted: When that was painted; None when it has not been yet.
        """
        return painted is None or self._pressed is None or self._pressed < painted

    def after(self, painted: float | None) -> bool:
        """Whether the last key of any other kind came after something was on the screen, as an answer to it."""
        return painted is not None and self._other is not None and self._other > painted

    def too_soon(self, painted: float | None) -> str | None:
        """Why the last press of the record key does not count, in words; None when it does.

        Args:
            painted: When the sheet that it acts on was first on the screen; None when it has not been yet.
        """
        if self._pressed is None or painted is None or self._pressed - painted < AFTER_PAINT:
            return "Not recorded: this sheet has only just been shown. Read it, then press again."
        if self._silence < AFTER_INPUT:
            return "Not recorded: that came together with other input. Pause, then press again."
        if self._before is not None and self._before < painted and self._pressed - self._before < HELD:
            # What opened a sheet, such as that of a conflict, must not go on and act in it.
            return "Not recorded: the key was down before this was shown. Read it, then press again."
        return None
