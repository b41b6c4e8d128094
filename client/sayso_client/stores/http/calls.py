"""The calls themselves, over httpx. Imported in a thread with the first of them: httpx takes longer than a frame.

Certificates are always verified, no redirect is ever followed, and nothing is unpacked before it is bounded. A proxy
that the environment names is used for other machines alone, never for this one.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import NamedTuple

import httpx

from sayso_client.errors import WrongServer
from sayso_client.stores.http import digests
from sayso_client.stores.http.answers import Answer, Voice, refusal
from sayso_client.stores.http.bounds import Bounds
from sayso_client.stores.http.explaining import Explaining
from sayso_client.stores.http.unpacking import Body


class Place(NamedTuple):
    """Where the calls go."""

    base: str
    """The url before /v1; over a socket http://localhost."""
    socket: str | None
    proxied: bool
    """Whether a proxy of the environment may stand between."""


class Calls:
    """One client with its connections."""

    def __init__(self, place: Place, voice: Voice, bounds: Bounds, key: str | None) -> None:
        """Make it; blocks for as long as reading the certificates takes. Nothing is sent yet.

        Raises:
            WrongServer: the address, or a proxy's, cannot be used.
        """
        self._place = place
        self._voice = voice
        self._bounds = bounds
        self._key = key
        timeout = httpx.Timeout(connect=bounds.connect_s, read=bounds.read_s, write=bounds.write_s, pool=bounds.pool_s)
        headers = {"User-Agent": "sayso", "Accept-Encoding": "identity"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        try:
            # Also where no proxy is used, SSL_CERT_FILE and SSL_CERT_DIR name whom we trust.
            trusted = httpx.create_ssl_context()
            # Should a line ever give an answer twice, the second one is taken for that of the next call. Pages bear
            # that, since what comes again is held already; everything else has a connection of its own.
            self._paging, self._single = (
                httpx.AsyncClient(
                    transport=httpx.AsyncHTTPTransport(verify=trusted, uds=place.socket) if place.socket else None,
                    verify=trusted,
                    trust_env=place.proxied,
                    timeout=timeout,
                    headers=headers,
                    follow_redirects=False,
                    limits=httpx.Limits(max_connections=4, max_keepalive_connections=kept),
                )
                for kept in (2, 0)
            )
        except (ValueError, ImportError, OSError, httpx.InvalidURL):
            # Their texts may hold the proxy's password.
            raise WrongServer(
                f"No way to {voice.both} could be set up: see the proxy that HTTPS_PROXY or ALL_PROXY names, and the "
                "certificates that SSL_CERT_FILE names. Nothing was sent."
            ) from None

    async def get(self, path: str, parameters: Mapping[str, str], *, paging: bool = False) -> Answer:
        """Ask for something, and read the whole answer.

        Args:
            path: From /v1 on.
            parameters: Of the query.
            paging: Whether it is one of many: it may come packed as gzip, and on a connection that was used before.

        Raises:
            StoreError: there is no answer.
            TooLong: there is too much of one.
        """
        headers = {"Accept": "application/json"} | ({"Accept-Encoding": "gzip"} if paging else {})
        client = self._paging if paging else self._single
        request = client.build_request("GET", self._place.base + path, params=dict(parameters), headers=headers)
        with self._explained(writes=False):
            return await self._whole(client, request)

    async def post(self, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send JSON, and read the whole answer.

        Raises:
            OutcomeUnknown: it was sent, at least in part, and there is no answer.
            StoreError: surely nothing was written.
            TooLong: there is too much of an answer.
        """
        headers = {"Accept": "application/json", "Content-Type": "application/json", **headers}
        headers[digests.HEADER] = digests.field(body)
        request = self._single.build_request("POST", self._place.base + path, content=body, headers=headers)
        with self._explained(writes=True):
            return await self._whole(self._single, request)

    @asynccontextmanager
    async def stream(self, path: str, headers: Mapping[str, str]) -> AsyncIterator[tuple[Answer, AsyncIterator[bytes]]]:
        """Ask for a stream: its head, and its pieces as they come. A refusal comes with its whole body instead.

        Raises:
            StoreError: there is no answer, or it was cut.
            TooLong: there is too much of a refusal.
        """
        request = self._single.build_request("GET", self._place.base + path, headers=dict(headers))
        with self._explained(writes=False):
            async with asyncio.timeout(self._bounds.whole_s):
                response = await self._single.send(request, stream=True)
            try:
                if response.status_code == 200:
                    yield Answer(200, _headers(response), b""), response.aiter_raw()
                else:
                    async with asyncio.timeout(self._bounds.whole_s):
                        yield await self._read(response), _nothing()
            finally:
                await response.aclose()

    async def close(self) -> None:
        """Let go of all connections."""
        await self._paging.aclose()
        await self._single.aclose()

    async def _whole(self, client: httpx.AsyncClient, request: httpx.Request) -> Answer:
        async with asyncio.timeout(self._bounds.whole_s):
            response = await client.send(request, stream=True)
            try:
                return await self._read(response)
            finally:
                await response.aclose()

    async def _read(self, response: httpx.Response) -> Answer:
        headers = _headers(response)
        body = Body(headers.get("content-encoding", ""), self._bounds.body, headers.get("content-digest"))
        async for piece in response.aiter_raw():
            done = body.add(piece)
            while not done:
                await asyncio.sleep(0)
                done = body.add(b"")
        answer = Answer(response.status_code, headers, body.whole())
        return answer if response.is_success else refusal(answer, self._key)

    def _explained(self, *, writes: bool) -> "Explaining":
        return Explaining(self._voice, writes)


def _headers(response: httpx.Response) -> dict[str, str]:
    return {name.lower(): value for name, value in response.headers.items()}


async def _nothing() -> AsyncIterator[bytes]:
    return
    yield b""
