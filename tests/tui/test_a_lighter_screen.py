"""The inbox asks fewer widgets for a frame than Textual does, and paints the same."""

import asyncio
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.geometry import Region
from textual.strip import Strip

import handoff_decisions as h
from sayso_tui.frugal import Frugal
from sayso_tui.rest import Rest


def painted(compositor: Compositor, kind: type[Compositor], part: Region) -> dict[int, Strip | None]:
    """The strips of a one-line part by where they begin, as that kind of compositor puts them together."""
    compositor._get_renders = lambda crop=None: kind._get_renders(compositor, crop)  # type: ignore[method-assign]
    try:
        line = compositor._render_chops(part, lambda y: y == part.y)[part.y]
    finally:
        del compositor._get_renders
    return {x: strip for x, strip in line.items() if part.x <= x < part.right}


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 14)])
async def test_every_line_is_painted_as_textual_would(fill: Any, sit: Any, size: tuple[int, int]) -> None:
    await fill(*({**h.raised(), "key": f"k/{n}", "id": f"r:{n}"} for n in range(30)))
    async with sit(size=size) as person:
        compositor = person.app.screen._compositor
        width, height = size
        for y in range(height):
            for part in (Region(0, y, width, 1), Region(0, y, width // 3, 1), Region(width // 2, y, 10, 1)):
                assert painted(compositor, Frugal, part) == painted(compositor, Compositor, part)
        assert painted(compositor, Frugal, Region(0, height // 2, width, 1))


@pytest.mark.parametrize("size", [(120, 40), (40, 14)])
async def test_so_is_every_line_of_a_sheet(fill: Any, sit: Any, size: tuple[int, int]) -> None:
    await fill(h.raised(terms={"text": "Which?\n" + "line\n" * 50, "options": [{"id": "a", "label": "A " * 200}]}))
    async with sit(size=size) as person:
        await person.press("a", "tab")
        compositor, width, height = person.app.screen._compositor, *size
        for y in range(height):
            for part in (Region(0, y, width, 1), Region(width // 2, y, 10, 1)):
                assert painted(compositor, Frugal, part) == painted(compositor, Compositor, part)


async def test_a_pause_is_told_once_after_the_last_step() -> None:
    told = asyncio.Event()
    times: list[float] = []

    def tell() -> None:
        times.append(asyncio.get_running_loop().time())
        told.set()

    rest = Rest(0.02, tell)
    for _ in range(5):
        rest.start()
        await asyncio.sleep(0)
    last = asyncio.get_running_loop().time()
    await asyncio.wait_for(told.wait(), 5)
    assert len(times) == 1
    assert times[0] >= last


async def test_what_is_stopped_is_not_told() -> None:
    told: list[str] = []
    rest, later = Rest(0.0, lambda: told.append("stopped")), asyncio.Event()
    rest.start()
    rest.stop()
    Rest(0.01, later.set).start()
    await asyncio.wait_for(later.wait(), 5)
    assert told == []
