"""The body of a request, within bounds of size and time."""

import asyncio

from starlette.requests import ClientDisconnect, Request

from sayso_client.serve.door import too_large
from sayso_client.serve.problems import Refusal

WITHIN_S = 30.0
"""A body that takes longer is given up."""


async def read(request: Request, most: int, within_s: float = WITHIN_S) -> bytes:
    """All of it.

    Raises:
        Refusal: it is too large (413), too slow (408), or breaks off (400).
    """
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said[:20]) > most:
        raise _close(too_large(most))
    parts, size = list[bytes](), 0
    try:
        async with asyncio.timeout(within_s):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise _close(too_large(most))
                parts.append(part)
    except TimeoutError:
        detail = f"The body did not come within {within_s:g} seconds. Nothing was written."
        raise _close(Refusal(408, "too-slow", detail)) from None
    except ClientDisconnect:
        raise _close(Refusal(400, "broken-off", "The body broke off. Nothing was written.")) from None
    return b"".join(parts)


def _close(refusal: Refusal) -> Refusal:
    """The rest of the body is not waited for."""
    refusal.headers["Connection"] = "close"
    return refusal
