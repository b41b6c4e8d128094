"""Keeping in touch with stores elsewhere in a thread of its own, while this one waits for a line."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from sayso_client.errors import SaysoError
from sayso_client.inbox import Inbox
from sayso_client.ledger.stopping import between_writes

LEAVING_S = 5.0
"""Seconds that leaving waits for it; the system frees its locks in any case."""


class Touch:
    """While the block runs. Nothing is started where no store lives elsewhere, or nothing may be written."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._thread: threading.Thread | None = None
        self._stop: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._begun = threading.Event()
        self._at_stop: Callable[..., None] | None = None
        self.trouble = ""
        """Why it has ended, as a sentence; empty while it goes on."""

    def __enter__(self) -> Self:
        if self._inbox.shared and not self._inbox.read_only:
            self._thread = threading.Thread(target=self._run, name="in touch", daemon=True)
            self._thread.start()
            self._stop_well()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._at_stop is not None:
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        if self._thread is None:
            return
        self._begun.wait(LEAVING_S)
        if self._loop is not None and self._stop is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(LEAVING_S)

    def _stop_well(self) -> None:
        """Stop (ctrl+z) between two writes of the thread: a process that is stopped keeps the lock of the ledger."""
        if not hasattr(signal, "SIGTSTP") or threading.current_thread() is not threading.main_thread():
            return

        def stop(*_: object) -> None:
            between_writes(now)

        def now() -> None:
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, stop)

        if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
            signal.signal(signal.SIGTSTP, stop)
            self._at_stop = stop

    def _run(self) -> None:
        try:
            asyncio.run(self._stay())
        except SaysoError as error:
            self.trouble = str(error)
        finally:
            self._begun.set()

    async def _stay(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._begun.set()
        beside = self._inbox.beside()
        try:
            staying = asyncio.ensure_future(beside.stay_in_touch())
            stopping = asyncio.ensure_future(self._stop.wait())
            await asyncio.wait([staying, stopping], return_when=asyncio.FIRST_COMPLETED)
            for each in (staying, stopping):
                each.cancel()
            found = await asyncio.gather(staying, return_exceptions=True)
            if isinstance(found[0], SaysoError):
                self.trouble = str(found[0])
        finally:
            beside.close()
