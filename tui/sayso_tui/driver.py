"""The terminal's input, with the silence between its bytes.

Textual stamps an event when it was parsed. Bytes that make no event (an unknown or ignored sequence) take time to parse
and leave no trace, so 300 kB of them behind a paste would look like a pause. Only the reader of the bytes can tell.
"""

import os
import selectors
import signal
import sys
from codecs import getincrementaldecoder
from io import TextIOWrapper
from typing import cast

from textual import events
from textual._parser import ParseError
from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from sayso_tui.leaving import AskedToLeave, Output, exit_code, heed
from sayso_tui.typed import AFTER_INPUT, Noise

CHUNK = 4096


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
        self._file = cast(TextIOWrapper, Output(file))

    def start_application_mode(self) -> None:
        """Heed signals before the terminal is touched."""
        heed(self._ask_to_leave, self._give_up)
        super().start_application_mode()  # type: ignore[no-untyped-call]  # as Textual declares it

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
