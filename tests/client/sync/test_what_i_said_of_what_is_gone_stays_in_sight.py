"""What I said of a decision that its store does not hold any more: listed, counted, and seen to like all the rest."""

from collections.abc import Iterator

import pytest

from far_stores import Far, far
from handoff_records import line, raised
from opened import Room
from sayso_client.decision import Act, Flag, State
from sayso_client.draft import blank
from sayso_client.errors import NotFound
from sayso_client.ledger import rebuild
from sayso_client.ledger.checkup.examine import examine
from sayso_client.outgoing import Stage
from sayso_client.rows import Query, View
from sayso_client.stores.contract import Hello
from sayso_client.stores.local import LocalStore
from sayso_client.stores.rules import RULES
from sayso_client.vocabulary import Ref
from sayso_config.paths import Places

KEY, OTHER = Ref("team", "k001"), Ref("team", "k002")


@pytest.fixture
async def there(room: Room) -> Iterator[Far]:  # type: ignore[misc]
    """Two things were said; then another store that holds nothing takes the place."""
    with far(room) as opened:
        opened.server.add(*(line(raised(f"k00{number}")) for number in range(5)))
        await opened.sync()
        for ref in (KEY, OTHER):
            await opened.say(blank(opened.inbox.find(ref.key), Act.ANSWER, "pg"))
            await opened.sync()
        opened.server.uuid = "another"
        opened.server.restore(0)
        await opened.inbox.accept_store("team", Hello("another", "team", None, opened.server.origins))
        await opened.sync()
        yield opened


def listed(there: Far, view: View) -> list[Ref]:
    return [row.ref for row in there.inbox.after(Query(view), None, 100)]


async def test_it_is_listed_in_the_outbox_and_counted(there: Far) -> None:
    assert listed(there, View.OUTBOX) == [KEY, OTHER]
    assert there.inbox.counts().outbox == 2
    assert there.inbox.counts().waiting == 0
    for view in (View.WAITING, View.OPEN, View.SETTLED, View.NOT_FROM_HERE):
        assert listed(there, view) == []


async def test_its_row_is_made_of_what_was_said_and_offers_no_act(there: Far) -> None:
    row = there.inbox.rows((KEY,))[KEY]
    decision = there.inbox.decision(KEY)

    assert decision is not None and not decision.is_held
    assert "PostgreSQL" in row.title and "k001" in row.title
    assert row.flags == {Flag.NOT_HELD, Flag.LOST}
    assert (decision.state, decision.waiting, decision.can.acts) == (State.UNKNOWN, False, frozenset())
    assert "does not hold it" in decision.can.refusals[Act.ANSWER]


async def test_verbs_do_not_take_it_for_a_decision_and_say_where_it_is(there: Far) -> None:
    with pytest.raises(NotFound, match="in the outbox"):
        there.inbox.find("k001")
    assert there.inbox.listed("k001") == KEY


async def test_one_of_that_key_that_is_held_elsewhere_is_the_one_that_is_meant(there: Far) -> None:
    home = there.inbox.store("home")
    assert isinstance(home, LocalStore)
    await home.ask("k001", lambda before: [raised("k001")], "cli")

    assert there.inbox.find("k001").ref == Ref("home", "k001")
    assert there.inbox.find_asked("k001").ref == Ref("home", "k001")


async def test_it_goes_with_the_last_thing_that_is_dropped(there: Far) -> None:
    for each in there.inbox.outbox.all():
        await there.inbox.outbox.drop(each.num)

    assert listed(there, View.ALL) == []
    assert there.inbox.counts().outbox == 0


async def test_the_decision_takes_its_place_when_the_store_holds_it(there: Far) -> None:
    there.server.add(line(raised("k001")))
    await there.sync()

    decision = there.inbox.find("k001")
    assert decision.is_held and decision.waiting and decision.options
    assert there.inbox.outbox.of(KEY)[0].stage is Stage.LOST


async def test_deriving_all_anew_keeps_it_and_the_doctor_finds_nothing_wrong(there: Far) -> None:
    folder = there.room.path.parent
    places = Places(folder / "config.toml", there.room.path, folder / "log")

    def wrong() -> list[str]:
        return [each.sentence for each in examine(places, RULES).findings if each.wrong]

    before = wrong()
    await there.ledger.write(rebuild.everything)

    assert listed(there, View.OUTBOX) == [KEY, OTHER]
    assert before == wrong()
    assert not [each for each in before if "records" in each]
