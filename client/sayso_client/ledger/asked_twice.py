"""What somebody asks in a store elsewhere, and somebody else asked there before, under the same key.

In the same words it is asked already: nothing has to be sent. In other words it comes to nothing, as in a local store;
the asker is told, and it is nothing that the principal would have to see to.
"""

from typing import TYPE_CHECKING

from sayso_client.ledger import copies, moves, outbox
from sayso_client.ledger.outbox import ON_ITS_WAY, Outgoing, Stage
from sayso_client.text import one_line

if TYPE_CHECKING:
    from collections.abc import Collection

    from sayso_client.decision import Decision
    from sayso_client.ledger.writing import Writing
    from sayso_client.vocabulary import Ref


def other_terms(decision: "Decision") -> str:
    """The sentence for whoever raises a key that is held with other terms."""
    return (
        f"{one_line(decision.ref.key, 80)} is already asked with other terms (revision {decision.terms_rev}). "
        "Nothing was written. To change what is asked, use sayso amend; for another question, another key."
    )


def met(writing: "Writing", store: int, keys: "Collection[str]") -> None:
    """Something came about these decisions of a copy: see whether what askers said here is asked there already.

    Args:
        writing: The open transaction.
        store: The number of the copy.
        keys: Decisions about which something came.
    """
    name = writing.keeping.of(store).label
    for each in outbox.asked_in(writing.db, name):
        if each.ref.key in keys and each.stage in ON_ITS_WAY:
            _compare(writing, store, each)


def answered(writing: "Writing", num: int, why: str) -> None:
    """The store holds another record under the identity of this one: see what that asks.

    When it was not read here yet, it is seen to as soon as it is; until then nobody knows what became of this one.

    Args:
        writing: The open transaction.
        num: What was sent, in the outbox.
        why: What the store said; a sentence.
    """
    found = outbox.one(writing.db, num)
    if found is None or found.stage not in ON_ITS_WAY:
        return
    name = found.ref.store
    copy = copies.subscription(writing.db, name, "aside") or copies.subscription(writing.db, name)
    if copy is None or writing.standing(copy.store, found.ref.key) is None:
        moves.move(writing, num, ON_ITS_WAY, Stage.UNKNOWN)
    elif not _compare(writing, copy.store, found):
        refused(writing, found, why)


def _compare(writing: "Writing", store: int, one: Outgoing) -> bool:
    """Whether it could be told; then it is seen to."""
    decision, rules = writing.standing(store, one.ref.key), writing.rules(store)
    same = rules.asks(rules.read(one.parcel.payload).value, decision) if decision else None
    if decision is None or same is None:
        return False
    if same:
        writing.db.execute("DELETE FROM outbox WHERE num = ?", (one.num,))
    else:
        why = other_terms(decision)
        moves.move(writing, one.num, ON_ITS_WAY, Stage.CONFLICT, why)
        _with_it(writing, one, Stage.CONFLICT, why)
    return True


def refused(writing: "Writing", one: Outgoing, why: str) -> None:
    """The store does not take what an asker said; nor what was said upon it, when the store knows of nothing else.

    Args:
        writing: The open transaction.
        one: As it was when it was sent.
        why: A sentence.
    """
    moves.move(writing, one.num, ON_ITS_WAY, Stage.REFUSED, why)
    copy = copies.subscription(writing.db, one.ref.store)
    if copy is None or writing.standing(copy.store, one.ref.key) is None:
        _with_it(writing, one, Stage.REFUSED, why)


def _with_it(writing: "Writing", one: Outgoing, stage: Stage, why: str) -> None:
    """What askers said upon it was never sent, and is not sent any more."""
    for each in outbox.asked(writing.db, one.ref):
        if each.num > one.num and each.stage is Stage.QUEUED:
            moves.move(writing, each.num, {Stage.QUEUED}, stage, f"What it belongs to was not taken: {why}")


def forget(writing: "Writing", ref: "Ref", num: int) -> None:
    """This is asked now: what came to nothing of what was asked before, under the same id or in other words, is done.

    Args:
        writing: The open transaction.
        ref: Which decision.
        num: What was just said, in the outbox.
    """
    now = outbox.one(writing.db, num)
    for each in outbox.asked(writing.db, ref):
        again = now is not None and each.stage is Stage.REFUSED and each.parcel.id == now.parcel.id
        if each.num != num and (again or each.stage is Stage.CONFLICT):
            moves.drop(writing, each.num)
