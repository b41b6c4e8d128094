"""The terminal inbox: one app, which only pushes screens and listens to the keyboard's rhythm."""

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.binding import BindingType
from textual.screen import Screen

from sayso_client.inbox import Inbox
from sayso_client.text import one_line
from sayso_config.model import Settings
from sayso_tui.driver import listening_driver
from sayso_tui.keys import Keys
from sayso_tui.screens.desk import Desk, Introduce
from sayso_tui.screens.inbox import InboxScreen
from sayso_tui.screens.too_small import TooSmall, too_small
from sayso_tui.theme import SAYSO
from sayso_tui.typed import Rhythm


class SaysoApp(App[None], inherit_bindings=False):
    """Opens the inbox."""

    TITLE = "sayso"
    CSS_PATH = Path(__file__).parent / "screens" / "inbox.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        inbox: Inbox,
        settings: Settings,
        *,
        introduce: Introduce | None = None,
        notices: Sequence[str] = (),
    ) -> None:
        """Put the parts together.

        Args:
            inbox: Open; whoever made it closes it.
            settings: Keys and looks.
            introduce: Writes a name asked for in a sheet into the configuration; None when there is nowhere to write.
            notices: Sentences to begin with, such as what is wrong in the configuration.
        """
        super().__init__(driver_class=listening_driver())
        self.keys = Keys(settings.keys)
        self.rhythm = Rhythm()
        self._settings = settings
        self._left = False
        self.register_theme(SAYSO)
        wanted = settings.ui.theme or SAYSO.name
        known = wanted in self.available_themes
        if known and wanted != SAYSO.name:
            self.theme = wanted
        else:
            # As setting `theme`, but for the second parsing of all styles: nothing is parsed yet.
            self.set_reactive(App.theme, SAYSO.name)
            self.stylesheet.set_variables(self.get_css_variables())
        unknown = () if known else (f"[ui] theme: there is no theme “{one_line(wanted, 40)}”; {SAYSO.name} is used.",)
        self._notices = (*notices, *self.keys.problems, *unknown)
        self.desk = Desk(inbox, self.rhythm, self.keys, introduce or _nowhere)
        self.set_keymap(self.keys.keymap())

    def get_default_screen(self) -> Screen[None]:
        """The inbox."""
        return InboxScreen(self.desk, self.size.width, ascii_only=self._settings.ui.ascii, notices=self._notices)

    async def on_event(self, event: events.Event) -> None:
        """Note when each input came before anything acts on it. What comes after leaving acts on nothing."""
        if self._left and isinstance(event, (events.InputEvent, events.Paste)):
            return
        if not event.is_forwarded:
            self.rhythm.heard(event, self.keys["record"].keys)
        await super().on_event(event)

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Leave; from here on no input acts any more."""
        self._left = True
        super().exit(result, return_code, message)

    def on_ready(self) -> None:
        """With the first frame, look for garbage again, but never among what stays until the end."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()

    def on_resize(self, event: events.Resize) -> None:
        """Cover everything while the terminal is too small, and uncover it as it was."""
        covered = isinstance(self.screen, TooSmall)
        if too_small(event.size) and not covered:
            self.push_screen(TooSmall())
        elif covered and not too_small(event.size):
            self.pop_screen()


def _nowhere(what: str, value: str) -> None:
    """Names are kept for this run only."""


def run_inbox(
    inbox: Inbox, settings: Settings, *, introduce: Introduce | None = None, notices: Sequence[str] = ()
) -> None:
    """Show the inbox until it is left. What was typed ahead does not run in the shell afterwards."""
    app = SaysoApp(inbox, settings, introduce=introduce, notices=notices)
    app.run(mouse=settings.ui.mouse)
    _forget_typed_ahead()


def _forget_typed_ahead() -> None:
    try:
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
    except (ImportError, OSError, ValueError):
        return
