"""`sayso sync`, `list`, `show`, `store list` over a workspace that is not read whole, or lost words of mine."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from chant_workspaces import make_workspace, run_git, standin_argv
from command_line import Ran, Sayso

TIER = "slice-tier-5e853bf1e435"
POINTS, KIND, SCHEMA = "decisions/points.json", "answers/answer.kind.mjs", "answers/answer.schema.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "work", state="final")


@pytest.fixture
def shop(sayso: Sayso, folder: Path) -> Sayso:
    """A home that has read the workspace."""
    command = json.dumps(standin_argv(today="2026-11-05"))
    sayso.home.mkdir()
    (sayso.home / "config.toml").write_text(
        f'[me]\nname = "ana"\n[[store]]\nname = "work"\nkind = "chant"\npath = "{folder}"\ntrust = true\n'
        f"command = {command}\n"
    )
    assert sayso("sync").code == 0
    return sayso


def halve(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:900])


def answer(shop: Sayso, note: str) -> Ran:
    seen = str(shop("show", TIER, "--json").json["seen"])
    return shop("answer", TIER, "--option", "large", "--note", note, "--unattended", "--seen", seen)


@pytest.mark.parametrize("harm", [halve, Path.unlink])
def test_a_points_file_that_cannot_be_read_empties_no_list_and_is_told_by_every_verb(
    shop: Sayso, folder: Path, harm: Callable[[Path], None]
) -> None:
    before = shop("list").out
    harm(folder / POINTS)

    told = shop("sync")
    assert told.code == 1
    assert "up to date." not in told.err.replace("not up to date.", "")
    assert "decisions/points.json" in told.err
    listed = shop("list")
    assert listed.out == before
    assert "decisions/points.json" in listed.err
    shown = shop("show", TIER)
    assert "points.json" in shown.out
    assert "Waits for others" not in shown.out
    (work,) = (each for each in shop("store", "list", "--json").json["stores"] if each["name"] == "work")
    assert "decisions/points.json" in work["why"]
    refused = answer(shop, "")
    assert refused.code == 5
    assert "points.json" in refused.err and "does not declare" not in refused.err


@pytest.mark.parametrize("name", [POINTS, KIND, SCHEMA])
def test_a_script_is_told_why_not_all_was_read(shop: Sayso, folder: Path, name: str) -> None:
    text = (folder / name).read_text()
    (folder / name).write_text("{")
    told = shop("sync", "--json")
    assert told.code == 1
    assert told.json["up_to_date"] is False
    assert name in told.json["why"]

    (folder / name).write_text(text)
    mended = shop("sync", "--json")
    assert (mended.code, mended.json["up_to_date"], mended.json["why"]) == (0, True, "")


def test_words_that_git_took_back_are_listed_with_their_note(shop: Sayso, folder: Path) -> None:
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-q", "-m", "Answers")
    assert answer(shop, "HOURWORDS").code == 0
    assert shop("sync").code == 0
    run_git(folder, "checkout", "-q", "--", "answers")

    told = shop("sync")
    assert (told.code, "1 in the outbox waits for you" in told.err) == (1, True)
    assert "HOURWORDS" in shop("list", "--outbox").out
    (one,) = shop("list", "--outbox", "--json").documents
    assert (one["stage"], one["note"]) == ("lost", "HOURWORDS")
    shown = shop("show", TIER)
    assert "HOURWORDS" in shown.err and "does not hold it any more" in shown.err


def test_two_files_with_one_id_are_both_marked_and_neither_is_answered(shop: Sayso, folder: Path) -> None:
    text = (folder / "answers" / f"{TIER}.md").read_text()
    other = "slice-tier-000000000008"
    (folder / "answers" / f"{other}.md").write_text(text.replace("W-004", "W-999"))
    assert shop("sync").code == 0

    assert "W-004" in shop("show", TIER).out
    for key in (TIER, other):
        shown = shop("show", key, "--json").json
        assert "has the id of another one" in shown["problems"][0]
        assert shown["can"]["acts"] == []
    refused = answer(shop, "")
    assert refused.code == 5
    assert f"{other}.md bears the same id" in refused.err
