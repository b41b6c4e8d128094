"""What a verb put into the outbox of a store elsewhere is sent at once, and what became of it ends the verb."""

from typing import TYPE_CHECKING

from sayso_client.inbox.as_asked import not_taken
from sayso_client.ledger.outbox import DONE, ON_ITS_WAY, Stage
from sayso_client.stores.replica import ReplicaStore
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref
from sayso_client.whole import in_a_row
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.in_vain import in_vain
from sayso_tui.cli.session import Session, do

if TYPE_CHECKING:
    from sayso_client.verdict import Receipt, Verdict

PATIENCE_S = 10.0
"""Seconds that a verb waits for a store; what is not recorded by then is kept, and sent later."""
LATER = "What was said is kept here, and sent by an open inbox or by sayso sync."
FINDS_OUT = "An open inbox finds out, or sayso sync; it is never written twice."
SEE = "It waits in the outbox; sayso list --outbox shows it, and the inbox what can be done."


def send_on(session: Session, ref: Ref) -> bool:
    """Send what an asker just said. Nothing where the store is local, or where there was nothing to say.

    Returns:
        Whether it arrived as it was said; False when it is asked there already, in the same words.

    Raises:
        Ended: it is not recorded there, or not yet.
    """
    inbox = session.inbox()
    store = inbox.store(ref.store)
    said = store.said if isinstance(store, ReplicaStore) else ()
    if not said:
        return True
    (synced,) = do(inbox.sync(PATIENCE_S, {ref.store}, anew=False))
    found = [inbox.outbox.one(each) for each in said]
    several = [one for one in found if one is not None and one.stage not in DONE]
    for one in several:
        if one.stage is Stage.CONFLICT:
            # Told here and now, as a local store does, so nothing of it has to wait for anybody.
            do(inbox.outbox.drop(one.num))
            raise Ended(Exit.CONFLICT, one.why)
        if one.stage not in ON_ITS_WAY:
            raise Ended(Exit.REFUSED, not_taken(one))
    if several:
        raise Ended(Exit.UNREACHABLE, in_a_row(in_vain(several[0].why or synced.why), LATER))
    return None not in found


def deliver(session: Session, verdict: "Verdict", receipt: "Receipt") -> "Receipt":
    """Send a verdict that was put into the outbox; its receipt as it is then, with what to do in its sentence."""
    from dataclasses import replace

    from sayso_client.verdict import ReceiptKind

    inbox = session.inbox()
    if not receipt.on_its_way:
        return receipt
    (synced,) = do(inbox.sync(PATIENCE_S, {verdict.ref.store}, anew=False))
    now = do(inbox.resolve(verdict)) or receipt
    if now.recorded:
        return now
    if now.kind is ReceiptKind.VOTED:
        store = one_line(verdict.ref.store, 40)
        return replace(
            now, sentence=f"{store} does not count all who said the same, so nothing was written. {now.sentence}"
        )
    found = inbox.outbox.by_id(verdict.ref, verdict.id)
    why = one_line(found[-1].why if found else "", 400)
    if now.kind is ReceiptKind.CONFLICT:
        said = in_a_row(
            f"Something came before it in {one_line(verdict.ref.store, 40)}.", _before(now, in_vain(why)), SEE
        )
    elif found and inbox.outbox.is_being_written(found[-1]):
        now = replace(now, kind=ReceiptKind.UNKNOWN)
        program = inbox.store(verdict.ref.store).kind
        said = (
            f"{found[-1].parcel.words} · {program} still runs for it, longer than this waits. It is not told to "
            f"{program} twice: an open inbox, or sayso sync, reads what became of it."
        )
    elif now.kind is ReceiptKind.REFUSED:
        said = in_a_row(why or now.sentence, SEE)
    else:
        store = one_line(verdict.ref.store, 40)
        unsure = now.kind is ReceiptKind.UNKNOWN
        how_far = f"sent to {store}, and not known to be written there" if unsure else f"not in {store} yet"
        words = found[-1].parcel.words if found else now.sentence
        told = (f"{words} · {how_far}.", in_vain(why or synced.why), FINDS_OUT if unsure else LATER)
        said = in_a_row(*told)
    return replace(now, sentence=said)


def _before(receipt: "Receipt", why: str) -> str:
    """What came before it, and who said it: as the store tells it, or as its copy shows it by now."""
    from sayso_client.decision import Outcome

    settled = receipt.now.settlement if receipt.now else None
    if receipt.now is None or settled is None:
        return why
    who = one_line((settled.authority.by if settled.authority else None) or settled.settled_by or "Somebody", 40)
    if who in why:
        return why
    option = receipt.now.option(settled.option)
    words = one_line(option.label if option else settled.text or "", 120)
    said = f"answered “{words}”" if settled.outcome is Outcome.DECIDED else "said that no answer is needed"
    return in_a_row(why, f"{who} {said}.")
