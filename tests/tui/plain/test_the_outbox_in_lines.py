"""What I said to a store elsewhere, in the inbox in lines: told when it is written, and seen to on purpose."""

import asyncio
import re
from collections.abc import Callable, Iterator

import pytest

from desks import said
from far_stores import Far, far
from handoff_records import line, raised, settled
from opened import Room
from typist import Typed, Typist, record

KEY = "acme/db"


@pytest.fixture
def there(room: Room) -> Iterator[Far]:
    with far(room) as opened:
        opened.server.add(line(raised(KEY)))
        sync(opened)
        yield opened


def sync(there: Far) -> None:
    there.server.changed = asyncio.Event()
    asyncio.run(there.sync())


def then(there: Far, word: str) -> Callable[[Typist], str]:
    """The store is asked, and then the word is typed."""

    def typed(_: Typist) -> str:
        sync(there)
        return word

    return typed


def talk(there: Far, *lines: Typed) -> str:
    return Typist(there.inbox, lines).talk()


def coded(word: str) -> Callable[[Typist], str]:
    """The word with the code that was told for it last."""
    return lambda typist: re.findall(rf"type: ({word} \d+ \w+)", typist.said)[-1]


ANSWER = ("answer 1", "1", "", "", "", record)


def test_it_is_on_its_way_and_told_when_it_is_written(there: Far) -> None:
    told = talk(there, *ANSWER, then(there, "list"), "list")
    assert "principal: PostgreSQL · on its way to team" in told
    assert "principal: PostgreSQL · written to team." in told
    assert said(there.inbox) == []


def test_what_came_before_it_is_told_and_both_wait(there: Far) -> None:
    there.weather.down = True
    first = talk(there, *ANSWER)
    there.weather.down = False
    there.server.add(line(settled(KEY, "sqlite", "s9")))
    sync(there)
    told = talk(there, "outbox", "list outbox")
    assert "on its way" in first
    assert "principal: PostgreSQL, not written: something came before it in team." in told
    assert "yours met another answer and waits for you" in told.casefold()
    assert said(there.inbox) == [(KEY, "conflict")]


def test_dropping_takes_the_code_that_is_told(there: Far) -> None:
    there.weather.down = True
    told = talk(there, *ANSWER, "drop 1", "drop 1 nope", "list", coded("drop"), "outbox")
    assert told.count("To drop it, type: drop 1 ") == 2
    assert "principal: PostgreSQL is dropped. It is not sent any more." in told
    assert "Nothing is in the outbox" in told
    assert said(there.inbox) == []
    assert there.server.sent == []


def test_only_what_waits_for_me_is_sent_again(there: Far) -> None:
    there.weather.down = True
    told = talk(there, *ANSWER, "send 1", coded("send"), "send x", "drop 9")
    assert "It is queued already. Nothing changed." in told
    assert "Say which: send and a number of the outbox." in told
    assert "There is nothing with the number 9 in the outbox." in told


def test_what_its_store_lost_is_told_in_its_line_as_what_waits(there: Far) -> None:
    talk(there, *ANSWER)
    sync(there)
    there.room.clock.forward(minutes=5)
    there.server.restore(1)
    sync(there)
    told = talk(there, "list outbox")
    assert said(there.inbox) == [(KEY, "lost")]
    assert "yours was lost by its store and waits for you" in told.casefold()
    assert "not sent yet" not in told.casefold()
