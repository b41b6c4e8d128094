"""The inbox without a screen: what the terminal inbox and the command line stand on.

Everything it reads comes from the ledger, in windows; everything it writes goes through the store of its decision.
"""

import os
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sayso_client.drafts import Drafts
from sayso_client.errors import Ambiguous, LedgerError, NotFound
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.presence import Presence
from sayso_client.me import Me
from sayso_client.rows import Counts, Query, Rank, Row, View
from sayso_client.stores.health import Health
from sayso_client.stores.local import LocalStore
from sayso_client.stores.replica import ReplicaStore
from sayso_client.stores.rules import RULES
from sayso_client.stores.wires import ELSEWHERE
from sayso_client.text import one_line
from sayso_client.vocabulary import Act, Ref

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.draft import Draft
    from sayso_client.drafts import Elsewhere
    from sayso_client.earlier_answer import Earlier
    from sayso_client.handoff.past_act import PastAct
    from sayso_client.ledger.arrivals import Arrival
    from sayso_client.outgoing import Outbox
    from sayso_client.stores.contract import Held, Store, Wire
    from sayso_client.sync.syncing import Synced, Syncing
    from sayso_client.undo import Undo
    from sayso_client.verdict import Receipt, Verdict
    from sayso_client.via import Via
    from sayso_config.model import Settings, StoreSetting


class StoreLine(NamedTuple):
    """A store as the stores bar shows it."""

    name: str
    kind: str
    health: Health


