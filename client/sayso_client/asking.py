"""The requester's side of a store: raise, amend, withdraw, note, propose. Never a word of the principal."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypedDict

from sayso_client.decision import Decision, State
from sayso_client.errors import Conflict, NotFound, RefusedByRule
from sayso_client.handoff import writing
from sayso_client.handoff.asked import title
from sayso_client.handoff.json_door import digest
from sayso_client.handoff.seen import Seen
from sayso_client.handoff.vocabulary import Record
from sayso_client.text import one_line

_SLUG = 32
"""Longest slug in a generated key, in code points."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked, by whom and of whom."""

    text: str
    options: tuple[tuple[str, str], ...] = ()
    """(id, label)"""
    default: str | None = None
    """The working assumption: an option's id, or free text."""
    due: str | None = None
    """A calendar day, YYYY-MM-DD."""
    by: str | None = None
    to: tuple[str, ...] = ()
    subject: str | None = None
    project: str | None = None
    links: tuple[str, ...] = ()

    @property
    def terms(self) -> Record:
        """The terms as a record has them."""
        return writing.make_terms(self.text, options=self.options, default=self.default, due=self.due)


class AskersDoor(Protocol):
    """A store that takes what requesters and agents say: a local one, or one elsewhere by way of the outbox."""

    @property
    def name(self) -> str:
        """Its label."""

    async def ask(
        self, key: str, build: Callable[[Decision | None], Sequence[Mapping[str, object]]], door: str
    ) -> Decision:
        """As `LocalStore.ask`."""


