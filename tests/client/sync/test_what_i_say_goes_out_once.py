import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from far_stores import Far, far, until
from handoff_records import line, raised, settled
from memory_store import MemoryStore, TestPace
from opened import Room
from sayso_client.asking import Ask, Asking
from sayso_client.decision import Act, Flag, Ref, State
from sayso_client.draft import blank
from sayso_client.errors import Denied, RefusedByRule, Unreachable
from sayso_client.inbox import mint_id
from sayso_client.outgoing import Stage, verdict_of
from sayso_client.rows import Query, View
from sayso_client.stores.health import Condition
from sayso_client.stores.local import LocalStore
from sayso_client.stores.replica import ReplicaStore
from sayso_client.sync.pace import Backoff
from sayso_client.verdict import Answer, ReceiptKind


@pytest.fixture
async def there(room: Room) -> Iterator[Far]:  # type: ignore[misc]
    with far(room) as opened:
        opened.server.add(*(line(raised(key)) for key in ("a", "b", "c")))
        await opened.sync()
        yield opened


def answer(there: Far, key: str = "a", option: str = "pg") -> Answer:
    decision = there.inbox.find(key, "team")
    verdict = there.inbox.compose(decision, blank(decision, Act.ANSWER, option))
    assert isinstance(verdict, Answer)
    return verdict


def stages(there: Far) -> list[tuple[str, Stage]]:
    return [(each.ref.key, each.stage) for each in there.inbox.outbox.all()]


def waiting(there: Far) -> list[str]:
    return [row.ref.key for row in there.inbox.after(Query(View.WAITING), None, 100)]


def flags(there: Far, key: str = "a") -> frozenset[Flag]:
    """The same of the decision and of its row, read while nobody wrote in between."""
    revision = None
    while revision != (revision := there.inbox.revision()):
        decision = there.inbox.find(key, "team")
        (row,) = there.inbox.rows((decision.ref,)).values()
    assert row.flags == decision.flags
    assert row.waiting == decision.waiting
    return decision.flags


async def test_a_verdict_is_on_the_disk_before_it_is_sent_and_waits_there_while_nobody_answers(there: Far) -> None:
    there.weather.down = True
    verdict = answer(there)

    receipt = await there.inbox.record(verdict)
    await there.sync()

    assert receipt.kind is ReceiptKind.QUEUED
    assert "on its way to team" in receipt.sentence
    assert stages(there) == [("a", Stage.QUEUED)]
    assert flags(there) == {Flag.UNSENT}
    assert waiting(there) == ["b", "c"]
    assert there.inbox.counts().waiting == 2
    assert there.server.sent == []


async def test_once_it_is_recorded_there_it_has_left_the_outbox_and_the_decision_is_settled(there: Far) -> None:
    verdict = answer(there)
    receipt = await there.told(verdict)

    assert receipt.kind is ReceiptKind.RECORDED
    assert stages(there) == []
    decision = there.inbox.find("a", "team")
    assert (decision.state, decision.flags) == (State.DECIDED, frozenset())
    assert there.server.ids().count(verdict.id) == 1


async def test_an_answer_that_i_sent_myself_is_not_taken_for_one_from_elsewhere(there: Far) -> None:
    await there.told(answer(there, "a"))
    there.server.add(line(settled("b")))
    await there.sync()

    assert flags(there, "a") == frozenset()
    assert flags(there, "b") == {Flag.NOT_FROM_HERE}


async def test_a_lost_answer_is_unknown_until_the_same_record_was_sent_again(there: Far) -> None:
    lost = iter([True])
    there.weather.lose_answers = lambda: next(lost, False)
    there.server.changed = asyncio.Event()
    verdict = answer(there)

    receipt = await there.told(verdict)

    assert receipt.kind is ReceiptKind.RECORDED
    assert set(there.server.sent) == {verdict.id}
    assert there.server.ids().count(verdict.id) == 1


