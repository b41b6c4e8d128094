import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from handoff_records import line, note, raised, settled
from opened import Room, home, run_elsewhere
from sayso_client.asking import Ask, Asking
from sayso_client.decision import State
from sayso_client.errors import Conflict, InvalidRecord, NotFound, RefusedByRule
from sayso_client.inbox import Inbox, mint_id

KEY = "acme/db"
ASK = Ask("Which database?", (("pg", "PostgreSQL"), ("sqlite", "SQLite")), "sqlite", by="cc-17", project="acme")


@pytest.fixture
def asking(inbox: Inbox) -> Asking:
    return Asking(home(inbox), clock=inbox.now, mint=mint_id)


def held(inbox: Inbox, key: str = KEY) -> list[dict[str, Any]]:
    return [json.loads(each.raw) for each in home(inbox).records(key)]


async def test_raising_gives_a_decision_that_waits(inbox: Inbox, asking: Asking) -> None:
    decision, new = await asking.raise_(KEY, ASK)

    assert new
    assert (decision.state, decision.waiting, decision.terms_rev) == (State.OPEN, True, 1)
    assert (decision.asked_by, decision.project) == ("cc-17", "acme")
    assert decision.asked_at == inbox.now()
    assert decision.received_at == inbox.now()
    (record,) = held(inbox)
    assert (record["id"], record["origin"], record["terms_rev"]) == (f"r:{KEY}", "requester", 1)


async def test_raising_the_same_again_writes_nothing(inbox: Inbox, asking: Asking) -> None:
    await asking.raise_(KEY, ASK)
    _, new = await asking.raise_(KEY, ASK)

    assert not new
    assert len(held(inbox)) == 1


async def test_raising_a_held_key_with_other_terms_is_a_conflict_that_names_amend(inbox: Inbox, asking: Asking) -> None:
    await asking.raise_(KEY, ASK)

    with pytest.raises(Conflict, match=r"Nothing was written.*sayso amend"):
        await asking.raise_(KEY, Ask("Which cache?"))
    assert len(held(inbox)) == 1


async def test_a_generated_key_tells_project_and_question_and_is_unlike_any_other(asking: Asking) -> None:
    keys = {(await asking.raise_(None, ASK))[0].ref.key for _ in range(3)}

    assert len(keys) == 3
    assert all(key.startswith("acme/which-database-") for key in keys)


async def test_amending_raises_the_revision_and_replaces_what_stood(inbox: Inbox, asking: Asking) -> None:
    await asking.raise_(KEY, ASK)
    first = await asking.amend(KEY, Ask("Which database, again?"))
    second = await asking.amend(KEY, Ask("Which database, finally?"))

    assert (first.terms_rev, second.terms_rev) == (2, 3)
    records = held(inbox)
    assert records[1]["supersedes"] == [f"r:{KEY}"]
    assert records[2]["supersedes"] == [records[1]["id"]]
    assert second.problems == ()
    assert [each.rev for each in second.terms_history] == [1, 2, 3]


async def test_amending_without_a_change_writes_nothing(inbox: Inbox, asking: Asking) -> None:
    await asking.raise_(KEY, ASK)
    await asking.amend(KEY, ASK)
    assert len(held(inbox)) == 1


async def test_amending_upon_a_record_that_another_replaced_meanwhile_is_a_conflict(
    inbox: Inbox, asking: Asking
) -> None:
    await asking.raise_(KEY, ASK)
    (read,) = held(inbox)
    await asking.amend(KEY, replace(ASK, subject="audit log"))

    with pytest.raises(Conflict, match="Nothing was written"):
        await asking.amend(KEY, replace(ASK, due="2031-05-04"), read)
    assert len(held(inbox)) == 2


async def test_amending_a_withdrawn_question_asks_it_anew(asking: Asking) -> None:
    await asking.raise_(KEY, ASK)
    await asking.withdraw(KEY, "not_needed")

    decision = await asking.amend(KEY, ASK)

    assert (decision.state, decision.waiting, decision.withdrawal) == (State.OPEN, True, None)


