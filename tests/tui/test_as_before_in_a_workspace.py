"""`=` in a workspace, which knows days alone: the latest answer is offered, and what is proposed can be confirmed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from at_the_screen import in_a_row, sitting
from chant_desk import ChantDesk, chant_desk
from opened import Room
from sayso_client.rows import Query, View
from sayso_client.verdict import AuthorityKind
from sayso_tui.screens import authority
from sayso_tui.screens.sheet_same import SameAnswerSheet

TIER = "slice-tier-11f10b8d6fc1"
ANSWERED = "slice-tier-e6055a4c25b4"
DAY = "2026-11-05"

Filled = Callable[..., ChantDesk]


@pytest.fixture
def filled(tmp_path: Path, objects: dict[str, Any]) -> Iterator[Filled]:
    """A desk with one question that is proposed, and answers of mine to others of its point, all of one day."""
    opened: list[Any] = []

    def fill(*answers: tuple[str, str, str | None]) -> ChantDesk:
        desk = chant_desk(Room(tmp_path), {TIER: objects[TIER]})
        opened.append(desk)
        found: ChantDesk = desk.__enter__()
        for key, answer, seen_at in answers:
            found.comes(key, answered(objects, key, answer, seen_at))
        return found

    yield fill
    for each in opened:
        each.__exit__(None, None, None)


def answered(objects: dict[str, Any], key: str, answer: str, seen_at: str | None) -> Any:
    question = {**objects[ANSWERED]["question"], "id": key, "answer": answer, "answeredBy": ["alice"]}
    question |= {"answeredOn": DAY, "inputsHash": key * 4}
    return {**objects[ANSWERED], "question": question, "seen_at": seen_at, "digest": key}


def offered(desk: ChantDesk) -> str | None:
    earlier = desk.inbox.earlier_answer(desk.see(TIER))
    return earlier.draft.option if earlier else None


def at(clock: str) -> str:
    return f"{DAY}T{clock}Z"


def test_of_one_day_the_answer_that_was_written_last_is_offered(filled: Filled) -> None:
    desk = filled(("b", "small", at("10:00:00")), ("c", "large", at("12:00:00")), ("a", "medium", at("11:00:00")))
    assert offered(desk) == "large"


def test_a_file_that_was_written_on_another_day_tells_nothing_of_the_order(filled: Filled) -> None:
    desk = filled(("b", "small", "2026-11-09T10:00:00Z"), ("c", "large", at("09:00:00")))
    assert offered(desk) == "large"
    assert next(row.ref.key for row in desk.inbox.after(Query(View.SETTLED), None, 10)) == "c"


def test_without_a_time_the_answer_that_came_in_last_is_offered(filled: Filled) -> None:
    assert offered(filled(("b", "small", None), ("c", "large", None), ("a", "medium", None))) == "medium"


async def test_without_a_time_what_was_said_here_last_is_offered_before_what_came_in_later(
    filled: Filled, objects: dict[str, Any]
) -> None:
    desk = filled(("b", "small", None), ("c", "large", None), ("a", "medium", None))
    await desk.retract("b", "alice")
    with desk.ledger.writing() as writing:
        writing.db.execute("UPDATE outbox SET state = 'recorded'")
    desk.comes("d", answered(objects, "d", "medium", None))
    assert offered(desk) == "small"


async def test_as_before_confirms_where_the_same_is_proposed_and_can_only_be_confirmed(filled: Filled) -> None:
    desk = filled(("b", "large", at("10:00:00")))
    async with sitting(desk.inbox) as person:
        await person.press("=")
        assert isinstance(person.app.screen, SameAnswerSheet)
        assert authority.kinds(person.app.screen).kind is AuthorityKind.CONFIRMED
        assert "As you answered b" in in_a_row(person)
        assert "confirmed by alice" in in_a_row(person)
        await person.press("ctrl+s")
    assert [(each["do"], each["answer"]) for each in desk.sent()] == [("answer", "large")]


async def test_as_before_answers_where_something_else_is_proposed(filled: Filled) -> None:
    desk = filled(("b", "small", at("10:00:00")))
    async with sitting(desk.inbox) as person:
        await person.press("=", "ctrl+s")
    assert [(each["do"], each["answer"]) for each in desk.sent()] == [("answer", "small")]