async def test_while_the_outcome_is_unknown_the_row_says_so(there: Far) -> None:
    there.weather.lose_parcels = lambda: True
    await there.inbox.record(answer(there))
    async with there.in_touch():
        await until(lambda: flags(there) == {Flag.UNKNOWN_OUTCOME})
        assert "a" not in waiting(there)
        assert "did not answer" in there.inbox.outbox.all()[0].why
        there.weather.lose_parcels = lambda: False
        await until(lambda: there.inbox.find("a", "team").state is State.DECIDED)
    assert stages(there) == []


async def test_what_was_surely_not_sent_stays_queued_but_once_unknown_stays_unknown(there: Far) -> None:
    there.weather.lose_parcels = lambda: True
    await there.inbox.record(answer(there))
    async with there.in_touch():
        await until(lambda: stages(there) == [("a", Stage.UNKNOWN)])
        for wire in there.wires:
            wire.send = _unreachable
        tries = there.inbox.outbox.all()[0].tries
        await until(lambda: there.inbox.outbox.all()[0].tries > tries + 2)
        await until(lambda: stages(there) == [("a", Stage.UNKNOWN)])


async def _unreachable(parcel: object) -> None:
    raise Unreachable("team does not answer.")


async def test_a_conflict_waits_with_both_sides_and_is_never_settled_by_itself(there: Far) -> None:
    there.weather.down = True
    mine = answer(there, "a", "pg")
    await there.inbox.record(mine)
    there.server.add(line(settled("a", "sqlite", authority={"kind": "principal", "by": "bo"})))
    there.weather.down = False

    await there.sync()
    there.room.clock.forward(days=9)
    await there.sync()

    (kept,) = there.inbox.outbox.all()
    assert (kept.stage, kept.why) == (Stage.CONFLICT, "Somebody was faster.")
    assert verdict_of(kept) == mine
    decision = there.inbox.find("a", "team")
    assert decision.settlement is not None
    assert decision.settlement.option == "sqlite"
    assert Flag.OVERTAKEN in flags(there)
    assert there.server.sent == [mine.id]


async def test_a_conflict_can_be_superseded_with_a_new_verdict_and_is_then_dropped_on_purpose(there: Far) -> None:
    there.weather.down = True
    await there.inbox.record(answer(there, "a", "pg"))
    there.server.add(line(settled("a", "sqlite", authority={"kind": "principal", "by": "bo"})))
    there.weather.down = False
    await there.sync()

    assert (await there.told(answer(there, "a", "pg"))).kind is ReceiptKind.RECORDED
    (old,) = there.inbox.outbox.all()
    await there.inbox.outbox.drop(old.num)

    assert flags(there) & {Flag.OVERTAKEN, Flag.CONTESTED} == frozenset()
    assert there.inbox.find("a", "team").settlement.option == "pg"  # type: ignore[union-attr]


async def test_sending_a_conflict_again_sends_the_same_bytes_and_meets_it_again(there: Far) -> None:
    there.weather.down = True
    mine = answer(there)
    await there.inbox.record(mine)
    there.server.add(line(settled("a", "sqlite")))
    there.weather.down = False
    await there.sync()
    (kept,) = there.inbox.outbox.all()

    await there.inbox.outbox.send_again(kept.num)
    assert stages(there) == [("a", Stage.QUEUED)]
    await there.sync()

    assert stages(there) == [("a", Stage.CONFLICT)]
    assert there.server.sent == [mine.id, mine.id]


async def test_it_is_sent_days_later_by_another_start_of_the_program(room: Room) -> None:
    server = MemoryStore()
    server.add(line(raised("a")))
    with far(room, server) as there:
        await there.sync()
        there.weather.down = True
        verdict = answer(there)
        await there.inbox.record(verdict)
        await there.sync()
    room.clock.forward(days=5)
    with far(room, server) as there:
        assert stages(there) == [("a", Stage.QUEUED)]
        await there.sync()
        assert stages(there) == []
        assert server.ids() == ["r:a", verdict.id]


