from collections.abc import Sequence

import pytest

from handoff_records import line, note, raised
from opened import LOCK, Room, home, running_elsewhere
from sayso_client.decision import Awaiting
from sayso_client.inbox import Inbox
from sayso_client.me import Me
from sayso_client.rows import Query, View


def addressed(key: str, to: object) -> bytes:
    return line({**raised(key), "sayso": {"by": "cc", "to": to}})


def handed_over(key: str, to: str) -> bytes:
    return line({**note(key, record_id=f"to-{to}"), "origin": "principal", "sayso": {"to": to}})


async def fill(room: Room) -> None:
    records = [
        addressed("to nobody", None),
        addressed("to ana", "ana"),
        addressed("to bo", "bo"),
        addressed("to both", ["bo", "ana"]),
        addressed("from ana to bo", "ana"),
        handed_over("from ana to bo", "bo"),
        addressed("from all to ana", None),
        handed_over("from all to ana", "ana"),
    ]
    with room.inbox(name=None) as inbox:
        await home(inbox).take_in(records, "import")


def waiting(inbox: Inbox) -> set[str]:
    found = {row.ref.key for row in inbox.after(Query(), None, 99)}
    assert inbox.count(Query()) == inbox.counts().waiting == len(found)
    for row in inbox.after(Query(View.ALL), None, 99):
        decision = inbox.decision(row.ref)
        assert decision is not None
        assert decision.waiting == row.waiting == (row.ref.key in found)
        assert decision.awaiting is (Awaiting.ME if decision.waiting else Awaiting.OTHERS)
    return found


def seen_by(room: Room, name: str | None, *, principal: bool = True) -> set[str]:
    with room.inbox(name=name, principal=principal) as inbox:
        return waiting(inbox)


ANAS = {"to nobody", "to ana", "to both", "from all to ana"}
BOS = {"to nobody", "to bo", "to both", "from ana to bo"}


async def test_what_is_said_beside_it_later_leaves_it_addressed(room: Room) -> None:
    await fill(room)
    for name, expected in (("bo", BOS), ("ana", ANAS)):
        with room.inbox(name=None, principal=False) as inbox:
            for key in ANAS | BOS:
                await home(inbox).take_in([line(note(key, record_id=f"for {name}"))], "import")
        assert seen_by(room, name) == expected


async def test_without_a_name_only_what_is_addressed_to_nobody_waits(room: Room) -> None:
    await fill(room)
    assert seen_by(room, None) == {"to nobody"}


@pytest.mark.parametrize("names", [["ana"], ["bo", "ana"], ["ana", "bo", "ana"], ["cy", "bo", "cy", "ana"]])
async def test_whoever_opens_it_sees_what_waits_for_them(room: Room, names: Sequence[str]) -> None:
    await fill(room)
    expected = {"ana": ANAS, "bo": BOS, "cy": {"to nobody"}}
    for name in names:
        assert seen_by(room, name) == expected[name]


@pytest.mark.parametrize("name", ["ANA", "\uff41\uff4e\uff41", "Ana"])
async def test_case_and_width_of_a_name_make_no_difference(room: Room, name: str) -> None:
    await fill(room)
    assert seen_by(room, name) == ANAS


@pytest.mark.parametrize("name", ["an", "anna", "ana\nbo", "*", "%"])
async def test_another_name_is_somebody_else(room: Room, name: str) -> None:
    await fill(room)
    assert seen_by(room, "cy") == {"to nobody"}
    assert seen_by(room, name) == {"to nobody"}


async def test_a_process_without_a_name_changes_nobodys_list(room: Room) -> None:
    await fill(room)
    assert seen_by(room, "ana") == ANAS
    assert seen_by(room, None) == ANAS


async def test_a_requesters_process_changes_nobodys_list_whatever_it_is_called(room: Room) -> None:
    await fill(room)
    assert seen_by(room, "ana") == ANAS
    assert seen_by(room, "bo", principal=False) == ANAS
    assert seen_by(room, None, principal=False) == ANAS


async def test_what_a_nameless_process_takes_in_is_listed_for_the_one_who_reads(room: Room) -> None:
    assert seen_by(room, "ana") == set()
    await fill(room)
    with room.inbox(name=None, principal=False) as inbox:
        assert waiting(inbox) == ANAS


async def test_who_only_reads_is_not_asked_for_a_name(room: Room) -> None:
    await fill(room)
    assert seen_by(room, "ana") == ANAS
    with room.inbox(name="bo", read_only=True) as inbox:
        assert waiting(inbox) == ANAS


async def test_the_same_name_again_writes_nothing(room: Room) -> None:
    await fill(room)
    with room.inbox() as inbox:
        revision = inbox.revision()
    with room.inbox() as inbox:
        assert inbox.revision() == revision


async def test_a_busy_ledger_is_opened_all_the_same_and_told_the_next_time(room: Room) -> None:
    await fill(room)
    with room.ledger(busy_ms=50) as ledger, running_elsewhere(LOCK, room.path):
        ledger.i_am(("ana",))
        assert waiting(room.inbox_on(ledger)) == {"to nobody"}
    assert seen_by(room, "ana") == ANAS


async def test_a_name_learnt_while_the_inbox_is_open_counts_at_once(room: Room) -> None:
    asked = raised("a") | {"sayso": {"by": "cc-17", "to": "bo"}}
    with room.inbox("ana") as inbox:
        await home(inbox).take_in([line(asked)], "import")
        assert inbox.counts().waiting == 0
        await inbox.become(Me("bo"))
        assert inbox.counts().waiting == 1
