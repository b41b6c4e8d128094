"""Finding what differs between two readings of thousands of records, without looking at each of them.

What did not change is the very same value. So values are compared by where they are; and where a reading was made of
the one before, it knows what it changed, and nothing of the rest is touched: of thousands that takes a while by itself.
"""

from collections.abc import Mapping
from itertools import compress
from operator import is_, is_not
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from sayso_client.stores.chant.questions import Questions

V = TypeVar("V")


class Mark:
    """Tells one reading from every other, and holds nothing of it."""


class Since(NamedTuple):
    """What a reading changed in the one that it was made of, where the same names stand in the same order."""

    mark: Mark
    """Of that one."""
    names: tuple[str, ...]
    """Under which other values stand."""


def names(
    old: Mapping[str, V], new: Mapping[str, V], mark: Mark | None = None, since: Since | None = None
) -> list[str] | None:
    """Under which names another value stands now.

    Args:
        old: What was read before.
        new: What is read now.
        mark: Of the one before.
        since: What the one of now says of the one that it was made of.

    Returns:
        None when there are other names, or they stand in another order.
    """
    if since is not None and since.mark is mark:
        return list(since.names)
    if len(old) != len(new) or not all(map(is_, old, new)):
        return None
    return list(compress(new, map(is_not, old.values(), new.values())))


def objects(old: tuple["Questions", ...], new: tuple["Questions", ...]) -> Mapping[str, bytes] | None:
    """The objects that differ, by key, where the same records are there and each is called as its file is.

    Returns:
        None where more than that happened: then all of them have to be compared.
    """
    if len(old) != len(new) or sum(1 for each in new if each.by_name) > 1:
        return None
    found: dict[str, bytes] = {}
    for before, after in zip(old, new, strict=True):
        changed = names(before.by_name, after.by_name, before.mark, after.since)
        if changed is None:
            return None
        for name in changed:
            one, other = before.by_name[name], after.by_name[name]
            record = other.held.record
            own = one.place.owns and other.place.owns
            if not own or record.id != record.stem or one.held.record.id != record.id:
                return None
            found[record.stem] = other.raw
    return found
