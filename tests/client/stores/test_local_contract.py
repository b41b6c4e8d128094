import json
from collections.abc import Iterable, Iterator

import pytest

from handoff_records import line, settled
from opened import Room, home, say
from sayso_client.asking import Ask, Asking
from sayso_client.decision import Act, Decision, Flag, Ref
from sayso_client.draft import blank
from sayso_client.inbox import Inbox, mint_id
from sayso_client.proposals import records as proposals
from sayso_client.stores.health import Condition
from sayso_client.stores.local import LocalStore
from sayso_client.verdict import AuthorityKind, Receipt, Verdict
from store_contract import YES_NO, StoreContract


class Local:
    """The asker's side of a local store."""

    def __init__(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.store = home(inbox)

    def asking(self, store: LocalStore) -> Asking:
        return Asking(store, clock=self.inbox.now, mint=mint_id)

    async def ask(
        self,
        question: str,
        options: Iterable[tuple[str, str]] = YES_NO,
        default: str | None = "no",
        *,
        key: str | None = None,
        elsewhere: bool = False,
    ) -> Ref:
        store = home(self.inbox, "team") if elsewhere else self.store
        decision, new = await self.asking(store).raise_(key, Ask(question, tuple(options), default))
        assert new
        return decision.ref

    async def amend(self, ref: Ref, question: str) -> None:
        await self.asking(self.store).amend(ref.key, Ask(question, YES_NO, "no"))

    async def withdraw(self, ref: Ref) -> None:
        await self.asking(self.store).withdraw(ref.key, "not_needed")

    async def propose(self, ref: Ref, option: str) -> None:
        def build(decision: Decision, record_id: str, at: object) -> dict[str, object]:
            return proposals.build(
                key=ref.key,
                id=record_id,
                at=self.inbox.now(),
                terms_rev=decision.terms_rev or 0,
                options=decision.options,
                option=option,
                model="jev-1",
            )

        await self.asking(self.store).propose(ref.key, build)

    async def settled(self, receipt: Receipt, verdict: Verdict) -> Receipt:
        return receipt

    def written(self) -> int:
        return sum(1 for name in ("home", "team") for _ in home(self.inbox, name).every_record())


@pytest.fixture
def harness(room: Room) -> Iterator[Local]:
    with room.inbox(stores=("home", "team")) as inbox:
        yield Local(inbox)


class TestLocalStore(StoreContract):
    """A local store keeps the contract."""

    async def test_all_four_kinds_are_offered(self, harness: Local) -> None:
        decision = harness.inbox.decision(await harness.ask("Ship it?"))
        assert decision is not None
        assert set(decision.can.kinds) == set(AuthorityKind)

    async def test_it_is_always_live(self, harness: Local) -> None:
        assert [(line.name, line.kind, line.health.condition) for line in harness.inbox.stores()] == [
            ("home", "local", Condition.LIVE),
            ("team", "local", Condition.LIVE),
        ]

    async def test_one_answer_ends_a_contest_since_it_replaces_all_that_stood(self, harness: Local) -> None:
        ref = await harness.ask("Ship it?")
        fork = [line(settled(ref.key, "yes", "one")), line(settled(ref.key, "no", "two", minutes=6))]
        await harness.store.take_in(fork, "import")
        contested = harness.inbox.find(ref.key)
        assert Flag.CONTESTED in contested.flags

        await say(harness.inbox, blank(contested, Act.ANSWER, "no"))

        assert harness.inbox.find(ref.key).flags == frozenset()
        assert json.loads(harness.store.records(ref.key)[-1].raw)["supersedes"] == ["one", "two"]
