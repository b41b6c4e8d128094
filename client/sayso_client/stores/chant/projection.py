"""A question of a chant workspace as a decision. Pure: what the ledger holds of it goes in, and nothing else."""

from collections.abc import Sequence
from datetime import datetime

from sayso_client.decision import (
    Awaiting,
    Decision,
    Input,
    Kind,
    Option,
    Policy,
    PolicyKind,
    Question,
    Recipient,
    Ref,
    State,
)
from sayso_client.stores.chant import answered, counting, days, past, seam, sections, suggested, titles
from sayso_client.stores.chant.days import day
from sayso_client.stores.chant.flagged import flagged
from sayso_client.stores.chant.seam import ANSWERED, ESCALATED, PROPOSED, Asked, told
from sayso_client.stores.contract import Held, Reader
from sayso_client.vocabulary import Act

_STATES = {ESCALATED: State.ESCALATED, PROPOSED: State.PROPOSED, ANSWERED: State.DECIDED}


class ChantProjection:
    """Reads the one object that a workspace has of a question."""

    def project(self, key: str, objects: Sequence[Held], reader: Reader) -> Decision:
        """The decision."""
        asked = Asked.of(objects[-1].value)
        can = counting.abilities(asked, reader.mine)
        state = _STATES.get(asked.state, State.ESCALATED) if asked.valid else State.INVALID
        waits = state is not State.INVALID and (
            Act.ANSWER in can.acts or counting.waits_all_the_same(asked, reader.mine)
        )
        bare = titles.bare(asked, boolean=_kind(asked) is Kind.BOOLEAN)
        title = titles.listed(asked, bare) or key
        events = past.events(asked, title)
        options = _options(asked)
        decision = Decision(
            ref=Ref(reader.store, key),
            seen=asked.seen,
            title=title,
            text=_text(asked) or bare,
            question=_question(asked),
            state=state,
            waiting=waits,
            options=options,
            asked_by=asked.asker,
            asked_at=day(seam.text(asked.question, "askedOn")),
            received_at=_arrived(asked),
            subject=seam.text(asked.question, "subject"),
            project=seam.text(asked.whole, "workspace"),
            inputs=_inputs(asked),
            awaiting=_awaiting(state, waits=waits),
            proposals=suggested.proposals(asked),
            settlement=answered.settlement(asked) if state is State.DECIDED else None,
            policy=_policy(asked),
            recipients=_recipients(asked),
            votes=answered.votes(asked) if state is State.DECIDED else (),
            history=events,
            history_total=len(events),
            facts=sections.all_of(asked),
            problems=_problems(asked),
            can=can,
        )
        return flagged(decision)

    def extend(self, decision: Decision, more: Held, reader: Reader) -> Decision | None:
        """An object is replaced, never added to."""
        return None


def _text(asked: Asked) -> str | None:
    """The question's own text where it has one, else what the point asks of whoever decides."""
    own = seam.text(seam.mapping(asked.question, "asked"), "question")
    return own or seam.text(asked.point, "instructions")


def _kind(asked: Asked) -> Kind:
    kind = seam.text(asked.question, "questionType") or seam.text(asked.point, "questionType")
    return suggested.KINDS.get(kind or "", Kind.CHOICE)


def _question(asked: Asked) -> Question:
    kind = _kind(asked)
    return Question(kind, asked.candidates if kind is Kind.SCORE else ())


def _options(asked: Asked) -> tuple[Option, ...]:
    meanings = asked.criteria
    return tuple(Option(each, each, seam.text(meanings, each) or None) for each in asked.candidates)


def _inputs(asked: Asked) -> tuple[Input, ...]:
    meanings = {seam.text(each, "name"): seam.text(each, "description") for each in seam.objects(asked.point, "inputs")}
    given = seam.mapping(asked.question, "inputs")
    return tuple(Input(name, told(value), meanings.get(name)) for name, value in given.items())


def _arrived(asked: Asked) -> datetime | None:
    """When the file was written, while that can only have been the asking of it: on that day, and nothing since."""
    if asked.state == ANSWERED or seam.listed(asked.question, "retractions"):
        return None
    return days.written_on(seam.text(asked.whole, "seen_at"), day(seam.text(asked.question, "askedOn")))


def _policy(asked: Asked) -> Policy:
    """No votes are kept there: chant takes one answer with the names of all who give it."""
    several = asked.needed > 1
    return Policy(PolicyKind.M_OF_N if several else PolicyKind.SINGLE, asked.needed, asked.roles, together=several)


def _awaiting(state: State, *, waits: bool) -> Awaiting:
    if waits:
        return Awaiting.ME
    return Awaiting.OTHERS if state in (State.ESCALATED, State.PROPOSED) else Awaiting.NOBODY


def _recipients(asked: Asked) -> tuple[Recipient, ...]:
    agents = {seam.person(each) for each in asked.agents}
    return tuple(
        Recipient(who, role, "agent, does not count" if seam.person(who) in agents else None)
        for role, held in asked.holders.items()
        for who in held
    )


def _problems(asked: Asked) -> tuple[str, ...]:
    """What does not fit, and what chant itself warns of, as sentences."""
    found = [told(each) for each in seam.listed(asked.whole, "problems")]
    if asked.question.get("current") is False:
        found.append(
            "The point was declared anew since this was asked. What stands here of it is how it is declared now; the "
            "question was put under the former one."
        )
    return tuple(found)
