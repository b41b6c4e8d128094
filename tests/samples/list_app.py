"""An app of nothing but the list of decisions, its top line and its arrivals, over rows in memory."""

from datetime import UTC, datetime
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen

from glass import Glass
from sayso_client.lines import Pending
from sayso_client.rows import Query
from sayso_client.vocabulary import Ref
from sayso_tui.theme import SAYSO
from sayso_tui.tones import COMPONENTS, LOOKS
from sayso_tui.widgets.arrivals import Arrivals
from sayso_tui.widgets.decision_list import DecisionList
from sayso_tui.widgets.nothing import nothing
from sayso_tui.widgets.stores_bar import StoresBar
from sorted_rows import SortedRows

NOON = datetime(2026, 6, 20, 12, 0, tzinfo=UTC)


class Clocked(SortedRows):
    """Rows and a clock that stands still until it is set."""

    time = NOON
    typed: frozenset[Ref] = frozenset()

    def now(self) -> datetime:
        return self.time

    def drafts(self) -> frozenset[Ref]:
        return self.typed


class ListApp(App[None]):
    """Keys as in the inbox; `heard` holds what the list told."""

    ENABLE_COMMAND_PALETTE = False
    COMPONENT_CLASSES: ClassVar[set[str]] = set(COMPONENTS)
    DEFAULT_CSS = LOOKS
    SCOPED_CSS = False

    def __init__(self, source: Clocked, query: Query | None = None, decisions: DecisionList | None = None) -> None:
        super().__init__()
        self.register_theme(SAYSO)
        self.theme = "sayso"
        self.source, self.asked = source, query or Query()
        self.decisions = decisions or DecisionList(id="list")
        self.stores = StoresBar()
        self.heard: list[DecisionList.Highlighted | DecisionList.Opened] = []
        self.pending = Pending()
        self.glass = Glass(80, 24)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        super()._display(screen, renderable)
        self.glass.take(screen, renderable)

    def compose(self) -> ComposeResult:
        yield self.stores
        yield self.decisions
        yield Arrivals()

    def on_mount(self) -> None:
        self.decisions.use(self.source, self.asked)
        self.decisions.say_nothing(nothing(self.asked, {}, "[", "]"))
        for keys, action in {
            "j,down": "cursor_down",
            "k,up": "cursor_up",
            "ctrl+d": "half_page_down",
            "ctrl+u": "half_page_up",
            "pagedown": "page_down",
            "pageup": "page_up",
            "g": "first",
            "G": "last",
            "enter": "open",
        }.items():
            self.bind(keys, f"app.on_list('{action}')")

    def action_on_list(self, action: str) -> None:
        getattr(self.decisions, f"action_{action}")()

    @on(DecisionList.Highlighted)
    @on(DecisionList.Opened)
    def hear(self, event: DecisionList.Highlighted | DecisionList.Opened) -> None:
        self.heard.append(event)

    @on(DecisionList.Arrivals)
    def count(self, event: DecisionList.Arrivals) -> None:
        self.pending = event.pending
        self.query_one(Arrivals).show(event.pending)

    async def changes(self, pilot: Pilot[Any]) -> None:
        """The ledger changed: the list takes it in and paints."""
        self.decisions.refresh_rows()
        await pilot.pause()


def painted(app: App[Any]) -> list[str]:
    """What a reader sees, line by line, as it was last painted."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips(app.size)]
