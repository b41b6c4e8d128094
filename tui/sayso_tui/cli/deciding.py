"""How a verdict of the command line is written: shown, typed, recorded, and what became of it told."""

from dataclasses import replace

from sayso_client.compose import OWN_WORD, compose, in_words, nothing_kept
from sayso_client.decision import Act, Decision, State
from sayso_client.draft import Draft
from sayso_client.errors import LedgerError, RefusedByRule
from sayso_client.me import Me
from sayso_client.text import one_line
from sayso_client.verdict import Receipt, ReceiptKind
from sayso_client.whole import whole
from sayso_tui.cli.cells import screen_width
from sayso_tui.cli.challenge import challenge, word_for
from sayso_tui.cli.documents import decision_members
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.output import document, remark
from sayso_tui.cli.page import question
from sayso_tui.cli.principal import Principal
from sayso_tui.cli.sent_on import deliver
from sayso_tui.cli.session import Session, do
from sayso_tui.widgets.proposal_view import maker, provenance

OF_RECEIPTS = {
    ReceiptKind.RECORDED: Exit.DONE,
    ReceiptKind.VOTED: Exit.DONE,
    ReceiptKind.QUEUED: Exit.UNREACHABLE,
    ReceiptKind.UNKNOWN: Exit.UNREACHABLE,
    ReceiptKind.REFUSED: Exit.REFUSED,
    ReceiptKind.CONFLICT: Exit.CONFLICT,
}
"""What a store said back → how the verb ends."""


def decide(session: Session, decision: Decision, draft: Draft, principal: Principal) -> None:
    """Show what will be written, have it typed, write it, and tell what became of it.

    Raises:
        Ended: it was not written, or not yet; the code says why.
        Incomplete, RefusedByRule, LedgerError: nothing was written.
    """
    if decision.state is State.WITHDRAWN and draft.act in (Act.ANSWER, Act.CONFIRM, Act.DISMISS):
        raise Ended(Exit.CONFLICT, f"{one_line(decision.ref.key, 80)} was withdrawn. Nothing was written.")
    inbox = session.inbox()
    draft = replace(draft, note=principal.note)
    me = named_by(inbox.me_in(decision.ref.store), draft, principal.by)
    try:
        first = compose(decision, draft, me=me, mint=inbox.mint, now=inbox.now(), via=inbox.via)
    except RefusedByRule as error:
        raise RefusedByRule(nothing_kept(str(error))) from None
    if not principal.unattended:
        # Before anything is shown and typed that cannot be recorded.
        if why := inbox.refuses(first):
            raise RefusedByRule(f"{whole(why)} Nothing was written.")
        _ask(session, decision, draft, me)
    verdict = compose(decision, draft, me=me, mint=inbox.mint, now=inbox.now(), via=inbox.via)
    try:
        receipt = deliver(session, verdict, do(inbox.record(verdict)))
    except LedgerError:
        if draft.words:
            # A draft would go to the same file.
            said = (draft.text, draft.under, draft.basis, draft.note)
            remark("\n".join(("Your words:", *filter(str.strip, said))))
        raise
    if receipt.kind is ReceiptKind.CONFLICT and draft.words:
        # The command line counts as an inbox of its own: this stands beside whatever is kept already.
        do(inbox.keep(replace(draft, at=inbox.now())))
        receipt = replace(receipt, sentence=f"{whole(receipt.sentence)} Your words are kept as a draft.")
    tell(session, receipt, as_json=principal.as_json)


def _ask(session: Session, decision: Decision, draft: Draft, me: Me) -> None:
    now = session.inbox().now().astimezone()
    words = in_words(decision, draft, me)
    lines = [*question(decision, now, screen_width()), "", f"Will be written to {one_line(draft.ref.store, 40)}:"]
    lines.append(f"  {one_line(words, 2000)}")
    beside = (("text", draft.text), ("note", draft.note), ("proposed by", _proposer(decision, draft)))
    lines += [f"  {name}: {one_line(text, 2000)}" for name, text in beside if text.strip()]
    if decision.settlement is not None and draft.act is not Act.RETRACT:
        lines.append("  It replaces what was decided before.")
    challenge([*lines, ""], word_for(draft.option, draft.ref.store, draft.ref.key, draft.seen, words))


def _proposer(decision: Decision, draft: Draft) -> str:
    found = next((each for each in decision.proposals if each.id == draft.proposal), None)
    return f"{maker(found)} ({provenance(found)})" if found else ""


def tell(session: Session, receipt: Receipt, *, as_json: bool) -> None:
    """Say what became of a verdict.

    Raises:
        Ended: it was not written, or not yet.
    """
    if as_json:
        now = session.inbox().now().astimezone()
        members: dict[str, object] = {
            "receipt": str(receipt.kind),
            "store": receipt.ref.store,
            "key": receipt.ref.key,
            "id": receipt.id,
            "sentence": receipt.sentence,
            "decision": decision_members(receipt.now, now) if receipt.now else None,
        }
        document("receipt", members)
    code = OF_RECEIPTS[receipt.kind]
    if code is not Exit.DONE:
        raise Ended(code, receipt.sentence)
    remark(receipt.sentence)


def named_by(me: Me, draft: Draft, by: str | None) -> Me:
    """Who the record names: --by stands for the principal, or for the assistant whose act it records."""
    if by is None:
        return me
    return Me(by, me.assistant) if draft.act is Act.RETRACT or draft.kind in OWN_WORD else Me(me.name, by)
