"""Store kind → what it gives the ledger, imported when it is first needed: opening a ledger needs none of it."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Rules


class _LateRules(Mapping[str, "Rules"]):
    def __getitem__(self, kind: str) -> "Rules":
        if kind != "local":
            raise KeyError(kind)
        from sayso_client.stores.local_door import RULES

        return RULES

    def __iter__(self) -> Iterator[str]:
        return iter(("local",))

    def __len__(self) -> int:
        return 1


RULES: Mapping[str, "Rules"] = _LateRules()