async def test_what_was_being_sent_when_the_program_ended_is_sent_again_under_its_id(room: Room) -> None:
    server = MemoryStore()
    server.add(line(raised("a")))
    with far(room, server) as there:
        await there.sync()
        there.weather.slow["a"] = asyncio.Event()
        await there.inbox.record(answer(there))
        async with there.in_touch():
            await until(lambda: stages(there) == [("a", Stage.SENDING)])
    with far(room, server) as there:
        assert stages(there) == [("a", Stage.SENDING)]
        await there.sync()
        assert stages(there) == []
        assert len(server.ids()) == 2


async def test_one_decision_that_is_slow_to_send_holds_up_no_other(there: Far) -> None:
    there.weather.slow["a"] = asyncio.Event()
    async with there.in_touch():
        await there.inbox.record(answer(there, "a"))
        await until(lambda: stages(there) == [("a", Stage.SENDING)])
        await there.inbox.record(answer(there, "b"))
        await there.inbox.record(answer(there, "c"))
        await until(lambda: stages(there) == [("a", Stage.SENDING)])
        assert there.inbox.find("c", "team").flags | there.inbox.find("b", "team").flags == frozenset()
        there.weather.slow["a"].set()
        await until(lambda: stages(there) == [])


async def test_saying_something_else_while_it_is_on_its_way_is_refused_and_names_the_way_out(there: Far) -> None:
    there.weather.down = True
    first, second = answer(there, "a", "pg"), answer(there, "a", "sqlite")
    await there.inbox.record(first)

    receipt = await there.inbox.record(second)

    assert receipt.kind is ReceiptKind.REFUSED
    assert "on its way" in receipt.sentence
    assert "drop" in receipt.sentence
    assert [each.parcel.id for each in there.inbox.outbox.all()] == [first.id]


async def test_the_same_verdict_twice_stands_in_the_outbox_once_and_another_under_its_id_does_not(there: Far) -> None:
    there.weather.down = True
    verdict = answer(there)
    await there.inbox.record(verdict)

    assert (await there.inbox.record(verdict)).kind is ReceiptKind.QUEUED
    other = await there.inbox.record(replace(verdict, option="sqlite", text="SQLite"))

    assert other.kind is ReceiptKind.CONFLICT
    assert len(there.inbox.outbox.all()) == 1


async def test_dropping_takes_it_out_and_the_decision_waits_again(there: Far) -> None:
    there.weather.down = True
    await there.inbox.record(answer(there))
    (kept,) = there.inbox.outbox.all()

    await there.inbox.outbox.drop(kept.num)

    assert stages(there) == []
    assert waiting(there) == ["a", "b", "c"]
    there.weather.down = False
    await there.sync()
    assert there.server.sent == []


async def test_what_is_recorded_cannot_be_dropped(there: Far) -> None:
    verdict = answer(there)
    await there.told(verdict)
    (kept,) = there.inbox.outbox.by_id(verdict.ref, verdict.id)

    with pytest.raises(RefusedByRule, match="retract"):
        await there.inbox.outbox.drop(kept.num)


async def test_drafts_are_done_with_as_soon_as_it_is_in_the_outbox(there: Far) -> None:
    there.weather.down = True
    decision = there.inbox.find("a", "team")
    draft = replace(blank(decision, Act.ANSWER, "pg"), note="Since the load grows.")
    await there.inbox.keep(draft)

    await there.inbox.record(there.inbox.compose(decision, draft))

    assert there.inbox.draft(decision.ref, Act.ANSWER) is None


async def test_a_store_that_does_not_let_me_in_is_told_and_tried_again_only_when_asked_to(there: Far) -> None:
    there.weather.refuses = Denied("team does not know your key. Look at it with: sayso store check team")
    await there.inbox.record(answer(there))
    async with there.in_touch():
        await until(lambda: there.syncing.engines and there.syncing.engines[0].progress.parked)
        health = there.inbox.stores()[1].health
        assert (health.condition, "does not know your key" in health.why) == (Condition.FAILING, True)
        assert stages(there) == [("a", Stage.QUEUED)]
        there.weather.refuses = None
        there.syncing.engines[0].try_again()
        await until(lambda: stages(there) == [])


