"""A line that cuts, stalls, truncates, duplicates and corrupts, as a seed says; after a while it heals.

It stands between a client and a server, and knows nothing of what they speak.
"""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self


class Fault(StrEnum):
    """What may happen to a line."""

    CUT = "cut"
    """It ends at once, both ways, as when a cable is pulled and the system notices."""
    STALL = "stall"
    """Nothing comes through any more, and nobody says so."""
    TRUNCATE = "truncate"
    """It ends in the middle, in good order."""
    DUPLICATE = "duplicate"
    """A piece comes twice."""
    CORRUPT = "corrupt"
    """A byte becomes another one."""


ALL = tuple(Fault)
ENDING = (Fault.CUT, Fault.STALL, Fault.TRUNCATE)
"""What cannot change a meaning, whatever is spoken."""


@dataclass(frozen=True)
class Plan:
    """What happens to one connection."""

    fault: Fault
    up: bool
    """To what the client sends; else to what the server sends."""
    at: int
    """Behind so many bytes."""


@dataclass
class FaultProxy:
    """Listens on loopback and passes on what comes."""

    port: int
    """Of the server on this machine."""
    chance: random.Random
    up: tuple[Fault, ...] = ALL
    """What may happen to what the client sends."""
    down: tuple[Fault, ...] = ALL
    faulty: int = 5
    """So many connections have a fault; what comes then is sound."""
    at: int = 0
    """The port that it listens at."""
    met: Counter[Fault] = field(default_factory=Counter)
    """What has happened."""
    _server: asyncio.Server | None = None
    _lines: set[asyncio.Task[None]] = field(default_factory=set)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        self.at = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._server is not None
        self._server.close()
        for each in self._lines:
            each.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    def _plan(self) -> Plan | None:
        if self.faulty <= 0:
            return None
        self.faulty -= 1
        up = self.chance.random() < 0.4
        # Often early, so that heads and handshakes are met, and sometimes late.
        return Plan(self.chance.choice(self.up if up else self.down), up, int(10 ** self.chance.uniform(0, 4.5)))

    def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.ensure_future(self._line(reader, writer, self._plan()))
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, plan: Plan | None) -> None:
        far_writer: asyncio.StreamWriter | None = None
        ways: list[asyncio.Task[None]] = []
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
            ways = [
                asyncio.create_task(self._pass(reader, far_writer, plan if plan and plan.up else None)),
                asyncio.create_task(self._pass(far_reader, writer, plan if plan and not plan.up else None)),
            ]
            # The end of one way is the end of both: nobody here speaks on after the other has left.
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        except OSError:
            return
        finally:
            for each in ways:
                each.cancel()
            writer.close()
            if far_writer is not None:
                far_writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, plan: Plan | None) -> None:
        passed = 0
        with suppress(OSError):
            while piece := await reader.read(1 << 16):
                if plan is not None and passed + len(piece) > plan.at:
                    self.met[plan.fault] += 1
                    if not await self._strike(plan, piece, plan.at - passed, reader, writer):
                        return
                    plan = None
                else:
                    writer.write(piece)
                await writer.drain()
                passed += len(piece)

    async def _strike(
        self, plan: Plan, piece: bytes, at: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Do it; whether the line goes on."""
        match plan.fault:
            case Fault.DUPLICATE:
                writer.write(piece + piece)
                return True
            case Fault.CORRUPT:
                writer.write(piece[:at] + bytes([piece[at] ^ 0x80]) + piece[at + 1 :])
                return True
            case Fault.CUT:
                writer.transport.abort()
                return False
            case _:
                writer.write(piece[:at])
                await writer.drain()
        while plan.fault is Fault.STALL and await reader.read(1 << 16):
            pass
        return False
