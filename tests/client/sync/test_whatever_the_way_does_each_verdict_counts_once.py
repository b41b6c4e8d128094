"""A property: over any weather, in any order of acts, nothing is lost, doubled, or settled by itself."""

import asyncio
import random
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from far_stores import Far, far
from handoff_records import line, note, raised, settled
from memory_store import MemoryStore, TestPace
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.outgoing import Stage
from sayso_client.rows import Query, View

KEYS = ("a", "b", "c")
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("say"), st.sampled_from(KEYS)),
        st.tuples(st.just("remark"), st.sampled_from(KEYS)),
        st.tuples(st.just("theirs"), st.sampled_from(KEYS)),
        st.tuples(st.just("sync"), st.just("")),
        st.tuples(st.just("restart"), st.just("")),
    ),
    min_size=1,
    max_size=12,
)


class Run:
    """One run over one kind of weather."""

    def __init__(self, room: Room, seed: int, badness: float) -> None:
        self.chance = random.Random(seed)
        self.room = room
        self.server = MemoryStore()
        self.server.add(*(line(raised(key)) for key in KEYS))
        self.badness = badness
        self.said: dict[str, str] = {}
        """Id → key of everything that is in the outbox."""
        self.theirs = 0

    def happens(self) -> bool:
        return self.chance.random() < self.badness

    def weather(self, there: Far, *, fair: bool = False) -> None:
        never = lambda: False  # noqa: E731 - a short name
        there.weather.lose_answers = never if fair else self.happens
        there.weather.lose_parcels = never if fair else self.happens
        there.weather.cut = never if fair else self.happens
        there.weather.repeat = self.happens

    async def act(self, there: Far, act: str, key: str) -> None:
        if act == "sync":
            await there.sync(0.05 if self.happens() else 5)
        elif act == "theirs":
            self.theirs += 1
            self.server.add(line(note(key, record_id=f"theirs{self.theirs}")))
            self.server.add(line(settled(key, "sqlite", f"theirs-{self.theirs}", minutes=6 + self.theirs)))
        elif there.inbox.decision(ref := there.inbox.find(key, "team").ref) is not None:
            decision = there.inbox.find(ref.key, "team")
            draft = blank(decision, Act.ANSWER, "pg") if act == "say" else blank(decision, Act.NOTE)
            if act == "remark":
                draft = replace(draft, text=f"remark {len(self.said)}")
            verdict = there.inbox.compose(decision, draft)
            if (await there.inbox.record(verdict)).kept:
                self.said[verdict.id] = key

    async def run(self, acts: list[tuple[str, str]]) -> None:
        at = 0
        first = True
        while first or at < len(acts):
            with far(self.room, self.server, pace=TestPace(self.chance.random)) as there:
                self.weather(there, fair=first)
                if first:
                    await there.sync()
                    first = False
                self.weather(there)
                while at < len(acts):
                    act, key = acts[at]
                    at += 1
                    if act == "restart":
                        break
                    await self.act(there, act, key)
        with far(self.room, self.server, pace=TestPace(self.chance.random)) as there:
            self.weather(there, fair=True)
            await there.sync()
            await there.sync()
            self.check(there)

    def check(self, there: Far) -> None:
        held = Counter(self.server.ids())
        waits = {each.parcel.id: each.stage for each in there.inbox.outbox.all()}
        for record_id in self.said:
            assert held[record_id] == (0 if record_id in waits else 1)
            assert waits.get(record_id, Stage.CONFLICT) is Stage.CONFLICT
        assert {each for each in held if each and len(each) == 32} <= set(self.said)
        for key in KEYS:
            mine = there.ledger.records("team", key)
            assert [each.raw for each in mine] == [each.raw for each in self.server.records if each.key == key]
        rows = there.inbox.after(Query(View.ALL), None, 10)
        assert sorted(row.ref.key for row in rows) == list(KEYS)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ACTS, st.integers(0, 2**32), st.sampled_from([0.0, 0.2, 0.5, 0.8]))
def test_whatever_happens_on_the_way_each_verdict_is_recorded_once_or_waits_for_me(
    empty_ledger: Path, acts: list[tuple[str, str]], seed: int, badness: float
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(Run(Room(Path(folder)).begin_with(empty_ledger), seed, badness).run(acts))
