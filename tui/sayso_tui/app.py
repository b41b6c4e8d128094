"""The terminal inbox: one app, which only pushes screens and listens to the keyboard's rhythm."""

import asyncio
import gc
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType
from textual import events, on, work
from textual.app import App
from textual.binding import BindingType
from textual.dom import DOMNode
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from sayso_client.errors import LedgerError, SaysoError
from sayso_client.inbox import Inbox
from sayso_client.text import one_line
from sayso_config.model import Settings
from sayso_tui.driver import listening_driver
from sayso_tui.keys import Keys, Where, bindings
from sayso_tui.leaving import AskedToLeave
from sayso_tui.screens.desk import Desk, Introduce
from sayso_tui.screens.inbox import InboxScreen
from sayso_tui.screens.reading import ReadingScreen
from sayso_tui.theme import SAYSO
from sayso_tui.tones import COMPONENTS, LOOKS
from sayso_tui.typed import Rhythm

if TYPE_CHECKING:
    from textual.actions import ActionParseResult

    from sayso_tui.screens.sheet import Sheet


HELD_UP = 2.0
"""Seconds that a field may take for the last keys when the system asks sayso to leave."""
LEAST = Size(30, 8)
"""The smallest terminal that an inbox is drawn on."""


class SaysoApp(App[None], inherit_bindings=False):
    """Opens the inbox."""

    TITLE = "sayso"
    CSS_PATH = Path(__file__).parent / "screens" / "inbox.tcss"
    ENABLE_COMMAND_PALETTE = False
    COMPONENT_CLASSES: ClassVar[set[str]] = set(COMPONENTS)
    DEFAULT_CSS = LOOKS
    SCOPED_CSS = False
    BINDINGS: ClassVar[list[BindingType]] = [each for each in bindings(Where.INBOX) if each.id == "leave"]

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
        if self.no_color:
            from sayso_tui import colourless

            self._filters = [colourless.Colourless()]
            self.stylesheet.add_source(colourless.LOOKS, (colourless.__name__, "LOOKS"))
        self.keys = Keys(settings.keys)
        self.rhythm = Rhythm()
        self._settings = settings
        self._left = False
        self._cover: Screen[None] | None = None
        """What covered everything last because the terminal was too small."""
        self._early: list[events.Event] | None = []
        """Input that came before there was a screen to act on, in its order; None once there is one."""
        if settings.ui.animation == "none":
            self.animation_level = "none"
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
        if self._early is not None and isinstance(event, (events.InputEvent, events.Paste)):
            self._early.append(event)
            return
        if not event.is_forwarded:
            self.rhythm.heard(event, self.keys["record"].keys)
        await super().on_event(event)

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Leave; from here on no input acts any more."""
        self._left = True
        super().exit(result, return_code, message)

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key asks for. A ledger that cannot be read any more is told; no words are lost by it."""
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except LedgerError as error:
            if isinstance(bottom := self.screen_stack[0], InboxScreen):
                bottom.say(str(error))
            if sheet := self._open_sheet():
                sheet.say(str(error))
            return True

    async def action_leave(self) -> None:
        """Leave, wherever one is; first the sheet that is open keeps its draft."""
        if sheet := self._open_sheet():
            await sheet.action_leave()
        else:
            self.exit()

    async def on_asked_to_leave(self, asked: AskedToLeave) -> None:
        """The same, but nothing holds it up: nobody may be there any more to read why."""
        if self._left:
            return
        if sheet := self._open_sheet():
            with suppress(TimeoutError):
                async with asyncio.timeout(HELD_UP):
                    await sheet.typed()
            await sheet.keep()
        self.exit(return_code=asked.exit_code)

    @on(ReadingScreen.Furnished)
    def furnished(self) -> None:
        """Nothing more important is to be done: keep in touch with stores elsewhere from here on."""
        if self.desk.inbox.shared:
            self.stay_in_touch()

    @work(group="sync", exit_on_error=False)
    async def stay_in_touch(self) -> None:
        """Bring in what stores elsewhere hold and send what is in the outbox, until sayso is left."""
        try:
            await self.desk.inbox.stay_in_touch()
        except SaysoError as error:
            self._tell(str(error))

    @on(Worker.StateChanged)
    def stopped(self, event: Worker.StateChanged) -> None:
        """Say when keeping in touch has ended by something that nobody foresaw."""
        if event.worker.group == "sync" and event.state is WorkerState.ERROR:
            self.log.error(event.worker.error)
            self._tell(
                f"Stores elsewhere are not followed any more ({event.worker.error!r}). What you said is kept and sent "
                "later; start sayso again to mend it."
            )

    def _tell(self, sentence: str) -> None:
        bottom = self.screen_stack[0] if self.screen_stack else None
        if isinstance(bottom, InboxScreen):
            bottom.say(sentence)

    def _open_sheet(self) -> "Sheet | None":
        bottom = self.screen_stack[0] if self.screen_stack else None
        sheet = bottom.open_sheet if isinstance(bottom, InboxScreen) else None
        return sheet if sheet is not None and sheet.stands else None

    @property
    def failure(self) -> Exception | None:
        """The error that nobody foresaw and that ended the app; None when it was left."""
        from textual.worker import WorkerFailed

        error = self._exception
        found = error.error if isinstance(error, WorkerFailed) else error
        return found if isinstance(found, Exception) else error

    def _fatal_error(self) -> None:
        # Textual's own (8.2.8) paints a traceback, with everybody's words in it, onto the terminal.
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Close without a word on the terminal: whoever ran the app tells of its `failure`."""
        self._close_messages_no_wait()

    async def on_ready(self) -> None:
        """With the first frame, act on the keys that came before it, in their order, ahead of all that follow.

        And look for garbage again, but never among what stays until the end.
        """
        early, self._early = self._early or [], None
        for event in early:
            await self.on_event(event)
        if not gc.isenabled():
            gc.freeze()
            gc.enable()

    def on_resize(self, event: events.Resize) -> None:
        """Cover everything while the terminal is too small, and uncover it as it was."""
        covered = self.screen is self._cover
        too_small = event.size.width < LEAST.width or event.size.height < LEAST.height
        if too_small and not covered:
            # Imported where it is needed: few terminals are.
            from sayso_tui.screens.too_small import TooSmall

            self._cover = TooSmall(LEAST, self.keys["leave"].first)
            self.push_screen(self._cover)
        elif covered and not too_small:
            self.pop_screen()


def _nowhere(what: str, value: str) -> None:
    """Names are kept for this run only."""


def run_inbox(
    inbox: Inbox, settings: Settings, *, introduce: Introduce | None = None, notices: Sequence[str] = ()
) -> int:
    """Show the inbox until it is left. What was typed ahead does not run in the shell afterwards.

    Returns:
        The exit code: 0, or 128 and the number of the signal that asked sayso to leave.

    Raises:
        Exception: whatever nobody foresaw and ended the app; the terminal is restored.
    """
    app = SaysoApp(inbox, settings, introduce=introduce, notices=notices)
    app.run(mouse=settings.ui.mouse)
    _forget_typed_ahead()
    if app.failure:
        raise app.failure
    return app.return_code or 0


def _forget_typed_ahead() -> None:
    try:
        import termios
    except ImportError:
        return
    with suppress(termios.error, OSError, ValueError):  # where the terminal is gone, there is nothing to forget
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
