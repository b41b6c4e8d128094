"""However a run of chant ends: what counts is what the record holds, and the sentence says that and nothing else."""

import errno
import os
import shutil
import threading
from pathlib import Path

import pytest

from chant_runs import chant, start_chant
from chant_telling import Telling, telling
from chant_workspaces import make_workspace
from far_stores import until
from sayso_client.errors import Denied, OutcomeUnknown, Unreachable
from sayso_client.stores.chant import calling
from sayso_client.verdict import ReceiptKind

ASKED = "agent-question-27255b2f0819"
STEWARDS = "ship-skip-4c2b4b1ff388"


def waiting(gate: Path) -> Path:
    """The file that tells that the stand-in waits."""
    return gate.with_name(f"{gate.name}.waiting")


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def by(desk: Telling, program: Path) -> Telling:
    desk.setting = desk.setting._replace(command=(str(program),))
    return desk


def state(desk: Telling) -> object:
    return desk.question(ASKED)["state"]


@pytest.mark.parametrize(
    ("output", "key"),
    [(each, ASKED) for each in ("garbage", "huge", "html", "empty", "half", "array")] + [("garbage", STEWARDS)],
)
async def test_what_is_in_the_record_is_recorded_whatever_was_printed(folder: Path, output: str, key: str) -> None:
    desk = telling(folder, output=output, stderr="\x1b]0;x\x07" * 9, exit="7")
    receipt = await desk.say(desk.answer(key, "true" if key == STEWARDS else "2", "alice"))
    assert receipt.recorded, receipt.sentence


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("exit 0", "ended with 0, without a word"),
        ("exit 1", "ended with 1, without a word"),
        ("exit 7", "ended with 7, without a word"),
        ("echo '{}'; exit 0", "not with a document of chant's"),
        ("printf '\\377\\033[31m{half'", "It printed: “�␛[31m{half”."),
        ("echo '<html>'; exit 3", "It printed: “<html>”. Look yourself what it says: “cd "),
        ("echo 'node:internal'; echo 'Error: Cannot find module x' >&2; echo '  at y' >&2; exit 1", "Cannot find"),
        ('echo \'{"written":false,"question":{"id":"x"}}\'', "nothing to write"),
        ("yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "printed more than any document"),
        ("yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&2", "printed more than any document"),
        ("yes no | head -c 3000000 >&2; yes no | head -c 3000000; exit 1", "It printed: “no”."),
    ],
)
async def test_a_command_that_writes_nothing_is_told(tmp_path: Path, text: str, words: str) -> None:
    folder = make_workspace(tmp_path / "w", git=False, state="asked")
    desk = by(telling(folder), script(tmp_path / "chant", text))
    receipt = await desk.say(desk.answer(ASKED, "2", "alice"))
    assert receipt.kind is ReceiptKind.REFUSED
    assert words in receipt.sentence
    assert "Nothing was written." in receipt.sentence
    assert receipt.sentence.isprintable()
    assert state(desk) == "escalated"


@pytest.mark.parametrize("code", [126, 127])
async def test_a_command_that_does_not_find_its_program_stops_the_store(
    folder: Path, tmp_path: Path, code: int
) -> None:
    desk = by(telling(folder), script(tmp_path / "chant", f"echo 'env: node: No such file' >&2; exit {code}"))
    with pytest.raises(Denied, match=r"does not find its program.*env: node"):
        await desk.say(desk.answer(ASKED, "2", "alice"))


async def test_what_chant_says_it_wrote_is_not_believed(folder: Path, tmp_path: Path) -> None:
    lie = '{"written":true,"question":{"id":"x","state":"answered"}}'
    desk = by(telling(folder), script(tmp_path / "chant", f"echo '{lie}'"))
    with pytest.raises(OutcomeUnknown, match="the record here does not hold it"):
        await desk.say(desk.answer(ASKED, "2", "alice"))


async def test_killed_before_it_wrote_it_is_tried_again(folder: Path) -> None:
    desk = telling(folder, killed="before-write")
    parcel = desk.answer(ASKED, "2", "alice")
    with pytest.raises(Unreachable, match="ended by signal 9 before it wrote"):
        await desk.say(parcel)
    assert await desk.read_back(parcel) is None
    assert (await desk.with_chant().say(parcel)).recorded


