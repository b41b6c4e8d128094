"""What a person says was theirs, though no act here wrote it: it enters the book of own acts. No record is written."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sayso_client.decision import Flag
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing

InMyName = Callable[[object, Callable[[str], bool]], bool]
"""Whether a parsed record is in my name; the second argument tells my names from others'."""


def take(writing: "Writing", seen: Mapping[Ref, str], in_my_name: InMyName) -> tuple[Ref, ...]:
    """Enter what stands in my name in these decisions, as they were seen.

    Args:
        writing: The open transaction.
        seen: Decision → its token as it was on the screen. One that stands otherwise by now is left alone.
        in_my_name: See there.

    Returns:
        Those that are not marked any more.
    """
    return tuple(ref for ref, token in seen.items() if _take(writing, ref, token, in_my_name))


def _take(writing: "Writing", ref: Ref, seen: str, in_my_name: InMyName) -> bool:
    found = writing.db.execute("SELECT num FROM store WHERE name = ?", (ref.store,)).fetchone()
    decision = writing.standing(found[0], ref.key) if found else None
    if decision is None or decision.seen != seen or Flag.NOT_FROM_HERE not in decision.flags:
        return False
    store: int = found[0]
    kept, rules, mine = writing.keeping.of(store), writing.rules(store), writing.is_in_my_name(store)
    for held in writing.all_held(store, ref.key):
        if held.own is False and in_my_name(held.value, mine):
            writing.records.vouch(kept, rules.read(held.raw))
    writing.derive(store, ref.key)
    return True
