"""Store kind → what it gives the ledger, imported when it is first needed: opening a ledger needs none of it."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sayso_client.ledger.rules import Rules

_ROOMS = {
    "local": "sayso_client.stores.local_door",
    "http": "sayso_client.stores.records_elsewhere",
    "chant": "sayso_client.stores.chant.rules",
}
"""Kind → the module whose RULES are those of the kind."""


class _LateRules(Mapping[str, "Rules"]):
    def __getitem__(self, kind: str) -> "Rules":
        rules: Rules = import_module(_ROOMS[kind]).RULES
        return rules

    def __iter__(self) -> Iterator[str]:
        return iter(_ROOMS)

    def __len__(self) -> int:
        return len(_ROOMS)


RULES: Mapping[str, "Rules"] = _LateRules()
