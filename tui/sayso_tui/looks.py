"""How the screen looks on this terminal, where the settings leave that open."""

from collections.abc import Mapping

from sayso_config.model import Ui

SIXTEEN = "ansi-dark"
"""The theme of the terminal's own sixteen colours; those of another theme come out there as greys on grey."""
_MORE = frozenset({"256color", "kitty"})
"""Ends of names of terminals with more colours, as far as rich (15) knows them; COLORTERM tells of the others."""


def fitting(ui: Ui, environ: Mapping[str, str], *, few_signs: bool) -> Ui:
    """The settings as this terminal can show them.

    Args:
        ui: As they are set.
        environ: The variables; they tell what the terminal is.
        few_signs: Whether it shows less than UTF-8 has.
    """
    if few_signs:
        ui = ui._replace(ascii=True)
    if ui.theme is None and sixteen_colours(environ) and not environ.get("NO_COLOR"):
        ui = ui._replace(theme=SIXTEEN)
    return ui


def sixteen_colours(environ: Mapping[str, str]) -> bool:
    """Whether no more colours than that will be painted."""
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit") or environ.get("TEXTUAL_COLOR_SYSTEM"):
        return False
    return environ.get("TERM", "").strip().lower().rpartition("-")[2] not in _MORE
