"""The questions of one answer kind: each as chant shows it, and as the one object that the inbox keeps of it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sayso_client.stores.chant import differing, journal, older_copy, point_view, record, twins, view
from sayso_client.stores.chant.differing import Mark, Since
from sayso_client.stores.chant.ground import Ground
from sayso_client.stores.chant.journal import Entry, Journal
from sayso_client.stores.chant.model import AnswerKind, Point
from sayso_client.stores.chant.points import Points
from sayso_client.stores.chant.schema_copy import SchemaCopy
from sayso_client.stores.chant.shelf import Held, Shelf
from sayso_client.stores.chant.source import Source
from sayso_client.stores.chant.trust import Trust
from sayso_client.stores.chant.twins import ALONE, Place
from sayso_client.stores.chant.view import View
from sayso_client.text import one_line

# ASCII, so that a lone surrogate in a record survives; nothing in a view is in a circle.
_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode

LARGEST_POINT = 256 * 1024
"""Bytes of a point as it goes into each of its questions."""

_Context = tuple[AnswerKind, SchemaCopy, Points, Trust, str, str | None, bool]


@dataclass(frozen=True, slots=True)
class Question:
    """One record, told."""

    held: Held
    entry: Entry | None
    """Of the file in chant's journal of writes."""
    place: Place
    """Among the files that bear its id."""
    view: View | None
    """None for a record that chant passes over."""
    fits: bool
    """Whether the record is as the schema copy wants it."""
    raw: bytes
    """See `Workspace.objects`."""
    lacks: tuple[str, ...] = ()
    """Its members that the schema copy is too old to know, where that is why it does not fit."""


@dataclass(frozen=True, slots=True)
class Questions:
    """All of a kind, by the names of their files, in chant's order."""

    by_name: Mapping[str, Question] = field(default_factory=dict)
    context: _Context | None = None
    shelf: Shelf | None = None
    """What they were made of."""
    journal: Journal = field(default_factory=dict)
    broken: int = 0
    """How many of them cannot be answered since their record is not as it has to be."""
    mark: Mark = field(default_factory=Mark, compare=False)
    since: Since | None = field(default=None, compare=False)


def read(source: Source, ground: Ground, former: Questions | None) -> Questions:
    """The questions of a source. What did not change since `former` is not made again."""
    if (known := source.known) is None:
        return Questions()
    context: _Context = (
        *known,
        ground.trust,
        ground.declaration.name,
        source.reason.message if source.reason else None,
        ground.asked,
    )
    before = former.by_name if former is not None and former.context == context else {}
    telling = _Telling(*known, source, ground)
    if before and former is not None and (same := _of_the_same_records(former, source.shelf, telling)) is not None:
        by_name, made = same
        broken = former.broken + sum(_is_broken(by_name[name]) - _is_broken(before[name]) for name in made)
        since = Since(former.mark, tuple(made))
        return Questions(by_name, context, source.shelf, ground.journal, broken, since=since)
    found: dict[str, Question] = {}
    every = dict(source.shelf.held())
    shared = twins.places({name: held.record.id for name, held in every.items()})
    for name, held in every.items():
        place, entry = shared.get(name, ALONE), telling.entry(held)
        old = before.get(name)
        if old is None or old.held is not held or old.place != place or old.entry != entry:
            old = telling.question(held, entry, place)
        found[name] = old
    return Questions(found, context, source.shelf, ground.journal, sum(map(_is_broken, found.values())))


def _is_broken(question: Question) -> bool:
    return question.view is None or not (question.fits and question.place.owns)


def _of_the_same_records(
    former: Questions, shelf: Shelf, telling: "_Telling"
) -> tuple[dict[str, Question], list[str]] | None:
    """The questions where at most the content of records changed, and which of them were made anew for that.

    None when there may be more to it.
    """
    if former.shelf is None or former.shelf.branch is not shelf.branch:
        return None
    if (changed := differing.names(former.shelf.tree, shelf.tree, former.shelf.mark, shelf.since)) is None:
        return None
    found, made = dict(former.by_name), list[str]()
    for name in {*changed, *telling.written_since(former.journal)}:
        held, old = shelf.tree.get(name), found.get(name)
        if held is None or old is None or name in shelf.branch:
            continue
        if held.record.id != old.held.record.id:
            return None
        found[name] = telling.question(held, telling.entry(held), old.place)
        made.append(name)
    return found, made


