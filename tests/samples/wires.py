"""A store elsewhere, spoken to as the sync does it."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

from hostile_server import HostileServer
from sayso_client.decision import Ref
from sayso_client.stores.contract import Append, Batch, Parcel
from sayso_client.stores.http.bounds import Bounds
from sayso_client.stores.http.wire import HttpWire
from sayso_config.model import Secret, StoreSetting

TOKEN = "tok-5up3rS3cret"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
QUICK = Bounds(connect_s=5, read_s=5, write_s=5, pool_s=5, whole_s=10, silence_s=5)
"""Patient enough for a busy machine, and not for ever."""


def wire_to(
    server: HostileServer | str,
    *,
    key: bool = True,
    bounds: Bounds = QUICK,
    clock: Callable[[], float] = time.monotonic,
) -> HttpWire:
    """A wire to a server: with a key, unless told otherwise."""
    url, socket = (server, None) if isinstance(server, str) else (server.url or None, server.socket)
    secret = Secret("env", ("TEAM_TOKEN",)) if key else None
    setting = StoreSetting("team", "http", url=url, socket=str(socket) if socket else None, key=secret)
    return HttpWire(setting, {"TEAM_TOKEN": TOKEN}, bounds=bounds, clock=clock, now=lambda: NOW)


async def first(wire: HttpWire, many: int, cursor: str | None = None) -> list[Batch]:
    """The first batches of a wire, and then no more."""
    found: list[Batch] = []
    changes = wire.changes(cursor)
    try:
        async for batch in changes:
            found.append(batch)
            if len(found) == many:
                break
    finally:
        await changes.aclose()
    return found


def raws(batches: list[Batch]) -> list[bytes]:
    """The records that came, in their order."""
    return [each.raw for batch in batches for each in batch.changes if isinstance(each, Append)]


def parcel(payload: bytes = b'{"id":"r1"}', seen: str = "seen", key: str = "acme/db") -> Parcel:
    """Something to send."""
    return Parcel("r1", Ref("team", key), payload, seen, "principal: PostgreSQL", NOW)
