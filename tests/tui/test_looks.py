"""How the screen looks where the settings leave it open, and that it keeps still for those who ask for that."""

from typing import Any

import pytest
from textual import constants

from sayso_config.model import Settings, Ui
from sayso_tui.looks import SIXTEEN, fitting


@pytest.mark.parametrize(
    ("environ", "theme"),
    [
        ({"TERM": "xterm"}, SIXTEEN),
        ({"TERM": "linux"}, SIXTEEN),
        ({"TERM": "xterm-256color"}, None),
        ({"TERM": "xterm-kitty"}, None),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, None),
        ({"TERM": "linux", "NO_COLOR": "1"}, None),
    ],
)
def test_sixteen_colours_get_the_theme_made_of_them(environ: dict[str, str], theme: str | None) -> None:
    assert fitting(Ui(), environ, few_signs=False).theme == theme


def test_a_theme_that_was_chosen_stays() -> None:
    assert fitting(Ui(theme="nord"), {"TERM": "linux"}, few_signs=False).theme == "nord"


def test_few_signs_are_ascii() -> None:
    assert fitting(Ui(), {"TERM": "xterm-256color"}, few_signs=True).ascii


async def test_reduced_motion_is_a_setting(sit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "full")
    async with sit(settings=Settings(ui=Ui(animation="none"))) as person:
        assert person.app.animation_level == "none"
