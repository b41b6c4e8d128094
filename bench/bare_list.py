"""The floor for a cursor step: a list of 1,000 rows on Textual's line API, and nothing else."""

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

ROWS = 1_000
PLAIN, CURSOR = Style.parse("white on black"), Style.parse("black on white")


class Bare(ScrollView, can_focus=True):
    """Rows that know their number."""

    BINDINGS = [Binding("down", "step(1)"), Binding("up", "step(-1)"), Binding("pagedown", "step(20)")]  # noqa: RUF012

    cursor = 0

    def on_mount(self) -> None:
        """Say how much there is."""
        self.virtual_size = Size(self.size.width, ROWS)

    def render_line(self, y: int) -> Strip:
        """One row."""
        row = y + self.scroll_offset.y
        text = f"row {row:06d} approve the deploy of the schema for agent {row % 50}".ljust(self.size.width)
        return Strip([Segment(text, CURSOR if row == self.cursor else PLAIN)], self.size.width)

    def action_step(self, by: int) -> None:
        """Move the cursor; repaint the two rows, or half a page at the edge."""
        old, self.cursor = self.cursor, min(max(self.cursor + by, 0), ROWS - 1)
        top, height = self.scroll_offset.y, self.size.height
        if not top <= self.cursor < top + height:
            self.scroll_to(y=self.cursor - height // 2, animate=False)
        self.refresh_line(old)
        self.refresh_line(self.cursor)


class BareList(App[None]):
    """The list alone."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        """The list."""
        yield Bare()


if __name__ == "__main__":
    BareList().run()
