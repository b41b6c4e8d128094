"""A person at the keyboard, for tests of the screen: each key has a time of its own, so no test needs to sleep."""

import unicodedata
from contextlib import suppress

from textual import events
from textual._time import get_time
from textual.keys import _character_to_key, _get_unicode_name_from_key
from textual.message import Message
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from sayso_tui.app import SaysoApp
from sayso_tui.screens.reading import ReadingScreen

SLOWLY = 1.0
"""Seconds between the keys of somebody who thinks first."""


class Person:
    """Presses keys with pauses between them, or in one burst, and pastes."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        self._at = get_time()

    @property
    def app(self) -> SaysoApp:
        """The running app."""
        assert isinstance(self.pilot.app, SaysoApp)
        return self.pilot.app

    async def press(self, *keys: str, pause: float = SLOWLY) -> None:
        """One key after the other, each when what it started has come to rest."""
        for key in keys:
            self.send(_key(key), pause)
            await self.rest()

    def send_key(self, key: str) -> None:
        """Press a key after a pause, and do not wait for what it starts."""
        self.send(_key(key), SLOWLY)

    async def burst(self, *keys: str, after: float = 0.001) -> None:
        """All keys within a millisecond each, none waiting for the one before; `after` seconds of silence first."""
        self.strike(*keys, after=after)
        await self.rest()

    def strike(self, *keys: str, after: float = 0.001) -> None:
        """The same, and nothing is waited for."""
        for key in keys:
            self.send(_key(key), after)
            after = 0.001

    async def write(self, text: str) -> None:
        """Type a text as fast as a burst, lines with Enter."""
        await self.burst(*("enter" if char == "\n" else char for char in text))

    async def paste(self, text: str, *then: str) -> None:
        """A bracketed paste, with keys smuggled behind it in the same breath."""
        self.send(events.Paste(text), SLOWLY)
        for key in then:
            self.send(_key(key), 0.0001)
        await self.rest()

    async def rest(self) -> None:
        """Until everything that was started has been done and painted; what follows the ledger goes on."""
        await self.pilot.pause()
        while any(isinstance(each, ReadingScreen) and each.following for each in self.app.screen_stack):
            await self.pilot.pause()
        while busy := [
            each for each in self.app.workers if each.group in ("record", "draft", "furnish") and not each.is_finished
        ]:
            with suppress(WorkerCancelled):
                await self.app.workers.wait_for_complete(busy)
            await self.pilot.pause()
        # The second one waits for those who were given something by the first, and are still at it.
        await self.pilot.pause()

    def send(self, event: Message, pause: float) -> None:
        """Any event, so many seconds after the one before."""
        self._at = max(self._at, get_time()) + pause
        event.time = self._at
        event.set_sender(self.app)
        driver = self.app._driver
        assert driver is not None
        driver.send_message(event)


def text_of(app: SaysoApp) -> str:
    """Everything that can be read on the screen now, line by line."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line)[:width].rstrip() for line in lines[:height])


def _key(name: str) -> events.Key:
    key = _character_to_key(name) if len(name) == 1 else name
    character = name if len(name) == 1 else None
    if character is None:
        try:
            character = unicodedata.lookup(_get_unicode_name_from_key(key))
        except KeyError:
            character = None
    return events.Key(key, character)
