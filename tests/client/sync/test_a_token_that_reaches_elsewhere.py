"""What the token of a store reaches may change: what is out of sight then is told, and nothing of it is called lost."""

from collections.abc import Iterator

import pytest

from far_stores import Far, far
from handoff_records import line, raised
from opened import Room
from sayso_client.decision import Act, State
from sayso_client.draft import blank
from sayso_client.errors import RefusedByRule
from sayso_client.ledger import outbox
from sayso_client.ledger.copies import subscription
from sayso_client.outgoing import Stage
from sayso_client.rows import Query, View
from sayso_client.stores.health import Condition


@pytest.fixture
async def there(room: Room) -> Iterator[Far]:  # type: ignore[misc]
    """The first token reaches acme/, and something was answered there."""
    with far(room) as opened:
        opened.server.add(*(line(raised(key)) for key in ("acme/a", "acme/web/b", "other/c")))
        token(opened, "acme/")
        await opened.sync()
        for key in ("acme/a", "acme/web/b"):
            await opened.say(blank(opened.inbox.find(key, "team"), Act.ANSWER, "pg"))
            await opened.sync()
        opened.room.clock.forward(minutes=5)
        yield opened


def token(there: Far, prefix: str) -> None:
    """From now on the store shows what begins so, and no more; the cursor of before may go on or not."""
    whole = there.server.__dict__.setdefault("whole", there.server.records)
    whole += [each for each in there.server.records if each not in whole]
    there.server.prefix = prefix
    there.server.records = [each for each in whole if (each.key or "").startswith(prefix)]


def stands(there: Far) -> dict[str, Stage]:
    found = there.ledger.look(lambda db: db.execute("SELECT num FROM outbox ORDER BY num").fetchall())
    several = [there.inbox.outbox.one(num) for (num,) in found]
    return {each.ref.key: each.stage for each in several if each is not None}


def listed(there: Far) -> list[str]:
    return [row.ref.key for row in there.inbox.after(Query(View.ALL), None, 100)]


@pytest.mark.parametrize(
    ("prefix", "shown", "unseen"),
    [
        ("other/", ["other/c"], {"acme/a", "acme/web/b"}),
        ("acme/web/", ["acme/web/b"], {"acme/a"}),
        ("", ["acme/a", "acme/web/b", "other/c"], set()),
    ],
)
async def test_answers_out_of_sight_are_told_and_not_called_lost(
    there: Far, prefix: str, shown: list[str], unseen: set[str]
) -> None:
    token(there, prefix)

    await there.sync()

    assert sorted(listed(there)) == shown
    assert there.inbox.outbox.all() == ()
    assert {key for key, stage in stands(there).items() if stage is Stage.UNSEEN} == unseen
    health = there.inbox.stores()[1].health
    assert health.condition is Condition.STALE  # nobody keeps in touch behind a single look
    assert health.why == (f"{len(unseen)} of yours hidden from this token" if unseen else "")


async def test_with_the_former_token_they_are_seen_to_be_recorded_again(there: Far) -> None:
    token(there, "other/")
    await there.sync()
    token(there, "acme/")

    await there.sync()

    assert set(stands(there).values()) == {Stage.RECORDED}
    decision = there.inbox.find("acme/a", "team")
    assert (decision.state, decision.flags) == (State.DECIDED, frozenset())
    assert there.inbox.stores()[1].health.why == ""


async def test_what_the_store_truly_lost_meanwhile_is_lost_once_the_token_reaches_there_again(there: Far) -> None:
    token(there, "other/")
    await there.sync()
    whole = there.server.__dict__["whole"]
    whole[:] = [each for each in whole if each.value["origin"] == "requester"]
    token(there, "")

    await there.sync()

    assert set(stands(there).values()) == {Stage.LOST}
    assert there.inbox.find("acme/a", "team").waiting


async def test_one_that_is_out_of_sight_can_neither_be_dropped_nor_sent_again(there: Far) -> None:
    token(there, "other/")
    await there.sync()
    (num, *_) = (num for (num,) in there.ledger.look(lambda db: db.execute("SELECT num FROM outbox").fetchall()))

    for act in (there.inbox.outbox.drop, there.inbox.outbox.send_again):
        with pytest.raises(RefusedByRule):
            await act(num)
    assert there.ledger.look(lambda db: outbox.unseen(db, "team")) == 2


async def test_the_prefix_that_an_earlier_sayso_did_not_write_down_is_learned_without_reading_all_again(
    there: Far,
) -> None:
    with there.ledger.writing() as writing:
        writing.db.execute("UPDATE subscription SET prefix = NULL")

    await there.sync()

    copy = there.ledger.look(lambda db: subscription(db, "team"))
    assert copy is not None
    assert copy.prefix == "acme/"
    assert there.wires[-1].cursors != [None]
