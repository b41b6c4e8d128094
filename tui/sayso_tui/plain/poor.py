"""Whether a terminal can put its cursor somewhere. Where it cannot, the screen would be a heap of signs."""

from collections.abc import Mapping

_LINES_ONLY = frozenset({"", "dumb", "unknown", "tty", "teletype"})
_KNOWN = ("xterm", "screen", "tmux", "rxvt", "linux", "vt1", "vt2", "vt3", "vt4", "vt5", "kitty", "alacritty", "foot")
"""Beginnings of the names of terminals that can, so that no terminal database is read for them."""


def why_lines(environ: Mapping[str, str]) -> str | None:
    """Why there can be no screen on this terminal, as a sentence; None when there can be one.

    A terminal that nobody knows is taken for one that can: new ones are.
    """
    term = environ.get("TERM", "")
    if term in _LINES_ONLY:
        named = f"TERM={term}" if term else "TERM is not set, which"
        return f"{named} says that this terminal cannot move its cursor, so sayso speaks in lines, as with --plain."
    if term.startswith(_KNOWN) or _addresses(term):
        return None
    return f"This terminal (TERM={term}) cannot move its cursor, so sayso speaks in lines, as with --plain."


def _addresses(term: str) -> bool:
    try:
        import curses
    except ImportError:
        return True
    try:
        curses.setupterm(term, 1)
    except curses.error:
        return True
    return bool(curses.tigetstr("cup"))
