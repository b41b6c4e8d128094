"""A server that I subscribed to, and that means me ill: what is mine stays mine, whatever it sends."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

import pytest

from handoff_records import line, raised, settled
from hostile_server import HostileServer, Reply, Request, document, event, health, page, problem, reply, stream
from memory_store import TestPace
from opened import Room, home
from sayso_client.decision import Act, Flag, State
from sayso_client.draft import blank
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.me import Me
from sayso_client.stores.contract import Store
from sayso_client.stores.local import LocalStore
from sayso_client.stores.replica import ReplicaStore
from sayso_client.stores.rules import RULES
from sayso_client.sync.syncing import Synced, Syncing
from sayso_client.via import Via
from wires import TOKEN, wire_to

PATIENCE_S = 2
"""A server that never comes to an end is left after so long."""


@dataclass
class Subscribed:
    """An inbox with a store of its own and one that is hostile."""

    inbox: Inbox
    ledger: Ledger
    server: HostileServer

    async def sync(self) -> Synced:
        """Once."""
        wires = [lambda: wire_to(self.server)]
        (found,) = await Syncing(self.ledger, wires, clock=self.inbox.now, pace=TestPace()).once(PATIENCE_S)
        return found

    def says(self, *raws: bytes, live: tuple[bytes, ...] = (b":\n",), **other: Reply) -> None:
        """What it answers from now on."""
        said = {"/v1/health": health(), "/v1/records": page(raws, f"c{len(raws)}"), "/v1/records/stream": stream(*live)}
        self.server.says = {**said, **{f"/v1/{path}": each for path, each in other.items()}}


@pytest.fixture
async def there(room: Room) -> AsyncIterator[Subscribed]:
    ledger = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id)
    stores: list[Store] = [LocalStore(ledger, "home"), ReplicaStore(ledger, "team", "http")]
    inbox = Inbox(ledger, stores, Me("ana"), clock=room.clock, mint=mint_id, via=Via("inbox"))
    ledger.i_am(("ana",))
    async with HostileServer({}) as server:
        yield Subscribed(inbox, ledger, server)
    ledger.close()


async def test_it_writes_into_its_own_copy_alone_whatever_its_records_claim(there: Subscribed) -> None:
    await home(there.inbox).take_in([line(raised("acme/db"))], "import")
    before = home(there.inbox).records("acme/db")
    there.says(line(raised("acme/db", "Mine now?")))
    assert (await there.sync()).up_to_date
    there.says(line(raised("acme/db", "Mine now?")), line(settled("acme/db")), line({**raised("x"), "store": "home"}))
    assert (await there.sync()).up_to_date
    assert home(there.inbox).records("acme/db") == before
    assert there.inbox.find("acme/db", "home").state is State.OPEN
    forged = there.inbox.find("acme/db", "team")
    assert Flag.NOT_FROM_HERE in forged.flags


async def test_it_cannot_make_me_lose_what_i_typed(there: Subscribed) -> None:
    there.says(line(raised("a")))
    await there.sync()
    decision = there.inbox.find("a", "team")
    draft = replace(blank(decision, Act.ANSWER), text="my words")
    await there.inbox.keep(draft)
    await there.inbox.record(there.inbox.compose(decision, blank(decision, Act.ANSWER, "pg")))
    # It was restored, and holds nothing any more; and it takes nothing either.
    there.server.says = _forgetful
    await there.sync()
    kept = there.inbox.draft(decision.ref, Act.ANSWER)
    assert kept is not None
    assert kept.text == "my words"
    assert [each.ref.key for each in there.inbox.outbox.all()] == ["a"]


async def test_one_that_takes_the_place_of_mine_gets_nothing_and_shows_nothing_until_i_accept_it(
    there: Subscribed,
) -> None:
    there.says(line(raised("a")))
    await there.sync()
    decision = there.inbox.find("a", "team")
    await there.inbox.record(there.inbox.compose(decision, blank(decision, Act.ANSWER, "pg")))
    before = len(there.server.asked)
    there.says(line(raised("b")), health=health(store="8c1f1c1e-0000-4000-8000-00000000000f"))
    told = (await there.sync()).why
    assert {(each.method, each.path) for each in there.server.asked[before:]} == {("GET", "/v1/health")}
    assert "is another store now" in told and "sayso store accept team" in told
    assert there.inbox.counts().total == 1
    assert [(each.ref.key, str(each.stage)) for each in there.inbox.outbox.all()] == [("a", "queued")]


def _forgetful(request: Request) -> Reply:
    if request.path == "/v1/health":
        return health()
    if request.method == "POST" or "after" in request.query:
        return problem(410, "reset") if request.method == "GET" else problem(503)
    return page([], "c") if request.path == "/v1/records" else stream(b":\n")


async def test_the_ids_of_what_i_say_are_mine_and_another_one_is_no_receipt(there: Subscribed) -> None:
    there.says(line(raised("a")))
    await there.sync()
    decision = there.inbox.find("a", "team")
    verdict = there.inbox.compose(decision, blank(decision, Act.ANSWER, "pg"))
    await there.inbox.record(verdict)
    sent: list[bytes] = []

    def says(request: Request) -> Reply:
        if request.method == "POST":
            sent.append(request.body)
            return document({"id": "another", "cursor": "c9"}, 201)
        return (
            health() if request.path == "/v1/health" else page([], "c1") if "after" in request.query else stream(b":\n")
        )

    there.server.says = says
    wire = wire_to(there.server)
    running = asyncio.create_task(Syncing(there.ledger, [lambda: wire], clock=there.inbox.now, pace=TestPace()).run())
    async with asyncio.timeout(20):
        while len(sent) < 3:  # noqa: ASYNC110 - the server rings no bell
            await asyncio.sleep(0.005)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    (waiting,) = there.inbox.outbox.all()
    assert waiting.parcel.id == verdict.id
    assert waiting.stage != "recorded"
    assert set(sent) == {waiting.parcel.payload}


@pytest.mark.parametrize(
    "says",
    [
        lambda other: reply(302, Location=f"{other}/v1/health"),
        lambda other: reply(401, b'{"detail":"' + TOKEN.encode() + b'"}', WWW_Authenticate=f"Bearer realm={other}"),
        lambda other: reply(200, b"<html>" + other.encode(), "text/html", Refresh=f"0; url={other}"),
        lambda other: health(name=f"\x1b]8;;{other}\x07{TOKEN}"),
    ],
)
async def test_a_key_goes_nowhere_else_and_into_no_text(there: Subscribed, says: Callable[[str], Reply]) -> None:
    async with HostileServer({}) as other:
        there.server.says = {"/v1/health": says(other.url)}
        found = await there.sync()
        assert other.asked == []
    told = found.why + "".join(each.health.why for each in there.inbox.stores())
    assert TOKEN not in told
    assert "\x1b" not in told


@pytest.mark.parametrize(
    "live",
    [
        (b"data: " + b"x" * 5_000_000,),
        (event(b"[" * 100_000, "c1"),),
        (event(b'{"key":"a","id":"\\ud800"}', "c1"), event(b'{"key":"\\u0000"}', "c2"), event(b"17", "c3")),
        tuple(b"event: reset\n\n" for _ in range(9)),
        (b"event: \x1b[2J\n\n",),
    ],
)
async def test_what_it_sends_is_bounded_and_read_by_the_same_door_as_all_else(
    there: Subscribed, live: tuple[bytes, ...]
) -> None:
    there.says(line(raised("a")), live=live)
    running = asyncio.create_task(there.sync())
    await running
    assert there.inbox.find("a", "team").state is State.OPEN
    assert there.inbox.counts().waiting == 1


async def test_not_that_it_shows_everything_or_keeps_what_it_took(there: Subscribed) -> None:
    there.says(line(raised("a")))
    await there.sync()
    decision = there.inbox.find("a", "team")
    verdict = there.inbox.compose(decision, blank(decision, Act.ANSWER, "pg"))
    await there.inbox.record(verdict)

    def says(request: Request) -> Reply:
        if request.method == "POST":
            return document({"id": verdict.id, "cursor": "c9"}, 201)
        if request.path == "/v1/health":
            return health()
        return page([], "c1") if request.path == "/v1/records" else stream(b":\n")

    there.server.says = says
    await there.sync()
    assert [each for each in there.inbox.outbox.all() if each.stage in ("queued", "unknown")] == []
