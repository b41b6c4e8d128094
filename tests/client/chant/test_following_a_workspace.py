"""A workspace's questions come in, and every change of them: whoever makes it, and however it is written."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from chant_following import following, keys, wire_to
from chant_runs import STEWARD, chant, start_chant, told
from chant_workspaces import make_workspace, run_git
from far_stores import until
from sayso_client.stores.chant.wire import ChantWire
from sayso_config.model import StoreSetting

ASKED = "agent-question-27255b2f0819"


@pytest.fixture(params=[True, False], ids=["told", "looked for"])
def wire(request: pytest.FixtureRequest, folder: Path) -> ChantWire:
    return wire_to(folder, inotify=request.param)


async def test_all_questions_come_first_those_of_stewards_too(wire: ChantWire, folder: Path) -> None:
    document = told(chant(folder, "--json"))
    async with following(wire) as found:
        assert found.held.keys() == {each["id"] for each in document["questions"]}
        assert any(each["question"]["ledger"] for each in found.held.values())
        assert [each.filling is None for each in found.batches] == [False, False, True]


async def test_what_is_still_open_is_told_before_what_is_answered(wire: ChantWire, folder: Path) -> None:
    document = told(chant(folder, "--json"))
    waits = {each["id"] for each in document["questions"] if each["state"] != "answered"}
    async with following(wire) as found:
        early, behind, last = found.batches
        assert set(keys(early)) == waits
        assert waits.isdisjoint(keys(behind))
        assert set(keys(last)) == found.held.keys()
        assert [each.shows for each in found.batches] == [True, False, False]


async def test_an_answer_given_elsewhere_is_told_alone(wire: ChantWire, folder: Path) -> None:
    async with following(wire) as found:
        before = len(found.batches)
        answer = found.held[ASKED]["question"]["candidates"][0]
        chant(folder, "answer", ASKED, "--answer", str(answer), "--by", "eve")
        await until(lambda: found.state() == "answered")
        await until(lambda: found.held[ASKED]["seen_at"] is not None)
        assert set(found.told_since(before)) == {ASKED}


async def test_a_new_question_of_a_steward_comes_without_any_file_in_the_tree(wire: ChantWire, folder: Path) -> None:
    inputs = folder / "inputs" / "steward.json"
    async with following(wire) as found:
        before = set(found.held)
        asked = told(chant(folder, "ask", "two-people", "--inputs", _inputs(folder, inputs), env=STEWARD))
        assert asked.get("error") is None, asked
        await until(lambda: asked["id"] in found.held)
        assert asked["id"] not in before
        assert found.held[asked["id"]]["question"]["ledger"]


async def test_packed_references_are_followed_as_loose_ones(wire: ChantWire, folder: Path) -> None:
    inputs = folder / "inputs" / "steward.json"
    async with following(wire) as found:
        run_git(folder, "pack-refs", "--all")
        asked = told(chant(folder, "ask", "two-people", "--inputs", _inputs(folder, inputs), env=STEWARD))
        await until(lambda: asked["id"] in found.held)
        run_git(folder, "update-ref", "-d", "refs/heads/chant/lifecycle")
        await until(lambda: not any(each["question"]["ledger"] for each in found.held.values()))


def _inputs(folder: Path, path: Path) -> str:
    """Inputs of the point that nobody asked with before."""
    points = json.loads((folder / "decisions/points.json").read_text())["points"]
    path.write_text(json.dumps({name: f"new {name}" for name in points["two-people"]["inputs"]}))
    return str(path)


async def test_a_half_written_record_changes_nothing_until_it_is_whole(
    wire: ChantWire, folder: Path, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    gate.touch()
    async with following(wire) as found:
        answer = found.held[ASKED]["question"]["candidates"][0]
        words = ("answer", ASKED, "--answer", str(answer), "--by", "eve")
        with start_chant(folder, *words, half=gate) as running:
            await until(lambda: Path(f"{gate}.waiting").exists())
            assert found.state() == "escalated"
            gate.unlink()
            await until(lambda: found.state() == "answered")
            assert not any(each["problems"] for each in found.held.values())
            running.communicate()


async def test_a_record_that_stays_broken_is_told_as_that_after_a_second(wire: ChantWire, folder: Path) -> None:
    path = folder / "answers" / f"{ASKED}.md"
    whole = path.read_text()
    async with following(wire) as found:
        path.write_text("---\nid: [")
        await until(lambda: ASKED not in found.held or found.held[ASKED]["question"] is None)
        assert any(each["problems"] for each in found.held.values())
        path.write_text(whole)
        await until(lambda: found.state() == "escalated")


async def test_what_a_point_asks_is_followed(wire: ChantWire, folder: Path) -> None:
    path = folder / "decisions" / "points.json"
    async with following(wire) as found:
        name = found.held[ASKED]["question"]["point"]
        points = json.loads(path.read_text())
        points["points"][name]["title"] = "Another title"
        path.write_text(json.dumps(points))
        await until(lambda: found.held[ASKED]["point"]["title"] == "Another title")
        assert found.held[ASKED]["question"]["current"] is False


async def test_a_points_file_that_cannot_be_read_is_told_and_the_questions_stay(wire: ChantWire, folder: Path) -> None:
    path = folder / "decisions" / "points.json"
    async with following(wire) as found:
        before = set(found.held)
        path.write_text("{}")
        await until(lambda: "points.json" in found.batches[-1].why)
        assert set(found.held) == before


async def test_roles_are_those_at_base_and_follow_it(wire: ChantWire, folder: Path) -> None:
    path = folder / ".chant" / "trust.json"
    async with following(wire) as found:
        policy = json.loads(path.read_text())
        policy["roles"]["agent"] = ["another-agent"]
        path.write_text(json.dumps(policy))
        run_git(folder, "commit", "-q", "-m", "Another agent", "--", ".chant/trust.json")
        await until(lambda: found.held[ASKED]["agents"] == ["another-agent"])


async def test_a_folder_that_goes_and_comes_back_is_followed_on(wire: ChantWire, folder: Path) -> None:
    away = folder.parent / "away"
    async with following(wire) as found:
        before = set(found.held)
        (folder / "answers").rename(away)
        await until(lambda: found.batches[-1].why or set(found.held) != before)
        away.rename(folder / "answers")
        await until(lambda: set(found.held) == before and not found.batches[-1].why)
        (folder / "answers" / f"{ASKED}.md").unlink()
        await until(lambda: ASKED not in found.held)


async def test_a_workspace_that_is_gone_ends_it_with_a_sentence(wire: ChantWire, folder: Path) -> None:
    async with following(wire) as found:
        shutil.rmtree(folder)
        await until(lambda: found.error)
        assert "work cannot be read now." in str(found.error)


async def test_switching_the_branch_under_many_answers_comes_in_a_few_strokes(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "work", state="before-first-command")
    _answer_many(folder, 1_500)
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-q", "-m", "Answers")
    run_git(folder, "switch", "-q", "-c", "other")
    run_git(folder, "rm", "-q", "-r", "answers/*.md")
    run_git(folder, "commit", "-q", "-m", "None of them")
    run_git(folder, "switch", "-q", "main")
    async with following(wire_to(folder)) as found:
        assert len(found.held) == 1_500
        before = len(found.batches)
        await asyncio.to_thread(run_git, folder, "switch", "-q", "other")
        await until(lambda: not found.held, 60)
        assert len([each for each in found.batches[before:] if each.changes]) < 40
        await asyncio.to_thread(run_git, folder, "switch", "-q", "main")
        await until(lambda: len(found.held) == 1_500, 60)


def _answer_many(folder: Path, many: int) -> None:
    name = "slice-tier"
    text = next(
        each.read_text()
        for each in sorted(
            (make_workspace(folder.parent / "sample", state="answered") / "answers").glob(f"{name}-*.md")
        )
    )
    stem = text.split('id: "', 1)[1].split('"', 1)[0]
    for number in range(many):
        fresh = f"{name}-{number:012x}"
        (folder / "answers" / f"{fresh}.md").write_text(text.replace(stem, fresh))


async def test_the_loop_is_never_held_up_by_reading(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "work", state="before-first-command")
    _answer_many(folder, 2_000)
    loop, gaps = asyncio.get_running_loop(), [0.0]

    async def beat() -> None:
        before = loop.time()
        while True:
            await asyncio.sleep(0)
            gaps.append(loop.time() - before)
            before = loop.time()

    beating = asyncio.ensure_future(beat())
    async with following(wire_to(folder)) as found:
        assert len(found.held) == 2_000
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)
    assert sorted(gaps)[-3] < 0.25  # two processors and a thread that reads: a stroke of the reader, not the reading


async def test_a_sign_of_life_comes_while_nothing_changes(folder: Path) -> None:
    async with following(wire_to(folder, look_s=0.05)) as found:
        await until(lambda: len(found.batches) > 4)
        assert found.told_since(3) == []


async def test_what_nobody_told_of_is_found_by_looking(folder: Path) -> None:
    """As on file systems over which inotify tells nothing: a file that is written and never closed."""
    path = folder / "answers" / f"{ASKED}.md"
    text = path.read_text()
    async with following(wire_to(folder, look_s=0.05)) as found:
        with path.open("r+") as kept:
            kept.write(text.replace('title: "', 'title: "So '))
            kept.flush()
            await until(lambda: str(found.held[ASKED]["question"]["title"]).startswith("So "))


async def test_it_can_be_given_up_at_any_moment(folder: Path) -> None:
    for steps in range(12):
        changes = wire_to(folder).changes(None)
        task = asyncio.ensure_future(anext(changes))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await changes.aclose()
    async with following(wire_to(folder)) as found:
        assert len(found.held) == 25


async def test_files_of_git_and_others_that_mean_nothing_cost_nothing(folder: Path) -> None:
    async with following(wire_to(folder)) as found:
        before = len(found.batches)
        for number in range(50):
            (folder / ".git" / f"something-{number}").touch()
            (folder / f"note-{number}.txt").touch()
        answer = found.held[ASKED]["question"]["candidates"][0]
        chant(folder, "answer", ASKED, "--answer", str(answer), "--by", "eve")
        await until(lambda: found.state() == "answered")
        assert set(found.told_since(before)) == {ASKED}


async def test_a_kind_that_cannot_be_read_is_told_and_hides_no_other(folder: Path) -> None:
    declared = json.loads((folder / "chant.workspace.json").read_text())
    declared["records"].append({"kind": "more/answer.kind.mjs"})
    (folder / "chant.workspace.json").write_text(json.dumps(declared))
    (folder / "more").mkdir()
    (folder / "more" / "answer.kind.mjs").write_text("export const recordKind = made();\n")
    async with following(wire_to(folder)) as found:
        assert len(found.held) == 25
        assert "more/answer.kind.mjs" in found.batches[-1].why


async def test_told_folders_stand_in_for_a_kind_file_that_computes_something(folder: Path) -> None:
    (folder / "answers" / "answer.kind.mjs").write_text("export const recordKind = made();\n")
    async with following(wire_to(folder)) as found:
        assert (found.held, "answers/answer.kind.mjs" in found.batches[-1].why) == ({}, True)
    setting = StoreSetting(
        *("work", "chant"),
        path=str(folder),
        answers=str(folder / "answers"),
        points=str(folder / "decisions" / "points.json"),
    )
    async with following(ChantWire(setting, {})) as found:
        assert ASKED in found.held
        assert found.batches[-1].why == ""


@pytest.mark.parametrize("broken", ["", "{"], ids=["missing", "broken"])
async def test_a_schema_copy_that_comes_later_is_seen_though_the_kind_was_never_read(
    wire: ChantWire, folder: Path, broken: str
) -> None:
    schema = folder / "answers" / "answer.schema.json"
    text = schema.read_text()
    schema.unlink()
    if broken:
        schema.write_text(broken)
    async with following(wire) as found:
        assert "schema" in found.batches[-1].why
        schema.write_text(text)
        await until(lambda: found.held)
