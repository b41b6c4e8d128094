"""My earlier answer to the same question is found, filled in, and never recorded by itself."""

from dataclasses import replace
from typing import Any

import pytest

from handoff_records import line, raised, settled
from opened import Room, home, say
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.inbox import Inbox
from sayso_client.verdict import AuthorityKind

OTHER_IDS = [{"id": "2", "label": "sqlite"}, {"id": "1", "label": "POSTGRESQL"}]


async def ask(inbox: Inbox, key: str, text: str = "Which database?", store: str = "home", **terms: Any) -> None:
    await home(inbox, store).take_in([line(raised(key, text, **terms))], "import")


async def answer(inbox: Inbox, key: str, option: str | None = "pg", **members: Any) -> None:
    assert (await say(inbox, replace(blank(inbox.find(key), Act.ANSWER, option), **members))).recorded


async def test_an_earlier_answer_to_the_same_question_is_filled_in(inbox: Inbox) -> None:
    await ask(inbox, "old")
    await answer(inbox, "old", text="As always.", kind=AuthorityKind.DELEGATED, under="mandate 7", note="not this")
    await ask(inbox, "new")
    found = inbox.earlier_answer(inbox.find("new"))
    assert found is not None
    assert found.decision.ref.key == "old"
    draft = found.draft
    assert (draft.ref.key, draft.act, draft.option, draft.text) == ("new", Act.ANSWER, "pg", "As always.")
    assert (draft.kind, draft.under, draft.note) == (AuthorityKind.DELEGATED, "mandate 7", "")
    assert inbox.find("new").settlement is None


@pytest.mark.parametrize("text", ["which   DATABASE?\n", "\uff37hich database?", "Which\u00a0database?"])
async def test_case_width_and_spaces_do_not_make_another_question(inbox: Inbox, text: str) -> None:
    await ask(inbox, "old")
    await answer(inbox, "old")
    await ask(inbox, "new", text, options=OTHER_IDS, default="2")
    found = inbox.earlier_answer(inbox.find("new"))
    assert found is not None
    assert (found.draft.option, found.draft.text) == ("1", "")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Which database now?", None),
        ("Which database?", [{"id": "pg", "label": "PostgreSQL"}]),
        ("Which database?", [{"id": "pg", "label": "PostgreSQL"}, {"id": "sqlite", "label": "DuckDB"}]),
    ],
)
async def test_other_words_or_options_are_another_question(inbox: Inbox, text: str, options: Any) -> None:
    await ask(inbox, "old")
    await answer(inbox, "old")
    await ask(inbox, "new", text, **({"options": options, "default": "none"} if options else {}))
    assert inbox.earlier_answer(inbox.find("new")) is None


async def test_the_latest_of_my_answers_counts_in_whichever_store(room: Room) -> None:
    with room.inbox(stores=("home", "work")) as inbox:
        for key, store, option in (("first", "home", "pg"), ("second", "work", "sqlite")):
            room.clock.forward(minutes=1)
            await ask(inbox, key, store=store)
            await answer(inbox, key, option)
        await ask(inbox, "new")
        found = inbox.earlier_answer(inbox.find("new"))
        assert found is not None
        assert (found.decision.ref.store, found.draft.option) == ("work", "sqlite")


async def test_the_answer_of_somebody_else_is_not_mine(inbox: Inbox) -> None:
    await ask(inbox, "old")
    await home(inbox).take_in([line({**settled("old"), "authority": {"kind": "principal", "by": "bob"}})], "import")
    await ask(inbox, "new")
    assert inbox.earlier_answer(inbox.find("new")) is None


async def test_what_was_written_in_my_name_elsewhere_is_not_offered(inbox: Inbox) -> None:
    await ask(inbox, "old")
    await home(inbox).take_in([line(settled("old"))], "http")
    await ask(inbox, "new")
    assert inbox.earlier_answer(inbox.find("new")) is None


@pytest.mark.parametrize("act", [Act.RETRACT, Act.DISMISS])
async def test_an_answer_that_does_not_stand_is_not_offered(inbox: Inbox, act: Act) -> None:
    await ask(inbox, "old")
    await answer(inbox, "old")
    assert (await say(inbox, blank(inbox.find("old"), act))).recorded
    await ask(inbox, "new")
    assert inbox.earlier_answer(inbox.find("new")) is None


async def test_an_answer_to_terms_that_changed_since_is_not_offered(inbox: Inbox) -> None:
    await ask(inbox, "old")
    await answer(inbox, "old")
    amended = {**raised("old", default="pg"), "type": "amended", "id": "a2", "terms_rev": 2, "supersedes": ["r:old"]}
    await home(inbox).take_in([line(amended)], "import")
    await ask(inbox, "new")
    assert inbox.earlier_answer(inbox.find("new")) is None


async def test_the_decision_itself_is_no_earlier_one(inbox: Inbox) -> None:
    await ask(inbox, "old")
    await answer(inbox, "old")
    assert inbox.earlier_answer(inbox.find("old")) is None


async def test_a_confirmation_comes_back_as_my_own_word(inbox: Inbox) -> None:
    await ask(inbox, "old")
    await answer(inbox, "old", kind=AuthorityKind.CONFIRMED)
    await ask(inbox, "new")
    found = inbox.earlier_answer(inbox.find("new"))
    assert found is not None
    assert found.draft.kind is AuthorityKind.PRINCIPAL


async def test_an_answer_in_words_alone_comes_back_as_words(inbox: Inbox) -> None:
    await ask(inbox, "old")
    await answer(inbox, "old", None, text="Neither, use files.")
    await ask(inbox, "new")
    found = inbox.earlier_answer(inbox.find("new"))
    assert found is not None
    assert (found.draft.option, found.draft.text) == (None, "Neither, use files.")


async def test_nobody_without_a_name_has_an_earlier_answer(room: Room) -> None:
    with room.inbox() as inbox:
        await ask(inbox, "old")
        await answer(inbox, "old")
        await ask(inbox, "new")
    with room.inbox(name=None, assistant=None) as inbox:
        assert inbox.earlier_answer(inbox.find("new")) is None
