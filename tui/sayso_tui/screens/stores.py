"""Every store: how it is doing in whole sentences, when it was last heard, who I am there, what is to be sent."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from sayso_client.errors import LedgerError
from sayso_client.text import isolate, one_line
from sayso_tui.foreign import foreign_line
from sayso_tui.glyphs import glyphs
from sayso_tui.leaving import is_left
from sayso_tui.outbox_words import asked_words
from sayso_tui.screens.desk import Desk
from sayso_tui.widgets.page import Page
from sayso_tui.widgets.pane.blocks import Block
from sayso_tui.widgets.pane.stores import one_store

if TYPE_CHECKING:
    from sayso_client.sync.syncing import Synced

EVERY_S = 1.0
"""Seconds between two looks at how they are doing."""


class Stores(ModalScreen[None], inherit_bindings=False):
    """Scrolls; any of the leaving keys closes it. Nothing is written here."""

    CSS_PATH = "stores.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]  # noqa: RUF012 - Textual's own form
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (104, "-wide")]  # noqa: RUF012 - Textual's own form
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,S,enter", "close", show=False, priority=True),
        Binding("r,ctrl+r", "ask", show=False, priority=True),
        Binding("down,j", "scroll(1)", show=False, priority=True),
        Binding("up,k", "scroll(-1)", show=False, priority=True),
        Binding("pagedown,space,ctrl+d", "scroll(10)", show=False, priority=True),
        Binding("pageup,ctrl+u", "scroll(-10)", show=False, priority=True),
    ]

    def __init__(self, desk: Desk, *, ascii_only: bool = False) -> None:
        """Prepare it.

        Args:
            desk: What to work with.
            ascii_only: Draw with ASCII signs.
        """
        super().__init__()
        self._desk = desk
        self._signs = glyphs(ascii_only)
        self._drawn: tuple[Block, ...] = ()

    def compose(self) -> ComposeResult:
        """Title, the stores, and how to leave."""
        asks = "   r ask again" if self._desk.inbox.shared else ""
        with Vertical(id="stores-sheet"):
            yield Static("Stores", id="stores-title", markup=False)
            yield Page(id="stores-page")
            yield Static(id="stores-said", markup=False)
            yield Static(f"↑ ↓ scroll{asks}   esc back", id="stores-hints", markup=False)

    def on_mount(self) -> None:
        """Draw them, and again when something is known anew."""
        self.query_one("#stores-said").display = False
        self.look()
        self.set_interval(EVERY_S, self.look)

    def look(self) -> None:
        """Draw how they are doing now, if that is anything new."""
        if is_left(self):
            return
        try:
            blocks = tuple(self._blocks())
        except LedgerError as error:
            self._say(str(error))
            return
        if blocks != self._drawn:
            self._drawn = blocks
            self.query_one(Page).show(lambda _: blocks)

    def _blocks(self) -> Iterable[Block]:
        inbox = self._desk.inbox
        now = inbox.now().astimezone()
        for store in inbox.stores():
            waiting = inbox.outbox.all(store.name)
            yield from one_store(
                store, inbox.me_in(store.name).name, inbox.heard(store.name), waiting, now, self._signs
            )

    def action_close(self) -> None:
        """Back to where one was."""
        self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """Move by so many lines."""
        self.query_one(Page).scroll_lines(lines)

    def action_ask(self) -> None:
        """Ask every store elsewhere once more, and say what came of it."""
        if names := self._desk.inbox.shared:
            self._say(f"Asking {', '.join(isolate(one_line(each, 40)) for each in names)} …")
            self.run_worker(self._ask(names), group="ask-stores", exclusive=True, exit_on_error=False)

    async def _ask(self, names: tuple[str, ...]) -> None:
        found = [(each, await self._desk.inbox.ask_again(each)) for each in names]
        self.look()
        self._say(" ".join(_came_of_it(name, each) for name, each in found))

    def _say(self, sentence: str) -> None:
        said = self.query_one("#stores-said", Static)
        said.display = True
        said.update(foreign_line(sentence))


def _came_of_it(name: str, found: "Synced | None") -> str:
    """What came of asking; the whole sentence about what is wrong stands beside the store."""
    if found is None or not found.why:
        return asked_words(name, found)
    return f"{one_line(name, 40)} was asked just now: still as above."
