"""Finding decisions: words, views, keys; and the way back from each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sayso_client.errors import LedgerError, SaysoError
from sayso_client.rows import Query, View, offered
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref
from sayso_tui.screens.moving import Moving

if TYPE_CHECKING:
    from sayso_tui.widgets.filter_bar import FilterBar

WHILE_TYPING = frozenset({"back", "open", "up", "down", "page_up", "page_down", "pane", "arrivals", "leave", "copy"})
"""Actions that keys start while words for the filter are typed; all other keys edit the words."""
CANDIDATES = 20
"""So many keys are looked for that begin as what is typed."""


class Finding(Moving):
    """With a line at the bottom for words, while they are typed."""

    _bar: "FilterBar | None" = None
    _flood: Ref | None = None
    """The row for the many asks of one asker that were listed last."""

    @property
    def typing(self) -> bool:
        """Whether words for the filter are being typed."""
        return self._bar is not None and self._bar.sign == "/"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While words are typed, most keys are theirs."""
        return self._bar is None or action in WHILE_TYPING

    async def action_open(self) -> None:
        """Read the decision, or take the words that are typed."""
        if self._bar is not None:
            await self._typed_all()
            return
        await self.read_on()

    async def read_on(self) -> None:
        """Read the decision under the cursor, or list the asks that the row stands for."""
        ref = self.decisions.cursor_ref
        text = self.desk.inbox.flood_filter(ref) if ref is not None else None
        if text is None:
            await super().read_on()
            return
        self._flood = ref
        self.say("")
        self.ask(self.asked._replace(text=text))

    async def action_back(self) -> None:
        """Out of the words, the text, the filter, in this order; never out of sayso."""
        if self._bar is not None:
            sign = self._bar.sign
            await self._close_bar()
            if sign == "/":
                self.ask(self.asked._replace(text=""))
        elif self.reading or self.has_class("-reading"):
            self.to_list()
        elif self.asked.text:
            self.ask(self.asked._replace(text=""))
            flood, self._flood = self._flood, None
            if flood is not None:
                self.decisions.go_to(flood)
        self.say("")

    async def action_pane(self) -> None:
        """Between the list and the text; a key that is typed is completed as far as it is sure."""
        if self._bar is not None and self._bar.sign == ":":
            await self._bar.taken()
            self._bar.complete(common_beginning(self._candidates(self._bar.words)))
        elif self._bar is not None or self.reading:
            await self._close_bar()
            self.to_list()
        else:
            await self.read_on()

    async def action_filter(self) -> None:
        """Type words that must occur."""
        await self._open_bar("/", self.asked.text)

    async def action_command(self) -> None:
        """Type a key to go to, or q."""
        await self._open_bar(":")

    def action_next_view(self) -> None:
        """The next view."""
        self._view(1)

    def action_previous_view(self) -> None:
        """The view before."""
        self._view(-1)

    def _view(self, step: int) -> None:
        views = offered(self.desk.inbox.counts(), self.asked.view)
        view = views[(views.index(self.asked.view) + step) % len(views)]
        self.ask(self.asked._replace(view=view))

    async def _open_bar(self, sign: str, words: str = "") -> None:
        from sayso_tui.widgets.filter_bar import FilterBar

        self.to_list()
        self._bar = FilterBar(sign, words)
        await self.mount(self._bar, before="#hints")
        self.set_focus(self._bar.line)

    async def _close_bar(self) -> None:
        bar, self._bar = self._bar, None
        if bar is not None:
            self.set_focus(self.decisions)
            self.share_rows()
            await bar.remove()

    async def _typed_all(self) -> None:
        """The words are complete: keep the filter, or go where they say."""
        bar = self._bar
        if bar is None:
            return
        await bar.taken()
        sign, words = bar.sign, bar.words.strip()
        if sign == ":" and words != "q" and len(keys := self._candidates(words)) > 1 and words not in keys:
            self._tell_candidates(words)
            return
        await self._close_bar()
        self.say("")
        if sign == "/":
            self._filter(words)
            self.refresh_live()
        elif words == "q":
            self.app.exit()
        elif words:
            self._go_to(keys[0] if len(keys) == 1 else words)

    def _go_to(self, key: str) -> None:
        try:
            found = self.desk.inbox.listed(key)
            if not self.desk.inbox.matching(self.asked, (found,)):
                self.ask(Query(View.ALL, folds=True))
            self.decisions.go_to(found)
            self.read_under_cursor()
        except SaysoError as error:
            self.say(str(error))

    def _candidates(self, words: str) -> list[str]:
        """The keys that begin so, each once."""
        try:
            found = self.desk.inbox.beginning(words.strip(), CANDIDATES)
        except LedgerError as error:
            self.say(str(error))
            return []
        return list(dict.fromkeys(each.key for each in found))

    def _tell_candidates(self, words: str) -> None:
        """Above the line for a key: which keys begin as what is typed."""
        keys = self._candidates(words) if words.strip() else []
        more = " · …" if len(keys) == CANDIDATES else ""
        if words.strip() and not keys:
            self.say("" if "q".startswith(words.strip()) else "No key begins so.")
            return
        self.say(" · ".join(one_line(each, 60) for each in keys) + more)

    def _filter(self, words: str) -> None:
        if words != self.asked.text:
            self.ask(self.asked._replace(text=words))

    def on_filter_bar_changed(self, event: "FilterBar.Changed") -> None:
        """List what holds the words typed so far; or tell the keys that begin so."""
        event.stop()
        if self._bar is None:
            return
        if self._bar.sign == "/":
            self._filter(event.words.strip())
        else:
            self._tell_candidates(event.words)


def common_beginning(keys: Sequence[str]) -> str:
    """What all of them begin with; empty when there are none."""
    if not keys:
        return ""
    first, last = min(keys), max(keys)
    same = next((n for n, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), None)
    return first if same is None else first[:same]
