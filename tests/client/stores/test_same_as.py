"""The principal says that two decisions ask the same."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sayso_client.asking import Ask, Asking
from sayso_client.inbox import Inbox, mint_id, open_inbox
from sayso_client.stores.local import LocalStore
from sayso_client.verdict import ReceiptKind, SameAs
from sayso_client.via import Via
from sayso_config.model import Me, Settings


@pytest.fixture
async def inbox(tmp_path: Path) -> Inbox:
    inbox = open_inbox(tmp_path / "ledger.db", Settings(me=Me("ana")), via=Via("cli"))
    for key in ("one", "other"):
        await asking(inbox).raise_(key, Ask("Which database?"))
    return inbox


def asking(inbox: Inbox) -> Asking:
    store = inbox.store()
    assert isinstance(store, LocalStore)
    return Asking(store, clock=inbox.now, mint=inbox.mint)


def same(inbox: Inbox) -> SameAs:
    one, other = inbox.find("one"), inbox.find("other")
    now = datetime.now(UTC)
    return SameAs(one.ref, one.seen, mint_id(), now, inbox.via, other="other", other_seen=other.seen, by="ana")


async def test_it_is_written_once_however_often_it_is_sent(inbox: Inbox) -> None:
    verdict = same(inbox)
    for _ in range(2):
        assert (await inbox.record(verdict)).kind is ReceiptKind.RECORDED
    decision = inbox.find("one")
    assert [(each.kind, each.key, each.by) for each in decision.relations] == [("same_as", "other", "ana")]
    assert (decision.history_total, decision.waiting) == (2, True)
    resolved = await inbox.store().resolve(verdict)
    assert resolved is not None and resolved.recorded
    inbox.close()


@pytest.mark.parametrize("key", ["one", "other"])
async def test_when_either_question_moved_it_is_not_written(inbox: Inbox, key: str) -> None:
    verdict = same(inbox)
    await asking(inbox).amend(key, Ask("Which queue?"))
    assert (await inbox.record(verdict)).kind is ReceiptKind.CONFLICT
    assert inbox.find("one").relations == ()
    inbox.close()


async def test_under_the_id_of_something_else_it_is_not_written(inbox: Inbox) -> None:
    verdict = same(inbox)
    await inbox.record(verdict)
    assert (await inbox.record(replace(verdict, by="eve"))).kind is ReceiptKind.CONFLICT
    inbox.close()


async def test_what_the_asker_says_twice_is_written_once(inbox: Inbox) -> None:
    for _ in range(2):
        decision = await asking(inbox).derive("one", "urn:x:1")
    assert (decision.history_total, [each.uri for each in decision.relations]) == (2, ["urn:x:1"])
    inbox.close()
