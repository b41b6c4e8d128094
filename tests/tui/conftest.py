import json
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import pytest
from textual import constants
from textual._styles_cache import StylesCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from at_the_keys import Person
from at_the_screen import sitting
from chant_desk import objects_of
from chant_workspaces import make_workspace
from opened import home
from sayso_client.inbox import Inbox

Fill = Callable[..., Any]
Sit = Callable[..., AbstractAsyncContextManager[Person]]


_parsed: dict[tuple[Any, ...], list[RuleSet]] = {}
_parse_rules = Stylesheet._parse_rules


def _parsed_once(sheet: Stylesheet, css: str, read_from: Any, *more: Any, **named: Any) -> list[RuleSet]:
    key = (tuple(sheet._variables.items()), css, read_from, more, tuple(named.items()))
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, css, read_from, *more, **named)
    return _parsed[key]


@pytest.fixture(autouse=True)
def each_style_sheet_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual keeps what it parsed for one app; these tests open hundreds of the same."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", _parsed_once)


@pytest.fixture(autouse=True)
def nothing_painted_is_kept_for_the_next_test() -> Iterator[None]:
    """Textual (8.2.8) keeps the last thousand painted widgets of a process, whose lines the collector walks forever."""
    yield
    StylesCache.get_inner_outer.cache_clear()


@pytest.fixture(autouse=True)
def same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    # Textual has read its own variable by now.
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")


@pytest.fixture
def fill(inbox: Inbox) -> Fill:
    """Take records in, as another program would have written them."""

    async def take_in(*records: dict[str, Any]) -> None:
        await home(inbox).take_in([json.dumps(each).encode() for each in records], "import")

    return take_in


@pytest.fixture
def sit(inbox: Inbox) -> Sit:
    """Open the inbox on the screen, and sit down at it."""

    return partial(sitting, inbox)


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a chant workspace holds in the end, as the seam has it."""
    return objects_of(make_workspace(tmp_path_factory.mktemp("w") / "w", state="final"))
