"""Meeting stores elsewhere: which store answers, and which copy what comes next belongs to.

What is read from the beginning is filled aside, in a copy that no list, count or notice shows, and takes its place
later; see `swapping`. A copy that was replaced is taken out a little at a time; see `taking_out`.
"""

import shlex
from typing import TYPE_CHECKING

from sayso_client.errors import WrongServer
from sayso_client.ledger import found_there, healths, voting
from sayso_client.ledger.copies import Subscription, subscription
from sayso_client.ledger.from_before import EVERY
from sayso_client.ledger.kept import HIDDEN
from sayso_client.ledger.taking_out import retire
from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing
    from sayso_client.stores.contract import Hello


def meet(writing: "Writing", name: str, kind: str, hello: "Hello") -> Subscription:
    """Learn who answers. The first to answer under a name is the store of that name from then on.

    Returns:
        The copy that what comes next belongs to.

    Raises:
        WrongServer: it is another store than the one that is known; nothing changed.
        StoreRenamed: it has another name by now; nothing changed.
    """
    writing.refuse_former(name)
    shown, aside = (subscription(writing.db, name, place) for place in ("shown", "aside"))
    known = aside or shown
    if known is None:
        begin(writing, name, kind, hello)
    elif known.uuid != hello.uuid:
        raise WrongServer(
            f"{one_line(name, 40)} is another store now ({one_line(hello.uuid, 40)}) than the one that you subscribed "
            f"to ({known.uuid}). Nothing was sent to it, and what you have of the other one is kept. If it was set up "
            f"anew, take it in the other one's place: sayso store accept {shlex.quote(one_line(name, 40))}"
        )
    else:
        for each in (shown, aside):
            if each is not None and each.uuid == hello.uuid:
                _learn(writing, each, hello)
        if known.prefix not in (None, hello.prefix):
            # Another part of it is to be read; what is out of reach now must not stand as if it were news.
            begin(writing, name, kind, hello)
    found = subscription(writing.db, name, "aside") or subscription(writing.db, name)
    assert found is not None
    return found


def _learn(writing: "Writing", known: Subscription, hello: "Hello") -> None:
    writing.db.execute(
        "UPDATE subscription SET you = ?, origins = ?, prefix = coalesce(prefix, ?) WHERE store = ?",
        (hello.you, " ".join(sorted(hello.origins)), hello.prefix, known.store),
    )
    if hello.you != known.you:
        writing.keeping.forget()
        sql = "SELECT key FROM decision WHERE store = ? AND personal = 1"
        for (key,) in writing.db.execute(sql, (known.store,)).fetchall():
            writing.derive(known.store, key)


def begin(writing: "Writing", name: str, kind: str, hello: "Hello", met: str | None = None) -> int:
    """Begin a copy aside, from the beginning, in the place of one that was not finished.

    Args:
        writing: The open transaction.
        name: The store's label.
        kind: Its kind.
        hello: Who answered.
        met: When, RFC 3339: what was sent since then went to the store as it is now. None for this moment.

    Returns:
        Its number.
    """
    db = writing.db
    writing.refuse_former(name)
    retire(writing, name, "aside")
    num = writing.another(f"{name}{HIDDEN}", kind)
    shown = subscription(db, name)
    before = 0 if shown is not None and shown.uuid == hello.uuid else EVERY
    db.execute(
        "INSERT INTO subscription (store, name, place, uuid, cursor, you, origins, began, prefix, before) "
        "VALUES (?, ?, 'aside', ?, NULL, ?, ?, ?, ?, ?)",
        (num, name, hello.uuid, hello.you, " ".join(sorted(hello.origins)), met or writing.stamp, hello.prefix, before),
    )
    found_there.pin(db, name, hello.uuid)
    if shown is None:
        voting.move(writing, name, hello.uuid)
        # My acts of before, should I have been subscribed to it already.
        db.execute(
            "INSERT OR IGNORE INTO own_act (store, digest, id) "
            "SELECT ?, digest, id FROM outbox WHERE uuid = ? AND verdict <> ''",
            (num, hello.uuid),
        )
    writing.keeping.forget()
    return num


def go_on(writing: "Writing", store: int, cursor: str) -> None:
    """Remember where to go on; in the transaction of what came up to there."""
    writing.db.execute("UPDATE subscription SET cursor = ? WHERE store = ?", (cursor, store))
    healths.heard(writing.db, writing.keeping.of(store).label, writing.stamp)


def accept(writing: "Writing", name: str, kind: str, hello: "Hello") -> str | None:
    """Let the store that answers now be the one of that name, in the place of the one that is known.

    It is filled aside, and what is shown stays until that is done; see `swapping.swap`. Drafts stay. Nothing of what
    was said to the other one is sent to it by itself.

    Returns:
        The uuid of the other one; None when the store is the one that is known, or the first: nothing changed.
    """
    shown, aside = (subscription(writing.db, name, place) for place in ("shown", "aside"))
    known = aside or shown
    if known is None or known.uuid == hello.uuid:
        return None
    num = begin(writing, name, kind, hello)
    if shown is None:
        found_there.hand_over(writing, num, name, known.uuid, hello.prefix)
    return known.uuid
