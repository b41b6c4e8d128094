"""The answer that stands, and who gave it."""

from sayso_client.around import Vote
from sayso_client.said import Authority, Outcome, Settlement
from sayso_client.stores.chant import deciders, seam
from sayso_client.stores.chant.days import day, written_on
from sayso_client.stores.chant.seam import MODEL, TABLE, Asked
from sayso_client.verdict import AuthorityKind


def settlement(asked: Asked) -> Settlement:
    """With the authority that chant means: of people their own word, or that they confirmed; of a table none."""
    question, answer = asked.question, asked.answer
    kind = seam.text(asked.decider, "kind")
    people = ", ".join(seam.names(question, "answeredBy"))
    authority = None
    if kind != TABLE:
        authority = Authority(AuthorityKind.CONFIRMED if kind == MODEL else AuthorityKind.PRINCIPAL, people or None)
    on = day(seam.text(question, "answeredOn"))
    return Settlement(
        seam.text(asked.whole, "digest") or "",
        Outcome.DECIDED,
        text=answer,
        option=answer,
        authority=authority,
        settled_by=deciders.settled_by(asked.decider) if authority is None else None,
        at=on,
        # Answering is what chant does last to a record that stands answered.
        written_at=written_on(seam.text(asked.whole, "seen_at"), on),
        note=seam.text(question, "note"),
    )


def votes(asked: Asked) -> tuple[Vote, ...]:
    """Who gave the answer that stands, where several had to."""
    people = seam.names(asked.question, "answeredBy")
    at = day(seam.text(asked.question, "answeredOn"))
    return tuple(Vote(each, asked.answer or "", at=at) for each in people) if asked.needed > 1 else ()
