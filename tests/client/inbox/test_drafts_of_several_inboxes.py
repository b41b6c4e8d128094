"""Each running inbox keeps words of its own; what an ended one left is taken up once, by whoever comes next."""

import os
import signal
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from handoff_records import line, raised
from opened import Room, environment, home, program, say
from sayso_client import codec
from sayso_client.decision import Act, Ref
from sayso_client.draft import Draft, blank
from sayso_client.inbox import Inbox
from sayso_client.ledger.migrations import MIGRATIONS

REF = Ref("home", "a")


def words(text: str, act: Act = Act.ANSWER) -> Draft:
    return replace(Draft(REF, act, 1, "seen"), text=text)


def text_of(draft: Draft | None) -> str | None:
    return draft.text if draft else None


async def fill(inbox: Inbox) -> None:
    await home(inbox).take_in([line(raised("a"))], "import")


WRITES = """
import asyncio, sys
from dataclasses import replace
from pathlib import Path
from opened import Room
from sayso_client import codec
from sayso_client.decision import Act, Ref
from sayso_client.draft import Draft
with Room(Path(sys.argv[1])).inbox() as inbox:
    for text in sys.argv[2:]:
        asyncio.run(inbox.keep(replace(Draft(Ref("home", "a"), Act.ANSWER, 1, "seen"), text=text)))
    print("ready", flush=True)
    sys.stdin.read()
"""
"""Arguments: the room's folder, then texts, each kept as the draft. It lives on until stdin closes, or it is killed."""


@contextmanager
def another(folder: Path, *texts: str) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        program(WRITES, folder, *texts), env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        try:
            yield process
        finally:
            process.kill()


def left(folder: Path, *texts: str) -> None:
    """An inbox that wrote these words and was killed."""
    with another(folder, *texts) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()


async def test_two_inboxes_on_one_decision_keep_their_own_words(room: Room) -> None:
    with room.inbox() as one, room.inbox() as other:
        await fill(one)
        await one.keep(words("mine"))
        assert await other.take_up(REF, Act.ANSWER) is None
        await other.keep(words("yours"))
        await one.keep(words("mine, still"))
        assert (text_of(one.draft(REF, Act.ANSWER)), text_of(other.draft(REF, Act.ANSWER))) == ("mine, still", "yours")
        assert one.drafts() == other.drafts() == {REF}


async def test_a_running_inbox_is_told_as_writing_elsewhere_until_it_ends(room: Room, tmp_path: Path) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
        with another(tmp_path, "half a thought") as process:
            (told,) = inbox.elsewhere(REF)
            assert (told.act, told.host, told.terminal, told.pid) == (Act.ANSWER, "desk", "/dev/pts/3", process.pid)
            assert inbox.draft(REF, Act.ANSWER) is None
            assert inbox.elsewhere(Ref("home", "b")) == ()
            process.kill()
            process.wait()
            assert inbox.elsewhere(REF) == ()
            assert text_of(inbox.draft(REF, Act.ANSWER)) == "half a thought"


async def test_what_a_killed_inbox_left_is_taken_up_by_one_inbox_only(room: Room, tmp_path: Path) -> None:
    with room.inbox() as one, room.inbox() as other:
        await fill(one)
        left(tmp_path, "left behind")
        assert text_of(await one.take_up(REF, Act.ANSWER)) == "left behind"
        assert await other.take_up(REF, Act.ANSWER) is None
        (told,) = other.elsewhere(REF)
        assert told.pid == os.getpid()


async def test_what_was_left_by_closing_is_taken_up_too(room: Room) -> None:
    with room.inbox() as one:
        await fill(one)
        await one.keep(words("to be continued"))
    with room.inbox() as next_one:
        assert text_of(await next_one.take_up(REF, Act.ANSWER)) == "to be continued"


async def test_of_several_left_drafts_the_newest_comes_first_and_each_can_be_seen_in_turn(
    room: Room, tmp_path: Path
) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
    for text in ("oldest", "middle", "newest"):
        left(tmp_path, text)
    with room.inbox() as inbox:
        front = await inbox.take_up(REF, Act.ANSWER)
        assert (text_of(front), inbox.other_drafts(REF, Act.ANSWER)) == ("newest", 2)
        seen = []
        for _ in range(4):
            assert front is not None
            front = await inbox.turn_over(replace(front, note="looked at"))
            seen.append(text_of(front))
        assert seen == ["oldest", "middle", "newest", "oldest"]
        assert text_of(inbox.draft(REF, Act.ANSWER)) == "oldest"
        assert inbox.other_drafts(REF, Act.ANSWER) == 2


