"""Pictures of the screen, compared with the accepted ones in screenshots/, which the README shows too.

Run `pytest tests/tui/pictures --accept-pictures` to accept what is drawn now, then look at each change. A picture that
differs is left in pictures-differ/ beside the accepted one.

Our own few lines, since the well-known plugin for Textual ties the project to an old pytest (docs: CONTRIBUTING).
"""

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from at_the_keys import Person
from sayso_client.inbox import Inbox, open_inbox
from sayso_client.via import Via
from sayso_config.model import Settings
from sayso_tui import sample
from sayso_tui.app import SaysoApp

ROOT = Path(__file__).parents[3]
ACCEPTED = ROOT / "screenshots"
DIFFER = ROOT / "pictures-differ"
NOW = datetime(2026, 11, 2, 10, 30, tzinfo=UTC)

Walk = Callable[[Person], Awaitable[None]]
Picture = Callable[..., Awaitable[None]]


def _without_chance(svg: str) -> str:
    """Rich makes ids and class names from a hash of the process's own; they say nothing."""
    return re.sub(r"terminal-\d+-", "terminal-", svg)


@pytest.fixture
def picture(tmp_path: Path, request: pytest.FixtureRequest) -> Picture:
    """Draw the inbox on the sample decisions (or none), or another one, after a walk, and compare."""

    async def draw(
        name: str,
        size: tuple[int, int],
        walk: Walk | None = None,
        *,
        samples: bool = True,
        other: Inbox | None = None,
    ) -> None:
        settings = Settings(me=sample.NAMES)
        ledger = tmp_path / "ledger.db"
        if samples and other is None:
            count = iter(range(10_000))
            await sample.fill(ledger, settings, NOW, mint=lambda: f"{next(count):032x}")
        inbox = other or open_inbox(ledger, settings, via=Via("inbox", "desk", "pts/3"), clock=lambda: NOW)
        try:
            app = SaysoApp(inbox, settings)
            async with app.run_test(size=size, notifications=True) as pilot:
                person = Person(pilot)
                await person.rest()
                if walk is not None:
                    await walk(person)
                await person.rest()
                drawn = _without_chance(app.export_screenshot(title="sayso"))
        finally:
            inbox.close()
        _compare(f"{name}-{size[0]}x{size[1]}.svg", drawn, accept=bool(request.config.getoption("accept_pictures")))

    return draw


def _compare(name: str, drawn: str, *, accept: bool) -> None:
    accepted = ACCEPTED / name
    if accept:
        ACCEPTED.mkdir(exist_ok=True)
        accepted.write_text(drawn, encoding="utf-8")
        return
    assert accepted.exists(), f"{name} was never accepted; run with --accept-pictures and look at it"
    if accepted.read_text(encoding="utf-8") != drawn:
        DIFFER.mkdir(exist_ok=True)
        (DIFFER / name).write_text(drawn, encoding="utf-8")
        pytest.fail(f"the screen differs from screenshots/{name}; what is drawn now is in pictures-differ/{name}")
