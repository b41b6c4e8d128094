"""What is recorded and the draft that said it go in one stroke: should sayso end right behind it, nothing is left."""

from dataclasses import replace
from typing import Any

import pytest

import handoff_decisions as h
from far_stores import Far, far
from handoff_records import line, raised
from opened import Room
from sayso_client.decision import Act, Ref
from sayso_client.draft import blank
from sayso_client.inbox import Inbox, mint_id
from sayso_client.me import Me
from sayso_client.stores.local import LocalStore
from sayso_client.stores.replica import ReplicaStore
from sayso_client.via import Via


class Ended(Exception):
    """The process is no more."""


class EndsHere(LocalStore):
    async def submit(self, verdict: Any, *, then: Any = None) -> Any:
        await super().submit(verdict, then=then)
        raise Ended


class EndsThere(ReplicaStore):
    async def submit(self, verdict: Any, instead_of: Any = None, *, then: Any = None) -> Any:
        await super().submit(verdict, instead_of, then=then)
        raise Ended


async def recorded_until_the_end(inbox: Inbox, ref: Ref) -> None:
    decision = inbox.decision(ref)
    assert decision is not None
    mine = blank(decision, Act.ANSWER)
    for draft in (replace(mine, text="by hand"), blank(decision, Act.NOTE)):
        await inbox.keep(draft)
    other = replace(mine, text="other words")
    await inbox.set_aside(other)
    answer = inbox.draft(ref, Act.ANSWER)
    assert answer is not None and answer.text == "by hand"
    with pytest.raises(Ended):
        await inbox.record(inbox.compose(decision, answer))


def left(inbox: Inbox, ref: Ref) -> list[str]:
    found = inbox.draft(ref, Act.ANSWER)
    return [found.text] if found else []


async def test_here(room: Room) -> None:
    with room.ledger() as ledger:
        inbox = Inbox(
            ledger, [EndsHere(ledger, "home")], Me("ana", "desk"), clock=room.clock, mint=mint_id, via=Via("inbox")
        )
        ref = Ref("home", h.KEY)
        await LocalStore(ledger, "home").take_in([line(h.raised())], "import")
        await recorded_until_the_end(inbox, ref)
        assert left(inbox, ref) == ["other words"]
        decision = inbox.decision(ref)
        assert decision is not None and decision.settlement is not None


async def test_elsewhere(room: Room) -> None:
    with far(room) as there:
        there.server.add(line(raised("a")))
        await there.sync()
        inbox = of(there)
        await recorded_until_the_end(inbox, Ref("team", "a"))
        assert left(inbox, Ref("team", "a")) == ["other words"]
        assert len(there.inbox.outbox.all()) == 1


def of(there: Far) -> Inbox:
    store = EndsThere(there.ledger, "team", "http")
    return Inbox(there.ledger, [store], Me("ana", "desk"), clock=there.room.clock, mint=mint_id, via=Via("inbox"))


async def test_what_is_not_kept_leaves_its_draft(room: Room) -> None:
    with far(room) as there:
        there.server.add(line(raised("a")))
        await there.sync()
        decision = there.inbox.find("a", "team")
        draft = replace(blank(decision, Act.ANSWER), text="mine")
        await there.inbox.keep(draft)
        verdict = there.inbox.compose(decision, draft)
        there.server.add(
            line({**raised("a", "Other?", 3), "type": "amended", "id": "am", "terms_rev": 2, "supersedes": ["r:a"]})
        )
        await there.sync()
        assert not (await there.inbox.record(verdict)).kept
        assert left(there.inbox, Ref("team", "a")) == ["mine"]
