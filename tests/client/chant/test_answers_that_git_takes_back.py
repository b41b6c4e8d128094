"""An answer that stood in a record and does not any more waits for the person; one that people took back does not."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from chant_runs import chant
from chant_store import work
from chant_workspaces import make_workspace, run_git
from far_stores import Far, until
from sayso_client.decision import Act, Flag, Ref, State
from sayso_client.draft import blank
from sayso_client.ledger import moves
from sayso_client.outgoing import Outgoing, Stage, note_of
from sayso_client.rows import Query, View

TIER = Ref("work", "slice-tier-5e853bf1e435")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = make_workspace(tmp_path / "work", state="final")
    run_git(made, "add", ".")
    run_git(made, "commit", "-q", "-m", "Answers")
    return made


@pytest.fixture
async def there(folder: Path, tmp_path: Path) -> Iterator[Far]:  # type: ignore[misc]
    """I answered, and it is recorded."""
    with work(tmp_path / "home", folder, today="2026-11-05") as opened:
        await opened.sync()
        await say(opened, Act.ANSWER, "large", "HOURWORDS")
        assert opened.inbox.find(TIER.key).state is State.DECIDED
        yield opened


async def say(there: Far, act: Act, option: str | None = None, note: str = "") -> None:
    await there.say(replace(blank(there.inbox.find(TIER.key), act, option), note=note))
    await there.sync(30.0)
    assert there.inbox.outbox.all() == ()


def record(folder: Path) -> Path:
    return folder / "answers" / f"{TIER.key}.md"


def waits(there: Far) -> Outgoing:
    """The only thing in the outbox, which is lost."""
    (found,) = there.inbox.outbox.all()
    assert found.stage is Stage.LOST
    return found


def checkout(folder: Path) -> None:
    run_git(folder, "checkout", "-q", "--", "answers")


def stash(folder: Path) -> None:
    run_git(folder, "stash", "-q")


@pytest.mark.parametrize("away", [checkout, stash])
async def test_it_waits_for_me_with_all_its_words(there: Far, folder: Path, away: Callable[[Path], None]) -> None:
    away(folder)
    (synced,) = await there.sync()

    one = waits(there)
    assert (one.parcel.words, note_of(one)) == ("principal: large", "HOURWORDS")
    assert "earlier version was put back" in one.why
    assert synced.waiting == 1
    decision = there.inbox.find(TIER.key)
    assert (decision.state, decision.waiting) == (State.ESCALATED, True)
    assert Flag.LOST in there.inbox.rows((TIER,))[TIER].flags
    assert [row.ref for row in there.inbox.after(Query(View.OUTBOX), None, 10)] == [TIER]


async def test_an_inbox_that_is_open_sees_it(there: Far, folder: Path) -> None:
    async with there.in_touch():
        checkout(folder)
        await until(lambda: there.inbox.outbox.all())
    assert note_of(waits(there)) == "HOURWORDS"


async def test_it_is_sent_again_when_i_say_so(there: Far, folder: Path) -> None:
    checkout(folder)
    await there.sync()
    await there.inbox.outbox.send_again(waits(there).num)
    await there.sync(30.0)

    assert there.inbox.outbox.all() == ()
    settled = there.inbox.find(TIER.key).settlement
    assert settled is not None and (settled.option, settled.note) == ("large", "HOURWORDS")


async def test_it_can_be_dropped_for_good(there: Far, folder: Path) -> None:
    checkout(folder)
    await there.sync()
    await there.inbox.outbox.drop(waits(there).num)
    record(folder).write_text(record(folder).read_text() + "\nA line.\n")
    await there.sync()
    assert there.inbox.outbox.all() == ()


async def test_it_is_recorded_again_when_git_brings_it_back(there: Far, folder: Path) -> None:
    stash(folder)
    await there.sync()
    assert waits(there)
    run_git(folder, "stash", "pop", "-q")
    await there.sync()
    assert there.inbox.outbox.all() == ()


async def test_a_record_that_is_deleted_keeps_my_words_in_sight(there: Far, folder: Path) -> None:
    text = record(folder).read_text()
    record(folder).unlink()
    await there.sync()
    assert note_of(waits(there)) == "HOURWORDS" and "not there any more" in waits(there).why
    record(folder).write_text(text)
    await there.sync()
    assert there.inbox.outbox.all() == ()


async def test_what_anybody_took_back_is_not_lost(there: Far, folder: Path) -> None:
    chant(folder, "retract", TIER.key, "--by", "bob")
    await there.sync()
    assert there.inbox.find(TIER.key).state is State.ESCALATED
    chant(folder, "answer", TIER.key, "--answer", "small", "--by", "bob")
    await there.sync()
    assert there.inbox.find(TIER.key).state is State.DECIDED
    assert there.inbox.outbox.all() == ()


async def test_what_i_took_back_myself_is_not_lost_and_neither_is_that(there: Far, folder: Path) -> None:
    await say(there, Act.RETRACT)
    await say(there, Act.ANSWER, "small")
    record(folder).write_text(record(folder).read_text() + "\nA line.\n")
    await there.sync()
    assert there.inbox.outbox.all() == ()


async def test_of_several_words_only_the_last_is_missed(there: Far, folder: Path) -> None:
    await say(there, Act.RETRACT, note="For now.")
    await say(there, Act.ANSWER, "small", "LATER WORDS")
    checkout(folder)
    await there.sync()
    assert note_of(waits(there)) == "LATER WORDS"


async def test_what_git_brought_back_and_takes_out_again_is_missed_again(there: Far, folder: Path) -> None:
    stash(folder)
    await there.sync()
    first = waits(there).num
    await there.say(replace(blank(there.inbox.find(TIER.key), Act.ANSWER, "small"), note="LATER WORDS"))
    await there.sync(30.0)
    there.room.clock.forward(minutes=1)
    checkout(folder)
    run_git(folder, "stash", "pop", "-q")
    await there.sync()
    assert note_of(waits(there)) == "LATER WORDS"

    checkout(folder)
    await there.sync()

    assert [note_of(each) for each in there.inbox.outbox.all()] == ["HOURWORDS", "LATER WORDS"]
    assert there.inbox.outbox.all()[0].num == first


@pytest.mark.parametrize("stage", [Stage.REFUSED, Stage.CONFLICT])
async def test_an_answer_that_was_not_taken_and_stands_there_all_the_same_is_recorded(
    there: Far, folder: Path, stage: Stage
) -> None:
    text = record(folder).read_text()
    checkout(folder)
    await there.sync()
    with there.ledger.writing() as writing:
        assert moves.move(writing, waits(there).num, {Stage.LOST}, stage, "Not taken.")
    await there.sync()
    assert [each.stage for each in there.inbox.outbox.all()] == [stage]

    record(folder).write_text(text)
    await there.sync()

    assert there.inbox.outbox.all() == ()


async def test_somebody_elses_answer_in_its_place_is_a_loss(there: Far, folder: Path) -> None:
    checkout(folder)
    chant(folder, "answer", TIER.key, "--answer", "small", "--by", "bob")
    await there.sync()
    assert note_of(waits(there)) == "HOURWORDS"


async def test_a_retraction_that_git_takes_back_waits_for_me(there: Far, folder: Path) -> None:
    run_git(folder, "commit", "-q", "-a", "-m", "Answered")
    await say(there, Act.RETRACT, note="It was wrong.")
    checkout(folder)
    await there.sync()
    assert note_of(waits(there)) == "It was wrong."
    assert there.inbox.find(TIER.key).state is State.DECIDED


async def test_of_a_record_that_cannot_be_read_nobody_knows(there: Far, folder: Path) -> None:
    text = record(folder).read_text()
    record(folder).write_text("<<<<<<< HEAD\n" + text)
    await there.sync()
    assert there.inbox.find(TIER.key).state is State.INVALID
    assert there.inbox.outbox.all() == ()


async def test_what_was_taken_back_before_it_was_ever_read_waits_for_me(folder: Path, tmp_path: Path) -> None:
    with work(tmp_path / "home", folder, today="2026-11-05") as there:
        await there.sync()
        await there.say(replace(blank(there.inbox.find(TIER.key), Act.ANSWER, "large"), note="HOURWORDS"))
        (one,) = there.inbox.outbox.all()
        wire = there.wire(there.server, there.weather)
        assert (await wire.send(one.parcel)).recorded
        with there.ledger.writing() as writing:
            # As it stands when the process ends right after chant said that it wrote.
            sql = "UPDATE outbox SET state = 'written', tried = '2020-01-01T00:00:00+00:00' WHERE num = ?"
            writing.db.execute(sql, (one.num,))
        checkout(folder)
        await there.sync()
        assert note_of(waits(there)) == "HOURWORDS"


async def test_of_a_record_that_broke_before_it_was_read_the_word_of_chant_stands(folder: Path, tmp_path: Path) -> None:
    with work(tmp_path / "home", folder, today="2026-11-05") as there:
        await there.sync()
        await there.say(blank(there.inbox.find(TIER.key), Act.ANSWER, "large"))
        (one,) = there.inbox.outbox.all()
        with there.ledger.writing() as writing:
            sql = "UPDATE outbox SET state = 'written', tried = '2020-01-01T00:00:00+00:00' WHERE num = ?"
            writing.db.execute(sql, (one.num,))
        record(folder).write_text("<<<<<<< HEAD\n")
        await there.sync()
        found = there.inbox.outbox.one(one.num)
        assert found is not None and found.stage is Stage.RECORDED
