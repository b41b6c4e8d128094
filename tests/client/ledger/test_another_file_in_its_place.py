"""The ledger's file goes away, or another takes its place, while it is open: a sentence, and never a lying receipt."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from handoff_records import line, raised
from opened import Room, home
from sayso_client.decision import Act, Ref
from sayso_client.draft import blank
from sayso_client.errors import LedgerUnusable


def deleted(path: Path) -> None:
    for each in path.parent.glob("ledger.db*"):
        each.unlink()


def replaced(path: Path) -> None:
    other = Room(path.parent / "other").make()
    deleted(path)
    other.rename(path)


@pytest.mark.parametrize("happens", [deleted, replaced])
async def test_a_verdict_is_refused_and_nothing_claims_to_be_written(
    room: Room, happens: Callable[[Path], None]
) -> None:
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised("a"))], "import")
        decision = inbox.find("a")
        verdict = inbox.compose(decision, blank(decision, Act.ANSWER, "pg"))
        happens(room.path)
        with pytest.raises(LedgerUnusable, match="deleted, moved or replaced"):
            await inbox.record(verdict)
        with pytest.raises(LedgerUnusable, match="copy it"):
            await inbox.keep(blank(decision, Act.ANSWER, "pg"))
        assert inbox.decision(Ref("home", "a")) is not None, "what was there can still be read"


@pytest.mark.parametrize("happens", [deleted, replaced])
async def test_whoever_watches_is_told(room: Room, happens: Callable[[Path], None]) -> None:
    with room.inbox() as inbox:
        watching = inbox.watch()
        happens(room.path)
        with pytest.raises(LedgerUnusable, match="start sayso again") as told:
            async with asyncio.timeout(10):
                await anext(watching)
        assert "screen" not in str(told.value), "a waiting program has none"
