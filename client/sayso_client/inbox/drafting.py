"""Drafts: what was typed and not recorded."""

from contextlib import suppress
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from sayso_client.errors import LedgerError
from sayso_client.inbox.reading import Reading
from sayso_client.me import Me
from sayso_client.vocabulary import Act, Ref

if TYPE_CHECKING:
    from sayso_client.draft import Draft
    from sayso_client.drafts import Drafts, Elsewhere
    from sayso_client.via import Via


class Drafting(Reading):
    """What an inbox keeps of what was typed, until it is recorded or dropped."""

    me: Me
    via: "Via"
    _session: str
    _started: datetime

    @cached_property
    def _drafts(self) -> "Drafts":
        # Imported with the first sheet: a list only marks what has a draft.
        from sayso_client.drafts import Drafts
        from sayso_client.ledger.presence import Presence

        return Drafts(self._ledger, Presence(self._ledger.path, self._session), self.via, self._started)

    def let_go(self) -> None:
        """Leave the drafts to whoever opens the ledger next."""
        if "_drafts" in self.__dict__:
            self._drafts.let_go()

    def draft(self, ref: Ref, act: Act) -> "Draft | None":
        """What was typed for this decision and not recorded, by this inbox or one that has ended; or None."""
        return self._drafts.draft(ref, act)

    def drafts(self) -> frozenset[Ref]:
        """The decisions for which something was typed and not recorded, in whichever inbox."""
        found = self._ledger.look(lambda db: db.execute("SELECT DISTINCT store, key FROM draft").fetchall())
        return frozenset(Ref(store, key) for store, key in found)

    async def take_up(self, ref: Ref, act: Act) -> "Draft | None":
        """As `draft`, for going on with it: from here on it is this inbox's. Of several that were left, the newest.

        One that was recorded just before its inbox ended is dropped instead: nothing is to be recorded twice.

        Never fails for a disk that takes nothing.
        """
        draft = await self._drafts.take_up(ref, act)
        decision = self.decision(ref) if draft else None
        if draft is None or decision is None:
            return draft
        from sayso_client.recorded_already import recorded_already

        if recorded_already(draft, decision, self.me):
            with suppress(LedgerError):
                await self.forget(ref, act)
        return self.draft(ref, act)

    async def keep(self, draft: "Draft") -> None:
        """Put a draft on the disk, in place of this inbox's earlier one for the same sheet.

        Raises:
            LedgerError: it is not there.
        """
        await self._drafts.keep(draft)

    async def forget(self, ref: Ref, act: Act) -> None:
        """Drop this inbox's draft, if there is one; others that were taken up with it stay."""
        await self._drafts.forget(ref, act)

    def other_drafts(self, ref: Ref, act: Act) -> int:
        """How many more drafts of this sheet there are, left by inboxes that have ended, or set aside."""
        return self._drafts.others(ref, act)

    async def turn_over(self, draft: "Draft") -> "Draft | None":
        """Set this draft aside, and give another one of the same sheet, each in turn; None when there is no other.

        Raises:
            LedgerError: nothing changed.
        """
        return await self._drafts.turn_over(draft)

    async def set_aside(self, draft: "Draft") -> None:
        """Keep a copy of a draft among the other ones of its sheet.

        Raises:
            LedgerError: there is none.
        """
        await self._drafts.set_aside(draft)

    def elsewhere(self, ref: Ref) -> "tuple[Elsewhere, ...]":
        """The other running inboxes in which something is written about this decision now."""
        return self._drafts.elsewhere(ref)
