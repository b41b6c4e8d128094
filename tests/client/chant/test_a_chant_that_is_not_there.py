"""A trusted workspace whose chant is missing: readable, told as read-only at once, and well again by itself."""

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chant_store import WorkStore
from chant_workspaces import make_workspace, standin_program
from far_stores import Far, far, until
from opened import Room
from sayso_client.decision import Act, Ref
from sayso_client.draft import blank
from sayso_client.ledger.outbox import Stage
from sayso_client.stores.chant.wire import ChantWire
from sayso_client.stores.health import Condition, Health
from sayso_config.model import StoreSetting

ASKED = "agent-question-27255b2f0819"


def opening(program: Path) -> type[ChantWire]:
    """Opens wires whose command is that program."""

    class ToProgram(ChantWire):
        def __init__(self, store: WorkStore, _weather: object) -> None:
            setting = StoreSetting("work", "chant", path=str(store.folder), trust=True, command=(str(program),))
            super().__init__(setting, {"PATH": os.environ["PATH"]}, look_s=0.05)

    return ToProgram


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Where chant is to be; nothing is there."""
    return tmp_path / "bin" / "chant"


@pytest.fixture
def there(tmp_path: Path, program: Path) -> Iterator[Far]:
    store = WorkStore(make_workspace(tmp_path / "w", state="asked"))
    with far(Room(tmp_path), store, wire=opening(program)) as opened:
        yield opened


def health(there: Far) -> Health:
    return next(each.health for each in there.inbox.stores() if each.name == "work")


def is_(there: Far, condition: Condition) -> Callable[[], bool]:
    return lambda: health(there).condition is condition


async def test_the_store_is_read_and_says_at_once_why_nothing_can_be_written(there: Far, program: Path) -> None:
    (synced,) = await there.sync()

    assert synced.up_to_date
    assert there.inbox.decision(Ref("work", ASKED)) is not None
    found = health(there)
    assert found.condition is Condition.READ_ONLY
    assert found.why == (
        f"chant cannot be started: {program} is not there. "
        'Install it, or write where it is into the store\'s section: command = ["/path/to/chant"].'
    )


async def test_what_is_answered_meanwhile_is_sent_once_chant_is_there(there: Far, program: Path) -> None:
    await there.sync()
    await there.say(blank(there.inbox.find(ASKED, "work"), Act.ANSWER, "2"))
    (synced,) = await there.sync()
    (one,) = there.inbox.outbox.all("work")
    assert (synced.up_to_date, one.stage) == (True, Stage.QUEUED)
    assert health(there).condition is Condition.READ_ONLY

    async with there.in_touch():
        await until(is_(there, Condition.READ_ONLY))
        standin_program(program)
        await until(lambda: not there.inbox.outbox.all("work"))
        await until(is_(there, Condition.LIVE))

        await asyncio.to_thread(program.unlink)
        await until(is_(there, Condition.READ_ONLY))
