"""Keeping in touch with stores elsewhere while a verb waits for what happens there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sayso_client.errors import NotFound, SaysoError
from sayso_client.text import one_line
from sayso_tui.cli.output import remark
from sayso_tui.cli.session import Session, do

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.inbox import Inbox

FIRST_LOOK_S = 10.0
"""Seconds that a store has to tell of a decision that is not held here yet."""


@asynccontextmanager
async def in_touch(inbox: "Inbox") -> AsyncIterator[None]:
    """Until the end of the block. What goes wrong with it is told once; the block goes on with what comes by itself."""
    if not inbox.shared:
        yield
        return
    touch = asyncio.create_task(_stay(inbox))
    try:
        yield
    finally:
        touch.cancel()
        await asyncio.gather(touch, return_exceptions=True)


async def _stay(inbox: "Inbox") -> None:
    try:
        await inbox.stay_in_touch()
    except SaysoError as error:
        remark(str(error))


def found(session: Session, key: str, store: str | None, seconds: float | None = None) -> "Decision":
    """The decision of that key; stores elsewhere are asked once when it is not held here.

    Args:
        session: With the inbox.
        key: Of the decision.
        store: Its label, when it is known.
        seconds: How long that may take; None for as long as usual.

    Raises:
        NotFound, Ambiguous: as `Inbox.find_asked`.
    """
    inbox = session.inbox()
    try:
        return inbox.find_asked(key, store, session.asks_in)
    except NotFound:
        elsewhere = [each for each in inbox.shared if store in (None, each)]
        if not elsewhere or inbox.read_only:
            raise
    for each in do(inbox.sync(FIRST_LOOK_S if seconds is None else min(seconds, FIRST_LOOK_S), elsewhere)):
        if each.why:
            remark(f"{one_line(each.store, 40)}: {one_line(each.why, 400)}")
    return inbox.find_asked(key, store, session.asks_in)