class _Telling:
    """Makes questions of the records of one kind."""

    def __init__(self, kind: AnswerKind, schema: SchemaCopy, points: Points, source: Source, ground: Ground) -> None:
        self._kind = kind
        self._schema = schema
        self._points = points
        self._ground = ground
        self._unread = source.reason or points.reason
        self._folder = ground.shown(kind.dir)
        self._file = ground.shown(kind.points_file)
        self._copy = ground.shown(kind.schema_path)
        self._tails: dict[str | None, str] = {}
        self._too_large: set[str] = set()

    def entry(self, held: Held) -> Entry | None:
        return self._ground.journal.get(self._path(held)) if self._ground.journal and held.stamp else None

    def written_since(self, former: Journal) -> Iterator[str]:
        """The names of files of which the journal of writes says something else than before."""
        now = self._ground.journal
        if now != former:
            for path in now.keys() | former.keys():
                if now.get(path) != former.get(path):
                    yield path.rpartition("/")[2]

    def question(self, held: Held, entry: Entry | None, place: Place) -> Question:
        data = held.record.data
        seen_at = journal.seen_at(entry, held.record.sha256, held.stamp.written) if held.stamp else None
        if data is None or held.record.id is None:
            raw = self._object(held, None, self._tail(None), seen_at, [held.record.problem], None)
            return Question(held, entry, place, None, False, raw)
        fits = self._schema.takes(data)
        lacks = () if fits else self._schema.lacks(data)
        named = data.get("point")
        point = self._points.points.get(named) if isinstance(named, str) else None
        found = view.question(
            data,
            point,
            path=self._path(held),
            ledger=held.ledger,
            valid=fits and place.first,
            warnings=point_view.warnings(data, point, self._file, self._points.reason),
        )
        tail = self._tail(point)
        problems = [*self._problems(held, fits, lacks, place), *self._about_the_point(point)]
        # chant marks whichever file comes later; the question is the one whose file is named like it.
        own = found if place == ALONE else {**found, "valid": fits and place.owns}
        raw = self._object(held, own, tail, seen_at, problems, place.other, lacks)
        return Question(held, entry, place, found, fits, raw, lacks)

    def _problems(self, held: Held, fits: bool, lacks: Sequence[str], place: Place) -> Iterator[str]:
        data = held.record.data or {}
        name = one_line(held.record.name, 200)
        if lacks:
            told = older_copy.is_older(one_line(self._copy, 200), lacks, f"the record {name}")
            yield f"{told[0].upper()}{told[1:]}. {older_copy.MEND}."
        elif not fits:
            told = "; ".join(self._schema.problems(data))
            yield f"The record {name} does not fit the workspace's schema of answers: {told}."
        if place.other is not None:
            yield twins.told(name, held.record.id or "", place.other)
        for each in record.misfits(data):
            yield f"The record {name} is not to be relied on: {each}."

    def _about_the_point(self, point: Point | None) -> Iterator[str]:
        if point is not None and point.name in self._too_large:
            name = one_line(point.name, 200)
            yield f"The point {name} is declared with more than {LARGEST_POINT:,} bytes, so it is not shown."

    def _object(
        self,
        held: Held,
        found: View | None,
        tail: str,
        seen_at: str | None,
        problems: Sequence[str | None],
        twin: str | None,
        lacks: Sequence[str] = (),
    ) -> bytes:
        place = held.ledger or self._path(held)
        head = _encode(found)
        told = _encode([*problems, *([self._unread.message] if self._unread else [])])
        own = f'"seen_at":{_encode(seen_at)},"problems":{told},"file":{_encode(place)},"digest":"{held.record.digest}"'
        if twin is not None:
            own += f',"twin":{_encode(twin)}'
        if lacks:
            own += f',"copy":{_encode(self._copy)},"lacks":{_encode(lacks)}'
        return f'{{"v":1,"question":{head},{own},{tail}}}'.encode()

    def _tail(self, point: Point | None) -> str:
        """What is the same for all questions of a point."""
        name = point.name if point else None
        if name not in self._tails:
            trust = self._ground.trust
            roles = (point.quorum.roles if point else None) or ()
            shown = _encode(point_view.point(point) if point else None)
            if point is not None and len(shown) > LARGEST_POINT:
                self._too_large.add(point.name)
                shown = "null"
            shared = {
                "kind": self._kind.declared,
                "holds": list(self._schema.holds),
                "agents": list(trust.agents),
                "roles": {role: list(trust.roles.get(role, ())) for role in roles},
                "identified": trust.identified,
                "workspace": self._ground.declaration.name,
            }
            if not self._ground.asked:
                shared["unasked"] = True
            if self._unread is not None:
                shared["unread"] = self._unread.message
            self._tails[name] = f'"point":{shown},{_encode(shared)[1:-1]}'
        return self._tails[name]

    def _path(self, held: Held) -> str:
        name = held.record.name
        return name if self._folder == "." else f"{self._folder}/{name}"