async def test_my_own_words_stay_in_front_of_what_is_found_later(room: Room, tmp_path: Path) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
        await inbox.keep(words("mine"))
        left(tmp_path, "left behind")
        assert text_of(await inbox.take_up(REF, Act.ANSWER)) == "mine"
        assert text_of(await inbox.turn_over(words("mine"))) == "left behind"


async def test_the_same_words_left_twice_are_one_draft(room: Room, tmp_path: Path) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
        left(tmp_path, "the same")
        left(tmp_path, "the same")
        assert text_of(await inbox.take_up(REF, Act.ANSWER)) == "the same"
        assert inbox.other_drafts(REF, Act.ANSWER) == 0


async def test_a_draft_without_words_is_not_set_aside(room: Room, tmp_path: Path) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
        left(tmp_path, "words")
        await inbox.take_up(REF, Act.ANSWER)
        assert await inbox.turn_over(words("words")) is None
        left(tmp_path, "others")
        assert text_of(await inbox.turn_over(words(""))) == "others"
        assert inbox.other_drafts(REF, Act.ANSWER) == 0


async def test_recording_drops_what_was_recorded_and_leaves_what_was_set_aside(room: Room, tmp_path: Path) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
        left(tmp_path, "other words")
        left(tmp_path, "the answer")
        await inbox.take_up(REF, Act.ANSWER)
        assert (await say(inbox, replace(blank(inbox.find("a"), Act.ANSWER), text="the answer"))).recorded
        assert text_of(inbox.draft(REF, Act.ANSWER)) == "other words"


async def test_what_was_left_is_given_although_it_cannot_be_taken_over(room: Room, tmp_path: Path) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
    left(tmp_path, "left behind")
    with room.inbox(read_only=True) as inbox:
        assert text_of(await inbox.take_up(REF, Act.ANSWER)) == "left behind"


async def test_a_draft_that_we_cannot_read_stays_where_it_is(room: Room, tmp_path: Path) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
        left(tmp_path, "words")
        with room.ledger() as ledger, ledger.writing() as writing:
            writing.db.execute("UPDATE draft SET body = '{\"later\": 1}'")
        assert await inbox.take_up(REF, Act.ANSWER) is None
        await inbox.keep(words("mine"))
    with closing(sqlite3.connect(room.path)) as db:
        bodies = [body for (body,) in db.execute("SELECT body FROM draft ORDER BY num")]
    assert bodies[0] == '{"later": 1}'
    assert len(bodies) == 2


async def test_the_sessions_files_are_private_and_gone_with_the_last_inbox(room: Room, tmp_path: Path) -> None:
    sessions = room.path.parent / "sessions"
    with room.inbox() as inbox:
        await fill(inbox)
        assert not sessions.exists()
        left(tmp_path, "words")
        await inbox.keep(words("mine"))
        assert stat.S_IMODE(sessions.stat().st_mode) == 0o700
        assert {stat.S_IMODE(each.stat().st_mode) for each in sessions.iterdir()} == {0o600}
        assert len(list(sessions.iterdir())) == 2
    assert not sessions.exists()


async def test_drafts_from_before_inboxes_were_told_apart_are_taken_up(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(room.path)) as db, db:
        db.executescript(MIGRATIONS[0])
        db.execute("PRAGMA user_version = 1")
        db.execute("INSERT INTO draft VALUES ('home', 'a', 'answer', ?)", (codec.dumps(words("from before")),))
    with room.inbox() as inbox:
        assert text_of(await inbox.take_up(REF, Act.ANSWER)) == "from before"


async def test_recording_drops_the_same_words_that_an_ended_inbox_left(room: Room, tmp_path: Path) -> None:
    with room.inbox() as inbox:
        await fill(inbox)
        left(tmp_path, "the answer")
        assert (await say(inbox, replace(blank(inbox.find("a"), Act.ANSWER), text="the answer"))).recorded
        assert inbox.drafts() == frozenset()
