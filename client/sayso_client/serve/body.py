"""The body of a request, within bounds of size and time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from starlette.requests import ClientDisconnect, Request

from sayso_client.serve.door import too_large
from sayso_client.serve.problems import Refusal
from sayso_client.stores.http.digests import HEADER, fits

WITHIN_S = 30.0
"""A body that takes longer is given up."""

_PASSED_OVER = 16 * 1_048_576
_PASSING_OVER_S = 5.0
"""So much of a body that is too large is read and dropped: whoever still sends would not see why it was refused."""


async def read(request: Request, most: int, within_s: float = WITHIN_S) -> bytes:
    """All of it.

    Raises:
        Refusal: it is too large (413), too slow (408), breaks off, or is not what its digest says (400).
    """
    parts, size, coming = list[bytes](), 0, request.stream()
    try:
        async with asyncio.timeout(within_s):
            async for part in coming:
                size += len(part)
                if size > most:
                    await _pass_over(coming)
                    raise _closing(too_large(most))
                parts.append(part)
    except TimeoutError:
        detail = f"The body did not come within {within_s:g} seconds. Nothing was written."
        raise _closing(Refusal(408, "too-slow", detail)) from None
    except ClientDisconnect:
        raise _closing(Refusal(400, "broken-off", "The body broke off. Nothing was written.")) from None
    found = b"".join(parts)
    if not fits(request.headers.get(HEADER, ""), found):
        detail = f"The body is not the one that {HEADER} tells of: it was changed on the way. Nothing was written."
        raise Refusal(400, "digest-mismatch", detail)
    return found


async def _pass_over(coming: AsyncIterator[bytes]) -> None:
    rest = _PASSED_OVER
    with suppress(TimeoutError, ClientDisconnect):
        async with asyncio.timeout(_PASSING_OVER_S):
            async for part in coming:
                rest -= len(part)
                if rest < 0:
                    return


def _closing(refusal: Refusal) -> Refusal:
    """What may still come of the body is not waited for."""
    refusal.headers["Connection"] = "close"
    return refusal
