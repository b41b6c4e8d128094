"""What all principal verbs share: who may use them, and what they are told on the command line."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING

import click

from sayso_client.decision import Decision
from sayso_client.draft import Draft
from sayso_client.errors import NotFound
from sayso_client.lookalike import spelled
from sayso_client.seen_token import seen_token
from sayso_client.text import one_line
from sayso_client.verdict import AuthorityKind
from sayso_tui.cli.agents import INSTEAD, refuse_agents
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.options import json_option, store_option
from sayso_tui.cli.output import remark
from sayso_tui.cli.session import Session
from sayso_tui.cli.terminal import at_terminal

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox


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
    seen: str | None
    store: str | None
    as_json: bool

    def decision(self, session: Session, key: str) -> Decision:
        """The decision that the verb is about, once everything allows that it is used.

        Raises:
            Ended: an agent's shell, no terminal, a configuration in doubt, no name, or other terms than those meant.
            NotFound, Ambiguous: by the key.
        """
        warning = admit(session, unattended=self.unattended)
        decision = _to_decide(session.inbox("unattended" if self.unattended else "cli"), key, self.store)
        if self.unattended and self.terms_rev is None and self.seen is None:
            raise click.UsageError(_pin(session, decision))
        session.may_write(decision.ref.store, principal=True)
        _named(session, decision.ref.store)
        if self.terms_rev is not None and self.terms_rev != decision.terms_rev:
            stands = "none is held" if decision.terms_rev is None else f"{decision.terms_rev} stands now"
            raise Ended(Exit.CONFLICT, f"Revision {self.terms_rev} was meant, and {stands}. Nothing was written.")
        if self.seen is not None and self.seen != seen_token(decision.seen):
            raise Ended(
                Exit.CONFLICT,
                f"{one_line(self.seen, 40)} was meant, and it stands as {seen_token(decision.seen)} now: it changed "
                "since. Nothing was written.",
            )
        if warning:
            remark(warning)
        return session.inbox().seen_by(decision, self.by) if self.by is not None else decision


def _pin(session: Session, decision: Decision) -> str:
    """What has to be said where nobody looks at what is decided on."""
    if decision.terms_rev is not None or session.inbox().store(decision.ref.store).kind != "chant":
        return "--unattended needs --terms-rev N: the revision that was decided on."
    return (
        "--unattended needs --seen TOKEN: what was decided on, as sayso show --json tells it (seen). "
        "A workspace counts no revisions."
    )


def _to_decide(inbox: "Inbox", key: str, store: str | None) -> Decision:
    try:
        return inbox.find(key, store)
    except NotFound:
        from sayso_tui.cli.unsent import refuse_unsent

        refuse_unsent(inbox, key, store)


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


def _named(session: Session, store: str) -> None:
    if not session.inbox().me_in(store).name:
        raise Ended(
            Exit.USAGE,
            "Who are you? Set your name once: sayso config set me.name NAME. Nothing was written.",
        )


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
    """Gives the verb --by, --note, --unattended, --terms-rev, --seen, --store and --json, as one value `principal`."""

    @click.option("--by", metavar="WHO", help="Who decided, when not you (or not your assistant).")
    @click.option("--note", metavar="TEXT", default="", help="A remark that goes into the record.")
    @click.option("--unattended", is_flag=True, help="For scripts: no question is shown; the record says so.")
    @click.option(
        "--terms-rev", metavar="N", type=int, help="The revision that is decided on; another one ends with 4."
    )
    @click.option(
        "--seen", metavar="TOKEN", help="What is decided on, as show --json tells it; another one ends with 4."
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
        seen: str | None,
        store: str | None,
        as_json: bool,
        **rest: object,
    ) -> None:
        who = None if by is None else spelled(by)
        command(*args, principal=Principal(who, note, unattended, terms_rev, seen, store, as_json), **rest)

    return verb