class Inbox:
    """Read decisions, write verdicts. Implements `sayso_client.rows.Rows`."""

    def __init__(
        self,
        ledger: Ledger,
        stores: "Sequence[Store]",
        me: Me,
        *,
        clock: Callable[[], datetime],
        mint: Callable[[], str],
        via: "Via",
        aliases: Sequence[str] = (),
        session: str | None = None,
        wires: "Mapping[str, Callable[[], Wire]] | None" = None,
    ) -> None:
        """Bind the parts together.

        Args:
            ledger: Open; the inbox closes it.
            stores: In the order of the stores bar. The first is where a new decision goes by default.
            me: Who the principal is.
            clock: Aware time.
            mint: A fresh record id at each call, never one given before.
            via: The door that verdicts are marked with.
            aliases: Other names under which the principal is addressed.
            session: This running inbox, to which its drafts belong: letters and digits, never given before. By default
                a random one.
            wires: Store elsewhere → what opens its wire, for whoever keeps in touch.
        """
        self._ledger = ledger
        self._wires = dict(wires or {})
        self._syncing: Syncing | None = None
        self._aliases = tuple(aliases)
        self._stores = {store.name: store for store in stores}
        self._clock = clock
        self._mint = mint
        self.me = me
        self.via = via
        self._presence = Presence(ledger.path, session or mint_id())
        self._drafts = Drafts(ledger, self._presence, via, clock)

    @property
    def folder(self) -> Path:
        """Where the ledger lies: a folder of this user's own."""
        return self._ledger.path.parent

    @property
    def read_only(self) -> str | None:
        """Why nothing may be written, as a sentence; None when it may."""
        return self._ledger.read_only

    @property
    def notice(self) -> str | None:
        """What the principal should know about the place where the ledger lies, as a sentence."""
        from sayso_client.ledger.mounts import notice

        return notice(self._ledger.path)

    @property
    def behind(self) -> int | None:
        """How much of what an earlier sayso derived has been derived again, in percent; None when all of it has."""
        return self._ledger.behind

    def catch_up_now(self, told: Callable[[int], None]) -> None:
        """As `catch_up`, before anything else is done; `told` is given the percentage.

        Raises:
            LedgerError: as there.
        """
        self._ledger.catch_up(told)

    async def catch_up(self) -> None:
        """Derive it again, a little at a time; others write in between, and what is done stays done.

        Raises:
            LedgerError: it cannot be written now. The next start goes on from there.
        """
        import asyncio  # here, as below: reading needs none of it

        while self.behind is not None:
            await asyncio.shield(asyncio.to_thread(self._ledger.catch_up_a_little))

    async def become(self, me: Me) -> None:
        """Learn who the principal is; what is addressed to that name waits from now on."""
        self.me = me
        if me.name:
            import asyncio

            await asyncio.to_thread(self._ledger.i_am, (me.name, *self._aliases), me.assistants)

    def now(self) -> datetime:
        """The present time, aware."""
        return self._clock()

    def mint(self) -> str:
        """A fresh record id."""
        return self._mint()

    def counts(self) -> Counts:
        """The numbers in the header, over all stores."""
        return self._ledger.read(lambda windows: windows.counts())

    def stores(self) -> tuple[StoreLine, ...]:
        """Every store, with how it is doing."""
        return tuple(StoreLine(each.name, each.kind, each.health()) for each in self._stores.values())

    def store(self, name: str | None = None) -> "Store":
        """The store of that name; the first one when none is named.

        Raises:
            NotFound: there is none of that name.
        """
        if name is None:
            return next(iter(self._stores.values()))
        if name not in self._stores:
            known = ", ".join(self._stores)
            raise NotFound(f"There is no store named {one_line(name, 40)}. Known are: {known}.")
        return self._stores[name]

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

    def revision(self) -> int:
        """Grows with every transaction that changes a row."""
        return self._ledger.read(lambda windows: windows.revision())

    def changed_since(self, revision: int, limit: int = 500) -> tuple[Row, ...]:
        """Rows that changed after that revision, oldest change first."""
        return self._ledger.read(lambda windows: windows.changed_since(revision, limit))

    def decision(self, ref: Ref) -> "Decision | None":
        """One decision, whatever the length of its history; None when it is not held."""
        return self._ledger.read(lambda windows: windows.decision(ref))

    def find(self, key: str, store: str | None = None) -> "Decision":
        """The decision of that key.

        Raises:
            NotFound: no store holds the key, or the named one does not.
            Ambiguous: several stores hold it and none was named.
        """
        refs = (Ref(store, key),) if store else self._ledger.read(lambda windows: windows.keys(key))
        if len(refs) > 1:
            names = ", ".join(each.store for each in refs)
            raise Ambiguous(f"{one_line(key, 80)} is held by several stores: {names}. Say which with --store NAME.")
        decision = self.decision(refs[0]) if refs else None
        if decision is None:
            where = f" in {store}" if store else ""
            what = f"the key {one_line(key, 80)}" if key.strip() else "an empty key"
            raise NotFound(f"No decision has {what}{where}. sayso list shows what there is.")
        return decision

    def beginning(self, prefix: str, limit: int) -> tuple[Ref, ...]:
        """Up to `limit` decisions whose keys begin so."""
        return self._ledger.read(lambda windows: windows.beginning(prefix, limit))

    def found_in(self, query: Query) -> dict[View, int]:
        """How many decisions each view holds for the text of the query; no more than 1,000 are looked at."""
        return self._ledger.read(lambda windows: windows.found_in(query))

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

    def records(self, ref: Ref) -> "tuple[Held, ...]":
        """The records of one decision as they are held here, in order of arrival."""
        return self._ledger.records(ref.store, ref.key)

    def heard(self, store: str) -> datetime | None:
        """When a store elsewhere was last heard; None when never, and for local ones."""
        found = self._stores.get(store)
        return found.heard() if isinstance(found, ReplicaStore) else None

    @staticmethod
    def flood_filter(ref: Ref) -> str | None:
        """The filter that lists what a row of a flood stands for; None for the row of a decision."""
        from sayso_client.ledger.flood_rows import flood_filter

        return flood_filter(ref)

    def watch(self) -> AsyncIterator[None]:
        """Yields after each commit, by this process or another; never before the first."""
        return self._ledger.commits()

    def compose(self, decision: "Decision", draft: "Draft") -> "Verdict":
        """The verdict that the draft asks for. Call once, keep the result, and record that as often as needed.

        Raises:
            Incomplete: a field is missing.
            RefusedByRule: the store does not accept it now.
        """
        from sayso_client.compose import compose

        me = self.me_in(decision.ref.store)
        return compose(decision, draft, me=me, mint=self._mint, now=self.now(), via=self.via)

    def me_in(self, store: str) -> Me:
        """Who I am in that store: the name that is set for it, the one that it gave me, or my own."""
        found = self._stores.get(store)
        name = found.i_am if isinstance(found, ReplicaStore) else None
        return self.me._replace(name=name) if name and self.me.name else self.me

    @property
    def shared(self) -> tuple[str, ...]:
        """The stores that live elsewhere, by name."""
        return tuple(self._wires)

    @property
    def outbox(self) -> "Outbox":
        """What I said to stores elsewhere and is not recorded there yet; sending it again, dropping it."""
        from sayso_client.outgoing import Outbox

        return Outbox(self._ledger)

    async def stay_in_touch(self) -> None:
        """Bring in what stores elsewhere hold and send what is in the outbox, until cancelled.

        While another process does so for a store, this one waits for its end. How each is doing: `stores`.
        """
        if not self._wires or self.read_only:
            return
        from sayso_client.sync.syncing import Syncing

        self._syncing = Syncing(self._ledger, tuple(self._wires.values()), clock=self._clock)
        try:
            await self._syncing.run()
        finally:
            self._syncing = None

    def beside(self) -> "Inbox":
        """The same stores on connections of its own, to keep in touch from another thread. Whoever asks closes it.

        Raises:
            LedgerError: the ledger cannot even be read.
        """
        ledger = Ledger(self._ledger.path, rules=self._ledger.rules, clock=self._clock, mint=self._mint, catch_up=False)
        return Inbox(ledger, (), self.me, clock=self._clock, mint=self._mint, via=self.via, wires=self._wires)

    def try_again(self, store: str | None = None) -> None:
        """Try a store, or all, once more at once, whatever stood in the way; while `stay_in_touch` goes on."""
        for each in self._syncing.engines if self._syncing else ():
            if store in (None, each.name):
                each.try_again()

    async def sync(self, patience_s: float = 30.0, stores: Collection[str] | None = None) -> "tuple[Synced, ...]":
        """Read and send what there is, once, in all stores elsewhere or in these; what came of it, store by store.

        Raises:
            LedgerReadOnly: nothing may be written, so nothing was asked for.
        """
        from sayso_client.errors import LedgerReadOnly
        from sayso_client.sync.syncing import Syncing

        if self.read_only:
            raise LedgerReadOnly(f"{self.read_only} Nothing was asked for.")
        wires = [wire for name, wire in self._wires.items() if stores is None or name in stores]
        return await Syncing(self._ledger, wires, clock=self._clock).once(patience_s)

    async def forget_store(self, name: str) -> None:
        """Take out what was read from a store elsewhere. What was recorded there stays known, should it come back.

        Raises:
            Conflict: something in the outbox is not recorded there yet; nothing changed.
            LedgerError: nothing changed.
        """
        from sayso_client.ledger import elsewhere

        await self._ledger.write(lambda writing: elsewhere.remove(writing, name))

    async def rename_store(self, old: str, new: str) -> None:
        """Give what the ledger holds of a store another label: decisions, drafts, the outbox.

        Raises:
            Conflict: the ledger holds a store of the new name already; nothing changed.
            LedgerError: nothing changed.
        """
        from sayso_client.ledger import elsewhere

        await self._ledger.write(lambda writing: elsewhere.rename(writing, old, new))

    async def accept_store(self, name: str) -> None:
        """Let whoever answers next under that name be the store of that name, though its uuid is another one.

        Raises:
            LedgerError: nothing changed.
        """
        from sayso_client.ledger import elsewhere

        await self._ledger.write(lambda writing: elsewhere.take_as_new(writing, name))

    async def deliver(self, verdict: "Verdict", patience_s: float = 10.0) -> "Receipt | None":
        """See to it that a verdict in the outbox is sent now; how far it has come when that is known or patience ends.

        Without an outcome it stays in the outbox, and whoever keeps in touch next goes on with it.
        """
        await self.sync(patience_s, {verdict.ref.store})
        return await self.resolve(verdict)

    async def record(self, verdict: "Verdict") -> "Receipt":
        """Write a verdict, or put it into the outbox of a store elsewhere. The same verdict twice is one.

        It is on the disk when this returns "recorded" or "queued". What becomes of a queued one: `outbox`, `resolve`.

        Raises:
            LedgerError: nothing was written.
        """
        receipt = await self.store(verdict.ref.store).submit(verdict)
        if receipt.kept:
            # It is on the disk whatever comes now; a draft that stays is no loss.
            with suppress(LedgerError):
                await self._forget_spent(verdict)
        return receipt

    async def resolve(self, verdict: "Verdict") -> "Receipt | None":
        """What became of a verdict whose outcome was lost; None when its store does not hold it. Writes no record.

        Raises:
            LedgerError: it cannot be told.
        """
        receipt = await self.store(verdict.ref.store).resolve(verdict)
        if receipt is not None and receipt.recorded:
            with suppress(LedgerError):
                await self._forget_spent(verdict)
        return receipt

    async def _forget_spent(self, verdict: "Verdict") -> None:
        """Drop the drafts whose words stand in the verdict; others were typed elsewhere and stay."""
        from sayso_client.draft import spent
        from sayso_client.verdict import Answer, Dismissal, Retraction

        for act in verdict.sheets:
            await self._drafts.drop(verdict.ref, act, lambda draft: spent(draft, verdict))
        if isinstance(verdict, Answer | Dismissal | Retraction) and verdict.undoes is not None:
            await self._bring_back(verdict.ref, verdict.undoes)

    async def _bring_back(self, ref: Ref, record_id: str) -> None:
        """Put what an act said into its sheet again; another draft there is set aside."""
        from dataclasses import replace

        from sayso_client.draft import blank
        from sayso_client.undo import as_sheet, own_act

        act, decision = own_act(self._ledger, ref, record_id), self.decision(ref)
        if act is None or decision is None:
            return
        draft = as_sheet(act, decision)
        kept = self.draft(ref, draft.act)
        if draft == blank(decision, draft.act) or (kept is not None and draft == replace(kept, at=None)):
            return
        if kept is not None and kept.words:
            await self.set_aside(kept)
        await self.keep(replace(draft, at=self.now()))

    def last_act(self, passed: Collection[tuple[Ref, str]] = ()) -> "PastAct | None":
        """The last thing that an inbox of mine wrote and that was not taken back since; across restarts.

        Args:
            passed: Acts to go past, by decision and record id.
        """
        from sayso_client.undo import last_act

        return last_act(self._ledger, passed)

    def undo(self, act: "PastAct", decision: "Decision | None") -> "Undo":
        """What has to be recorded to take that act back upon this decision, or why that cannot be. Writes nothing."""
        from sayso_client.undo import undo

        return undo(self._ledger, act, decision, self.me)

    def earlier_answer(self, decision: "Decision") -> "Earlier | None":
        """My latest answer to the same question under another key, as a draft; None when there is none."""
        from sayso_client.earlier_answer import earlier_answer

        names = [each for each in (self.me.name, self.me.assistant, *self._aliases) if each]
        return earlier_answer(self._ledger, decision, names)

    def draft(self, ref: Ref, act: Act) -> "Draft | None":
        """What was typed for this decision and not recorded, by this inbox or one that has ended; or None."""
        return self._drafts.draft(ref, act)

    def drafts(self) -> frozenset[Ref]:
        """The decisions for which something was typed and not recorded, in whichever inbox."""
        return self._drafts.drafts()

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

    def close(self) -> None:
        """Close the ledger, waiting for a write that is under way. The drafts are there for whoever opens it next."""
        self._ledger.close()
        self._presence.release()


