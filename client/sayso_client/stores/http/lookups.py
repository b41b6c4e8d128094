"""Looking up the address of a name, in a thread that nobody has to wait for at the end.

The loop's own threads are waited for when a program ends, and a resolver that is out of reach takes half a minute to
say so: for so long ctrl+c would seem to do nothing.
"""

import asyncio
import socket
from functools import partial

from sayso_client.aside import aside


def look_up_aside(loop: asyncio.AbstractEventLoop) -> None:
    """From here on whoever connects in that loop looks names up so."""
    loop.getaddrinfo = _look_up  # type: ignore[method-assign, assignment]  # what every connection asks, and none can be told otherwise


async def _look_up(host: str, port: int, **how: int) -> list[tuple[object, ...]]:
    """As `loop.getaddrinfo`."""
    return list(await aside(partial(socket.getaddrinfo, host, port, **how)))