async def test_killed_after_it_wrote_it_is_recorded(folder: Path) -> None:
    desk = telling(folder, killed="after-write")
    assert (await desk.say(desk.answer(ASKED, "2", "alice"))).recorded


async def test_chant_that_takes_too_long_is_ended_with_all_that_it_started(
    folder: Path, tmp_path: Path, gate: Path
) -> None:
    desk = telling(folder, slow=gate, child=tmp_path / "child")
    with pytest.raises(Unreachable, match=r"did not end within 110 seconds.*as it was\.$"):
        await desk.say(desk.answer(ASKED, "2", "alice"), until=tmp_path / "child")
    await until(lambda: not _lives(int((tmp_path / "child").read_text())))


async def test_chant_that_wrote_and_does_not_end_is_recorded(folder: Path, gate: Path) -> None:
    desk = telling(folder, slow_after=gate)
    receipt = await desk.say(desk.answer(ASKED, "2", "alice"), until=waiting(gate))
    assert receipt.recorded, receipt.sentence


async def test_a_child_that_chant_left_behind_does_not_hold_it_up(folder: Path, tmp_path: Path) -> None:
    desk = telling(folder, child=tmp_path / "child")
    receipt = await desk.say(desk.answer(ASKED, "2", "alice"))
    assert receipt.recorded
    await until(lambda: not _lives(int((tmp_path / "child").read_text())))


async def test_a_program_that_ignores_being_told_to_end_is_ended(folder: Path, tmp_path: Path) -> None:
    stubborn = f"trap '' TERM; echo $$ > {tmp_path / 'pid'}; while :; do read x < /dev/tty || sleep 0.05; done"
    desk = by(telling(folder), script(tmp_path / "chant", stubborn))
    with pytest.raises(Unreachable, match="did not end"):
        await desk.say(desk.answer(ASKED, "2", "alice"), until=tmp_path / "pid")
    assert not _lives(int((tmp_path / "pid").read_text()))


async def test_a_lock_that_chant_was_ended_with_does_not_stop_the_next(folder: Path, gate: Path) -> None:
    desk = telling(folder, slow_locked=gate)
    parcel = desk.answer(ASKED, "2", "alice")
    with pytest.raises(Unreachable):
        await desk.say(parcel, until=waiting(gate))
    assert (await desk.with_chant().say(parcel)).recorded


async def test_a_record_that_was_half_written_when_chant_was_ended_is_told_and_sent_again_once_it_is_mended(
    folder: Path, gate: Path
) -> None:
    desk = telling(folder, half=gate)
    parcel = desk.answer(ASKED, "2", "alice")
    path = folder / "answers" / f"{ASKED}.md"
    former = path.read_bytes()
    with pytest.raises(OutcomeUnknown, match=rf"answers/{ASKED}\.md cannot be read.*take the former one from git"):
        await desk.say(parcel, until=waiting(gate))
    with pytest.raises(OutcomeUnknown, match="may have been interrupted"):
        await desk.read_back(parcel)
    path.write_bytes(former)
    assert await desk.read_back(parcel) is None
    assert (await desk.with_chant().say(parcel)).recorded


async def test_a_record_that_is_being_written_is_waited_for(folder: Path, gate: Path) -> None:
    desk = telling(folder)
    parcel = desk.answer(ASKED, "2", "alice")
    path = folder / "answers" / f"{ASKED}.md"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    threading.Timer(0.3, path.write_bytes, (whole,)).start()
    receipt = await desk.say(parcel)
    assert receipt.recorded, receipt.sentence


async def test_a_lock_that_somebody_holds_is_waited_for(folder: Path, gate: Path) -> None:
    desk = telling(folder)
    with start_chant(folder, "answer", STEWARDS, "--answer", "yes", "--by", "bob", slow_locked=gate) as other:
        await until(waiting(gate).exists)
        threading.Timer(0.5, gate.unlink, kwargs={"missing_ok": True}).start()
        receipt = await desk.say(desk.answer(ASKED, "2", "alice"))
        other.communicate()
    assert receipt.recorded, receipt.sentence
    assert desk.question(STEWARDS)["answeredBy"] == ["bob"]


