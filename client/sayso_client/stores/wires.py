"""Store kind → how a wire to it is opened. Imported by whoever syncs, and a wire's own libraries only then."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sayso_client.stores.contract import Wire
    from sayso_config.model import StoreSetting

ELSEWHERE = frozenset({"http", "chant"})
"""Kinds of stores that live elsewhere and are copied into the ledger."""

_ROOMS = {"http": "sayso_client.stores.http.wire", "chant": "sayso_client.stores.chant.wire"}

Open = Callable[["StoreSetting", Mapping[str, str] | None], "Wire"]
"""Opens the wire to a store. Nothing is sent or read by that. Keys that are kept in variables are looked for in those
given; None for this process's own."""


def why_not(setting: "StoreSetting") -> str | None:
    """Why nothing may be written to a store from here, as it is configured now; None when the store itself says."""
    if setting.kind != "chant":
        return None
    from sayso_client.stores.chant.trusting import why_not_now

    return why_not_now(setting)


class _LateWires(Mapping[str, Open]):
    def __getitem__(self, kind: str) -> Open:
        opens: Open = import_module(_ROOMS[kind]).open_wire
        return opens

    def __iter__(self) -> Iterator[str]:
        return iter(_ROOMS)

    def __len__(self) -> int:
        return len(_ROOMS)


WIRES: Mapping[str, Open] = _LateWires()
