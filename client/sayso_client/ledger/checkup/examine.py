"""One look at everything. Nothing is written, and whoever uses the ledger meanwhile goes on."""

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sayso_client.errors import LedgerError
from sayso_client.ledger import connection, faults, mounts, schema
from sayso_client.ledger.checkup import header, index, links, modes, replay, room, strays, stuck, sums, typed
from sayso_client.ledger.checkup.facts import Facts, facts
from sayso_client.ledger.checkup.finding import Finding, Topic
from sayso_client.ledger.checkup.odd_stores import odd_stores
from sayso_client.ledger.names import Names
from sayso_client.ledger.presence import Presence
from sayso_client.ledger.rules import Rules
from sayso_client.ledger.writing import Writing
from sayso_config.paths import Places

_NOBODY = "-"
"""The session of no inbox; drafts from before there were sessions have an empty one."""

_STEPS = 100_000
"""Steps of SQLite between two chances to be interrupted."""

Told = Callable[[str, int, int], None]
"""What is looked at now, how much of it is done, and how much there is; 0 of 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, the worst first."""

    findings: tuple[Finding, ...]
    facts: Facts | None = None
    """None when there is no ledger that can be read."""
    drafts: tuple[typed.Left, ...] = ()
    """Those that no running inbox shows."""

    @property
    def well(self) -> bool:
        """Whether nothing is wrong."""
        return not any(each.wrong for each in self.findings)


def examine(
    places: Places,
    rules: Mapping[str, Rules],
    told: Told = lambda what, done, total: None,
    *,
    known: schema.Known = schema.CURRENT,
    mount_table: str | None = None,
    stores: Collection[str] | None = None,
) -> Report:
    """Look at the ledger and at what lies around it.

    Args:
        places: Where the user's files lie.
        rules: Store kind → how its records are read and projected.
        told: Called as it goes on.
        known: The versions that this program knows.
        mount_table: The text of a mount table; None reads the system's own.
        stores: The names of those that the configuration names; None does not look for others.
    """
    around = [*modes.modes(places), *room.room(places.ledger)]
    if _is_missing(places.ledger):
        sentence = f"There is no ledger yet at {places.ledger}; the first decision makes one."
        return Report((*around, Finding(Topic.FILE, sentence, wrong=False)))
    look = _Look(places, rules, told, known, mounts.network(places.ledger, mount_table), stores)
    with look.guarded(Topic.FILE):
        db = connection.open_reader(places.ledger)
        try:
            look.everything(db)
        finally:
            db.close()
        # Who writes closes last: then no write-ahead log is left behind.
        look.the_index()
    found = sorted([*look.findings, *around], key=lambda each: not each.wrong)
    return Report(tuple(found), look.facts, look.drafts)


def _is_missing(ledger: Path) -> bool:
    """Whether there is nothing, or an empty file that becomes a ledger."""
    try:
        return not ledger.stat().st_size
    except FileNotFoundError:
        return True
    except OSError:
        return False


class _Look:
    """Gathers what each part of the look brings to light. A part that fails hides none of the others."""

    def __init__(
        self,
        places: Places,
        rules: Mapping[str, Rules],
        told: Told,
        known: schema.Known,
        network: str | None,
        stores: Collection[str] | None,
    ) -> None:
        self.findings: list[Finding] = []
        self.facts: Facts | None = None
        self.drafts: tuple[typed.Left, ...] = ()
        self._places = places
        self._rules = rules
        self._told = told
        self._known = known
        self._network = network
        self._stores = stores

    def everything(self, db: sqlite3.Connection) -> None:
        """Each part in turn, the file first."""
        path = self._places.ledger
        db.set_progress_handler(lambda: 0, _STEPS)  # so that ctrl+c is heard within a long statement
        connection.refuse_unreadable(db, path)
        self._told("reading the file", 0, 0)
        self._take(Topic.FILE, header.wholeness(db))
        self._take(Topic.PLACE, room.place(db, path, self._network))
        self._take(Topic.VERSION, header.versions(db, self._known))
        if any(each.topic is Topic.VERSION for each in self.findings):
            return
        with self.guarded(Topic.FILE):
            self.facts = facts(db, self._places)
        self._take(Topic.COUNTERS, sums.counters(db))
        with self.guarded(Topic.DRAFTS):
            self.drafts = typed.left(db, Presence(path, _NOBODY).alive)
            self.findings += typed.drafts(self.drafts)
        self._take(Topic.OUTBOX, stuck.stuck(db, datetime.now(UTC)))
        self._take(Topic.STORES, odd_stores(db))
        if self._stores is not None:
            self._take(Topic.STORES, strays.strays(db, self._stores))
        links_told = lambda done, total: self._told("checking the chain of records", done, total)  # noqa: E731 - as below
        self._take(Topic.CHAIN, links.broken(db, lambda kind: self._rules[kind].read, links_told))
        again = Writing(db, self._rules, Names.kept(db), datetime.now(UTC), _mint_none)
        told = lambda done, total: self._told("reading the records again", done, total)  # noqa: E731 - a short name
        self._take(Topic.DERIVED, replay.differing(db, again, told))

    def the_index(self) -> None:
        """The search index, if there is one of our version."""
        if self.facts is not None:
            self._told("comparing the search index", 0, 0)
            self._take(Topic.SEARCH, index.search(self._places.ledger))

    def _take(self, topic: Topic, found: Iterator[Finding]) -> None:
        with self.guarded(topic):
            self.findings.extend(found)

    @contextmanager
    def guarded(self, topic: Topic) -> Iterator[None]:
        """What stops one part is a finding itself."""
        try:
            with faults.explaining(self._places.ledger):
                yield
        except LedgerError as error:
            if isinstance(cause := error.__cause__, sqlite3.Error) and faults.code(cause) == sqlite3.SQLITE_INTERRUPT:
                raise KeyboardInterrupt from error
            self.findings.append(Finding(topic, f"{topic.capitalize()}: this could not be looked at. {error}"))


def _mint_none() -> str:
    raise AssertionError("whoever only looks makes no store")
