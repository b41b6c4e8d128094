"""The palette: every action of the inbox by its name."""

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from sayso_tui.keys import Key, Where, merged


class Actions(Provider):
    """Finds an action by any of its words; running it is as pressing its key."""

    async def discover(self) -> Hits:
        """All of them, in the order of the table."""
        for key in self._keys():
            yield DiscoveryHit(Content(_title(key)), self._run(key), text=_title(key), help=None)

    async def search(self, query: str) -> Hits:
        """Those that match, the best first."""
        matcher = self.matcher(query)
        for key in self._keys():
            title = _title(key)
            score = max(matcher.match(title), matcher.match(key.id.replace("-", " ")))
            if score > 0:
                yield Hit(score, matcher.highlight(title), self._run(key), text=title)

    def _keys(self) -> list[Key]:
        from sayso_tui.screens.inbox import InboxScreen

        screen = self.screen
        if not isinstance(screen, InboxScreen):
            return []
        return [key for key in merged(screen.desk.keys.in_(Where.INBOX)) if key.id != "palette" and " " not in key.id]

    def _run(self, key: Key):  # type: ignore[no-untyped-def]  # a callback of Textual's own form
        screen = self.screen

        async def run() -> None:
            await screen.run_action(key.action)

        return run


def _title(key: Key) -> str:
    """The footer's word, what the action does, and its key."""
    return f"{key.label.capitalize()}: {_lower(key.help.split(':')[0].rstrip('.'))}   {key.shown}"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
