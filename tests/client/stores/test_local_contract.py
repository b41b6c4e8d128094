import json
from collections.abc import Iterator

import pytest

from handoff_records import line, settled
from opened import Room, home, say
from sayso_client.decision import Act, Flag
from sayso_client.draft import blank
from sayso_client.inbox import Inbox
from sayso_client.stores.health import Condition
from sayso_client.verdict import AuthorityKind, Receipt, Verdict
from store_contract import AsksByRecords, StoreContract


class Local(AsksByRecords):
    """The asker's side of a local store."""

    def __init__(self, inbox: Inbox) -> None:
        self.inbox = inbox

    async def settled(self, receipt: Receipt, verdict: Verdict) -> Receipt:
        return receipt

    def written(self) -> int:
        return sum(1 for name in self.names for _ in home(self.inbox, name).every_record())


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
        await home(harness.inbox).take_in(fork, "import")
        contested = harness.inbox.find(ref.key)
        assert Flag.CONTESTED in contested.flags

        await say(harness.inbox, blank(contested, Act.ANSWER, "no"))

        assert harness.inbox.find(ref.key).flags == frozenset()
        assert json.loads(home(harness.inbox).records(ref.key)[-1].raw)["supersedes"] == ["one", "two"]
