"""A row of the list, from the JSON text that `derive` wrote it as.

By hand and not by `codec`, which reads the same: a window of rows is read with every key that moves it.
"""

import json
from collections.abc import Callable
from datetime import date, datetime

from sayso_client.rows import Rank, Row
from sayso_client.unreadable import Unreadable
from sayso_client.vocabulary import DueEffect, Flag, Ref, State

_DAY = len("2026-12-31")


def read(ref: Ref, rank: Rank, ended: str, revision: int, text: str) -> Row:
    """The row. Members that a later version added are passed over.

    Raises:
        Unreadable: the text is not one of ours.
    """
    try:
        given = json.loads(text)
        for name, reader in _READERS:
            if name in given:
                given[name] = reader(given[name])
        if not given.keys() <= _MEMBERS:
            given = {name: value for name, value in given.items() if name in _MEMBERS}
        return Row(ref, rank, ended=ended, revision=revision, **given)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"not a row: {error}") from error


def _moment(value: str) -> date | datetime:
    return date.fromisoformat(value) if len(value) == _DAY else datetime.fromisoformat(value)


def _flags(value: list[str]) -> frozenset[Flag]:
    return frozenset(map(Flag, value))


_STATES = {str(each): each for each in State}
APART = frozenset({"ref", "rank", "ended", "revision"})
"""Members that stand in columns, and not in the text."""
_MEMBERS = frozenset(Row._fields) - APART
_READERS: tuple[tuple[str, Callable[..., object]], ...] = (
    ("state", _STATES.__getitem__),
    ("asked_at", _moment),
    ("due", _moment),
    ("due_effect", DueEffect),
    ("flags", _flags),
    ("settled_at", _moment),
)
"""What is more than a JSON value, by its name."""