class Asking:
    """What a requester or an agent may do in one store. Each call is one transaction."""

    def __init__(
        self,
        store: AskersDoor,
        *,
        clock: Callable[[], datetime],
        mint: Callable[[], str],
        origin: Literal["agent", "requester"] = "requester",
        door: str = "cli",
    ) -> None:
        self._store = store
        self._clock = clock
        self._mint = mint
        self._origin: Literal["agent", "requester"] = origin
        self._door = door

    @property
    def store(self) -> str:
        """The label of the store."""
        return self._store.name

    async def raise_(self, key: str | None, ask: Ask) -> tuple[Decision, bool]:
        """Raise a decision. Raising the same terms again writes nothing.

        Returns:
            The decision as it stands, and whether it is new.

        Raises:
            Conflict: the key is held with other terms.
            InvalidRecord: the terms break a rule.
        """
        name = key if key is not None else generated_key(ask)
        new = False

        def build(decision: Decision | None) -> Sequence[Record]:
            nonlocal new
            if decision is not None and decision.terms_rev is not None:
                self._same_terms(decision, ask)
                return ()
            new = True
            return [writing.raised(name, at=writing.stamp(self._clock()), terms=ask.terms, **_who(ask))]

        return await self._store.ask(name, build, self._door), new

    def _same_terms(self, decision: Decision, ask: Ask) -> None:
        if Seen.parse(decision.seen).terms != digest(ask.terms):
            # Imported here: hardly anybody needs it, and whoever asks shall be done soon.
            from sayso_client.ledger.asked_twice import other_terms

            raise Conflict(other_terms(decision))

    async def amend(self, key: str, ask: Ask, upon: Record | None = None) -> Decision:
        """Change what is asked, or of whom and about what; revision + 1. Where all is the same, nothing is written.

        Args:
            key: Which decision.
            ask: The whole of it, as it shall be.
            upon: The record that was read to know what stays; its members that we do not know stay, too.

        Raises:
            NotFound: no question is held under that key.
            Conflict: another record than `upon` is in force by now.
            InvalidRecord: the terms break a rule.
        """
        from sayso_client.handoff.carrying import carried, carried_beside

        terms = ask.terms if upon is None else carried(upon, ask.terms)

        def build(decision: Decision | None) -> Sequence[Record]:
            held = self._asked(decision, key)
            seen = Seen.parse(held.seen)
            if upon is not None and (seen.terms, held.terms_history[-1].id) != (digest(upon["terms"]), upon["id"]):
                raise Conflict(
                    f"{one_line(key, 80)} was amended meanwhile. Nothing was written; look, and amend again."
                )
            same = seen.terms == digest(terms) and _who(ask) == _who_asks(held)
            if same and held.state is not State.WITHDRAWN:
                return ()
            record = writing.amended(
                key,
                id=self._mint(),
                at=self._after(held, seen.need),
                terms=terms,
                terms_rev=max((each.rev for each in held.terms_history), default=held.terms_rev or 0) + 1,
                supersedes=seen.need,
                beside=None if upon is None else carried_beside(upon),
                **_who(ask),
            )
            return [record]

        return await self._store.ask(key, build, self._door)

    async def withdraw(self, key: str, reason: str, note: str | None = None) -> Decision:
        """Say that no answer is needed any more. `reason` is settled or not_needed. Twice writes nothing more."""

        def build(decision: Decision | None) -> Sequence[Record]:
            held = self._asked(decision, key)
            if held.withdrawal is not None:
                return ()
            seen = Seen.parse(held.seen)
            at = self._after(held, seen.need)
            return [writing.withdrawn(key, id=self._mint(), at=at, reason=reason, supersedes=seen.need, note=note)]

        return await self._store.ask(key, build, self._door)

    async def note(self, key: str, text: str, to: str | None = None, reason: str | None = None) -> Decision:
        """Add a remark; with `to` it says to whom the asker would hand the question over."""

        def build(decision: Decision | None) -> Sequence[Record]:
            self._held(decision, key)
            at = writing.stamp(self._clock())
            return [writing.note(key, id=self._mint(), at=at, text=text, origin=self._origin, to=to, reason=reason)]

        return await self._store.ask(key, build, self._door)

    async def claim(self, key: str, basis: str, text: str | None = None, option: str | None = None) -> Decision:
        """Report that the principal already decided, elsewhere. It settles nothing.

        Raises:
            NotFound: no question is held under that key.
            InvalidRecord: neither words nor an option of the terms, or no basis.
        """

        def build(decision: Decision | None) -> Sequence[Record]:
            held = self._asked(decision, key)
            at = writing.stamp(self._clock())
            terms: Record = {"options": [{"id": each.id, "label": each.label} for each in held.options]}
            return [
                writing.claimed(
                    key,
                    id=self._mint(),
                    at=at,
                    basis=basis,
                    text=text,
                    option=option,
                    terms=terms,
                    origin=self._origin,
                )
            ]

        return await self._store.ask(key, build, self._door)

    async def derive(self, key: str, uri: str, note: str | None = None) -> Decision:
        """Say from what the decision follows: an inquiry, or work that has a URI. Twice writes nothing more.

        Raises:
            NotFound: no decision is held under that key.
        """

        def build(decision: Decision | None) -> Sequence[Record]:
            held = self._held(decision, key)
            if any((each.kind, each.uri) == ("derived_from", uri) for each in held.relations):
                return ()
            at = writing.stamp(self._clock())
            return [writing.related(key, id=self._mint(), at=at, kind="derived_from", to_uri=uri, note=note)]

        return await self._store.ask(key, build, self._door)

    async def propose(
        self, key: str, build_record: Callable[[Decision, str, datetime], Mapping[str, object]]
    ) -> Decision:
        """Add a proposal. `build_record` gets the decision, a fresh id and the time, and gives the whole record."""

        def build(decision: Decision | None) -> Sequence[Mapping[str, object]]:
            held = self._asked(decision, key)
            return [build_record(held, self._mint(), self._clock())]

        return await self._store.ask(key, build, self._door)

    def _after(self, held: Decision, ids: Sequence[str]) -> str:
        """A time that follows those of the records that are replaced."""
        ats = [each.at.isoformat() for each in held.history if each.at and each.id in ids]
        return writing.after(self._clock(), ats)

    def _held(self, decision: Decision | None, key: str) -> Decision:
        if decision is None:
            raise NotFound(f"{self._store.name} holds no decision {one_line(key, 80)}. Nothing was written.")
        return decision

    def _asked(self, decision: Decision | None, key: str) -> Decision:
        held = self._held(decision, key)
        if held.terms_rev is None:
            raise RefusedByRule(f"The question of {one_line(key, 80)} is not held, so it cannot be changed here.")
        return held


class _Who(TypedDict):
    by: str | None
    to: tuple[str, ...]
    subject: str | None
    project: str | None
    links: tuple[str, ...]


def _who(ask: Ask) -> _Who:
    return {"by": ask.by, "to": ask.to, "subject": ask.subject, "project": ask.project, "links": ask.links}


def _who_asks(held: Decision) -> _Who:
    return {"by": held.asked_by, "to": held.to, "subject": held.subject, "project": held.project, "links": held.links}


def generated_key(ask: Ask, token: Callable[[], str] = lambda: secrets.token_hex(2)) -> str:
    """project/slug-4hex: readable, and unlike any other."""
    words = "".join(each if each.isalnum() else " " for each in one_line(title(ask.text), 80).casefold()).split()
    slug = ""
    for word in words:
        if len(slug) + len(word) > _SLUG:
            break
        slug = f"{slug}-{word}" if slug else word
    return f"{ask.project or 'ask'}/{slug or 'decision'}-{token()}"
