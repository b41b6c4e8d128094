"""A screen needs a terminal that can move its cursor; the others get lines, and are told why."""

import pytest

from sayso_tui.plain.poor import why_lines


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {"TERM": ""}, {}, {"TERM": "unknown"}])
def test_one_that_cannot_is_told(environ: dict[str, str]) -> None:
    why = why_lines(environ)
    assert why is not None
    assert why.endswith("so sayso speaks in lines, as with --plain.")


@pytest.mark.parametrize("term", ["xterm", "xterm-256color", "screen.linux", "tmux-256color", "linux", "vt220", "foot"])
def test_one_that_can_gets_its_screen(term: str) -> None:
    assert why_lines({"TERM": term}) is None


def test_one_that_nobody_knows_is_taken_for_one_that_can() -> None:
    assert why_lines({"TERM": "a-terminal-of-the-year-2031"}) is None
