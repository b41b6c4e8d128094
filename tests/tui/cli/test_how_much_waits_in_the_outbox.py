"""Under a list it is told how much of what was said is not recorded, and how much of that waits for the person."""

import pytest

from far_stores import Far, far
from handoff_records import line, raised
from opened import Room
from sayso_client.draft import blank
from sayso_client.vocabulary import Act
from sayso_tui.cli.outbox_listed import tell_outbox


async def answered(there: Far, *keys: str) -> None:
    for key in keys:
        await there.say(blank(there.inbox.find(key), Act.ANSWER, "pg"))


async def said(there: Far, lost: int, queued: int) -> None:
    """So many answers were recorded and are lost since, and so many are on their way."""
    keys = [f"k{number}" for number in range(lost + queued)]
    there.server.add(*(line(raised(key)) for key in keys))
    await there.sync()
    await answered(there, *keys[:lost])
    await there.sync()
    if lost:
        there.room.clock.forward(minutes=5)
        there.server.restore(len(keys))
        await there.sync()
    await answered(there, *keys[lost:])


@pytest.mark.parametrize(
    ("lost", "queued", "words"),
    [
        (0, 1, "1 thing that was said is not recorded elsewhere yet: sayso list --outbox."),
        (1, 0, "1 thing that was said is not recorded elsewhere yet: sayso list --outbox. It waits for you."),
        (0, 2, "2 things that were said are not recorded elsewhere yet: sayso list --outbox."),
        (1, 1, "2 things that were said are not recorded elsewhere yet: sayso list --outbox. 1 of them waits for you."),
        (2, 0, "2 things that were said are not recorded elsewhere yet: sayso list --outbox. Both wait for you."),
        (2, 1, "3 things that were said are not recorded elsewhere yet: sayso list --outbox. 2 of them wait for you."),
        (3, 0, "3 things that were said are not recorded elsewhere yet: sayso list --outbox. All 3 wait for you."),
    ],
)
async def test_the_sentence_is_right_for_any_number(
    room: Room, capsys: pytest.CaptureFixture[str], lost: int, queued: int, words: str
) -> None:
    with far(room) as there:
        await said(there, lost, queued)
        tell_outbox(there.inbox, None)
    assert capsys.readouterr().err == f"{words}\n"
