"""The line of keys at the bottom. `? help` never leaves it."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from sayso_tui.keys import Key

_GAP = "   "


class FooterHints(Widget):
    """As many hints as fit, in the order given; the last one, help, always."""

    COMPONENT_CLASSES = {"hints--key", "hints--label"}  # noqa: RUF012 - Textual's own form
    DEFAULT_CSS = """
    FooterHints {
        height: 1; padding: 0 1;
        & > .hints--key { color: $accent; text-style: bold; }
        & > .hints--label { color: $foreground 62%; }
    }
    """

    def __init__(self, hints: Sequence[Key], *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._hints = tuple(hints)

    @property
    def text(self) -> str:
        """What can be read there now."""
        return _GAP.join(f"{key} {label}".rstrip() for key, label in self._fitting(self.size.width))

    def show(self, hints: Sequence[Key]) -> None:
        """Other hints; the last one is help."""
        self._hints = tuple(hints)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The one line."""
        key_style = self.get_component_rich_style("hints--key")
        label_style = self.get_component_rich_style("hints--label")
        base = self.rich_style
        segments: list[Segment] = []
        for key, label in self._fitting(self.size.width):
            segments += [Segment(key, key_style), Segment(f" {label}{_GAP}", label_style)]
        return (
            Strip(segments).adjust_cell_length(self.size.width, base) if y == 0 else Strip.blank(self.size.width, base)
        )

    def _fitting(self, width: int) -> list[tuple[str, str]]:
        *first, last = [_hint(key) for key in self._hints]
        room = width - _cells(last)
        shown = []
        for hint in first:
            room -= _cells(hint) + len(_GAP)
            if room < 0:
                break
            shown.append(hint)
        return [*shown, last]


def _hint(key: Key) -> tuple[str, str]:
    return (key.shown.split()[0] if key.keys else "-", key.label)


def _cells(hint: tuple[str, str]) -> int:
    return cell_len(hint[0]) + 1 + cell_len(hint[1])
