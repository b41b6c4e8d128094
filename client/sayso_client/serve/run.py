"""Run the server until it is told to stop, then end every stream and close."""

import asyncio
import contextlib
import signal
import socket
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from pathlib import Path

import uvicorn

from sayso_client.errors import LedgerError
from sayso_client.serve import log
from sayso_client.serve.app import application
from sayso_client.serve.protocol import LARGEST_HEAD, PatientProtocol
from sayso_client.serve.serving import Serving

GRACE_S = 5
"""Seconds that requests under way get when the server stops."""
IDLE_S = 30
"""Seconds that a connection without a request is kept. One that is closed as a record comes leaves doubt behind."""

Certificate = tuple[Path, Path]
"""The chain and the key, as PEM files."""


def config(serving: Serving, certificate: Certificate | None = None) -> uvicorn.Config:
    """How uvicorn serves it."""
    return uvicorn.Config(
        application(serving),
        http=PatientProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_keep_alive=IDLE_S,
        timeout_graceful_shutdown=GRACE_S,
        ssl_certfile=certificate[0] if certificate else None,
        ssl_keyfile=certificate[1] if certificate else None,
    )


class Server(uvicorn.Server):
    """uvicorn's server, which ends streams before it waits for them, and does not look about ten times a second."""

    def __init__(self, serving: Serving, certificate: Certificate | None = None) -> None:
        super().__init__(config(serving, certificate))
        self._serving = serving
        self._stopping = asyncio.Event()
        self.signal: int | None = None
        """What it was told to stop by."""
        self.trouble: LedgerError | None = None
        """Why it stopped by itself."""
        self.ready: Callable[[], None] = lambda: None
        """Called once requests are taken."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take requests, and say so."""
        await super().startup(sockets)
        log.remark("serving")
        self.ready()

    def stop(self, number: int | None = None) -> None:
        """Stop; told twice, without waiting for anybody."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self.signal = number if self.signal is None else self.signal
        self._serving.hub.stop()
        self._stopping.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals stop it here and are not raised again afterwards: the ledger has to be closed yet."""
        loop, numbers = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)
        done = []
        for number in numbers:
            # Only the main thread of a process hears signals.
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.stop, number)
                done.append(number)
        try:
            yield
        finally:
            for number in done:
                loop.remove_signal_handler(number)

    async def main_loop(self) -> None:
        """Wait until it is told to stop; the date in the answers is renewed each second while somebody is there."""
        while not self.should_exit:
            now = time.time()
            self.server_state.default_headers = [(b"date", formatdate(now, usegmt=True).encode())]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self._stopping.wait()


async def serve(
    serving: Serving,
    listening: socket.socket,
    ready: Callable[[], None],
    certificate: Certificate | None = None,
    server: Server | None = None,
) -> Server:
    """Serve until stopped.

    Args:
        serving: What.
        listening: Where; it is closed at the end.
        ready: Called once requests are taken.
        certificate: For https.
        server: For whoever wants to stop it otherwise than by a signal.

    Raises:
        LedgerError: the ledger cannot be read any more, or another file lies in its place.
    """
    server = server or Server(serving, certificate)
    following = asyncio.create_task(_follow(serving, server))
    server.ready = ready
    try:
        await server.serve([listening])
    finally:
        following.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await following
        serving.close()
        log.remark("stopped")
    if server.trouble is not None:
        raise server.trouble
    return server


async def _follow(serving: Serving, server: Server) -> None:
    try:
        await serving.hub.run()
    except LedgerError as error:
        server.trouble = error
        server.stop()
