"""What all principal verbs share: who may use them, what they are told, and how their verdict is written."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps

import click

from sayso_client.compose import OWN_WORD, compose, in_words
from sayso_client.decision import Act, Decision, State
from sayso_client.draft import Draft
from sayso_client.me import Me
from sayso_client.text import one_line
from sayso_client.verdict import AuthorityKind, Receipt, ReceiptKind
from sayso_tui.cli.agents import INSTEAD, refuse_agents
from sayso_tui.cli.cells import screen_width
from sayso_tui.cli.challenge import challenge, word_for
from sayso_tui.cli.documents import decision_members
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.options import json_option, store_option
from sayso_tui.cli.output import document, remark
from sayso_tui.cli.page import question
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.terminal import at_terminal
from sayso_tui.widgets.proposal_view import maker, provenance

OF_RECEIPTS = {
    ReceiptKind.RECORDED: Exit.DONE,
    ReceiptKind.QUEUED: Exit.UNREACHABLE,
    ReceiptKind.UNKNOWN: Exit.UNREACHABLE,
    ReceiptKind.REFUSED: Exit.REFUSED,
    ReceiptKind.CONFLICT: Exit.CONFLICT,
}
"""What a store said back → how the verb ends."""


@dataclass(frozen=True, slots=True)
class Ground:
    """On what ground it is settled: --as, --under, --basis."""

    kind: AuthorityKind
    under: str
    basis: str

    def on(self, draft: Draft, session: Session) -> Draft:
        """The draft with this ground; the id of a mandate in the settings stands for its text."""
        mandates = {each.id: each.text for each in session.loaded.settings.mandates}
        return replace(draft, kind=self.kind, under=mandates.get(self.under, self.under), basis=self.basis)


@dataclass(frozen=True, slots=True)
class Principal:
    """Who uses the verb, and how they want it."""

    by: str | None
    note: str
    unattended: bool
    terms_rev: int | None
    store: str | None
    as_json: bool

    def decision(self, session: Session, key: str) -> Decision:
        """The decision that the verb is about, once everything allows that it is used.

        Raises:
            Ended: an agent's shell, no terminal, a configuration in doubt, no name, or other terms than those meant.
            NotFound, Ambiguous: by the key.
        """
        warning = admit(session, unattended=self.unattended)
        if self.unattended and self.terms_rev is None:
            raise click.UsageError("--unattended needs --terms-rev N: the revision that was decided on.")
        decision = session.inbox("unattended" if self.unattended else "cli").find(key, self.store)
        session.may_write(decision.ref.store, principal=True)
        _named(session)
        if self.terms_rev is not None and self.terms_rev != decision.terms_rev:
            stands = "none is held" if decision.terms_rev is None else f"{decision.terms_rev} stands now"
            raise Ended(Exit.CONFLICT, f"Revision {self.terms_rev} was meant, and {stands}. Nothing was written.")
        if warning:
            remark(warning)
        return decision


def admit(session: Session, *, unattended: bool, what: str = "Only the principal decides") -> str | None:
    """Let only the principal in: refuse agents' shells, and whoever has no terminal and did not say so.

    Args:
        session: The call.
        unattended: Whether it was said that nobody sits here.
        what: What only the principal may do; the sentence of a refusal begins with it.

    Returns:
        A warning to be shown before the question, or None.

    Raises:
        Ended: refused.
    """
    warning = refuse_agents(session.environ, at_terminal=not unattended)
    if not unattended and not at_terminal():
        raise Ended(
            Exit.REFUSED,
            f"{what}, at a terminal where it can be read, and there is none here. Nothing was written. {INSTEAD}",
        )
    return warning


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
    me = _me(inbox.me, draft, principal.by)
    compose(decision, draft, me=me, mint=inbox.mint, now=inbox.now(), via=inbox.via)
    if not principal.unattended:
        _ask(session, decision, draft, me)
    verdict = compose(decision, draft, me=me, mint=inbox.mint, now=inbox.now(), via=inbox.via)
    receipt = do(inbox.record(verdict))
    if receipt.kind is ReceiptKind.CONFLICT and draft.words:
        if inbox.draft(draft.ref, draft.act) is None:
            do(inbox.keep(draft))
        else:
            typed = " · ".join(each for each in (draft.text, draft.note) if each.strip())
            remark(f"Another draft of this decision is kept already, so these words are only here: {one_line(typed)}")
    _tell(session, receipt, as_json=principal.as_json)


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


def _tell(session: Session, receipt: Receipt, *, as_json: bool) -> None:
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


def _named(session: Session) -> None:
    if not session.inbox().me.name:
        raise Ended(
            Exit.USAGE,
            "Who are you? Set your name once: sayso config set me.name NAME. Nothing was written.",
        )


def _me(me: Me, draft: Draft, by: str | None) -> Me:
    """Who the record names: --by stands for the principal, or for the assistant whose act it records."""
    if by is None:
        return me
    return Me(by, me.assistant) if draft.act is Act.RETRACT or draft.kind in OWN_WORD else Me(me.name, by)


def ground_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives the verb --as, --under and --basis, as one value `ground`."""

    @click.option(
        "--as",
        "kind",
        type=click.Choice([each.value for each in AuthorityKind]),
        default="principal",
        help="On what ground; principal by default. The last two record an act already made.",
    )
    @click.option(
        "--under", metavar="MANDATE", default="", help="For delegated: a mandate's id, or what it is, in words."
    )
    @click.option("--basis", metavar="WHERE", default="", help="For attested: the mail, the talk, the document.")
    @wraps(command)
    def verb(*args: object, kind: str, under: str, basis: str, **rest: object) -> None:
        command(*args, ground=Ground(AuthorityKind(kind), under, basis), **rest)

    return verb


def principal_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives the verb --by, --note, --unattended, --terms-rev, --store and --json, as one value `principal`."""

    @click.option("--by", metavar="WHO", help="Who decided, when not you (or not your assistant).")
    @click.option("--note", metavar="TEXT", default="", help="A remark that goes into the record.")
    @click.option("--unattended", is_flag=True, help="For scripts: no question is shown; the record says so.")
    @click.option(
        "--terms-rev", metavar="N", type=int, help="The revision that is decided on; another one ends with 4."
    )
    @store_option
    @json_option
    @wraps(command)
    def verb(
        *args: object,
        by: str | None,
        note: str,
        unattended: bool,
        terms_rev: int | None,
        store: str | None,
        as_json: bool,
        **rest: object,
    ) -> None:
        command(*args, principal=Principal(by, note, unattended, terms_rev, store, as_json), **rest)

    return verb
