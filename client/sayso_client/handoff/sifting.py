"""First part of the fold: which records count, and which only have to be told about."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sayso_client.handoff.validity import weigh
from sayso_client.handoff.vocabulary import EXT, Family, Record, family, filled, is_object


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A valid record with what the fold needs of it."""

    record: Record
    id: str
    type: str
    origin: str
    family: Family
    at: datetime
    plain: bytes
    """Canonical JSON."""
    named: tuple[str, ...]
    """The ids in its `supersedes`, once each, in their order."""
    revision: int | None
    """`terms_rev` of a raised, amended or settled."""

    @property
    def place(self) -> tuple[datetime, str]:
        """Its place in time: instant, then id by code point."""
        return self.at, self.id


@dataclass(frozen=True, slots=True)
class InvalidRecord:
    """A record of this decision that does not count."""

    record: Record
    id: str | None
    """None when it has no usable id."""
    problems: tuple[str, ...]
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Sifted:
    """The records of one decision, sorted out. Every tuple is in an order that does not depend on arrival."""

    held: tuple[Held, ...]
    """One a (family, origin, id), by (instant, id)."""
    collided: tuple[Held, ...]
    """Those set aside since another record under the same identity came first."""
    invalid: tuple[InvalidRecord, ...]
    known: frozenset[str]
    """Every id of a record that is held in any way."""
    colliding: frozenset[str]
    """Ids that several different records use."""
    disputed: frozenset[Family]
    """Families in which records share an identity."""


def sift(records: Iterable[object], key: str) -> Sifted:
    """Keep the records of one decision, drop repetitions, set invalid ones aside (decisions/0.3: our reading of §10).

    Of several different records under one identity the earliest stands, then the one with the smallest canonical JSON.
    """
    groups: dict[tuple[Family, str, str], dict[bytes, Held]] = {}
    invalid: dict[tuple[str, bytes, tuple[str, ...]], InvalidRecord] = {}
    for record in records:
        if not is_object(record) or record.get("ext") != EXT or record.get("key") != key:
            continue
        found = weigh(record)
        if found.problems or found.at is None:
            name = record.get("id")
            bad = InvalidRecord(record, name if filled(name) else None, found.problems, found.at)
            invalid[bad.id or "", found.plain or _shown(record), found.problems] = bad
        else:
            held = valid(record, found.at, found.plain)
            groups.setdefault((held.family, held.origin, held.id), {})[held.plain] = held
    return _sorted(groups, [invalid[each] for each in sorted(invalid)])


def _shown(record: Record) -> bytes:
    """What tells two records apart that have no canonical JSON, as far as that can be told cheaply."""
    texts = (f"{name}={value}" for name, value in record.items() if isinstance(value, str))
    return "\n".join(sorted(texts)).encode("utf-8", "backslashreplace")


def valid(record: Record, at: datetime, plain: bytes) -> Held:
    """A record that was found valid, with its instant and its canonical JSON."""
    kind, named, revision = str(record["type"]), record.get("supersedes"), record.get("terms_rev")
    return Held(
        record=record,
        id=str(record["id"]),
        type=kind,
        origin=str(record["origin"]),
        family=family(kind),
        at=at,
        plain=plain,
        named=tuple(dict.fromkeys(named)) if isinstance(named, list) else (),
        revision=revision if isinstance(revision, int) else None,
    )


def _sorted(groups: dict[tuple[Family, str, str], dict[bytes, Held]], invalid: list[InvalidRecord]) -> Sifted:
    held: list[Held] = []
    collided: list[Held] = []
    used: set[str] = set()
    colliding: set[str] = set()
    disputed: set[Family] = set()
    for (kin, _, name), versions in groups.items():
        first, *others = sorted(versions.values(), key=lambda each: (each.at, each.plain))
        held.append(first)
        collided += others
        if others:
            disputed.add(kin)
        if others or name in used:
            colliding.add(name)
        used.add(name)
    return Sifted(
        held=tuple(sorted(held, key=_order)),
        collided=tuple(sorted(collided, key=_order)),
        invalid=tuple(invalid),
        known=frozenset(used | {each.id for each in invalid if each.id is not None}),
        colliding=frozenset(colliding),
        disputed=frozenset(disputed),
    )


def _order(each: Held) -> tuple[datetime, str, bytes]:
    return each.at, each.id, each.plain
