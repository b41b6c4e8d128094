"""Work that blocks, done beside the event loop in a thread that nobody has to wait for at the end."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def aside(work: Callable[[], T]) -> "asyncio.Future[T]":
    """Begin it now. Who awaits the result can be cancelled; the work goes to its end, and the process may end before.

    The loop's own threads are waited for when a program ends, and some work takes a while: a large workspace that is
    read, a keyring that is locked, another program that has the terminal.
    """
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # handed on to whoever awaits it
            done.set_exception(error)

    done.set_running_or_notify_cancel()
    Thread(target=run, name="aside", daemon=True).start()
    return asyncio.wrap_future(done)
