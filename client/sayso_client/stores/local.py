"""The local store: decisions/0.3 records in the ledger itself, with sayso.proposals/0.1 beside them.

Three doors lead in. `ask` takes what a requester or an agent writes, and never a record of the principal side. `submit`
takes the principal's verdicts. `take_in` keeps whole records from elsewhere as they are, good or bad, byte for byte.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from sayso_client.stores.health import Condition, Health, of_ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sayso_client.decision import Decision
    from sayso_client.ledger.ledger import Ledger
    from sayso_client.ledger.writing import Writing
    from sayso_client.stores.contract import Held
    from sayso_client.stores.local_acts import Build, LocalActs, TakenIn
    from sayso_client.stores.local_verdicts import LocalVerdicts
    from sayso_client.verdict import Receipt, Verdict

KIND = "local"


class LocalStore:
    """One local store. Several may live in the one ledger."""

    def __init__(self, ledger: "Ledger", name: str) -> None:
        self._ledger = ledger
        self._name = name

    @cached_property
    def _acts(self) -> "LocalActs":
        # Imported with the first act: a list of rows is on the screen sooner without it.
        from sayso_client.stores.local_acts import LocalActs

        return LocalActs(self._ledger, self._name)

    @cached_property
    def _verdicts(self) -> "LocalVerdicts":
        from sayso_client.stores.local_verdicts import LocalVerdicts

        return LocalVerdicts(self._ledger, self._name)

    @property
    def name(self) -> str:
        """The label, which is also its name inside the ledger."""
        return self._name

    @property
    def kind(self) -> str:
        """Always "local"."""
        return KIND

    def health(self) -> Health:
        """Live, unless the ledger can only be read, or what an earlier sayso derived is being derived again."""
        return of_ledger(self._ledger.read_only, self._ledger.behind) or Health(Condition.LIVE)

    async def submit(self, verdict: "Verdict", *, then: "Callable[[Writing], object] | None" = None) -> "Receipt":
        """Write the verdict as a record of the principal side; on the disk when it returns "recorded".

        Args:
            verdict: What I decided.
            then: Done in the same transaction when the verdict is kept, now or before.

        Raises:
            LedgerError: nothing was written.
            InvalidRecord: the verdict is not complete; nothing was written.
        """
        return await self._verdicts.submit(verdict, then)

    async def resolve(self, verdict: "Verdict") -> "Receipt | None":
        """Whether the verdict is held; a local one is either written whole or not at all. Reads only.

        Raises:
            LedgerError: it cannot be read.
        """
        return await self._verdicts.resolve(verdict)

    async def ask(self, key: str, build: "Build", door: str) -> "Decision":
        """Add what a requester or an agent has to say, in one transaction with the look at what stands.

        Args:
            key: Which decision; it may be new.
            build: Given the decision as it stands, the records to add.
            door: Who lets it in, for the arrival stamp.

        Returns:
            The decision as it then stands.

        Raises:
            InvalidRecord: a record breaks a rule, or its key or id cannot be kept; nothing was written.
            Conflict: an id is held with other content; nothing was written.
            LedgerError: nothing was written.
        """
        return await self._acts.ask(key, build, door)

    async def take_in(self, raws: "Iterable[bytes]", door: str) -> "TakenIn":
        """Keep records from elsewhere as they are; in transactions of 1,000.

        A record that is not valid is kept too, and shown as invalid. Only what SQLite cannot hold or what belongs to
        no decision is refused.

        Raises:
            LedgerError: what was written before stays; the rest was not written.
        """
        return await self._acts.take_in(raws, door)

    def records(self, key: str) -> "tuple[Held, ...]":
        """Every record of one decision, in order of arrival."""
        return self._ledger.records(self._name, key)

    def every_record(self) -> Iterator["Held"]:
        """Every record of the store, in order of arrival, a few at a time."""
        return self._ledger.every_record(self._name)
