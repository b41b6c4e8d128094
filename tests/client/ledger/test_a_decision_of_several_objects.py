from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from opened import Clock
from sayso_client.decision import Decision, Kind, Question, Ref, State
from sayso_client.inbox import mint_id
from sayso_client.ledger import elsewhere, swapping, taking
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.rules import Entry, Packed, Rules
from sayso_client.stores.contract import Change, Gone, Held, Hello, Reader, Replace

NOW = datetime(2026, 3, 1, tzinfo=UTC)
KEYS, NAMES, WORDS = ("k", "l"), ("a", "b", "c"), ("one", "two")


class Joining:
    """A decision whose text is what its objects say, in the order in which they came."""

    def project(self, key: str, objects: Sequence[Held], reader: Reader) -> Decision:
        said = " ".join(each.raw.decode() for each in objects)
        question = Question(Kind.OPEN)
        return Decision(Ref(reader.store, key), said, said, said, question, State.OPEN, waiting=True)

    def extend(self, decision: Decision, more: Held, reader: Reader) -> Decision | None:
        return None


def read(raw: bytes) -> Entry:
    return Entry(raw, None, sha256(raw).digest(), raw.decode().partition(":")[0], None)


def pack(*_: object) -> Packed:
    raise AssertionError("nothing is said here")


changes = st.one_of(
    st.builds(
        lambda key, name, word: Replace(name, f"{key}:{name}:{word}".encode(), word),
        st.sampled_from(KEYS),
        st.sampled_from(NAMES),
        st.sampled_from(WORDS),
    ),
    st.builds(Gone, st.sampled_from(NAMES)),
)


def held_after(batches: Sequence[Sequence[Change]]) -> dict[str, list[str]]:
    """What the objects of each decision say in the end, the one that came last behind the others."""
    objects: dict[str, str] = {}
    for each in (each for batch in batches for each in batch):
        if isinstance(each, Gone):
            objects.pop(each.key, None)
        elif isinstance(each, Replace) and objects.get(each.key) != each.raw.decode():
            objects.pop(each.key, None)
            objects[each.key] = each.raw.decode()
    found: dict[str, list[str]] = {}
    for said in objects.values():
        found.setdefault(said.partition(":")[0], []).append(said)
    return found


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(changes, max_size=6), max_size=4))
def test_it_is_made_of_all_that_are_held_however_they_came_and_went(batches: list[list[Change]]) -> None:
    rules = {"joining": Rules(read, Joining(), pack)}
    with TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / "ledger.db", rules=rules, clock=Clock(), mint=mint_id)
        try:
            with ledger.writing() as writing:
                copy = elsewhere.begin(writing, "team", "joining", Hello("uuid", "team"))
                swapping.swap(writing, "team")
            for batch in batches:
                taken = taking.read(batch, read, rules["joining"].keepable, NOW)
                with ledger.writing() as writing:
                    taking.take(writing, copy, taken, "on")
            with ledger.writing() as writing:
                stand = {key: writing.standing(copy, key) for key in KEYS}
        finally:
            ledger.close()
    assert {key: each.text.split() for key, each in stand.items() if each} == held_after(batches)
