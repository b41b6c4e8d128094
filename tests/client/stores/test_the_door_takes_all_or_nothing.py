"""Whatever JSON somebody brings to the requester's door: it is kept as it is, or refused with a sentence."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from any_records import RECORDS
from handoff_records import raised
from opened import Room, home
from sayso_client.errors import SaysoError
from sayso_client.handoff import records
from sayso_client.stores.limits import LARGEST, MOST_OPTIONS

_TEXT = st.text(st.characters(), max_size=12)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=12,
)
_MEMBERS = st.sampled_from(
    ["ext", "type", "origin", "key", "id", "at", "terms", "terms_rev", "sayso", "answer", "about", "supersedes", "x"]
)
ANYTHING = st.dictionaries(_MEMBERS | _TEXT, _JSON, max_size=8)
CHANGED = st.builds(lambda record, more, keep: {**record, **more, "key": keep}, RECORDS, ANYTHING, st.just("a"))
"""A record that was right until somebody put other values in."""


@settings(max_examples=50, deadline=None)
@given(st.lists(RECORDS | ANYTHING | CHANGED, min_size=1, max_size=3), st.booleans())
@example([raised("a", "x" * LARGEST)], False)
@example([raised("a", options=[{"id": str(each), "label": "x"} for each in range(MOST_OPTIONS + 1)])], False)
@example([{"key": "a", "at": float("nan")}], False)
@example([{"key": "a\ud800"}], False)
def test_any_record_is_taken_whole_or_refused_with_a_sentence(
    empty_ledger: Path, brought: list[dict[str, Any]], asked: bool
) -> None:
    with TemporaryDirectory() as folder, Room(Path(folder)).begin_with(empty_ledger).inbox() as inbox:
        store, key = home(inbox), "a"
        if asked:
            asyncio.run(store.ask(key, lambda _: [raised(key)], "cli"))
        before = [each.raw for each in store.every_record()]
        revision = inbox.revision()
        try:
            decision = asyncio.run(store.ask(key, lambda _: brought, "cli"))
        except SaysoError as refusal:
            assert [each.raw for each in store.every_record()] == before
            assert inbox.revision() == revision
            assert str(refusal).endswith(".")
            assert "othing was" in str(refusal) or "was written" in str(refusal)
            assert str(refusal).isprintable()
            return
        held = {each.digest for each in map(records.read, (each.raw for each in store.every_record()))}
        assert {records.read(records.encode(each)).digest for each in brought} <= held
        assert decision == inbox.find(key)
        assert not any(each.get("origin") == "principal" for each in brought)
