"""A verb that is told to end: what it has started is ended first, and then the signal does what it always does."""

import asyncio
import os
import signal
import threading
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")

_ASKING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


async def unless_ended(work: Coroutine[object, object, T]) -> T:
    """Do the work. A signal that asks to end cancels it, so that no program which it asks for a key lives on."""
    heeded = [each for each in _ASKING if signal.getsignal(each) is signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread() or os.name != "posix":
        heeded = []
    told: list[int] = []
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None

    def end(number: int) -> None:
        told.append(number)
        task.cancel()

    for each in heeded:
        loop.add_signal_handler(each, end, each)
    try:
        return await work
    finally:
        for each in heeded:
            loop.remove_signal_handler(each)
        if told:
            os.kill(os.getpid(), told[0])
