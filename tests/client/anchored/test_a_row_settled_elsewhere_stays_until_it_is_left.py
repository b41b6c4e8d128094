"""Whatever is listed and looked for: a row that is settled elsewhere stays, marked, until the cursor has left it."""

import json
from typing import Any

import pytest

from handoff_records import raised, settled
from opened import Room, home
from sayso_client.anchored import AnchoredList
from sayso_client.inbox import Inbox
from sayso_client.rows import Query, View

KEYS = ("d1", "d2", "d3")
BOB = {"authority": {"kind": "principal", "by": "bob"}}
PROPOSAL = {"question": "open", "answer": {"text": "This one."}, "model": "jev"}


def proposed(key: str) -> dict[str, Any]:
    value = {"question": "choice", "answer": {"option": "pg"}, "confidence": 0.9, "model": "jev"}
    return {
        "ext": "sayso.proposals/0.1",
        "type": "proposed",
        "origin": "agent",
        "key": key,
        "id": f"p:{key}",
        "at": "2026-10-27T09:01:00Z",
        "terms_rev": 1,
        "proposal": value,
    }


def by(name: str, key: str, record_id: str, at: str, **more: Any) -> dict[str, Any]:
    record = {**settled(key), "id": record_id, "at": at, "authority": {"kind": "principal", "by": name}}
    return record | more


async def take_in(inbox: Inbox, *records: dict[str, Any], door: str = "import") -> None:
    await home(inbox).take_in([json.dumps(each).encode() for each in records], door)


@pytest.mark.parametrize("text", ["", "which", "d"])
@pytest.mark.parametrize(
    "view", [View.WAITING, View.OPEN, View.PROPOSED, View.CONTESTED, View.NOT_FROM_HERE], ids=lambda view: view.value
)
async def test_it_stays_marked_and_leaves_after_moving_off(view: View, text: str, room: Room) -> None:
    with room.inbox() as inbox:
        replaced: list[str] = []
        for key in KEYS:
            await take_in(inbox, raised(key, "Which one?"), proposed(key))
            if view is View.CONTESTED:
                replaced = ["s1", "s2"]
                await take_in(inbox, *(by(name, key, name, "2026-10-27T09:05:00Z") for name in replaced))
            if view is View.NOT_FROM_HERE:
                replaced = ["forged"]
                await take_in(inbox, by("ana", key, "forged", "2026-10-27T09:05:00Z"), door="agent")
        shown = AnchoredList(inbox, Query(view, text), 10)
        assert [line.row.ref.key for line in shown.visible()] == list(KEYS)
        shown.move(1)
        await take_in(inbox, by("bob", "d2", "bobs", "2026-10-27T09:10:00Z", supersedes=replaced))
        shown.refresh()
        lines = shown.visible()
        assert [line.row.ref.key for line in lines] == list(KEYS)
        assert lines[1].gone == "answered by bob"
        assert lines[1].cursor
        shown.move(1)
        assert [line.row.ref.key for line in shown.visible()] == ["d1", "d3"]
        assert shown.cursor is not None
        assert shown.cursor.key == "d3"
