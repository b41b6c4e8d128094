"""What is promised, the first keys, what the signs mean; then all keys, as they are bound here."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from sayso_tui import keys_page
from sayso_tui.keys import Key, Keys, Where, merged
from sayso_tui.widgets.legend import COLUMN, legend
from sayso_tui.widgets.page import Page
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece

_INTRO = (
    "Silence is never an answer. Only {record}, inside a sheet, writes a record; every other key is harmless.",
    "What you saw is what you decided: if the terms change first, you see the change first.",
    "Nothing you typed is lost: drafts are on the disk before anything else happens to them.",
)


class Help(ModalScreen[None], inherit_bindings=False):
    """Scrolls; any of the leaving keys closes it."""

    CSS_PATH = "help.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]  # noqa: RUF012 - Textual's own form
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (104, "-wide")]  # noqa: RUF012 - Textual's own form
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "close", show=False, priority=True),
        Binding("down,j", "scroll(1)", show=False, priority=True),
        Binding("up,k", "scroll(-1)", show=False, priority=True),
        Binding("pagedown,space,ctrl+d", "scroll(10)", show=False, priority=True),
        Binding("pageup,ctrl+u", "scroll(-10)", show=False, priority=True),
    ]

    def __init__(self, keys: Keys, *, first: Sequence[Where] = (), ascii_only: bool = False) -> None:
        """Prepare the list.

        Args:
            keys: As they are bound here.
            first: The places to begin with, before all else.
            ascii_only: The list draws with ASCII signs.
        """
        super().__init__()
        self._keys = keys
        self._first = tuple(first)
        self._ascii = ascii_only

    def compose(self) -> ComposeResult:
        """Title, list, and how to leave."""
        with Vertical(id="help"):
            yield Static("Help", id="help-title", markup=False)
            yield Page(id="help-page")
            yield Static("↑ ↓ scroll   esc back", id="help-hints", markup=False)

    def on_mount(self) -> None:
        """Draw the table."""
        self.query_one(Page).show(self._blocks)

    def _blocks(self, width: int) -> Iterable[Block]:
        shown = [key.shown for where in Where for key in merged(self._keys.in_(where))]
        column = max(COLUMN, *(len(each) + 2 for each in shown))
        first = [block for where in self._first for block in (*self._section(where, column), BLANK)]
        rest = [
            block for where in Where if where not in self._first for block in (*self._section(where, column), BLANK)
        ]
        ten = (_title("The first keys"), *_table(keys_page.first(self._keys), column), BLANK)
        signs = [*legend(column, ascii_only=self._ascii), BLANK]
        return [*first, *self._promises(), BLANK, *ten, *signs, *rest, *self._problems()]

    def _promises(self) -> Iterable[Block]:
        record = self._keys["record"].shown.replace(" ", " or ")
        return [Block((Piece(sentence.format(record=record), Ink.DIM),)) for sentence in _INTRO]

    def _section(self, where: Where, column: int) -> Iterable[Block]:
        yield _title(f"All keys {where}")
        yield from _table(merged(self._keys.in_(where)), column)

    def _problems(self) -> Iterable[Block]:
        for problem in self._keys.problems:
            yield BLANK
            yield Block((Piece("! ", Ink.WARN), Piece(problem, Ink.DIM)))

    def action_close(self) -> None:
        """Back to where one was."""
        self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """Move by so many lines."""
        self.query_one(Page).scroll_lines(lines)


def _title(words: str) -> Block:
    return Block((Piece(words, Ink.STRONG),))


def _table(keys: Iterable[Key], column: int) -> Iterable[Block]:
    for key in keys:
        lead = (Piece(f"  {key.shown:<{column}}", Ink.ACCENT),)
        yield Block((Piece(key.help, Ink.TEXT),), first=lead, rest=(Piece(" " * (column + 2)),))
