"""The terminal's input, with the silence between its bytes.

Textual stamps an event when it was parsed. Bytes that make no event (an unknown or ignored sequence) take time to parse
and leave no trace, so 300 kB of them behind a paste would look like a pause. Only the reader of the bytes can tell.
"""

import asyncio
import os
import selectors
import signal
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import cast

from textual import events
from textual._parser import ParseError
from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from sayso_client.ledger.stopping import between_writes
from sayso_tui.leaving import AskedToLeave, Output, exit_code, heed
from sayso_tui.typed import AFTER_INPUT, Noise

CHUNK = 4096
_PLAIN_KEYS = "\x1b[?1l\x1b>\x1b[0m"
"""Cursor and number keys send what they usually do (DECCKM and DECNKM off), and no colour goes on."""


class ListeningDriver(LinuxDriver):
    """Textual's driver for POSIX terminals, which also reports control keys that did not come alone.

    Signals that ask to end are reported too, and a terminal that is gone is as a hang-up.
    """

    def __init__(
        self, app: App[None], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        file = cast(TextIOWrapper, self._file)
        self._letters = "utf-8" if file.encoding == "ascii" else file.encoding
        """What the terminal sends, as Python calls it. ASCII stands in UTF-8 unchanged."""
        self._lent = False
        self._file = cast(TextIOWrapper, Output(file))

    def start_application_mode(self) -> None:
        """Heed signals before the terminal is touched."""
        heed(self._ask_to_leave, self._give_up)
        super().start_application_mode()  # type: ignore[no-untyped-call]  # as Textual declares it

    def _sigtstp_application(self, *args: object) -> None:
        """Stop as whoever sent the signal wants it, but not in the middle of a write: others would wait for us."""
        between_writes(super()._sigtstp_application)

    def write(self, data: str) -> None:
        """Write to the terminal, unless it is lent: there is nothing to restore for what was not painted."""
        if not self._lent:
            super().write(data)

    @contextmanager
    def lent(self) -> Iterator[None]:
        """While another program has the terminal; only inside `App.suspend`.

        Its keys that stop or interrupt are not meant for us. Afterwards the terminal is as it was, and what was typed
        and not read is forgotten. When this ends with an error, nobody takes the terminal back.
        """
        loop, attributes = asyncio.get_running_loop(), termios.tcgetattr(self.fileno)
        at_stop = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        for number in (signal.SIGINT, signal.SIGQUIT):
            # A handler, since what is ignored would be ignored by the other program, too.
            loop.add_signal_handler(number, lambda: None)
        self._lent = True
        try:
            yield
            self._lent = False
        finally:
            signal.signal(signal.SIGTSTP, at_stop)
            with suppress(termios.error):
                termios.tcflow(self.fileno, termios.TCOON)
                termios.tcsetattr(self.fileno, termios.TCSAFLUSH, attributes)

    def resume_application_mode(self) -> None:
        """Take the terminal back; keys and colours as a program that was killed would leave them are put right."""
        super().resume_application_mode()
        self.write(_PLAIN_KEYS)

    def _ask_to_leave(self, number: int) -> None:
        self._app.post_message(AskedToLeave(number))

    def _give_up(self, number: int) -> None:
        self.stop_application_mode()
        self.close()
        os._exit(exit_code(number))

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except OSError:
            self._ask_to_leave(signal.SIGHUP)
        except Exception as error:  # of a thread, which nobody would hear of otherwise
            self._app.call_later(self._app._handle_exception, error)

    def run_input_thread(self) -> None:
        """Read, parse and send, as Textual's own loop does (8.2.8), and put `Noise` before what came in company."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder(self._letters)(errors="replace").decode
        drained = get_time()
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                at_once = bool(selector.select(0))
                ready = at_once or bool(selector.select(0.1))
                silence = 0.0 if at_once else get_time() - drained
                if ready:
                    raw = os.read(self.fileno, CHUNK)
                    if not raw:
                        self._ask_to_leave(signal.SIGHUP)
                        break
                    if text := decode(raw):
                        self._send(list(parser.feed(text)), silence)
                    drained = get_time()
                self._send(list(parser.tick()), 0.0)
        try:
            list(parser.feed(""))
        except (EOFError, ParseError):
            return

    def _send(self, parsed: list[Message], silence: float) -> None:
        company = len(parsed) > 1 or silence < AFTER_INPUT
        if company and any(_may_record(each) for each in parsed):
            self.process_message(Noise())
        for each in parsed:
            self.process_message(each)


def _may_record(message: Message) -> bool:
    """Whether this may be the key that records: a control or function key, however it is bound."""
    return isinstance(message, events.Key) and len(message.key) > 1 and message.key.startswith(("ctrl+", "f"))


def listening_driver() -> type[LinuxDriver] | None:
    """The driver for this system; None where Textual's own is the only one."""
    return None if sys.platform == "win32" else ListeningDriver
