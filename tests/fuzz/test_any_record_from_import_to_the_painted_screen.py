"""Whatever is imported can be listed, opened and answered; nothing of it acts; and it comes out as it came in."""

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from any_json import RAWS
from at_the_keys import Person, text_of
from command_line import Sayso
from opened import Room, home
from sayso_client.inbox import Inbox
from sayso_client.rows import Query, View
from sayso_client.stores.local_door import read_entry
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp
from typist import CTRL_C, Typed, Typist

FILES = st.lists(RAWS, min_size=1, max_size=12)
SIZES = st.sampled_from([(120, 40), (80, 24), (40, 14)])
ACTS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
MOST_OPENED = 3

PARTS = range(40)
"""Of a long run: a test that takes two minutes counts as one that hangs."""

few = settings(
    max_examples=10,
    # Looking for a smaller example takes longer than the two minutes; the first one is printed as it is.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)


def harmless(text: str) -> None:
    found = ACTS.search(text.replace("\u200e", ""))
    assert not found, (found, text[max(0, found.start() - 40) : found.end() + 40])


def on_the_screen(raws: list[bytes], size: tuple[int, int]) -> None:
    with TemporaryDirectory() as folder, Room(Path(folder)).inbox() as inbox:
        asyncio.run(_paint(inbox, raws, size))


async def _paint(inbox: Inbox, raws: list[bytes], size: tuple[int, int]) -> None:
    await home(inbox).take_in(raws, "import")
    app = SaysoApp(inbox, Settings())
    async with app.run_test(size=size, notifications=True) as pilot:
        person = Person(pilot)
        await person.rest()
        harmless(text_of(app))
        await person.press("[")
        for _ in range(min(inbox.count(Query(View.ALL)), MOST_OPENED)):
            for key in ("enter", "a", "escape", "n", "escape", "escape", "j"):
                await person.press(key)
                assert app.is_running
                harmless(text_of(app))
    assert app.return_code in (0, None)


def on_the_command_line(raws: list[bytes]) -> None:
    with TemporaryDirectory() as folder:
        room = Room(Path(folder))
        kept = _taken_in(room, raws)
        sayso = Sayso(room.path.parent, {"SAYSO_ME_NAME": "ana"})
        listed = sayso("list", "--view", "all", "--json")
        assert (listed.code, listed.err) == (0, "")
        assert listed.raw.isascii()
        for row in listed.documents:
            for ran in (sayso("show", "--json", "--", row["key"]), sayso("show", "--", row["key"])):
                assert (ran.code, ran.err) == (0, "")
                harmless(ran.out.replace("\n", ""))
        harmless(sayso("list", "--view", "all").out.replace("\n", ""))
        assert sayso("export").raw == b"".join(raw + b"\n" for raw in kept)
        assert sayso("doctor").code == 0, sayso("doctor").out


def _taken_in(room: Room, raws: list[bytes]) -> list[bytes]:
    """The records that must come out again: the first of each content, but for those that were refused."""
    with room.inbox() as inbox:
        told = asyncio.run(home(inbox).take_in(raws, "import"))
    refused = {line for line, _ in told.refused}
    taken = {read_entry(raw).digest: raw for at, raw in reversed(list(enumerate(raws, 1))) if at not in refused}
    return [
        raw for at, raw in enumerate(raws, 1) if at not in refused and taken.pop(read_entry(raw).digest, b"") == raw
    ]


def in_lines(raws: list[bytes]) -> None:
    with TemporaryDirectory() as folder, Room(Path(folder)).inbox() as inbox:
        asyncio.run(home(inbox).take_in(raws, "import"))
        rows = inbox.after(Query(View.ALL), None, 20)
        typed: list[Typed] = ["list all"]
        for at in range(1, len(rows) + 1):
            typed += [f"show {at}", f"answer {at}", "", CTRL_C, f"note {at}", "", CTRL_C]
        said = Typist(inbox, typed).talk()
        assert all(f" {at}." in said or f"\n{at}." in said for at in range(1, len(rows) + 1))
        harmless(said.replace("\n", ""))


@settings(few, max_examples=5)
@given(FILES, SIZES)
def test_it_is_listed_opened_and_answered_on_the_screen(raws: list[bytes], size: tuple[int, int]) -> None:
    on_the_screen(raws, size)


@few
@given(FILES)
def test_it_is_listed_shown_and_exported_byte_for_byte(raws: list[bytes]) -> None:
    on_the_command_line(raws)


@few
@given(FILES)
def test_it_is_read_in_lines(raws: list[bytes]) -> None:
    in_lines(raws)


@pytest.mark.soak
@pytest.mark.parametrize("part", PARTS)
@few
@given(FILES, SIZES)
def test_on_the_screen_at_length(part: int, raws: list[bytes], size: tuple[int, int]) -> None:
    on_the_screen(raws, size)


@pytest.mark.soak
@pytest.mark.parametrize("part", PARTS)
@few
@given(FILES)
def test_on_the_command_line_at_length(part: int, raws: list[bytes]) -> None:
    on_the_command_line(raws)


@pytest.mark.soak
@pytest.mark.parametrize("part", PARTS)
@few
@given(FILES)
def test_in_lines_at_length(part: int, raws: list[bytes]) -> None:
    in_lines(raws)