async def test_an_amendment_follows_in_time_what_it_replaces_also_when_that_lies_in_the_future(
    inbox: Inbox, asking: Asking
) -> None:
    ahead = inbox.now() + timedelta(days=30)
    await home(inbox).take_in([line({**raised(KEY), "at": ahead.isoformat()})], "import")

    decision = await asking.amend(KEY, Ask("Again?"))

    assert decision.text == "Again?"
    assert decision.terms_history[-1].at == ahead + timedelta(milliseconds=1)


@pytest.mark.parametrize("when", ["9999-12-31T23:59:59.9999-12:00", "0001-01-01T00:00:00+12:00"])
async def test_a_question_from_the_edge_of_the_calendar_can_be_amended_and_withdrawn(
    inbox: Inbox, asking: Asking, when: str
) -> None:
    await home(inbox).take_in([line({**raised(KEY), "at": when})], "import")

    assert (await asking.amend(KEY, Ask("Again?"))).text == "Again?"
    assert (await asking.withdraw(KEY, "settled")).state is State.WITHDRAWN


async def test_withdrawing_ends_it_once(inbox: Inbox, asking: Asking) -> None:
    await asking.raise_(KEY, ASK)
    decision = await asking.withdraw(KEY, "not_needed", "The feature was dropped.")
    await asking.withdraw(KEY, "settled")

    assert (decision.state, decision.waiting, decision.withdrawal) == (State.WITHDRAWN, False, "not_needed")
    assert len(held(inbox)) == 2


async def test_a_reason_that_the_extension_does_not_know_is_refused(inbox: Inbox, asking: Asking) -> None:
    await asking.raise_(KEY, ASK)
    with pytest.raises(InvalidRecord):
        await asking.withdraw(KEY, "bored")
    assert len(held(inbox)) == 1


async def test_an_asker_cannot_hand_a_decision_over_for_the_principal(asking: Asking) -> None:
    await asking.raise_(KEY, ASK)
    decision = await asking.note(KEY, "Bo knows better.", to="bo")
    assert decision.waiting


@pytest.mark.parametrize("verb", ["amend", "withdraw", "note", "propose"])
async def test_what_is_not_held_can_neither_be_changed_nor_noted(asking: Asking, verb: str) -> None:
    calls = {
        "amend": lambda: asking.amend("none", ASK),
        "withdraw": lambda: asking.withdraw("none", "settled"),
        "note": lambda: asking.note("none", "x"),
        "propose": lambda: asking.propose("none", lambda *_: {}),
    }
    with pytest.raises(NotFound, match="Nothing was written"):
        await calls[verb]()


async def test_a_question_of_which_only_notes_are_held_cannot_be_amended_but_can_be_raised(
    inbox: Inbox, asking: Asking
) -> None:
    await home(inbox).take_in([line(note(KEY))], "import")
    with pytest.raises(RefusedByRule):
        await asking.amend(KEY, ASK)

    decision, new = await asking.raise_(KEY, ASK)

    assert new
    assert decision.waiting


async def refused(inbox: Inbox, *records: dict[str, object], key: str = KEY) -> InvalidRecord:
    before = len(list(home(inbox).every_record()))
    with pytest.raises(InvalidRecord) as error:
        await home(inbox).ask(key, lambda _: records, "cli")
    assert len(list(home(inbox).every_record())) == before
    return error.value


async def test_no_record_of_the_principal_side_comes_through_it(inbox: Inbox, asking: Asking) -> None:
    await asking.raise_(KEY, ASK)
    for record in (settled(KEY), {**note(KEY), "origin": "principal"}):
        assert "Only the principal side" in str(await refused(inbox, record))
    for disguise in ("agent", "requester", "Principal", None, 7):
        await refused(inbox, {**settled(KEY), "origin": disguise})
    assert inbox.find(KEY).settlement is None


async def test_one_bad_record_keeps_all_of_its_fellows_out(inbox: Inbox) -> None:
    await refused(inbox, raised(KEY), {**note(KEY), "about": ""})
    assert inbox.counts().total == 0


