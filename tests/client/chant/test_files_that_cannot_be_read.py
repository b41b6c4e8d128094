"""While a file of a workspace cannot be read, its questions wait as they were read last, and the reason is told."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from chant_schemas import answer_schema
from chant_store import work
from chant_workspaces import make_workspace
from far_stores import Far, until
from sayso_client.decision import Act, Awaiting, Decision, Ref
from sayso_client.draft import blank
from sayso_client.rows import Query, View
from sayso_client.stores.chant import workspace
from sayso_client.stores.health import Condition
from sayso_client.verdict import ReceiptKind

TIER, GONE = "slice-tier-5e853bf1e435", "removed-d4a6c958878d"
POINTS, KIND, SCHEMA = "decisions/points.json", "answers/answer.kind.mjs", "answers/answer.schema.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "work", state="final")


@pytest.fixture
def there(folder: Path, tmp_path: Path) -> Iterator[Far]:
    with work(tmp_path / "home", folder) as opened:
        yield opened


def waiting(there: Far) -> list[str]:
    return [row.ref.key for row in there.inbox.after(Query(View.WAITING), None, 100)]


def halve(path: Path) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])


def shown(there: Far, key: str) -> Decision:
    return there.inbox.find(key, "work")


def health(there: Far) -> tuple[Condition, str]:
    (found,) = (each.health for each in there.inbox.stores() if each.name == "work")
    assert found is not None
    return found.condition, found.why


@pytest.mark.parametrize("harm", [halve, Path.unlink])
async def test_questions_go_on_waiting_as_they_were_read_last(there: Far, folder: Path, harm: object) -> None:
    await there.sync()
    before, all_of_them = shown(there, TIER), waiting(there)
    assert callable(harm)
    harm(folder / POINTS)
    (synced,) = await there.sync()

    assert waiting(there) == all_of_them
    after = shown(there, TIER)
    assert (after.awaiting, after.text, after.options) == (Awaiting.ME, before.text, before.options)
    assert after.seen == before.seen, "a draft upon it stands"
    assert Act.ANSWER not in after.can.acts
    assert "points.json" in after.can.refusals[Act.ANSWER] and "does not declare" not in after.can.refusals[Act.ANSWER]
    assert (synced.up_to_date, synced.partly) == (False, True)
    assert "points.json" in synced.why


async def test_an_answer_is_refused_with_the_reason_and_taken_once_the_file_is_mended(there: Far, folder: Path) -> None:
    await there.sync()
    verdict = there.inbox.compose(shown(there, TIER), blank(shown(there, TIER), Act.ANSWER, "large"))
    raw = (folder / POINTS).read_bytes()
    (folder / POINTS).write_bytes(raw[:900])
    await there.sync()
    refused = await there.inbox.record(verdict)
    assert refused.kind is ReceiptKind.REFUSED
    assert "points.json: is not JSON" in refused.sentence
    assert there.inbox.outbox.all() == ()
    (folder / POINTS).write_bytes(raw)
    (synced,) = await there.sync()

    assert (synced.up_to_date, synced.partly, synced.why) == (True, False, "")
    assert (await there.told(verdict)).recorded


async def test_what_changes_in_a_record_meanwhile_is_shown(there: Far, folder: Path) -> None:
    await there.sync()
    (folder / POINTS).unlink()
    path = folder / "answers" / f"{TIER}.md"
    path.write_text(path.read_text().replace("asked_on: ", 'note: "By hand."\nasked_on: ', 1))
    (folder / "answers" / f"{GONE}.md").unlink()
    text = shown(there, TIER).text
    await there.sync()

    assert shown(there, TIER).text == text
    assert "By hand." in there.inbox.records_as_asked(Ref("work", TIER))[0].raw.decode()
    assert there.inbox.decision(Ref("work", GONE)) is None


async def test_it_is_so_in_an_inbox_that_is_open(there: Far, folder: Path) -> None:
    async with there.in_touch():
        await until(lambda: len(waiting(there)) == 13)
        raw = (folder / POINTS).read_bytes()
        (folder / POINTS).write_bytes(raw[:900])
        await until(lambda: "points.json" in health(there)[1])
        await until(lambda: Act.ANSWER not in shown(there, TIER).can.acts)
        assert len(waiting(there)) == 13
        assert health(there)[0] is Condition.LIVE
        (folder / POINTS).write_bytes(raw)
        await until(lambda: health(there)[1] == "" and Act.ANSWER in shown(there, TIER).can.acts)
        assert len(waiting(there)) == 13


async def test_questions_of_a_workspace_that_was_never_read_whole_wait_with_the_reason(
    there: Far, folder: Path
) -> None:
    raw = (folder / POINTS).read_bytes()
    (folder / POINTS).write_text("{")
    await there.sync()

    open_ = {each["id"] for each in workspace.read(folder).document(open_only=True)["questions"]}  # type: ignore[attr-defined]
    assert set(waiting(there)) == open_
    assert "points.json" in shown(there, TIER).can.refusals[Act.ANSWER]
    (folder / POINTS).write_bytes(raw)
    await there.sync()
    assert len(waiting(there)) == 13


async def test_a_question_whose_point_is_not_declared_waits_for_nobody_before_and_after(
    there: Far, folder: Path
) -> None:
    declared = json.loads((folder / POINTS).read_text())
    del declared["points"]["slice-tier"]
    (folder / POINTS).write_text(json.dumps(declared))
    await there.sync()
    assert shown(there, TIER).awaiting is Awaiting.OTHERS
    assert "does not declare the point slice-tier" in shown(there, TIER).can.refusals[Act.ANSWER]
    for _ in range(2):
        (folder / POINTS).write_text(f"{{ {os.urandom(4).hex()}")
        await there.sync()
        assert shown(there, TIER).awaiting is Awaiting.OTHERS
        assert TIER not in waiting(there)


@pytest.mark.parametrize("name", [KIND, SCHEMA])
async def test_a_broken_kind_is_told_and_takes_nothing_out(there: Far, folder: Path, name: str) -> None:
    await there.sync()
    (folder / name).write_text("{")
    (synced,) = await there.sync()

    assert len(waiting(there)) == 13
    assert (synced.up_to_date, synced.partly) == (False, True)
    assert name in synced.why and name in health(there)[1]


async def test_what_is_said_to_a_kind_that_cannot_be_read_is_refused_with_that_reason(there: Far, folder: Path) -> None:
    await there.sync()
    verdict = there.inbox.compose(shown(there, TIER), blank(shown(there, TIER), Act.ANSWER, "large"))
    (folder / SCHEMA).unlink()
    receipt = await there.told(verdict)

    assert not receipt.recorded
    (one,) = there.inbox.outbox.of(Ref("work", TIER))
    assert "answer.schema.json" in one.why and "does not hold" not in one.why


async def test_while_git_does_not_say_where_branches_stand_questions_of_stewards_and_roles_stay(
    there: Far, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await there.sync()
    every = [row.ref.key for row in there.inbox.after(Query(View.ALL), None, 100)]
    before, all_of_them = {key: shown(there, key).recipients for key in every}, waiting(there)
    assert any(before.values())
    broken = tmp_path / "bin" / "git"
    broken.parent.mkdir()
    broken.write_text(
        '#!/bin/sh\ncase "$*" in *batch-check*) ;; *) exec "$GIT" "$@";; esac\nasked=$(cat)\n'
        'case "$asked" in *lifecycle*) exit 3;; esac\nprintf "%s\\n" "$asked" | "$GIT" "$@"\n'.replace(
            "$GIT", str(shutil.which("git"))
        )
    )
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{broken.parent}:{os.environ['PATH']}")
    (synced,) = await there.sync()

    assert synced.partly, synced.why
    assert {key: shown(there, key).recipients for key in every} == before
    assert waiting(there) == all_of_them


async def test_a_copy_that_is_older_than_a_record_is_what_is_to_be_mended(there: Far, folder: Path) -> None:
    """Not the record, of which nothing is wrong."""
    await there.sync()
    (folder / SCHEMA).write_text(answer_schema("old"))
    await there.sync()

    now = shown(there, TIER)
    said = f"he schema copy {SCHEMA} is older than this record: it does not know model_reason and retractions."
    assert said in now.can.refusals["answer"] and "Bring the copy up to date" in now.can.refusals["answer"]
    assert not any("Mend the file" in each for each in now.can.refusals.values())
    (told,) = now.problems
    assert f"The schema copy {SCHEMA} is older than the record {TIER}.md" in told
    assert (
        f"The schema copy {SCHEMA} is older than 11 records, which cannot be answered: it does not know"
        in health(there)[1]
    )
    assert "broken" not in health(there)[1]

    (folder / SCHEMA).write_text(answer_schema("new"))
    await there.sync()
    assert Act.ANSWER in shown(there, TIER).can.acts


async def test_what_waits_to_be_sent_says_it_of_such_a_copy_too(there: Far, folder: Path) -> None:
    await there.sync()
    verdict = there.inbox.compose(shown(there, TIER), blank(shown(there, TIER), Act.ANSWER, "small"))
    await there.inbox.record(verdict)
    path = folder / "answers" / f"{TIER}.md"
    path.write_text(path.read_text() + "\n")
    path.write_text(path.read_text().replace("state:", "x-more: 1\nstate:", 1))
    (folder / SCHEMA).write_text(answer_schema("old"))
    await there.sync()

    (one,) = there.inbox.outbox.all()
    assert f"the schema copy {SCHEMA} is older than the record answers/{TIER}.md" in one.why
    assert "Bring the copy up to date, then send it again." in one.why
