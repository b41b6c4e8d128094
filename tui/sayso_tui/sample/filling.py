"""Filling a ledger with the samples, each taken in at its own time, so that ages look as they would."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from sayso_client.inbox import mint_id, open_inbox
from sayso_client.stores.local import LocalStore
from sayso_client.via import this_terminal
from sayso_config.settings import Me, Settings
from sayso_tui.sample.records import arrivals
from sayso_tui.sample.story import ASSISTANT, ME

NAMES = Me(ME, ASSISTANT)
"""Who the principal of the samples is."""


async def fill(ledger: Path, settings: Settings, now: datetime, mint: Callable[[], str] = mint_id) -> None:
    """Put the samples into the first store of the ledger at this path.

    Args:
        ledger: The file; made where there is none.
        settings: Those that the ledger will be opened with.
        now: Aware. Times count back from it.
        mint: For the uuid of the store.

    Raises:
        LedgerError: some of them may be in it.
    """
    clock = now
    inbox = open_inbox(ledger, settings, via=this_terminal("import"), clock=lambda: clock, mint=mint)
    try:
        store = inbox.store()
        assert isinstance(store, LocalStore)
        for arrival in arrivals(now):
            clock = arrival.at
            await store.take_in([arrival.raw], "demo")
    finally:
        inbox.close()
