"""Two processes record upon one decision: one of them does. An outcome that was lost is found again, never doubled."""

import asyncio
import json
import subprocess
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import handoff_decisions as h
from handoff_decisions import KEY
from opened import Room, environment, home, program
from sayso_client.decision import Act, Ref
from sayso_client.draft import blank
from sayso_client.recorded_already import recorded_already

REF = Ref("home", KEY)

ANSWER = """
import asyncio, sys
from dataclasses import replace
from pathlib import Path
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
room = Room(Path(sys.argv[1]))
with room.inbox(sys.argv[2]) as inbox:
    decision = inbox.find("acme/db-choice")
    draft = replace(blank(decision, Act.ANSWER), option=sys.argv[3], text="Words of " + sys.argv[2])
    asyncio.run(inbox.keep(draft))
    verdict = inbox.compose(decision, draft)
    print("ready", flush=True)
    sys.stdin.readline()
    receipt = asyncio.run(inbox.record(verdict))
    winner = receipt.now.settlement.authority.by if receipt.now else ""
    kept = inbox.draft(draft.ref, Act.ANSWER)
    print(receipt.kind, winner, kept.text if kept else "", sep="|")
"""
"""Arguments: the room's folder, a name, an option. Waits on stdin between what was painted and the record."""

KILLED = """
import asyncio, os, signal, sys
from dataclasses import replace
from pathlib import Path
from opened import Room, home
from sayso_client.decision import Act
from sayso_client.draft import blank
room = Room(Path(sys.argv[1]))
with room.inbox() as inbox:
    decision = inbox.find("acme/db-choice")
    draft = replace(blank(decision, Act.ANSWER), option="pg", text="These words.", at=inbox.now())
    asyncio.run(inbox.keep(draft))
    verdict = inbox.compose(decision, draft)
    assert asyncio.run(home(inbox).submit(verdict)).recorded
    os.kill(os.getpid(), signal.SIGKILL)
"""
"""Argument: the room's folder. Records, and is killed before anybody hears of it."""


def principals(room: Room) -> list[Any]:
    with room.inbox() as inbox:
        values = [each.value for each in home(inbox).every_record()]
    return [each for each in values if each["origin"] == "principal"]  # type: ignore[index]


@pytest.fixture
def asked(room: Room) -> Room:
    with room.inbox() as inbox:
        asyncio.run(home(inbox).take_in([json.dumps(h.raised()).encode()], "import"))
    return room


def folder(room: Room) -> Path:
    return room.path.parent.parent


def test_of_two_processes_that_record_at_once_one_does_and_the_other_learns_who(asked: Room) -> None:
    both = [
        subprocess.Popen(
            program(ANSWER, folder(asked), name, option),
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name, option in (("ana", "pg"), ("bo", "sqlite"))
    ]
    for each in both:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in both:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    told = [each.communicate(timeout=30)[0].strip().split("|") for each in both]
    assert sorted(kind for kind, _, _ in told) == ["conflict", "recorded"]
    (record,) = principals(asked)
    winner = record["authority"]["by"]
    assert {by for _, by, _ in told} == {winner}
    kept = {kind: words for kind, _, words in told}
    # The winner may already see what the loser left.
    assert kept["recorded"] != f"Words of {winner}"
    assert kept["conflict"] == ("Words of bo" if winner == "ana" else "Words of ana")


def test_what_was_recorded_right_before_the_process_was_killed_is_not_offered_again(asked: Room) -> None:
    done = subprocess.run(
        program(KILLED, folder(asked)), env=environment(), capture_output=True, timeout=30, check=False
    )
    assert done.returncode == -9, done.stderr
    with asked.inbox() as inbox:
        assert inbox.draft(REF, Act.ANSWER) is not None
        assert asyncio.run(inbox.take_up(REF, Act.ANSWER)) is None
        assert inbox.draft(REF, Act.ANSWER) is None
    assert len(principals(asked)) == 1


def test_the_same_verdict_again_writes_nothing_more(asked: Room) -> None:
    with asked.inbox() as inbox:
        verdict = inbox.compose(inbox.find(KEY), replace(blank(inbox.find(KEY), Act.ANSWER), option="pg"))
        assert asyncio.run(inbox.resolve(verdict)) is None
        assert asyncio.run(inbox.record(verdict)).recorded
        found = asyncio.run(inbox.resolve(verdict))
        assert found is not None
        assert found.recorded
        assert asyncio.run(inbox.record(verdict)).recorded
    assert len(principals(asked)) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"option": "sqlite"},
        {"text": "Other words."},
        {"note": "One more thing."},
        {"kind": "delegated"},
        {"terms_rev": 2},
        {"act": Act.DISMISS},
    ],
    ids=lambda each: next(iter(each)),
)
def test_a_draft_that_says_anything_else_is_kept(other: dict[str, Any], asked: Room) -> None:
    with asked.inbox() as inbox:
        was = inbox.find(KEY)
        draft = replace(blank(was, Act.ANSWER), option="pg", text="These words.", at=inbox.now())
        assert asyncio.run(inbox.record(inbox.compose(was, draft))).recorded
        now_is = inbox.find(KEY)
        assert recorded_already(draft, now_is, inbox.me)
        assert not recorded_already(replace(draft, **other), now_is, inbox.me)
        assert not recorded_already(replace(draft, seen=now_is.seen), now_is, inbox.me)
        assert not recorded_already(draft, was, inbox.me)


@pytest.mark.parametrize(("act", "field"), [(Act.NOTE, "text"), (Act.RETRACT, "note")], ids=["note", "retraction"])
def test_a_note_or_retraction_that_was_recorded_is_not_offered_again(act: Act, field: str, asked: Room) -> None:
    with asked.inbox() as inbox:
        answered = inbox.compose(inbox.find(KEY), replace(blank(inbox.find(KEY), Act.ANSWER), option="pg"))
        assert asyncio.run(inbox.record(answered)).recorded
        was = inbox.find(KEY)
        said: dict[str, Any] = {field: "These words,\nand more."}
        otherwise: dict[str, Any] = {field: "Other words."}
        draft = replace(blank(was, act), at=inbox.now(), **said)
        assert not recorded_already(draft, was, inbox.me)
        asyncio.run(inbox.keep(draft))
        assert asyncio.run(home(inbox).submit(inbox.compose(was, draft))).recorded
        now_is = inbox.find(KEY)
        assert not recorded_already(replace(draft, **otherwise), now_is, inbox.me)
        assert not recorded_already(replace(draft, at=inbox.now() + timedelta(minutes=1)), now_is, inbox.me)
        assert asyncio.run(inbox.take_up(REF, act)) is None
        assert inbox.draft(REF, act) is None
