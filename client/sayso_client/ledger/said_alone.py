"""What I said of a decision that its store does not hold: a row made of that alone, so that it can be seen to.

After another store took the place of one, or what I may read there became less, words of mine can stand in the outbox
with nothing beside them. The row lists them; it is no decision, and nothing can be answered there.
"""

import sqlite3

from sayso_client.decision import Act, Can, Decision, Flag, Question, State
from sayso_client.ledger import outbox
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref

LEFT_ALONE = "verdict <> '' AND state NOT IN ('recorded', 'written', 'unseen')"
"""What of the outbox a person has to be shown."""


def said_alone(db: sqlite3.Connection, ref: Ref) -> Decision | None:
    """The row for what I said of it, when nothing else is held of it; None when nothing of that is left to see to."""
    mine = [each for each in outbox.of_decision(db, ref) if each.verdict] if outbox.there(db) else []
    if not mine:
        return None
    words, store = mine[0].parcel.words, one_line(ref.store, 40)
    why = f"{store} does not hold it, so there is nothing to decide; what you said of it is in the outbox."
    return Decision(
        ref,
        "",
        f"{ref.key}: {words}",
        "\n".join(each.parcel.words for each in mine),
        Question(),
        State.UNKNOWN,
        waiting=False,
        flags=frozenset({Flag.NOT_HELD}),
        can=Can(refusals=dict.fromkeys(map(str, Act), why)),
    )
