"""What `sayso raise`, `amend` and `withdraw` do.

Apart from how their options are parsed, so that a plain call needs no parser.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from sayso_client.errors import RefusedByRule
from sayso_client.text import one_line
from sayso_client.vocabulary import State
from sayso_tui.cli.agents import agents_name
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.output import remark, result
from sayso_tui.cli.session import Session, at_once
from sayso_tui.cli.shown import print_decision
from sayso_tui.cli.values import text_or_stdin

if TYPE_CHECKING:
    from sayso_client.asking import Ask, AskersDoor, Asking
    from sayso_client.decision import Decision


class Asked(NamedTuple):
    """What the options of `raise` and `amend` say; None or empty where one was not given."""

    text: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    default: str | None = None
    due: str | None = None
    by: str | None = None
    to: tuple[str, ...] = ()
    subject: str | None = None
    project: str | None = None
    links: tuple[str, ...] = ()

    def given(self) -> dict[str, object]:
        """Only what was given, by the names of `Ask`."""
        given = {name: value for name, value in self._asdict().items() if name != "text" and value}
        return given if self.text is None else {"text": text_or_stdin(self.text), **given}


def ask_anew(session: Session, key: str | None, asked: Asked, store: str | None, *, as_json: bool) -> None:
    """Raise it and print its key.

    Raises:
        Conflict, InvalidRecord: the door does not take it.
    """
    from sayso_client.asking import Ask

    door = asking(session, store)
    ask = Ask(**{"by": asker_in(session, door.store), **asked.given()})  # type: ignore[arg-type]  # names and types are those of Ask
    decision, new = at_once(door.raise_(key, ask))
    if not new:
        remark(_asked_already(decision))
    if new and ask.default is not None and ask.options and decision.option(ask.default) is None:
        remark(f"{one_line(ask.default, 80)} is the id of no option, so it stands as a working assumption in words.")
    if as_json:
        print_decision(session, decision)
    else:
        result(decision.ref.key)
    if not sent_on(session, decision):
        remark(_asked_already(decision))
    elif new:
        _tell_where(session, decision.ref.store, chosen=bool(store or session.asks_in))


def _tell_where(session: Session, store: str, *, chosen: bool) -> None:
    """Where it could be more than one, say in which store it was asked; where nobody chose one, also how one does."""
    if len(session.inbox().stores()) < 2:
        return
    here = " on this machine" if not chosen and store not in session.inbox().shared else ""
    more = "" if chosen else ". To ask elsewhere: --store NAME, or for good: sayso config set asker.store NAME"
    remark(f"Asked in {one_line(store, 40)}{here}{more}.")


def asker_in(session: Session, store: str) -> str | None:
    """Who asks when nobody is named: the agent of this shell, else as whom the token of the store lets us in."""
    return agents_name(session.environ) or session.inbox().called_in(store)


def _asked_already(decision: "Decision") -> str:
    return f"{one_line(decision.ref.key, 80)} is asked already, in the same words. Nothing was written."


def ask_otherwise(session: Session, held: "Decision", given: dict[str, object], *, as_json: bool) -> None:
    """Change what is asked to what is given; the rest stays as it is.

    Raises:
        Conflict, InvalidRecord, RefusedByRule: the door does not take it.
    """
    from sayso_client.handoff.carrying import in_force

    door = asking(session, held.ref.store)
    ask, key = _as_it_stands(held, given), held.ref.key
    upon = in_force(held, (each.value for each in session.inbox().records_as_asked(held.ref)))
    decision = at_once(door.amend(key, ask, upon))
    tell(session, decision, *_amended(held, decision), as_json=as_json)


def _amended(held: "Decision", decision: "Decision") -> Iterator[str]:
    name = one_line(held.ref.key, 80)
    if decision.seen == held.seen:
        yield f"{name} is asked just so already. Nothing was written."
        return
    yield f"{name} now stands at revision {decision.terms_rev}."
    if decision.state is State.STALE:
        yield "It had been answered; that answer is stale, and the question waits again."


def ask_no_more(
    session: Session,
    key: str,
    *,
    reason: str,
    note: str | None = None,
    store: str | None = None,
    as_json: bool = False,
) -> None:
    """Withdraw it.

    Raises:
        NotFound, Ambiguous: by the key.
        RefusedByRule: the door does not take it.
    """
    held = session.inbox().find_asked(key, store, session.asks_in)
    decision = at_once(asking(session, held.ref.store).withdraw(key, reason, note))
    was = "was withdrawn before. Nothing was written." if decision.seen == held.seen else "is withdrawn."
    tell(session, decision, f"{one_line(key, 80)} {was}", as_json=as_json)


def tell(session: Session, decision: "Decision", *sentences: str, as_json: bool) -> None:
    """Say what was written, in words or as the decision that it made, and send it on where its store lives elsewhere.

    Raises:
        Ended: it is not recorded there, or not yet.
    """
    if as_json:
        print_decision(session, decision)
    else:
        for each in sentences:
            remark(each)
    sent_on(session, decision)


def sent_on(session: Session, decision: "Decision") -> bool:
    """Where the store lives elsewhere, send what was just said, and end by what becomes of it.

    Returns:
        False when it is asked there already, in the same words.

    Raises:
        Ended: it is not recorded there, or not yet.
    """
    if decision.ref.store in session.inbox().shared:
        from sayso_tui.cli.sent_on import send_on

        return send_on(session, decision.ref)
    return True


def asking(session: Session, store: str | None, origin: Literal["agent", "requester"] = "requester") -> "Asking":
    """The requester's side of a store, once nothing stands in the way of writing there. Needs no loop.

    Raises:
        Ended, RefusedByRule: something does, whatever is to be written. So nobody makes a record for such a store, nor
            reads one of its tokens.
    """
    from sayso_client.asking import Asking

    inbox = session.inbox()
    door = inbox.store(store or session.asks_in)
    if not hasattr(door, "ask"):
        raise Ended(Exit.USAGE, f"Nothing can be asked in {one_line(door.name, 40)} from here.")
    if door.name in inbox.shared:
        from sayso_client.stores.replica import ReplicaStore

        if isinstance(door, ReplicaStore) and door.asks_nothing:
            raise RefusedByRule(door.asks_nothing)
    session.may_write(door.name, principal=False, named=store is not None)
    return Asking(cast("AskersDoor", door), clock=inbox.now, mint=inbox.mint, origin=origin)


def _as_it_stands(decision: "Decision", given: dict[str, object]) -> "Ask":
    from sayso_client.asking import Ask

    assumption = decision.working_assumption
    stands: dict[str, object] = {
        "text": decision.text,
        "options": tuple((each.id, each.label) for each in decision.options),
        "default": (assumption.option or assumption.text) if assumption else None,
        "due": decision.due.isoformat() if decision.due else None,
        "by": decision.asked_by,
        "to": decision.to,
        "subject": decision.subject,
        "project": decision.project,
        "links": decision.links,
    }
    return Ask(**{**stands, **given})  # type: ignore[arg-type]  # names and types are those of Ask


def raised_plainly(
    session: Session, key: str | None = None, store: str | None = None, *, as_json: bool = False, **said: object
) -> None:
    """`ask_anew`, with the members of `Asked` one by one; `text` is among them."""
    ask_anew(session, key, Asked(**said), store, as_json=as_json)  # type: ignore[arg-type]  # by the table of forms


def amended_plainly(
    session: Session, key: str, store: str | None = None, *, as_json: bool = False, **said: object
) -> None:
    """`ask_otherwise`, with the members of `Asked` one by one; at least one of them is given."""
    held = session.inbox().find_asked(key, store, session.asks_in)
    asked = Asked(**said)  # type: ignore[arg-type]  # by the table of forms
    ask_otherwise(session, held, asked.given(), as_json=as_json)
