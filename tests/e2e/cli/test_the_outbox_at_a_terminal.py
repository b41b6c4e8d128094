"""What is typed at a terminal to see to the outbox, and that it says what it does."""

import json
from pathlib import Path

import pytest

from handoff_records import raised
from machine import Machine, ended
from opened import Room
from sayso_client.inbox import mint_id
from sayso_client.ledger import elsewhere, swapping, taking
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.contract import Append, Hello
from sayso_client.stores.rules import RULES

KEY = "acme/cache"


@pytest.fixture
def waiting(machine: Machine, tmp_path: Path) -> Machine:
    """Something that was said waits for a store that is not reached, as number 1."""
    config = machine.home / "config.toml"
    section = '[[store]]\nname = "team"\nkind = "http"\nurl = "http://127.0.0.1:9"\n'
    config.write_text((config.read_text() if config.exists() else "") + section)
    room = Room(tmp_path)
    ledger = Ledger(machine.home / "ledger.db", rules=RULES, clock=room.clock, mint=mint_id)
    with ledger.writing() as writing:
        copy = elsewhere.meet(writing, "team", "http", Hello("uuid-of-team", "team"))
        rules, said = RULES["http"], [Append(json.dumps(raised(KEY)).encode())]
        taking.take(writing, copy.store, taking.read(said, rules.read, rules.keepable, room.clock()), "1")
        swapping.swap(writing, "team")
    ledger.close()
    ran = machine.here("dismiss", KEY, "--unattended", "--terms-rev", "1", "--note", "No.")
    assert ran.code == 6, ran.err
    return machine


def test_dropping_says_that_it_drops(waiting: Machine) -> None:
    child = waiting.terminal("sync", "--drop", "1")
    child.expect_exact("Type drop to take this out of the outbox for good, anything else")
    child.sendline("drop")
    child.expect_exact("is dropped; it is not sent any more.")
    assert ended(child) == 6
    assert waiting.here("list", "--outbox").out == ""
