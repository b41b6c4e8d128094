"""Trying a store out, step by step, without writing anything: what works, and what does not."""

import asyncio
from contextlib import aclosing
from typing import NamedTuple

from sayso_client.errors import StoreError
from sayso_client.stores.http.greeting import Greeting
from sayso_client.stores.http.wire import HttpWire

PATIENCE_S = 20.0
"""For each step; what a store does later than that does not count as working."""


class Checked(NamedTuple):
    """How far it went."""

    greeting: Greeting | None = None
    """Who answers; None when nobody does, or nobody who lets us in."""
    reads: bool = False
    """What it holds can be read."""
    follows: bool = False
    """News comes by itself."""
    trouble: StoreError | None = None
    """Why the next step failed."""


async def check(wire: HttpWire, patience_s: float = PATIENCE_S) -> Checked:
    """Greet, read the first page, and open the stream. Closes the wire."""
    found = Checked()
    try:
        # Whoever keeps the key has patience of their own: somebody may have to type a passphrase.
        await wire.get_key()
        async with asyncio.timeout(patience_s):
            found = found._replace(greeting=await wire.greeting())
        async with asyncio.timeout(patience_s), aclosing(wire.sample()) as steps:
            async for step in steps:
                found = found._replace(reads=True, follows=step == "follows")
    except StoreError as trouble:
        return found._replace(trouble=trouble)
    except TimeoutError:
        return found._replace(trouble=wire.late(patience_s))
    finally:
        await wire.close()
    return found
