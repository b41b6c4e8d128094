"""Another store in the place of one is accepted at a terminal: both are shown, and a code typed."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from hostile_server import UUID, HostileServer, health, page, stream
from machine import Machine, ended
from sayso_client.inbox import mint_id, system_clock
from sayso_client.ledger import elsewhere, swapping
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.contract import Hello
from sayso_client.stores.rules import RULES

KNOWN, NOW = "0" * 32, UUID.replace("-", "")


@pytest.fixture
async def hostile() -> AsyncIterator[HostileServer]:
    says = {"/v1/health": health(), "/v1/records": page([], "c"), "/v1/records/stream": stream(b":\n")}
    async with HostileServer(says) as server:
        yield server


@pytest.fixture
def machine(tmp_path: Path, hostile: HostileServer) -> Iterator[Machine]:
    home = tmp_path / "home"
    home.mkdir()
    store = f'[[store]]\nname = "team"\nkind = "http"\nurl = "{hostile.url}"\n'
    (home / "config.toml").write_text(f'[me]\nname = "alice"\n{store}')
    ledger = Ledger(home / "ledger.db", rules=RULES, clock=system_clock, mint=mint_id)
    ledger.write_now(lambda writing: elsewhere.meet(writing, "team", "http", Hello(KNOWN, "team")))
    ledger.write_now(lambda writing: swapping.swap(writing, "team"))
    ledger.close()
    machine = Machine(home)
    yield machine
    machine.close()


def uuid(machine: Machine) -> str:
    return str(machine.here("store", "list", "--json").json["stores"][1]["uuid"])


@pytest.mark.parametrize(("typed", "code", "stands"), [(None, 0, NOW), ("yes", 5, KNOWN), ("", 5, KNOWN)])
async def test_both_are_shown_and_only_the_code_accepts(
    machine: Machine, typed: str | None, code: int, stands: str
) -> None:
    def at_the_terminal() -> int | None:
        child = machine.terminal("store", "accept", "team")
        child.expect(r"Type ([0-9a-f]{4}) to record this")
        assert isinstance(child.match, re.Match)
        for shown in (KNOWN, NOW, "what is shown stays", "nothing is sent by itself"):
            assert shown in child.before
        child.sendline(child.match[1] if typed is None else typed)
        return ended(child)

    assert await asyncio.to_thread(at_the_terminal) == code
    assert uuid(machine) == stands
