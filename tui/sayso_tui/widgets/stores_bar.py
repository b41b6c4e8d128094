"""The top line: which stores there are, how they are doing, and how much waits."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text
from textual.message import Message
from textual.widget import Widget

from sayso_client.rows import Counts
from sayso_client.stores.health import Condition, Health
from sayso_client.text import isolate, one_line
from sayso_tui.glyphs import glyphs
from sayso_tui.tones import Tone
from sayso_tui.widgets.inks import ink
from sayso_tui.widgets.top_numbers import BOLD, numbers

if TYPE_CHECKING:
    from sayso_client.inbox import StoreLine

BADGE = " sayso "
NAME = 24
"""Cells that one store's name may take."""
SHORT = 10
"""The same where there is little room, for one that is in trouble."""
LEAST_NAME = 7
"""The same where there is next to none."""
LEAST = 16
"""Cells below which words about a store say too little to stand there; else they take what is free."""


class StoresBar(Widget):
    """One line, as much of it as fits: signs, names (first of stores in trouble), words; on the right the numbers."""

    DEFAULT_CSS = """
    StoresBar {
        height: 1;
        background: $surface;
        color: $foreground;
    }
    """

    class Asked(Message):
        """Somebody wants to know more of the stores."""

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._signs = glyphs(ascii_only)
        self._stores: tuple[StoreLine, ...] = ()
        self._counts = Counts()
        self._drafts = 0

    def show(self, stores: Sequence["StoreLine"], counts: Counts, drafts: int = 0) -> None:
        """Say how the stores are doing, how much waits, and for how many decisions a draft is kept."""
        if (tuple(stores), counts, drafts) != (self._stores, self._counts, self._drafts):
            self._stores, self._counts, self._drafts = tuple(stores), counts, drafts
            self.refresh()

    def on_click(self) -> None:
        """A click asks for more."""
        self.post_message(self.Asked())

    def render(self) -> Text:
        """The widest of a few forms that fits."""
        width = self.size.width
        dim, loud = ink(self, Tone.DIM), ink(self, Tone.HOT) + BOLD
        rights = numbers(self._counts, self._drafts, self._signs.urgent, dim, loud)
        forms = [(left, right) for right in rights for left in self._lefts(width - cell_len(right.plain) - 1)]
        forms += [(each, rights[-1]) for each in (*self._least(), self._drawn(frozenset()), self._badge())]
        for left, right in forms:
            room = width - cell_len(left.plain) - cell_len(right.plain)
            if room >= 1:
                break
        line = Text(no_wrap=True, overflow="crop", end="")
        line.append_text(left)
        line.append(" " * max(room, 1))
        return line.append_text(right)

    def _lefts(self, room: int) -> Sequence[Text]:
        """The stores, from names with words to signs; those in trouble keep their names, for which one is it?

        Args:
            room: Cells that are free, which words fill.
        """
        every = frozenset(store.name for store in self._stores) if self.size.width >= 60 else frozenset[str]()
        troubled = frozenset(store.name for store in self._stores if not _well(store.health))
        forms = [*self._worded(every | troubled, room), self._drawn(every | troubled)]
        if troubled:
            forms += self._worded(troubled, room)
        return [*forms, self._drawn(troubled), self._drawn(troubled, most=SHORT)]

    def _least(self) -> Sequence[Text]:
        """The least that tells which stores are in trouble."""
        troubled = frozenset(store.name for store in self._stores if not _well(store.health))
        return [self._drawn(troubled, most=LEAST_NAME)] if troubled else []

    def _worded(self, named: frozenset[str], room: int) -> Sequence[Text]:
        """The form with words, which share what is free; none when that is too little or nothing is to be said."""
        talks = sum(store.name in named and bool(health_words(store.health, store.name)) for store in self._stores)
        share = (room - cell_len(self._drawn(named).plain)) // talks - 1 if talks else 0
        return [self._drawn(named, words=share)] if share >= LEAST else []

    def _badge(self) -> Text:
        return Text().append(BADGE, ink(self, Tone.BADGE))

    def _drawn(self, named: frozenset[str], *, words: int = 0, most: int = NAME) -> Text:
        """The sign of every store, and the names of those: at most so many cells of each, and of words about it."""
        line = self._badge()
        dim = ink(self, Tone.DIM)
        beside = False
        for store in self._stores:
            shown = store.name in named
            line.append("   " if shown or beside else " ").append_text(self._sign(store.health))
            beside = shown
            if not shown:
                continue
            line.append(f" {isolate(one_line(store.name, most))}")
            if words and (said := health_words(store.health, store.name)):
                line.append(f" {isolate(one_line(said, words))}", dim)
        return line

    def _sign(self, health: Health) -> Text:
        well = _well(health)
        return Text(self._signs.live if well else self._signs.not_live, ink(self, Tone.GOOD if well else Tone.WARN))


def _well(health: Health) -> bool:
    return health.condition in (Condition.LIVE, Condition.POLLING)


def health_words(health: Health, name: str) -> str:
    """What a reader is told about a store beside its name, raw: while it is live only what is out of the usual."""
    why = ""
    if health.why:
        # Most stores are well at the first frame.
        from sayso_tui.beside_name import without

        why = without(name, health.why)
    match health.condition:
        case Condition.LIVE:
            return why
        case Condition.FILLING if health.percent is not None:
            return f"{f'{why}:' if why else 'filling'} {health.percent} %"
        case Condition.STALE if health.asks:
            return why
        case Condition.STALE if health.since is not None:
            return f"no news since {health.since.astimezone():%H:%M}"
        case Condition.FAILING | Condition.READ_ONLY if why:
            return f"{health.condition}: {why}"
    return str(health.condition)
