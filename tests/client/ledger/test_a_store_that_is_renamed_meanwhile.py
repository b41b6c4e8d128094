"""A store gets another name, or is taken out, while somebody who knows the former one is about to write."""

import sqlite3
from contextlib import closing
from itertools import pairwise

import pytest

from far_stores import Far, far
from handoff_records import line, raised
from opened import Room
from sayso_client.asking import Ask, Asking
from sayso_client.decision import Act, Ref
from sayso_client.draft import Draft
from sayso_client.errors import Conflict, StoreRenamed
from sayso_client.inbox import mint_id
from sayso_client.ledger import another_name, healths, taking_out
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.health import Condition, Health
from sayso_client.stores.local import LocalStore
from sayso_client.stores.replica import ReplicaStore
from sayso_client.stores.rules import RULES
from sayso_client.sync.telling import Telling


def another(room: Room) -> Ledger:
    """Another process's way to the same file."""
    return Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id)


def names(room: Room) -> list[str]:
    """Under which names anything at all is held of a store elsewhere."""
    with closing(sqlite3.connect(room.path)) as db:
        found = [db.execute(f"SELECT {column} FROM {table}").fetchall() for table, column in NAMING]
    return sorted({name for rows in found for (name,) in rows if "\x1f" not in name} - {"home"})


NAMING = (("store", "name"), ("subscription", "name"), ("outbox", "store"), ("health", "store"), ("draft", "store"))


async def renamed(there: Far, *steps: str) -> None:
    """By another process, one name after the other."""
    other = another(there.room)
    try:
        for old, new in pairwise(steps):
            other.write_now(lambda writing, old=old, new=new: another_name.rename(writing, old, new))  # type: ignore[misc]
    finally:
        other.close()


async def raise_in_team(there: Far, key: str = "z") -> None:
    store = there.inbox.store("team")
    assert isinstance(store, ReplicaStore)
    await Asking(store, clock=there.inbox.now, mint=mint_id).raise_(key, Ask("Which one?", by="cc-17"))


async def test_who_knows_the_former_name_writes_nothing_under_it(room: Room) -> None:
    with far(room) as there:
        there.server.add(line(raised("a")))
        await there.sync()
        await renamed(there, "team", "crew")
        with pytest.raises(StoreRenamed, match=r"The store team is called crew now\. Nothing was written"):
            await raise_in_team(there)
        with pytest.raises(StoreRenamed, match="crew"):
            await Telling(there.ledger, "team", there.inbox.now).tell(Health(Condition.LIVE))
        with pytest.raises(StoreRenamed, match="crew"):
            await there.ledger.write(lambda writing: another_name.rename(writing, "team", "third"))
        await there.sync()
        assert names(room) == ["crew"]


async def test_a_store_that_was_taken_out_is_not_brought_back_by_whoever_still_knew_it(room: Room) -> None:
    with far(room) as there:
        await there.sync()
        other = another(room)
        other.write_now(lambda writing: taking_out.remove(writing, "team"))
        other.close()
        with pytest.raises(StoreRenamed, match="was taken out"):
            await raise_in_team(there)
        await there.sync()
        assert names(room) == []


async def test_whoever_begins_after_it_may_use_the_former_name_again(room: Room) -> None:
    with far(room) as there:
        await there.sync()
        await renamed(there, "team", "crew")
    other = another(room)
    store = LocalStore(other, "team")
    await store.ask("k", lambda _: [raised("k")], "cli")
    other.close()
    assert names(room) == ["crew", "team"]


async def test_a_name_that_came_back_is_the_right_one_again(room: Room) -> None:
    with far(room) as there:
        await there.sync()
        await renamed(there, "team", "crew", "team")
        await raise_in_team(there)
        assert names(room) == ["team"]


async def test_a_name_that_means_another_store_by_now_takes_nothing_from_before(room: Room) -> None:
    with far(room) as there:
        await there.sync()
        await renamed(there, "team", "crew")
        other = another(room)
        await LocalStore(other, "mine").ask("k", lambda _: [raised("k")], "cli")
        other.close()
        await renamed(there, "mine", "team")
        with pytest.raises(StoreRenamed, match="is another store now"):
            await raise_in_team(there)


async def test_what_is_typed_meanwhile_is_kept_under_the_new_name(room: Room) -> None:
    with far(room) as there:
        there.server.add(line(raised("a")))
        await there.sync()
        await renamed(there, "team", "crew", "third")
        draft = Draft(Ref("team", "a"), Act.ANSWER, 1, "", text="words")
        await there.inbox.keep(draft)
        assert there.inbox.drafts() == {Ref("third", "a")}
        found = there.inbox.draft(Ref("third", "a"), Act.ANSWER)
        assert found is not None and (found.text, found.ref.store) == ("words", "third")


async def test_a_name_that_is_not_free_is_refused_in_a_sentence_and_an_old_word_of_health_is_none(room: Room) -> None:
    with far(room) as there:
        await there.sync()
        ledger = there.ledger
        await ledger.write(lambda w: healths.write(w.db, "crew", Health(Condition.LIVE), None))
        await ledger.write(lambda writing: another_name.rename(writing, "team", "crew"))
        assert names(room) == ["crew"]
        await ledger.write(lambda w: w.db.execute("UPDATE subscription SET name = 'lone'"))
        with pytest.raises(Conflict, match="sayso store remove lone"):
            await ledger.write(lambda writing: another_name.rename(writing, "crew", "lone"))
