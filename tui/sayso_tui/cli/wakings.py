"""When a verb that waits is to look again: what `sayso wait` and `sayso watch` have in common."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox


async def wakings(inbox: "Inbox", woken: asyncio.Event) -> AsyncGenerator[None]:
    """Once at the beginning, then after each commit, and whenever `woken` is set. Close it when it is left.

    Raises:
        LedgerError: commits cannot be followed any more.
    """

    async def listen() -> None:
        try:
            async for _ in inbox.watch():
                woken.set()
        finally:
            woken.set()

    listening = asyncio.create_task(listen())
    try:
        await asyncio.sleep(0)  # the watch begins before the first look, so that nothing falls in between
        while True:
            woken.clear()
            yield
            await woken.wait()
            if listening.done():
                await listening
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
