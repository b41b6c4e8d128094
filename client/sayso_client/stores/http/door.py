"""The way to one server: opened with the first call, and again, with the key read anew, after it was closed."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sayso_client.errors import Denied, WrongServer
from sayso_client.stores.http.answers import Answer, Voice, code_of
from sayso_client.stores.http.bounds import Bounds
from sayso_client.stores.http.items import Page, Unreadable, checked_cursor, read_page
from sayso_client.stores.http.keyed import Keeper
from sayso_client.stores.http.lookups import look_up_aside
from sayso_client.stores.http.unpacking import TooLong
from sayso_client.text import one_line
from sayso_config.address import is_loopback
from sayso_config.model import StoreSetting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sayso_client.stores.http.calls import Calls

INLINE = 1 << 16
"""Bytes that are read at once; more are read in a thread."""
_FIRST_PAGE = 200


class StartOver(Exception):
    """The cursor is not one of this store, so everything is read from its beginning."""


@dataclass(frozen=True, slots=True)
class Means:
    """What a door works with."""

    environ: Mapping[str, str]
    """Where a key may be kept."""
    bounds: Bounds
    clock: Callable[[], float]
    """Seconds that never go back."""
    now: Callable[[], datetime]
    """Aware."""


class Door:
    """Calls of one store, with every failure told in a sentence that names it."""

    def __init__(self, setting: StoreSetting, means: Means) -> None:
        self.means = means
        self.voice = _voice(setting)
        self._setting = setting
        self._limit = min(means.bounds.page, _FIRST_PAGE)
        self._calls: Calls | None = None
        self._opening = asyncio.Lock()
        self.keeper = Keeper(setting, means.environ, self.voice)

    async def get(self, path: str, parameters: Mapping[str, str], *, paging: bool = False) -> Answer:
        """Ask for something.

        Args:
            path: From /v1 on.
            parameters: Of the query.
            paging: See `Calls.get`.

        Raises:
            StartOver: the cursor among the parameters is not known there.
            StoreError: there is no answer, or none of 200.
            TooLong: there is too much of one.
        """
        calls = await self._open()
        answer = await calls.get(path, parameters, paging=paging)
        if answer.status != 200:
            await self._refuse(answer)
        return answer

    async def post(self, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send JSON. Raises as `Calls.post` does, but for TooLong, which is an outcome that nobody knows."""
        calls = await self._open()
        try:
            return await calls.post(path, body, headers)
        except TooLong:
            raise self.voice.unknown("its answer is too large") from None

    @asynccontextmanager
    async def stream(self, path: str, headers: Mapping[str, str]) -> "AsyncIterator[AsyncIterator[bytes]]":
        """The pieces of a stream of events.

        Raises:
            StartOver: the cursor in the headers is not known there.
            StoreError: there is none, or it was cut.
        """
        calls = await self._open()
        async with calls.stream(path, headers) as (answer, pieces):
            if answer.status != 200:
                await self._refuse(answer)
            if answer.kind != "text/event-stream":
                raise self.voice.not_json(answer)
            yield pieces

    async def page(self, cursor: str | None, *, key: str | None = None) -> Page:
        """The records after a cursor, as many as come in about a second.

        Args:
            cursor: None for the beginning.
            key: Those of one decision alone.

        Raises:
            StartOver: the cursor is not one of this store.
            StoreError: there is no page.
        """
        return await self.page_in(await self.fetch(cursor, key=key), cursor)

    async def fetch(self, cursor: str | None, *, key: str | None = None) -> Answer:
        """As `page`, not read yet: reading takes a while of the interpreter, during which nothing should be written."""
        parameters = {} if cursor is None else {"after": self._sound(cursor)}
        if key is not None:
            parameters["key"] = key
        while True:
            limit, began = self._limit, self.means.clock()
            try:
                answer = await self.get("/v1/records", {**parameters, "limit": str(limit)}, paging=True)
            except TooLong:
                if limit == 1:
                    most = self.means.bounds.body
                    raise self.voice.unreadable(f"one record has more than {most:,} bytes") from None
                self._limit = max(1, limit // 8)
                continue
            self._fit(self.means.clock() - began, limit)
            return answer

    async def page_in(self, answer: Answer, cursor: str | None) -> Page:
        """The page in the answer for that cursor. Raises as `page` does."""
        page = await self._page_in(answer)
        if page.reset:
            raise StartOver
        if page.more and page.cursor == cursor:
            raise self.voice.unreadable("there should be more, but its cursor does not go on")
        return page

    async def close(self) -> None:
        """Let go of what is held open. Never raises."""
        calls, self._calls = self._calls, None
        if calls is not None:
            with suppress(OSError, RuntimeError):
                await calls.close()

    async def _page_in(self, answer: Answer) -> Page:
        if not answer.kind.endswith("json"):
            raise self.voice.not_json(answer)
        most = self.means.bounds.item
        try:
            if len(answer.body) <= INLINE:
                return read_page(answer.body, most)
            return await asyncio.to_thread(read_page, answer.body, most)
        except Unreadable as why:
            raise self.voice.unreadable(str(why)) from None

    def _sound(self, cursor: str) -> str:
        try:
            return checked_cursor(cursor)
        except Unreadable:
            raise StartOver from None

    def _fit(self, took: float, limit: int) -> None:
        """Ask for more when pages come quickly, for less when they do not: each of them is a sign of life."""
        quick = self.means.bounds.quick_s
        if took < quick:
            self._limit = min(limit * 2, self.means.bounds.page)
        elif took > 4 * quick:
            self._limit = max(limit // 2, 1)

    async def _refuse(self, answer: Answer) -> None:
        """Raise what an answer other than 200 means."""
        if 200 <= answer.status < 300:
            raise self.voice.unreadable(f"a call that is answered with 200 was answered with {answer.status}")
        if answer.status == 410 and code_of(answer) == "reset":
            raise StartOver
        trouble = self.voice.trouble(answer, self.means.now())
        if isinstance(trouble, Denied):
            await self.close()
        raise trouble

    async def open(self) -> None:
        """Have all that is needed to call the store, and call nobody. Waits for whoever keeps the key.

        Raises:
            StoreError: it cannot be had.
        """
        await self._open()

    async def _open(self) -> "Calls":
        """The client; made in a thread, since imports and certificates take their time."""
        async with self._opening:
            if self._calls is None:
                if not self._setting.socket and not self._setting.url:
                    raise WrongServer(f"{self.voice.store} has no address that can be used; see: sayso config check")
                look_up_aside(asyncio.get_running_loop())
                key = await self.keeper.get()
                self._calls = await asyncio.to_thread(self._made, key)
            return self._calls

    def _made(self, key: str | None) -> "Calls":
        from sayso_client.stores.http.calls import Calls, Place

        setting = self._setting
        base = "http://localhost" if setting.socket else setting.url or ""
        proxied = not setting.socket and not is_loopback(urlsplit(base).hostname or "")
        return Calls(Place(base, setting.socket, proxied), self.voice, self.means.bounds, key)


def _voice(setting: StoreSetting) -> Voice:
    where = setting.socket or urlsplit(setting.url or "").netloc.rpartition("@")[2] or "no address"
    return Voice(one_line(setting.name, 40), one_line(where, 80), str(setting.key) if setting.key else None)
