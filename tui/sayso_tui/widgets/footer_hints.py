"""The line of keys at the bottom. `? help` never leaves it."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from sayso_tui.keys import Key
from sayso_tui.tones import Tone
from sayso_tui.widgets.inks import ink

_GAPS = (3, 2)
"""Cells between two hints; fewer where that makes room for all."""
_KEPT = 2
"""The last hints stay before all others: how to leave, and help."""


class FooterHints(Widget):
    """As many hints as fit, in the order given; the last ones before all others, and help always."""

    DEFAULT_CSS = """
    FooterHints { height: 1; padding: 0 1; }
    """

    def __init__(self, hints: Sequence[Key], *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._hints = tuple(hints)

    @property
    def text(self) -> str:
        """What can be read there now."""
        shown, gap = self._fitting(self.size.width)
        return gap.join(f"{key} {label}".rstrip() for key, label in shown)

    def show(self, hints: Sequence[Key]) -> None:
        """Other hints; the last one is help."""
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The one line."""
        key_style = ink(self, Tone.ACCENT) + Style(bold=True)
        label_style = ink(self, Tone.DIM)
        base = self.rich_style
        segments: list[Segment] = []
        shown, gap = self._fitting(self.size.width)
        for key, label in shown:
            segments += [Segment(key, key_style), Segment(f" {label}{gap}", label_style)]
        return (
            Strip(segments).adjust_cell_length(self.size.width, base) if y == 0 else Strip.blank(self.size.width, base)
        )

    def _fitting(self, width: int) -> tuple[list[tuple[str, str]], str]:
        """The hints that fit, and what stands between two."""
        hints = [_hint(key) for key in self._hints]
        every = sum(map(_cells, hints))
        gap = next((gap for gap in _GAPS if every + gap * (len(hints) - 1) <= width), _GAPS[-1])
        kept = hints[-_KEPT:]
        while len(kept) > 1 and sum(map(_cells, kept)) + gap * (len(kept) - 1) > width:
            kept.pop(0)
        room = width - sum(map(_cells, kept)) - gap * (len(kept) - 1)
        shown = []
        for hint in hints[:-_KEPT]:
            room -= _cells(hint) + gap
            if room < 0:
                break
            shown.append(hint)
        return [*shown, *kept], " " * gap


def _hint(key: Key) -> tuple[str, str]:
    return (key.first, key.label)


def _cells(hint: tuple[str, str]) -> int:
    return cell_len(hint[0]) + 1 + cell_len(hint[1])