def system_clock() -> datetime:
    """The machine's time, in UTC."""
    return datetime.now(UTC)


def mint_id() -> str:
    """A record id that nobody else mints: 32 hexadecimal digits (RFC 9562, version 4)."""
    # As uuid4() does, without importing the module, which takes longer than all of a list.
    drawn = bytearray(os.urandom(16))
    drawn[6] = drawn[6] & 0x0F | 0x40
    drawn[8] = drawn[8] & 0x3F | 0x80
    return drawn.hex()


def open_inbox(
    path: Path,
    settings: "Settings",
    *,
    via: "Via",
    read_only: bool | str = False,
    principal: bool = True,
    session: str | None = None,
    clock: Callable[[], datetime] = system_clock,
    mint: Callable[[], str] = mint_id,
    catch_up: bool = True,
    loop: bool = True,
    environ: Mapping[str, str] | None = None,
) -> Inbox:
    """The inbox over the ledger at `path`, with the stores that the settings name.

    Args:
        path: The ledger; it is made where there is none.
        settings: Who I am, and which stores there are.
        via: The door that verdicts are marked with.
        read_only: Write nothing, whatever comes; a text says why.
        principal: Whether it is opened for the principal. Only then, and with a name, is the ledger told who reads it:
            a requester's process changes nobody's list.
        session: This running inbox's own id, never given before; by default a random one.
        clock: Aware time.
        mint: A fresh record id at each call.
        catch_up: First read all records again when an earlier sayso derived what is held. Else that is shown as it was
            until `Inbox.catch_up` is through.
        loop: Whether an event loop goes on while something is written. Without one, what writes waits for nothing:
            its coroutine ends at the first step.
        environ: Where keys of stores are looked for that are kept in variables; None for this process's own.

    Raises:
        LedgerError: the ledger cannot even be read.
    """
    ledger = Ledger(path, rules=RULES, clock=clock, mint=mint, read_only=read_only, catch_up=catch_up, loop=loop)
    stores = [opened for each in settings.stores if (opened := _store(ledger, each)) is not None]
    me = Me(settings.me.name, settings.me.assistant)
    aliases = [each.as_ for each in settings.stores if each.as_]
    if principal and me.name:
        ledger.i_am((me.name, *aliases), me.assistants)
    wires = {each.name: partial(_wire, each, environ) for each in settings.stores if _is_elsewhere(each)}
    return Inbox(ledger, stores, me, clock=clock, mint=mint, via=via, aliases=aliases, session=session, wires=wires)


def _store(ledger: Ledger, setting: "StoreSetting") -> "LocalStore | ReplicaStore | None":
    if setting.kind == "local":
        return LocalStore(ledger, setting.name)
    return ReplicaStore(ledger, setting.name, setting.kind, setting.as_) if _is_elsewhere(setting) else None


def _is_elsewhere(setting: "StoreSetting") -> bool:
    """Whether the store is copied into the ledger. One in doubt is left alone."""
    return setting.kind in ELSEWHERE and setting.usable


def _wire(setting: "StoreSetting", environ: Mapping[str, str] | None) -> "Wire":
    from sayso_client.stores.wires import WIRES

    return WIRES[setting.kind](setting, environ)