async def test_a_store_that_lets_me_read_and_not_write_is_told_and_sent_to_again_when_asked_to(there: Far) -> None:
    async with there.in_touch():
        await until(lambda: len(there.wires) == 2 and there.syncing.engines[0].progress.up_to_date)
        wire = there.wires[-1]
        honest = wire.send
        wire.send = _denied
        await there.inbox.record(answer(there))
        await until(lambda: "not for this key" in (there.syncing.engines[0].progress.failed or ""))
        assert stages(there) == [("a", Stage.QUEUED)]
        wire.send = honest
        there.syncing.engines[0].try_again()
        await until(lambda: there.inbox.find("a", "team").state is State.DECIDED)


async def _denied(parcel: object) -> None:
    raise Denied("That is not for this key.")


async def test_a_store_that_takes_no_verdicts_from_me_refuses_before_anything_is_kept(room: Room) -> None:
    server = MemoryStore()
    server.origins = frozenset({"requester", "agent"})
    server.add(line(raised("a")))
    with far(room, server) as there:
        await there.sync()
        health = there.inbox.stores()[1].health

        receipt = await there.inbox.record(answer(there))

        assert health.condition is Condition.READ_ONLY
        assert receipt.kind is ReceiptKind.REFUSED
        assert "key" in receipt.sentence
        assert stages(there) == []


async def test_what_an_asker_says_travels_the_same_way_and_is_known_here_before_it_arrives(there: Far) -> None:
    there.weather.down = True
    store = there.inbox.store("team")
    assert isinstance(store, ReplicaStore)
    asking = Asking(store, clock=there.inbox.now, mint=mint_id)

    decision, new = await asking.raise_("d", Ask("Ship it?", (("yes", "Yes"), ("no", "No"))))
    again, new_again = await asking.raise_("d", Ask("Ship it?", (("yes", "Yes"), ("no", "No"))))
    amended = await asking.amend("d", Ask("Ship it now?", (("yes", "Yes"), ("no", "No"))))

    assert (new, new_again, again.text) == (True, False, "Ship it?")
    assert (decision.terms_rev, amended.terms_rev, amended.text) == (1, 2, "Ship it now?")
    assert [each.parcel.words for each in there.inbox.outbox.all()] == ["raised", "amended"]
    there.weather.down = False
    await there.sync()
    assert there.inbox.find("d", "team").text == "Ship it now?"
    assert stages(there) == []


def test_waiting_grows_from_half_a_second_to_half_a_minute_and_heeds_the_store_up_to_five_minutes() -> None:

    backoff = Backoff(TestPace(lambda: 1.0))
    assert [backoff.next() for _ in range(8)] == [0.5, 1, 2, 4, 8, 16, 30, 30]
    backoff.reset()
    assert backoff.next() == 0.5
    assert backoff.next(asked=120) == 120
    assert backoff.next(asked=86_400) == 300
    assert Backoff(TestPace(lambda: 0.0)).next() == 0.0


async def test_my_last_act_is_found_wherever_it_was_said_and_can_be_taken_back_there(there: Far) -> None:
    home = there.inbox.store("home")
    assert isinstance(home, LocalStore)
    await home.take_in([line(raised("mine"))], "import")
    decision = there.inbox.find("mine")
    await there.inbox.record(there.inbox.compose(decision, blank(decision, Act.ANSWER, "pg")))
    there.room.clock.forward(minutes=1)
    verdict = answer(there)
    await there.inbox.record(verdict)

    last = there.inbox.last_act()
    assert last is not None
    assert (last.ref, last.id) == (verdict.ref, verdict.id)
    refused = there.inbox.undo(last, there.inbox.decision(verdict.ref)).refused
    assert "not recorded in its store yet" in refused
    assert "outbox" in refused

    await there.sync()
    decision = there.inbox.find("a", "team")
    undo = there.inbox.undo(last, decision)
    assert undo.draft is not None
    receipt = await there.told(there.inbox.compose(decision, undo.draft))

    assert receipt.recorded
    assert there.inbox.find("a", "team").waiting
    before = there.inbox.last_act()
    assert before is not None
    assert before.ref == Ref("home", "mine")
