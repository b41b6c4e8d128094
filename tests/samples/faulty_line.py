"""An inbox, a real server, and a line between them that a seed makes faulty; and what must be true at the end."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from far_stores import until
from fault_proxy import ALL, ENDING, FaultProxy
from handoff_records import raised
from hostile_server import TLS
from memory_store import TestPace
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import NotFound
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.me import Me
from sayso_client.stores.http.wire import HttpWire
from sayso_client.stores.replica import ReplicaStore
from sayso_client.stores.rules import RULES
from sayso_client.sync.syncing import Syncing
from sayso_client.via import Via
from sayso_config.model import Secret, StoreSetting
from served import Served, served, take_in
from wires import QUICK

HASTY = replace(QUICK, connect_s=0.5, read_s=0.15, write_s=0.5, whole_s=2.0, silence_s=0.15)
"""What is stalled is noticed soon."""
SILENCE_S = 2.0
PATIENCE_S = 30.0


@dataclass
class Lines:
    """One server, and one run after another upon it."""

    server: Served
    token: str
    secure: bool
    met: Counter[str] = field(default_factory=Counter)
    """Every fault that has happened."""

    async def run(self, seed: int, room: Room, most_faults: int) -> None:
        """Ask five things there, two of them later; answer three from here; and look what became of all that.

        Args:
            seed: Of what happens to the line.
            room: For the inbox.
            most_faults: So many connections have a fault at most.
        """
        chance = random.Random(seed)
        port = urlsplit(self.server.url).port or 0
        await take_in(self.server, *(raised(f"{seed}/{number}") for number in range(3)))
        # Without TLS nobody could notice that a request was changed on its way.
        up = ALL if self.secure else ENDING
        async with FaultProxy(port, chance, up, faulty=chance.randint(1, most_faults)) as proxy:
            ledger = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id)
            copy = ReplicaStore(ledger, "team", "http")
            inbox = Inbox(ledger, [copy], Me("ana"), clock=room.clock, mint=mint_id, via=Via("cli"))
            wires = [lambda: self._wire(proxy.at)]
            pace = TestPace(chance.random)
            syncing = asyncio.create_task(
                Syncing(ledger, wires, clock=room.clock, pace=pace, silence_s=SILENCE_S).run()
            )

            def there(condition: Callable[[], bool]) -> Callable[[], bool]:
                return lambda: condition() or (syncing.done() and syncing.result() is None)

            async def answer(key: str, option: str) -> str:
                await until(there(lambda: _held(inbox, key)), PATIENCE_S)
                decision = inbox.find(key, "team")
                verdict = inbox.compose(decision, blank(decision, Act.ANSWER, option))
                await inbox.record(verdict)
                return verdict.id

            try:
                said = [await answer(f"{seed}/0", "pg")]
                await take_in(self.server, *(raised(f"{seed}/{number}") for number in (3, 4)))
                said += [await answer(f"{seed}/1", "sqlite"), await answer(f"{seed}/4", "pg")]
                await until(there(lambda: self._quiet(ledger, inbox)), PATIENCE_S)
                self._look(ledger, said)
            except TimeoutError as error:
                error.add_note(self._state(ledger))
                raise
            finally:
                syncing.cancel()
                await asyncio.gather(syncing, return_exceptions=True)
                ledger.close()
            self.met.update(proxy.met)

    def _wire(self, port: int) -> HttpWire:
        url = f"{'https://localhost' if self.secure else 'http://127.0.0.1'}:{port}"
        setting = StoreSetting("team", "http", url=url, key=Secret("env", ("T",)))
        return HttpWire(setting, {"T": self.token}, bounds=HASTY)

    def _quiet(self, ledger: Ledger, inbox: Inbox) -> bool:
        return not inbox.outbox.all() and len(_copied(ledger)) >= len(_kept(self.server.ledger))

    def _state(self, ledger: Ledger) -> str:
        """Where it stands, for whoever looks for a fault."""
        outbox = ledger.look(lambda db: db.execute("SELECT key, state, tries, why FROM outbox").fetchall())
        health = ledger.look(lambda db: db.execute("SELECT condition, why, percent FROM health").fetchall())
        return f"{len(_copied(ledger))} of {len(_kept(self.server.ledger))} records are here; {outbox=}; {health=}"

    def _look(self, ledger: Ledger, said: list[str]) -> None:
        there, here = _kept(self.server.ledger), _copied(ledger)
        assert here == there, "a record is missing, doubled, changed or out of its place"
        ids = Counter(json.loads(each)["id"] for each in there)
        assert [ids[each] for each in said] == [1] * len(said), "a verdict is missing, or recorded twice"
        stages = ledger.look(lambda db: db.execute("SELECT state FROM outbox").fetchall())
        assert stages == [("recorded",)] * len(said)


def _held(inbox: Inbox, key: str) -> bool:
    try:
        return inbox.find(key, "team") is not None
    except NotFound:
        return False


def _kept(ledger: Ledger) -> list[bytes]:
    return [raw for (raw,) in ledger.look(lambda db: db.execute("SELECT raw FROM own_record ORDER BY seq").fetchall())]


def _copied(ledger: Ledger) -> list[bytes]:
    sql = (
        "SELECT raw FROM replica_record JOIN subscription USING (store) "
        "WHERE place = 'shown' AND name = 'team' ORDER BY seq"
    )
    return [raw for (raw,) in ledger.look(lambda db: db.execute(sql).fetchall())]


@asynccontextmanager
async def lines(room: Room, *, secure: bool) -> AsyncIterator[Lines]:
    """A real server. With `secure` the caller's SSL_CERT_FILE must name `certificate`."""
    key = (TLS / "localhost.pem", TLS / "localhost.key") if secure else None
    async with served(room, only_here=False, comment_s=0.05, certificate=key) as server:
        yield Lines(server, await server.grant("ana", "principal"), secure)


def certificate() -> Path:
    """Of the server."""
    return TLS / "localhost.pem"
