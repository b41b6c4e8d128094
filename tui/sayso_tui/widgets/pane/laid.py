"""A page laid out as far as it was needed yet: long texts cost what is visible, and the rest comes in slices."""

from collections.abc import Iterable, Iterator
from time import perf_counter

from sayso_tui.widgets.pane.blocks import Line

_AT_ONCE = 32
"""Lines between two looks at the clock."""


class Laid:
    """The lines of a page for one width. `lines` grows at its end and changes nowhere else."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        """Begin.

        Args:
            lines: All of them in order; an iterator is asked for no more than is needed.
        """
        self.lines: list[Line] = []
        self.whole = False
        """Whether all lines are there."""
        self._more: Iterator[Line] = iter(lines)

    def reach(self, count: int | None = None) -> "Laid":
        """See that so many lines are there, or all when there are fewer or None is given."""
        while not self.whole and (count is None or len(self.lines) < count):
            self._take()
        return self

    def go_on(self, seconds: float) -> None:
        """Lay out further lines for about so long."""
        end = perf_counter() + seconds
        while not self.whole and perf_counter() < end:
            self.reach(len(self.lines) + _AT_ONCE)

    def _take(self) -> None:
        line = next(self._more, None)
        if line is None:
            self.whole = True
        else:
            self.lines.append(line)
