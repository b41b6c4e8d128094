import json
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from handoff_records import line, note, raised, settled
from opened import home, say
from sayso_client.decision import Act, Flag
from sayso_client.draft import blank
from sayso_client.handoff.instants import instant
from sayso_client.inbox import Inbox
from sayso_client.verdict import ReceiptKind

KEY = "acme/db"
MS = timedelta(milliseconds=1)


def last_at(inbox: Inbox) -> datetime:
    at = instant(json.loads(home(inbox).records(KEY)[-1].raw)["at"])
    assert at is not None
    return at


async def revise(inbox: Inbox, act: Act = Act.ANSWER) -> None:
    receipt = await say(inbox, blank(inbox.find(KEY), act, "sqlite" if act is Act.ANSWER else None))
    assert receipt.kind is ReceiptKind.RECORDED


@pytest.mark.parametrize("act", [Act.ANSWER, Act.DISMISS, Act.RETRACT])
async def test_its_time_is_after_that_of_a_settlement_from_a_fast_clock(inbox: Inbox, act: Act) -> None:
    ahead = inbox.now() + timedelta(days=400)
    await home(inbox).take_in([line(raised(KEY)), line({**settled(KEY), "at": ahead.isoformat()})], "import")

    await revise(inbox, act)

    assert last_at(inbox) == ahead + MS
    assert inbox.find(KEY).flags == frozenset()


async def test_its_time_is_after_every_head_of_a_contest(inbox: Inbox) -> None:
    first, second = inbox.now() + timedelta(days=2), inbox.now() + timedelta(days=3)
    fork = [
        line({**settled(KEY, record_id="one"), "at": second.isoformat()}),
        line({**settled(KEY, record_id="two"), "at": first.isoformat()}),
    ]
    await home(inbox).take_in([line(raised(KEY)), *fork], "import")
    assert Flag.CONTESTED in inbox.find(KEY).flags

    await revise(inbox)

    assert last_at(inbox) == second + MS


async def test_its_time_is_now_when_all_it_replaces_is_past(inbox: Inbox) -> None:
    await home(inbox).take_in([line(raised(KEY)), line(settled(KEY))], "import")
    await revise(inbox)
    assert last_at(inbox) == inbox.now()


async def test_what_it_does_not_replace_moves_its_time_not_at_all(inbox: Inbox) -> None:
    far = (inbox.now() + timedelta(days=4_000)).isoformat()
    same_id = {**note(KEY, record_id="s1"), "at": far}
    await home(inbox).take_in([line(raised(KEY)), line(settled(KEY)), line(same_id)], "import")

    await revise(inbox)

    assert last_at(inbox) == inbox.now()


@pytest.mark.parametrize("when", ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00"])
async def test_at_the_edge_of_the_calendar_the_record_is_written_all_the_same(inbox: Inbox, when: str) -> None:
    await home(inbox).take_in([line(raised(KEY)), line({**settled(KEY), "at": when})], "import")

    await revise(inbox)

    settlement = inbox.find(KEY).settlement
    assert settlement is not None
    assert settlement.option == "sqlite"


async def test_the_record_says_what_was_seen_and_through_which_door(inbox: Inbox) -> None:
    await home(inbox).take_in([line(raised(KEY))], "import")
    await say(inbox, replace(blank(inbox.find(KEY), Act.ANSWER, "pg"), note="why"))

    record = json.loads(home(inbox).records(KEY)[-1].raw)

    assert record["sayso"]["via"] == {"kind": "inbox", "host": "desk", "tty": "/dev/pts/3"}
    assert record["sayso"]["saw"]["need"] == f"r:{KEY}"
    assert len(record["sayso"]["saw"]["terms"]) == 64
    assert "supersedes" not in record
    assert (record["terms_rev"], record["note"]) == (1, "why")
