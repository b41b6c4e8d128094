"""A workspace that is moved, removed, or replaced by another one while it is open: nothing is lost or mixed up."""

import shutil
from pathlib import Path

import pytest

from chant_following import ASKED, following, wire_to
from chant_store import work
from chant_telling import Telling, telling
from chant_workspaces import make_workspace, run_git
from far_stores import until
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import OutcomeUnknown, Unreachable, WrongServer
from sayso_client.stores.chant import calling
from sayso_client.stores.contract import Gone

QUESTION = "agent-question-d411eee84ffe"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "other", state="asked")


def replaced(folder: Path, other: Path) -> None:
    """Another workspace lies at the path from now on."""
    folder.rename(folder.parent / "old")
    other.rename(folder)


def moved(folder: Path, there: Path) -> None:
    folder.rename(there)


def records(folder: Path) -> dict[str, str]:
    return {each.name: each.read_text() for each in (folder / "answers").glob("*.md")}


def logged(tmp_path: Path, folder: Path) -> tuple[Telling, Path]:
    return telling(folder, log=tmp_path / "log"), tmp_path / "log"


@pytest.mark.parametrize("inotify", [True, False], ids=["told", "looked for"])
async def test_nothing_of_another_workspace_is_told_while_one_is_followed(
    folder: Path, other: Path, inotify: bool
) -> None:
    (other / "answers" / f"{ASKED}.md").unlink()
    wire = wire_to(folder, inotify=inotify)
    await wire.hello()
    async with following(wire) as found:
        before, count = dict(found.held), len(found.batches)
        replaced(folder, other)
        await until(lambda: found.error is not None)
        assert isinstance(found.error, WrongServer | Unreachable)
        assert found.held == before
        assert found.told_since(count) == []


async def test_chant_is_not_run_in_another_workspace(folder: Path, other: Path, tmp_path: Path) -> None:
    desk, log = logged(tmp_path, folder)
    parcel, known, uuid = desk.answer(QUESTION, "ts", "alice"), desk.workspace(), desk.uuid()
    untouched = records(other)
    replaced(folder, other)
    with pytest.raises(WrongServer, match=r"another workspace .* nothing was written.*sayso store accept"):
        await calling.say(parcel, known, desk.setting, desk.environ, uuid=uuid)
    with pytest.raises(WrongServer):
        await calling.read_back(parcel, known, uuid=uuid)
    assert not log.exists()
    assert records(folder) == untouched


async def test_a_record_of_another_workspace_is_no_proof_of_what_chant_did(
    folder: Path, other: Path, tmp_path: Path
) -> None:
    program = tmp_path / "chant"
    program.write_text(f"#!/bin/sh\nmv {folder} {tmp_path}/old; mv {other} {folder}\n")
    program.chmod(0o755)
    desk = telling(folder)
    setting = desk.setting._replace(command=(str(program),))
    with pytest.raises(OutcomeUnknown, match="another workspace"):
        await calling.say(
            desk.answer(QUESTION, "ts", "alice"), desk.workspace(), setting, desk.environ, uuid=desk.uuid()
        )


async def test_what_i_say_waits_while_another_workspace_lies_there(folder: Path, other: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with work(tmp_path / "data", folder, log=log) as there:
        await there.sync()
        decision = there.inbox.find(QUESTION, "work")
        replaced(folder, other)
        await there.say(blank(decision, Act.ANSWER, "ts"))
        (synced,) = await there.sync()
        assert "accept" in synced.why
        assert not log.exists()
        assert there.inbox.find(QUESTION, "work").state == decision.state


async def test_a_workspace_that_is_moved_empties_nothing_and_comes_back(folder: Path, tmp_path: Path) -> None:
    wire = wire_to(folder)
    await wire.hello()
    async with following(wire) as found:
        before = dict(found.held)
        moved(folder, tmp_path / "moved")
        await until(lambda: found.error is not None)
        assert isinstance(found.error, Unreachable)
        assert "There is no folder" in str(found.error)
        assert found.held == before
    (tmp_path / "moved").rename(folder)
    await wire.hello()
    async with following(wire) as found:
        assert found.held == before


async def test_a_workspace_that_is_removed_empties_nothing(folder: Path) -> None:
    wire = wire_to(folder)
    await wire.hello()
    async with following(wire) as found:
        before = dict(found.held)
        shutil.rmtree(folder)
        await until(lambda: found.error is not None)
        assert found.held == before


async def test_a_folder_of_records_that_is_missing_for_a_moment_empties_nothing(folder: Path, tmp_path: Path) -> None:
    wire = wire_to(folder, look_s=0.05)
    await wire.hello()
    async with following(wire) as found:
        before, count = dict(found.held), len(found.batches)
        (folder / "answers").rename(tmp_path / "answers")
        await until(lambda: len(found.batches) > count)
        (tmp_path / "answers").rename(folder / "answers")
        (folder / "answers" / f"{ASKED}.md").unlink()
        await until(lambda: ASKED not in found.held)
        gone = [each.key for batch in found.batches for each in batch.changes if isinstance(each, Gone)]
        assert gone == [ASKED]
        assert found.held.keys() == before.keys() - {ASKED}


async def test_a_folder_of_records_that_is_missing_at_first_takes_nothing_out(folder: Path, tmp_path: Path) -> None:
    run_git(folder, "update-ref", "-d", "refs/heads/chant/lifecycle")
    (folder / "answers").rename(tmp_path / "answers")
    (folder / "answers").mkdir()
    shutil.copy(tmp_path / "answers" / "answer.kind.mjs", folder / "answers")
    (folder / "answers" / "answer.kind.mjs").write_text("what is this")
    async with following(wire_to(folder)) as found:
        assert not any(each.whole for each in found.batches)
        shutil.rmtree(folder / "answers")
        (tmp_path / "answers").rename(folder / "answers")
        await until(lambda: any(each.whole for each in found.batches))
        assert ASKED in found.held


async def test_a_link_that_leads_elsewhere_by_now_is_looked_at_anew(folder: Path, other: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    wire = wire_to(link, look_s=0.05)
    await wire.hello()
    async with following(wire) as found:
        before = dict(found.held)
        link.unlink()
        link.symlink_to(other)
        await until(lambda: found.error is not None)
        assert "leads elsewhere" in str(found.error)
        assert found.held == before


async def test_the_first_look_already_shows_a_record_that_was_just_broken(folder: Path) -> None:
    (folder / "answers" / f"{ASKED}.md").write_text("---\nid: [")
    async with following(wire_to(folder)) as found:
        assert found.held[ASKED]["problems"]
        assert [each.filling for each in found.batches].count(None) == 1


async def test_it_is_read_again_within_seconds_of_its_coming_back(folder: Path, other: Path, tmp_path: Path) -> None:
    with work(tmp_path / "data", folder) as there:
        async with there.in_touch():
            await until(lambda: there.syncing.engines)
            (engine,) = there.syncing.engines
            await until(lambda: engine.progress.up_to_date)
            replaced(folder, other)
            await until(lambda: bool(engine.progress.failed) and "another" in (engine.progress.failed or ""))
            moved(folder, tmp_path / "other")
            moved(tmp_path / "old", folder)
            await until(lambda: engine.progress.up_to_date, 15)
            assert there.inbox.find(QUESTION, "work").settlement is None
