"""What a verb put into the outbox of a store elsewhere is sent at once, and what became of it ends the verb."""

from typing import TYPE_CHECKING

from sayso_client.ledger.outbox import ON_ITS_WAY, Outgoing, Stage
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.session import Session, do

if TYPE_CHECKING:
    from sayso_client.verdict import Receipt, Verdict

PATIENCE_S = 10.0
"""Seconds that a verb waits for a store; what is not recorded by then is kept, and sent later."""
LATER = "It is kept and sent later: by an open inbox, or by sayso sync."
SEE = "It waits in the outbox; sayso list --outbox shows it, and the inbox what can be done."


def send_on(session: Session, ref: Ref) -> None:
    """Send what an asker just said. Nothing where the store is local.

    Raises:
        Ended: it is not recorded there, or not yet.
    """
    inbox = session.inbox()
    if ref.store not in inbox.shared:
        return
    (synced,) = do(inbox.sync(PATIENCE_S, {ref.store}))
    several = [each for each in inbox.outbox.of(ref) if not each.verdict]
    for one in several:
        if one.stage not in ON_ITS_WAY:
            raise Ended(_code(one), f"{_not_recorded(one)} {SEE}")
    if several:
        why = several[0].why or synced.why
        raise Ended(Exit.UNREACHABLE, " ".join(each for each in (one_line(why, 400), LATER) if each))


def deliver(session: Session, verdict: "Verdict", receipt: "Receipt") -> "Receipt":
    """Send a verdict that was put into the outbox; its receipt as it is then, with what to do in its sentence."""
    from dataclasses import replace

    from sayso_client.verdict import ReceiptKind

    inbox = session.inbox()
    if receipt.recorded or not receipt.kept:
        return receipt
    (synced,) = do(inbox.sync(PATIENCE_S, {verdict.ref.store}))
    now = do(inbox.resolve(verdict)) or receipt
    if now.recorded:
        return now
    found = inbox.outbox.by_id(verdict.ref, verdict.id)
    why = one_line(found[-1].why if found else "", 400)
    if now.kind is ReceiptKind.CONFLICT:
        said = f"Something came before it in {one_line(verdict.ref.store, 40)}; nothing was written there. {SEE}"
    elif now.kind is ReceiptKind.REFUSED:
        said = f"{why or now.sentence} {SEE}"
    else:
        told = (f"{now.sentence.rstrip('.')}.", why or one_line(synced.why, 400), LATER)
        said = " ".join(each for each in told if each)
    return replace(now, sentence=said)


def _code(one: Outgoing) -> Exit:
    return Exit.CONFLICT if one.stage is Stage.CONFLICT else Exit.REFUSED


def _not_recorded(one: Outgoing) -> str:
    from sayso_tui.outbox_words import stage_words

    return one_line(one.why, 400) or f"{stage_words(one).capitalize()}."
