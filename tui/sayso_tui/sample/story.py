"""One sample decision told as records: each method adds one, and its time is given as how long ago it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sayso_client.handoff import writing
from sayso_client.handoff.json_door import encode
from sayso_client.handoff.vocabulary import Record
from sayso_client.proposals import records as proposals
from sayso_client.verdict import AuthorityKind, Grounds
from sayso_client.via import Via

ME = "you"
ASSISTANT = "desk"
HERE = Via("inbox", "demo", "demo")

P, C, D, A = AuthorityKind.PRINCIPAL, AuthorityKind.CONFIRMED, AuthorityKind.DELEGATED, AuthorityKind.ATTESTED


@dataclass(frozen=True, slots=True)
class Arrival:
    """A record, and when our door takes it in."""

    at: datetime
    raw: bytes


class Story:
    """The records of one decision, in the order in which they were written."""

    def __init__(self, now: datetime, key: str, by: str = "cc-17") -> None:
        """Begin with nothing written.

        Args:
            now: Aware; due days count from its date.
            key: The decision's.
            by: Who asks.
        """
        self._now = now
        self.key = key
        self._by = by
        self._terms: dict[int, Record] = {}
        self._need: list[str] = []
        self.arrivals: list[Arrival] = []

    def raised(
        self,
        ago: timedelta,
        text: str,
        options: Mapping[str, str] | None = None,
        *,
        default: str | None = None,
        due: int | None = None,
        to: str | Sequence[str] = (),
        subject: str | None = None,
        links: Sequence[str] = (),
    ) -> "Story":
        """The question. `due` counts days from today."""
        terms = self._terms_of(text, options, default, due)
        record = writing.raised(
            self.key,
            at=self._at(ago),
            terms=terms,
            by=self._by,
            to=to,
            subject=subject,
            project=self.key.partition("/")[0],
            links=links,
        )
        self._need = [str(record["id"])]
        return self._keep(ago, record)

    def amended(
        self,
        ago: timedelta,
        text: str,
        options: Mapping[str, str] | None = None,
        *,
        default: str | None = None,
        due: int | None = None,
        name: str = "a2",
        fork: bool = False,
    ) -> "Story":
        """New terms; with `fork` they replace what the amendment before them replaced as well."""
        rev = 2 if fork else len(self._terms) + 1
        replaced = [f"r:{self.key}"] if fork else self._need
        terms = self._terms_of(text, options, default, due, rev)
        record = writing.amended(
            self.key,
            id=name,
            at=self._at(ago),
            terms=terms,
            terms_rev=rev,
            supersedes=replaced,
            by=self._by,
            project=self.key.partition("/")[0],
        )
        self._need = [name]
        return self._keep(ago, record)

    def withdrawn(self, ago: timedelta, reason: str, note: str | None = None) -> "Story":
        """The asker needs no answer any more."""
        at = self._at(ago)
        record = writing.withdrawn(self.key, id="w1", at=at, reason=reason, supersedes=self._need, note=note)
        return self._keep(ago, record)

    def claimed(self, ago: timedelta, option: str, basis: str) -> "Story":
        """Somebody's word that it was decided elsewhere."""
        terms = self._terms[max(self._terms)]
        record = writing.claimed(self.key, id="c1", at=self._at(ago), basis=basis, option=option, terms=terms)
        return self._keep(ago, record)

    def noted(self, ago: timedelta, text: str, *, to: str | None = None, reason: str | None = None) -> "Story":
        """A remark: with `to` the principal's, who hands it over; else the asker's."""
        origin = "principal" if to else "requester"
        name = f"n{len(self.arrivals)}"
        record = writing.note(
            self.key,
            id=name,
            at=self._at(ago),
            text=text,
            origin="principal" if origin == "principal" else "requester",
            to=to,
            reason=reason,
        )
        return self._keep(ago, record)

    def settled(
        self,
        ago: timedelta,
        option: str | None = None,
        *,
        text: str | None = None,
        kind: AuthorityKind = P,
        by: str | None = None,
        under: str | None = None,
        basis: str | None = None,
        note: str | None = None,
        claim: str | None = None,
        name: str = "s1",
        over: Sequence[str] = (),
        rev: int | None = None,
        via: Via | None = HERE,
    ) -> "Story":
        """The principal side's answer; without option and text, a dismissal."""
        revision = rev or max(self._terms)
        terms = self._terms[revision]
        who = by or (ME if kind in (P, C) else ASSISTANT)
        record = writing.settled(
            self.key,
            id=name,
            at=self._at(ago),
            outcome="decided" if option or text else "dismissed",
            grounds=Grounds(kind, who, under, basis),
            terms_rev=revision,
            text=text,
            option=option,
            terms=terms,
            supersedes=over,
            note=note,
            claim=claim,
            saw=writing.Saw.of(self._need[-1] if self._need else None, terms) if via else None,
            via=via,
        )
        return self._keep(ago, record)

    def reopened(self, ago: timedelta, over: Sequence[str], note: str) -> "Story":
        """The principal takes it back."""
        at = self._at(ago)
        return self._keep(ago, writing.reopened(self.key, id="o1", at=at, supersedes=over, by=ME, note=note, via=HERE))

    def related(self, ago: timedelta, *, key: str | None = None, uri: str | None = None) -> "Story":
        """A tie to another decision, or to where it comes from."""
        kind = "same_as" if key else "derived_from"
        record = writing.related(
            self.key,
            id=f"x{len(self.arrivals)}",
            at=self._at(ago),
            kind="same_as" if kind == "same_as" else "derived_from",
            to_key=key,
            to_uri=uri,
        )
        return self._keep(ago, record)

    def proposed(self, ago: timedelta, name: str = "p1", **body: object) -> "Story":
        """A proposal with this body, sound or not: what is wrong with it is for the reader to see."""
        record: Record = {
            "ext": proposals.EXT,
            "type": "proposed",
            "origin": "agent",
            "key": self.key,
            "id": f"{name}-{self.key}",
            "at": self._at(ago),
            "terms_rev": max(self._terms),
            "proposal": body,
        }
        return self._keep(ago, record)

    def wrote(self, ago: timedelta, **members: object) -> "Story":
        """A record as somebody else's program writes it, sound or not."""
        record: Record = {"ext": "decisions/0.3", "key": self.key, "at": self._at(ago), **members}
        return self._keep(ago, record)

    def _terms_of(
        self, text: str, options: Mapping[str, str] | None, default: str | None, due: int | None, rev: int = 1
    ) -> Record:
        day = None if due is None else self._now.date() + timedelta(days=due)
        terms = writing.make_terms(text, options=tuple((options or {}).items()), default=default, due=day)
        self._terms[rev] = terms
        return terms

    def _at(self, ago: timedelta) -> str:
        return writing.stamp(self._now - ago)

    def _keep(self, ago: timedelta, record: Record) -> "Story":
        # A clock that ran ahead wrote a time to come; our door took it in a moment ago.
        arrived = min(self._now - ago, self._now - timedelta(seconds=20))
        self.arrivals.append(Arrival(arrived, encode(record)))
        return self
