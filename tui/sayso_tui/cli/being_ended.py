"""A verb that is told to end or to stop: its own affairs first, then the signal does as always."""

import asyncio
import os
import signal
import threading
from collections.abc import Coroutine
from typing import TypeVar

from sayso_client.ledger.stopping import between_writes

T = TypeVar("T")

_ASKING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


async def unless_ended(work: Coroutine[object, object, T]) -> T:
    """Do the work. A signal that asks to end cancels it, so that no program which it asks for a key lives on.

    One that stops (ctrl+z) waits for the end of a write: a process that is stopped keeps the lock of the ledger.
    """
    heeded = [each for each in _ASKING if signal.getsignal(each) is signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread() or os.name != "posix":
        heeded = []
    told: list[int] = []
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None

    def end(number: int) -> None:
        told.append(number)
        task.cancel()

    stops = hasattr(signal, "SIGTSTP") and signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL
    stops = stops and threading.current_thread() is threading.main_thread()

    def stop() -> None:
        loop.remove_signal_handler(signal.SIGTSTP)
        between_writes(lambda: os.kill(os.getpid(), signal.SIGTSTP))
        loop.add_signal_handler(signal.SIGTSTP, stop)

    for each in heeded:
        loop.add_signal_handler(each, end, each)
    if stops:
        loop.add_signal_handler(signal.SIGTSTP, stop)
    try:
        return await work
    finally:
        for each in heeded:
            loop.remove_signal_handler(each)
        if stops:
            loop.remove_signal_handler(signal.SIGTSTP)
        if told:
            os.kill(os.getpid(), told[0])
