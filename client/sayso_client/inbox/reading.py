"""Reading the ledger: windows of rows, decisions, records, and what came in."""

from collections.abc import AsyncIterator, Collection
from typing import TYPE_CHECKING

from sayso_client.errors import Ambiguous, NotFound
from sayso_client.ledger.ledger import Ledger
from sayso_client.rows import Counts, Query, Rank, Row, View
from sayso_client.stores.rules import RULES
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.ledger.arrivals import Arrival
    from sayso_client.stores.contract import Held


class Reading:
    """What an inbox reads. Nothing here writes. Implements `sayso_client.rows.Rows`."""

    _ledger: Ledger

    def counts(self) -> Counts:
        """The numbers in the header, over all stores."""
        return self._ledger.read(lambda windows: windows.counts())

    def count(self, query: Query) -> int:
        """How many rows there are in all; with a text filter no more than 1,000 are counted."""
        return self._ledger.read(lambda windows: windows.count(query))

    def after(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows behind `rank` in list order; from the top when None."""
        return self._ledger.read(lambda windows: windows.after(query, rank, limit))

    def before(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows in front of `rank`, in list order; from the end when None."""
        return self._ledger.read(lambda windows: windows.before(query, rank, limit))

    def at(self, query: Query, index: int, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows from position `index`; costs time linear in `index`."""
        return self._ledger.read(lambda windows: windows.at(query, index, limit))

    def rows(self, refs: tuple[Ref, ...]) -> dict[Ref, Row]:
        """These rows as they stand now; one that is gone is absent."""
        return self._ledger.read(lambda windows: windows.rows(refs))

    def matching(self, query: Query, refs: tuple[Ref, ...]) -> frozenset[Ref]:
        """Which of these the query lists now."""
        return self._ledger.read(lambda windows: windows.matching(query, refs))

    def found_in(self, query: Query) -> dict[View, int]:
        """How many decisions each view holds for the text of the query; no more than 1,000 are looked at."""
        return self._ledger.read(lambda windows: windows.found_in(query))

    def revision(self) -> int:
        """Grows with every transaction that changes a row."""
        return self._ledger.read(lambda windows: windows.revision())

    def changed_since(self, revision: int, limit: int = 500) -> tuple[Row, ...]:
        """Rows that changed after that revision, oldest change first."""
        return self._ledger.read(lambda windows: windows.changed_since(revision, limit))

    def watch(self) -> AsyncIterator[None]:
        """Yields after each commit, by this process or another; never before the first."""
        return self._ledger.commits()

    def decision(self, ref: Ref) -> "Decision | None":
        """One decision, whatever the length of its history; None when it is not held."""
        return self._ledger.read(lambda windows: windows.decision(ref))

    def find(self, key: str, store: str | None = None) -> "Decision":
        """The decision of that key.

        Raises:
            NotFound: no store holds the key, or the named one does not.
            Ambiguous: several stores hold it and none was named.
        """
        decision = self.decision(the_one(key, store, self.holding(key, store)))
        if decision is None:
            raise _nowhere(key, store)
        if not decision.is_held:
            held = f"{one_line(decision.ref.store, 40)} does not hold {one_line(key, 80)}"
            raise NotFound(f"{held}. What you said of it is in the outbox: sayso list --outbox")
        return decision

    def listed(self, key: str) -> Ref:
        """The row of that key: of a decision, or else of what I said of one that its store does not hold.

        Raises:
            NotFound, Ambiguous: as `find`.
        """
        return the_one(key, None, self.holding(key))

    def holding(self, key: str, store: str | None = None) -> tuple[Ref, ...]:
        """Every decision of that key, else what I said of one; with a store, the one that it would have there."""
        if store:
            return (Ref(store, key),)
        found = self._ledger.read(lambda windows: windows.keys(key))
        if len(found) < 2:
            return found
        held = tuple(each for each in found if (decision := self.decision(each)) and decision.is_held)
        return held or found

    def beginning(self, prefix: str, limit: int) -> tuple[Ref, ...]:
        """Up to `limit` decisions whose keys begin so."""
        return self._ledger.read(lambda windows: windows.beginning(prefix, limit))

    def records(self, ref: Ref) -> "tuple[Held, ...]":
        """The records of one decision as they are held here, in order of arrival."""
        return self._ledger.records(ref.store, ref.key)

    def arrivals(self, after: int, limit: int, store: str | None = None) -> "tuple[Arrival, ...]":
        """Up to `limit` records that came in after the one of that number, of one store or of all.

        What a store elsewhere held when it was first read, or read anew, is no arrival.
        """
        from sayso_client.ledger.arrivals import arrivals

        return self._ledger.look(lambda db: arrivals(db, RULES, after, limit, store))

    def last_arrival(self) -> int:
        """The number of the newest record; 0 when there is none. Numbers only grow."""
        from sayso_client.ledger.arrivals import last

        return self._ledger.look(last)

    @staticmethod
    def flood_filter(ref: Ref) -> str | None:
        """The filter that lists what a row of a flood stands for; None for the row of a decision."""
        from sayso_client.ledger.flood_rows import flood_filter

        return flood_filter(ref)


def the_one(key: str, store: str | None, refs: Collection[Ref]) -> Ref:
    """The only one of these, which all have the key.

    Raises:
        NotFound: there is none.
        Ambiguous: there are several.
    """
    if len(refs) > 1:
        names = ", ".join(each.store for each in refs)
        raise Ambiguous(f"{one_line(key, 80)} is held by several stores: {names}. Say which with --store NAME.")
    if not refs:
        raise _nowhere(key, store)
    return next(iter(refs))


def _nowhere(key: str, store: str | None) -> NotFound:
    where = f" in {store}" if store else ""
    what = f"the key {one_line(key, 80)}" if key.strip() else "an empty key"
    return NotFound(f"No decision has {what}{where}. sayso list shows what there is.")