@pytest.mark.parametrize(
    "record",
    [
        raised(KEY, options=[{"id": "a", "label": "A"}, {"id": "a", "label": "B"}]),
        raised(KEY, options=[{"id": " ", "label": "A"}]),
        raised(KEY, text="  "),
        raised(KEY, due="2026-02-30"),
        raised(KEY, due="soon"),
        {**raised(KEY), "at": "2026-10-27T09:00:00"},
        {**raised(KEY), "id": ""},
        {**raised(KEY), "terms_rev": True},
    ],
    ids=["equal ids", "empty id", "no text", "no such day", "no day", "no offset", "no record id", "no number"],
)
async def test_a_question_that_breaks_a_rule_is_refused_with_its_reasons(
    inbox: Inbox, record: dict[str, object]
) -> None:
    error = await refused(inbox, record)
    assert error.problems
    assert str(error).endswith("Nothing was written.")


@pytest.mark.parametrize("key", ["a\0b", "a\ud800b", "", "  "], ids=["NUL", "surrogate", "empty", "blank"])
async def test_a_key_that_cannot_be_kept_is_refused_with_a_sentence(inbox: Inbox, asking: Asking, key: str) -> None:
    with pytest.raises(InvalidRecord, match="Nothing was written"):
        await asking.raise_(key, ASK)
    await refused(inbox, raised(key), key=key)
    assert inbox.counts().total == 0


async def test_a_record_id_that_cannot_be_kept_is_refused_with_a_sentence(inbox: Inbox) -> None:
    for record_id in ("n\0", "n\ud800"):
        await refused(inbox, note(KEY, record_id=record_id))


async def test_an_id_that_is_held_with_other_content_is_a_conflict_and_writes_nothing(inbox: Inbox) -> None:
    store = home(inbox)
    await store.ask(KEY, lambda _: [raised(KEY), note(KEY, "one")], "cli")

    with pytest.raises(Conflict, match=r"other content.*Nothing was written"):
        await store.ask(KEY, lambda _: [note(KEY, "two", minutes=3)], "cli")
    with pytest.raises(Conflict):
        await store.ask(KEY, lambda _: [raised(KEY, "Which cache?")], "cli")

    assert len(store.records(KEY)) == 2
    await store.ask(KEY, lambda _: [note(KEY, "one")], "cli")
    assert len(store.records(KEY)) == 2


async def test_two_records_of_one_id_in_one_call_are_a_conflict(inbox: Inbox) -> None:
    with pytest.raises(Conflict):
        await home(inbox).ask(KEY, lambda _: [raised(KEY), note(KEY, "one"), note(KEY, "two")], "cli")
    assert inbox.counts().total == 0


async def test_what_an_agent_says_is_open_to_the_reader_at_once_and_names_its_door(inbox: Inbox) -> None:
    asking = Asking(home(inbox), clock=inbox.now, mint=mint_id, origin="agent", door="mcp")
    await asking.raise_(KEY, ASK)
    await asking.note(KEY, "Ana is away.")

    assert [each.door for each in home(inbox).records(KEY)] == ["mcp", "mcp"]
    assert held(inbox)[-1]["origin"] == "agent"
    assert "Ana is away." in [each.text for each in inbox.find(KEY).history]


RAISE = """
import asyncio, sys
from pathlib import Path
from opened import Room, home
from sayso_client.asking import Ask, Asking
from sayso_client.errors import Conflict
from sayso_client.inbox import mint_id
room = Room(Path(sys.argv[1]))
with room.inbox(name=None, principal=False) as inbox:
    asking = Asking(home(inbox), clock=inbox.now, mint=mint_id)
    try:
        print(asyncio.run(asking.raise_(sys.argv[2], Ask(sys.argv[3])))[1])
    except Conflict as error:
        print(error)
"""


async def test_of_two_processes_that_raise_one_key_one_is_first(room: Room, inbox: Inbox) -> None:
    folder = room.path.parents[1]
    assert run_elsewhere(RAISE, folder, KEY, "Which database?").strip() == "True"
    assert run_elsewhere(RAISE, folder, KEY, "Which database?").strip() == "False"
    assert "amend" in run_elsewhere(RAISE, folder, KEY, "Which cache?")
    assert len(held(inbox)) == 1
