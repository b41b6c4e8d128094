from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import ticket_store
from far_stores import Far, far
from memory_store import MemoryStore
from opened import Room
from sayso_client.decision import Act, Ref
from sayso_client.draft import blank
from sayso_client.outgoing import Stage
from sayso_client.stores.contract import Store
from sayso_client.verdict import Receipt, Verdict
from store_contract import YES_NO, AsksByRecords, StoreContract
from ticket_store import TicketStore, TicketWire


class _Elsewhere:
    """What the two kinds have in common: what is said goes out, and what is held comes in, at once."""

    def __init__(self, far: Far) -> None:
        self.far = far
        self.inbox = far.inbox

    @property
    def store(self) -> Store:
        return self.far.inbox.store(self.far.server.name)

    async def settled(self, receipt: Receipt, verdict: Verdict) -> Receipt:
        if not receipt.kept:
            return receipt
        await self.far.sync()
        return await self.inbox.resolve(verdict) or receipt


class Records(AsksByRecords, _Elsewhere):
    """A store elsewhere that holds Handoff records; its askers use the same inbox's outbox."""

    def __init__(self, far: Far) -> None:
        super().__init__(far)
        self.names = (far.servers[0].name, far.servers[1].name)

    async def arrived(self) -> None:
        await self.far.sync()

    def written(self) -> int:
        return sum(len(each.records) for each in self.far.servers)


class Tickets(_Elsewhere):
    """A foreign system, whose askers are there and not here."""

    async def ask(
        self,
        question: str,
        options: Iterable[tuple[str, str]] = YES_NO,
        default: str | None = "no",
        *,
        key: str | None = None,
        elsewhere: bool = False,
    ) -> Ref:
        server: Any = self.far.servers[1 if elsewhere else 0]
        name = key or f"T-{server.version + 1}"
        server.open(name, question, tuple(options), default)
        await self.far.sync()
        return Ref(server.name, name)

    async def amend(self, ref: Ref, question: str) -> None:
        server = self.far.server
        server.edit(ref.key, question=question, edition=server.tickets[ref.key]["edition"] + 1)
        await self.far.sync()

    async def withdraw(self, ref: Ref) -> None:
        self.far.server.edit(ref.key, cancelled=True)
        await self.far.sync()

    async def propose(self, ref: Ref, option: str) -> None:
        ticket = self.far.server.tickets[ref.key]
        ticket["hints"].append({"id": f"h{len(ticket['hints'])}", "choice": option, "edition": ticket["edition"]})
        self.far.server.touch(ref.key)
        await self.far.sync()

    def written(self) -> int:
        return sum(len(each.changes) for each in self.far.servers)


class TestRecordsElsewhere(StoreContract):
    """A store elsewhere of Handoff records keeps the contract."""

    @pytest.fixture
    def harness(self, room: Room) -> Iterator[Records]:
        with far(room, MemoryStore("one"), MemoryStore("two")) as opened:
            yield Records(opened)


class TestAForeignSystem(StoreContract):
    """So does one that knows neither records nor ids of ours."""

    @pytest.fixture
    def harness(self, room: Room) -> Iterator[Tickets]:
        with far(room, TicketStore("one"), TicketStore("two"), rules=ticket_store.RULES, wire=TicketWire) as opened:
            yield Tickets(opened)

    async def test_an_action_that_would_be_done_twice_is_read_back_before_it_is_sent_again(
        self, harness: Tickets
    ) -> None:
        ref = await harness.ask("Ship it?")
        lost = iter([True])
        harness.far.weather.lose_answers = lambda: next(lost, False)
        decision = harness.inbox.find(ref.key)
        verdict = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))

        receipt = await harness.settled(await harness.inbox.record(verdict), verdict)

        assert receipt.recorded
        assert harness.far.server.done == [verdict.id]

    async def test_an_action_that_never_arrived_is_sent_again(self, harness: Tickets) -> None:
        ref = await harness.ask("Ship it?")
        lost = iter([True, True])
        harness.far.weather.lose_parcels = lambda: next(lost, False)
        decision = harness.inbox.find(ref.key)
        verdict = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))

        await harness.settled(await harness.inbox.record(verdict), verdict)

        assert harness.far.server.done == [verdict.id]
        assert harness.inbox.outbox.all() == ()

    async def test_an_object_that_is_gone_takes_its_decision_along_and_leaves_the_draft(self, harness: Tickets) -> None:
        ref = await harness.ask("Ship it?")
        await harness.ask("Another?")
        draft = replace(blank(harness.inbox.find(ref.key), Act.ANSWER, "yes"), note="Half a thought.")
        await harness.inbox.keep(draft)
        before = harness.inbox.revision()
        harness.far.server.delete(ref.key)

        await harness.far.sync()

        assert harness.inbox.decision(ref) is None
        assert harness.inbox.counts().total == 1
        assert harness.inbox.revision() > before
        assert harness.inbox.changed_since(before) == ()
        assert harness.inbox.draft(ref, Act.ANSWER) == draft

    async def test_a_ticket_that_moved_on_the_way_is_a_conflict_with_both_sides(self, harness: Tickets) -> None:
        ref = await harness.ask("Ship it?")
        decision = harness.inbox.find(ref.key)
        harness.far.weather.down = True
        await harness.inbox.record(harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes")))
        harness.far.server.edit(ref.key, question="Ship it to all?", edition=2)
        harness.far.weather.down = False

        await harness.far.sync()

        (kept,) = harness.inbox.outbox.all()
        assert (kept.stage, harness.far.server.done) == (Stage.CONFLICT, [])
        assert harness.inbox.find(ref.key).text == "Ship it to all?"
