"""A draft is dropped when its words are recorded, and only then."""

from dataclasses import replace

from handoff_records import line, raised
from opened import Room, home, say
from sayso_client.decision import Act
from sayso_client.draft import blank


async def test_somebody_elses_answer_leaves_my_words(room: Room) -> None:
    with room.inbox() as mine, room.inbox() as other:
        await home(mine).take_in([line(raised("a"))], "import")
        decision = mine.find("a")
        await mine.keep(replace(blank(decision, Act.ANSWER), text="SQLite, until the audit"))
        assert (await say(other, blank(decision, Act.ANSWER, "pg"))).recorded
        kept = mine.draft(decision.ref, Act.ANSWER)
        assert kept is not None and kept.text == "SQLite, until the audit"


async def test_recording_the_words_drops_them(room: Room) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised("a"))], "import")
        draft = replace(blank(inbox.find("a"), Act.ANSWER, "pg"), text=" Use it. ", note="for now", under="mandate 7")
        await inbox.keep(draft)
        assert (await say(inbox, draft)).recorded
        assert inbox.draft(draft.ref, Act.ANSWER) is None


async def test_a_draft_without_words_is_dropped_with_any_answer(room: Room) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised("a"))], "import")
        draft = blank(inbox.find("a"), Act.ANSWER, "pg")
        await inbox.keep(draft)
        assert (await say(inbox, replace(draft, option="sqlite"))).recorded
        assert inbox.draft(draft.ref, Act.ANSWER) is None
