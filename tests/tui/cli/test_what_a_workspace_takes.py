"""`sayso store check` of a workspace that is trusted: whether what I decide is written there now, and else why not."""

from pathlib import Path

import pytest

from chant_workspaces import make_workspace, standin_program
from command_line import Sayso


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "work", state="asked")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A chant outside the workspace."""
    return standin_program(tmp_path / "bin" / "chant")


def on(sayso: Sayso, path: Path) -> Sayso:
    return Sayso(sayso.home, {"PATH": f"{path.parent}:/usr/local/bin:/usr/bin:/bin"})


def check(sayso: Sayso, path: Path, folder: Path, **environ: str) -> tuple[str, list[str], list[str]]:
    """What it prints, whom it lets write, and why not, as JSON tells both."""
    there = on(sayso, path)
    if "work" not in there("store", "list").out:
        assert there("store", "add", "work", "--path", str(folder), "--trust").code == 0
    told = there("store", "check", "work", "--json", environ=environ).json
    return there("store", "check", "work", environ=environ).out, told["writes"], told["hindrances"]


def test_what_a_workspace_takes_is_told_without_a_reason_where_all_is_well(
    sayso: Sayso, folder: Path, path: Path
) -> None:
    out, writes, why = check(sayso.named("alice"), path, folder)
    assert ("writing  yes, what you decide" in out, writes, why) == (True, ["principal"], [])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("answers/answer.schema.json", "{ broken", "the schema copy answers/answer.schema.json cannot be read"),
        ("answers/answer.schema.json", None, "the schema copy answers/answer.schema.json cannot be read: it is not"),
        ("answers/answer.kind.mjs", "export {", "answers/answer.kind.mjs"),
        ("decisions/points.json", None, "the points file decisions/points.json does not exist"),
    ],
)
def test_nothing_is_written_while_a_file_of_its_kind_cannot_be_read(
    sayso: Sayso, folder: Path, path: Path, name: str, text: str | None, said: str
) -> None:
    check(sayso.named("alice"), path, folder)
    (folder / name).unlink()
    if text is not None:
        (folder / name).write_text(text)

    out, writes, (why,) = check(sayso, path, folder)

    assert "writing  no: No answer is taken to the questions of answers/answer.kind.mjs: " in out
    assert "yes, what you decide" not in out
    assert (writes, said in why) == ([], True), why


def test_nothing_is_written_by_a_holder_of_the_role_agent(sayso: Sayso, folder: Path, path: Path) -> None:
    out, writes, why = check(sayso.named("Bot"), path, folder)
    words = "Holders of the role agent do not count among those who answer here, and Bot is one."
    assert (f"writing  no: {words}" in out, writes, why) == (True, [], [words])


def test_nothing_is_written_from_a_stewards_shell(sayso: Sayso, folder: Path, path: Path) -> None:
    check(sayso.named("alice"), path, folder)
    out, writes, why = check(sayso, path, folder, CHANT_STEWARD="box")
    words = "CHANT_STEWARD says that an agent works in this shell, and only the principal decides."
    assert (f"writing  no: {words}" in out, writes, why) == (True, [], [words])


def test_from_an_agents_shell_no_store_takes_what_the_principal_decides(sayso: Sayso) -> None:
    out = sayso("store", "check", "home", environ={"SAYSO_AGENT": "1"}).out
    assert "writing  not what you decide: SAYSO_AGENT says that an agent works in this shell" in out
    told = sayso("store", "check", "home", "--json", environ={"SAYSO_AGENT": "1"}).json
    assert ("principal" in told["writes"], len(told["hindrances"])) == (False, 1)


def test_what_is_not_taken_of_one_question_or_another_is_told_with_their_number(
    sayso: Sayso, folder: Path, path: Path
) -> None:
    out, writes, (why,) = check(sayso.named("ana"), path, folder)
    assert why.startswith("2 of 23 open questions: Only holders of the role lead count here")
    assert (f"writing  not all: {why}" in out, writes) == (True, ["principal"])


def test_what_an_older_schema_copy_cannot_hold_is_told(sayso: Sayso, tmp_path: Path, path: Path) -> None:
    folder = make_workspace(tmp_path / "old", state="asked", schema="old")
    out, writes, why = check(sayso.named("alice"), path, folder)
    assert any("is too old to hold a note or a retraction, so none is written there." in each for each in why)
    assert any("The schema copy answers/answer.schema.json is older than" in each for each in why)
    assert (out.count("writing  not all: "), writes) == (len(why), ["principal"])


def test_a_question_that_an_older_schema_copy_does_not_fit_says_what_is_to_be_mended(
    sayso: Sayso, tmp_path: Path, path: Path
) -> None:
    folder = make_workspace(tmp_path / "old", state="final", schema="old")
    check(sayso.named("alice"), path, folder)
    on(sayso, path)("sync")
    shown = " ".join(on(sayso, path)("show", "slice-tier-5e853bf1e435").out.split())
    assert "nothing can be answered until that is mended" in shown
    assert (
        "is older than the record slice-tier-5e853bf1e435.md: it does not know model_reason and retractions." in shown
    )