async def test_a_command_that_vanished_stops_the_store_and_loses_nothing(folder: Path, tmp_path: Path) -> None:
    desk = by(telling(folder), tmp_path / "gone" / "chant")
    with pytest.raises(Denied, match=r"is not there\. Install it"):
        await desk.say(desk.answer(ASKED, "2", "alice"))


@pytest.mark.parametrize("first_line", ["#!/nowhere/node", "\x7fELF nonsense"])
async def test_a_program_that_the_system_cannot_start_stops_the_store(
    folder: Path, tmp_path: Path, first_line: str
) -> None:
    program = tmp_path / "chant"
    program.write_text(first_line)
    program.chmod(0o755)
    desk = by(telling(folder), program)
    with pytest.raises(Denied, match=r"cannot be started: .*Install chant anew"):
        await desk.say(desk.answer(ASKED, "2", "alice"))


async def test_a_workspace_that_was_moved_is_waited_for(folder: Path, tmp_path: Path) -> None:
    desk = telling(folder)
    parcel, known, uuid = desk.answer(ASKED, "2", "alice"), desk.workspace(), desk.uuid()
    shutil.move(folder, tmp_path / "moved")
    with pytest.raises(Unreachable):
        await calling.say(parcel, known, desk.setting, desk.environ, uuid=uuid)
    shutil.move(tmp_path / "moved", folder)
    assert (await desk.say(parcel)).recorded


async def test_a_workspace_that_is_moved_while_chant_runs_leaves_the_outcome_unknown(
    folder: Path, tmp_path: Path
) -> None:
    away = tmp_path / "away"
    desk = by(telling(folder), script(tmp_path / "chant", f"mv {folder} {away}"))
    parcel = desk.answer(ASKED, "2", "alice")
    with pytest.raises(OutcomeUnknown, match="cannot be read back"):
        await desk.say(parcel)
    shutil.move(away, folder)
    assert await desk.read_back(parcel) is None


async def test_a_question_that_is_not_there_now_waits_for_the_person(folder: Path, tmp_path: Path) -> None:
    desk = telling(folder, log=tmp_path / "log")
    parcel = desk.answer(ASKED, "2", "alice")
    path = folder / "answers" / f"{ASKED}.md"
    whole = path.read_bytes()
    path.unlink()
    receipt = await desk.say(parcel)
    assert receipt.kind is ReceiptKind.REFUSED
    assert "another branch of the working tree" in receipt.sentence
    assert not (tmp_path / "log").exists()
    path.write_bytes(whole)
    assert (await desk.say(parcel)).recorded


async def test_a_full_disk_is_told_and_nothing_is_lost(folder: Path, tmp_path: Path) -> None:
    full = f"echo 'Error: {os.strerror(errno.ENOSPC)}, write' >&2; exit 1"
    desk = by(telling(folder), script(tmp_path / "chant", full))
    parcel = desk.answer(ASKED, "2", "alice")
    receipt = await desk.say(parcel)
    assert receipt.kind is ReceiptKind.REFUSED
    assert "No space left on device" in receipt.sentence
    assert (await desk.with_chant().say(parcel)).recorded


@pytest.mark.parametrize("flags", [(), ("--note", "x")])
async def test_an_old_schema_keeps_no_note(tmp_path: Path, flags: tuple[str, ...]) -> None:
    folder = make_workspace(tmp_path / "w", state="asked", schema="old")
    desk = telling(folder)
    receipt = await desk.say(desk.answer("slice-tier-11f10b8d6fc1", "small", "alice", note="x" if flags else None))
    assert receipt.recorded is not bool(flags)
    if flags:
        assert "too old to hold this" in receipt.sentence
        # What waits to be sent is frozen, and the note may be another person's: nobody takes it out there.
        assert (
            "Bring the copy up to date" in receipt.sentence and "then send this again; or drop it." in receipt.sentence
        )
        assert "take the note out" not in receipt.sentence.lower()
        printed = chant(folder, "answer", "slice-tier-11f10b8d6fc1", "--answer", "small", "--by", "a", *flags)
        assert printed.exit == 1


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
