"""The top line: which stores there are, how they are doing, and how much waits."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from sayso_client.rows import Counts
from sayso_client.stores.health import Condition, Health
from sayso_client.text import isolate, one_line
from sayso_tui.glyphs import glyphs
from sayso_tui.tones import Tone
from sayso_tui.widgets.inks import ink

if TYPE_CHECKING:
    from sayso_client.inbox import StoreLine

BADGE = " sayso "
NAME = 24
"""Cells that one store's name may take."""
WHY = 40
"""Cells of the words about a store that is not live."""


class StoresBar(Widget):
    """One line, as much of it as fits: signs first, then names, then the words; on the right the numbers."""

    DEFAULT_CSS = """
    StoresBar {
        height: 1;
        background: $surface;
        color: $foreground;
    }
    """

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

    def render(self) -> Text:
        """The widest of a few forms that fits."""
        width = self.size.width
        rights = self._rights()
        forms = [(left, right) for right in rights for left in self._lefts()]
        forms.append((self._badge(), rights[-1]))
        for left, right in forms:
            room = width - cell_len(left.plain) - cell_len(right.plain)
            if room >= 1:
                break
        line = Text(no_wrap=True, overflow="crop", end="")
        line.append_text(left)
        line.append(" " * max(room, 1))
        return line.append_text(right)

    def _rights(self) -> Sequence[Text]:
        """The numbers, from all to the one that counts."""
        counts, dim = self._counts, ink(self, Tone.DIM)
        drafts = "drafts" if self._drafts > 1 else "draft"
        more = (
            (counts.proposed, "proposed"),
            (counts.contested, "contested"),
            (counts.not_from_here, "not from here"),
            (counts.outbox, "in the outbox"),
            (self._drafts, drafts),
        )
        told = [f"   {number:,} {what}" for number, what in more if number]
        waiting = (f"{counts.waiting:,} waiting", Style(bold=True))
        return [Text.assemble(waiting, ("".join(told[:kept]), dim), " ") for kept in range(len(told), -1, -1)]

    def _lefts(self) -> Sequence[Text]:
        """The stores, from names with words to signs alone."""
        small = self.size.width < 60
        forms = [self._signs_only()] if small else [self._named(words=True), self._named(words=False)]
        return [*forms, self._signs_only()]

    def _badge(self) -> Text:
        return Text().append(BADGE, ink(self, Tone.BADGE))

    def _named(self, words: bool) -> Text:
        line = self._badge()
        dim = ink(self, Tone.DIM)
        for store in self._stores:
            line.append("   ")
            line.append_text(self._sign(store.health))
            line.append(f" {isolate(one_line(store.name, NAME))}")
            # Sentences about a store name it first; here it stands in front already.
            health = store.health._replace(why=store.health.why.removeprefix(f"{store.name}: "))
            if words and (said := health_words(health)):
                line.append(f" {said}", dim)
        return line

    def _signs_only(self) -> Text:
        line = self._badge()
        for store in self._stores:
            line.append(" ").append_text(self._sign(store.health))
        return line

    def _sign(self, health: Health) -> Text:
        live = health.condition in (Condition.LIVE, Condition.POLLING)
        style = ink(self, Tone.GOOD if live else Tone.WARN)
        return Text(self._signs.live if live else self._signs.not_live, style)


def health_words(health: Health) -> str:
    """What a reader is told about a store: while it is live only what is out of the usual."""
    why = one_line(health.why, WHY)
    match health.condition:
        case Condition.LIVE:
            return why
        case Condition.FILLING if health.percent is not None:
            return f"{f'{why}:' if why else 'filling'} {health.percent} %"
        case Condition.STALE if health.since is not None:
            return f"no news since {health.since.astimezone():%H:%M}"
        case Condition.FAILING if why:
            return f"failing: {why}"
    return str(health.condition)
