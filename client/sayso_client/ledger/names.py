"""Under which names the reader is known, as the ledger remembers it."""

import json
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple, Self

_MARK = "names"
"""The mark under which the principal's names are kept, as JSON."""
_ASSISTANTS = "assistants"
"""Likewise the names of whoever settles in the principal's name."""


class Names(NamedTuple):
    """The principal's names, and those under which somebody else may settle for the principal."""

    own: tuple[str, ...] = ()
    assistants: tuple[str, ...] = ()

    @classmethod
    def given(cls, own: Iterable[str], assistants: Iterable[str]) -> Self:
        """Each once, in an order that depends on nothing but themselves."""
        return cls(tuple(sorted(set(own))), tuple(sorted(set(assistants))))

    @classmethod
    def kept(cls, db: sqlite3.Connection) -> Self:
        """As the ledger has them."""
        found = dict(db.execute("SELECT name, value FROM mark WHERE name IN (?, ?)", (_MARK, _ASSISTANTS)))
        return cls(*(tuple(json.loads(found.get(each, "[]"))) for each in (_MARK, _ASSISTANTS)))

    @property
    def marks(self) -> tuple[tuple[str, str], ...]:
        """What the ledger keeps: (mark, JSON)."""
        return (_MARK, json.dumps(self.own)), (_ASSISTANTS, json.dumps(self.assistants))

    def mine(self, who: str) -> bool:
        """Whether it is a name of mine."""
        return _among(who, self.own)

    def in_my_name(self, who: str) -> bool:
        """Whether it is a name of mine or my assistant's."""
        return _among(who, (*self.own, *self.assistants))


def _among(who: str, names: Iterable[str]) -> bool:
    # Imported late: opening a ledger compares no names.
    from sayso_client.lookalike import matches_name

    return any(matches_name(who, name) for name in names)
