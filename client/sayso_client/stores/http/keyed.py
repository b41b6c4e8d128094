"""Having the key of a store: asked for beside the loop, and not waited for any longer than somebody wants it."""

import asyncio
from collections.abc import Mapping
from functools import partial
from hashlib import sha256

from sayso_client.aside import aside
from sayso_client.errors import Denied
from sayso_client.stores.http.answers import Voice
from sayso_config.address import unsafe_for_a_key
from sayso_config.model import StoreSetting
from sayso_config.problems import ConfigError


class Keeper:
    """Where the key of one store is kept."""

    def __init__(self, setting: StoreSetting, environ: Mapping[str, str], voice: Voice) -> None:
        self._setting = setting
        self._environ = environ
        self._voice = voice
        self._used: bytes | None = None
        """Hash of the key that was used last; only to tell that another one is kept now."""

    @property
    def asks(self) -> str:
        """Who is asked for it and may take a while, such as "command pass …"; empty when nobody is."""
        key = self._setting.key
        return str(key) if key is not None and key.way != "env" else ""

    async def get(self) -> str | None:
        """The key to use; None where none is needed.

        Raises:
            Denied: it cannot be had.
        """
        self._used = None
        key = await self._read()
        self._used = _hashed(key) if key is not None else None
        return key

    async def another(self) -> bool:
        """Whether another key is kept now than the one that was used last. Never raises."""
        try:
            key = await self._read()
        except Denied:
            return False
        return key is not None and _hashed(key) != self._used

    async def _read(self) -> str | None:
        """The key; not even read for a place where it must not be sent."""
        setting = self._setting
        if setting.key is None:
            return None
        if setting.url and (why := unsafe_for_a_key(setting.url)):
            raise Denied(f"The address of {self._voice.store} {why}. Nothing was sent.")
        # Imported here: it brings what starts other programs.
        from sayso_config.key_command import GRACE_S, Hold
        from sayso_config.secrets import read_key

        hold = Hold()
        asking = aside(partial(read_key, setting.key, self._environ, hold=hold))
        try:
            # Shielded, since it is still to be heard of after it was asked to end.
            return await asyncio.shield(asking)
        except ConfigError as error:
            raise Denied(f"{self._voice.store}: {error}") from None
        except asyncio.CancelledError:
            hold.end()
            try:
                await asyncio.wait([asking], timeout=GRACE_S if setting.key.way == "command" else 0)
            finally:
                hold.end(at_once=True)
                if not asking.cancel():
                    asking.exception()
            raise


def _hashed(key: str) -> bytes:
    return sha256(key.encode()).digest()
