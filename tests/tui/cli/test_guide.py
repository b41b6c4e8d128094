import re
import resource
from pathlib import Path

import pytest

from command_line import Sayso
from plain_user import bound_by_modes
from sayso_tui.cli.verbs import VERBS

BEGIN, END = "<!-- sayso guide: begin -->", "<!-- sayso guide: end -->"


def test_the_guide_tells_how_to_ask_and_wait_and_claim_and_never_to_answer(sayso: Sayso) -> None:
    ran = sayso("guide")
    assert ran.code == 0
    assert all(f"sayso {verb} " in ran.out for verb in ("raise", "wait", "claim", "amend", "withdraw", "watch"))
    assert "Never answer yourself" in ran.out
    assert "unattended" not in ran.out
    assert not sayso.home.exists()


def test_the_guide_tells_in_which_store_agents_ask(sayso: Sayso) -> None:
    assert "You ask in the store of this machine." in sayso("guide").out
    assert sayso("store", "add", "team", "--socket", "/run/sayso/team").code == 0
    assert "Of the stores `home`, `team` name the one that the person reads with `--store NAME`" in sayso("guide").out
    assert sayso("config", "set", "asker.store", "team").code == 0
    assert "You ask in the store `team`, which is set here" in sayso("guide").out
    assert "`side`" in sayso("guide", environ={"SAYSO_STORE": "side"}).out


def test_every_verb_that_the_guide_names_is_there(sayso: Sayso) -> None:
    named = set(re.findall(r"sayso ([a-z]+) ", sayso("guide").out))
    assert named and named <= {*VERBS, "guide"}


def test_the_guide_is_appended_once(sayso: Sayso, tmp_path: Path) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text("# Agents\n\nBe kind.\n")
    assert sayso("guide", "--append", str(file)).code == 0
    once = file.read_bytes()
    assert once.startswith(b"# Agents\n\nBe kind.\n\n" + BEGIN.encode())
    assert sayso("guide").out.strip() in once.decode()
    again = sayso("guide", "--append", str(file))
    assert (again.code, file.read_bytes()) == (0, once)
    assert "up to date" in again.err


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_old_guide_is_brought_up_to_date_in_its_place_and_the_rest_stays(
    sayso: Sayso, tmp_path: Path, newline: str
) -> None:
    file = tmp_path / "AGENTS.md"
    before, after = f"\ufeff# Agents{newline}é {BEGIN}".encode(), f"{END} \tno newline\xff".encode("latin-1")
    file.write_bytes(before + newline.encode() + b"an old guide" + newline.encode() + after)
    assert sayso("guide", "--append", str(file)).code == 0
    held = file.read_bytes()
    assert held.startswith(before) and held.endswith(after)
    assert b"an old guide" not in held and b"sayso raise" in held
    assert held.count(b"\r\n") == (held.count(b"\n") if newline == "\r\n" else 0)


@pytest.mark.parametrize("text", [f"{BEGIN}\n", f"{END}\n{BEGIN}\n", f"{END}\n", f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n"])
def test_a_file_whose_marks_make_no_sense_stays_as_it_is(sayso: Sayso, tmp_path: Path, text: str) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text(text)
    ran = sayso("guide", "--append", str(file))
    assert (ran.code, file.read_text()) == (1, text)
    assert "once each, in this order" in ran.err


def test_a_file_that_is_not_there_is_made_and_an_empty_one_filled(sayso: Sayso, tmp_path: Path) -> None:
    for name in ("new.md", "empty.md"):
        (tmp_path / "empty.md").touch()
        assert sayso("guide", "--append", str(tmp_path / name)).code == 0
        assert (tmp_path / name).read_text().startswith(BEGIN)


def test_mode_and_link_stay(sayso: Sayso, tmp_path: Path) -> None:
    file, link = tmp_path / "real.md", tmp_path / "AGENTS.md"
    file.write_text("x")
    file.chmod(0o640)
    link.symlink_to(file)
    assert sayso("guide", "--append", str(link)).code == 0
    assert link.is_symlink() and file.stat().st_mode & 0o777 == 0o640
    assert file.read_text().startswith(f"x\n\n{BEGIN}")


def test_what_cannot_be_written_is_told(sayso: Sayso, tmp_path: Path) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text("x")
    file.chmod(0o400)
    with bound_by_modes():
        ran = sayso("guide", "--append", str(file))
    assert (ran.code, file.read_text()) == (1, "x")
    assert "Permission denied" in ran.err
    assert sayso("guide", "--append", str(tmp_path)).code == 1
    assert sayso("guide", "--append", str(tmp_path / "no" / "such.md")).code == 1
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_a_full_disk_leaves_no_empty_file_behind(sayso: Sayso, tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))  # of what one file may hold
    try:
        ran = sayso("guide", "--append", str(tmp_path / "AGENTS.md"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (ran.code, list(tmp_path.iterdir())) == (1, [])
    assert "left as it is" in ran.err
