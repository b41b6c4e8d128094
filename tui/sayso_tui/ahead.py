"""What is imported behind the first frame, while nobody waits for it.

So no key waits for an import, and an update that replaces sayso's files while it runs cannot cost a word: what writes a
draft or a record is loaded already, and never from files that do not fit the rest.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

ROOMS = (
    "sayso_client",
    "sayso_client.ledger",
    "sayso_client.handoff",
    "sayso_client.proposals",
    "sayso_client.stores",
    "sayso_tui",
    "sayso_tui.screens",
    "sayso_tui.widgets",
    "sayso_tui.widgets.pane",
)
"""The inbox's own. Rooms within them that are not named here are doors to elsewhere: they may need large libraries."""
PROGRAMS = frozenset({"__main__", "keys_page", "man_page", "schemas_page"})
"""What is run and not imported."""


def names() -> Iterator[str]:
    """Every module of the rooms, by its full name."""
    for room in ROOMS:
        for each in iter_modules(import_module(room).__path__):
            if not each.ispkg and each.name not in PROGRAMS:
                yield f"{room}.{each.name}"


def import_rest() -> None:
    """Import them all. Takes some tenths of a second of a thread of its own."""
    for name in names():
        import_module(name)
