"""Gathers problems while a document is read, each with the place where it stands in the file."""

from collections.abc import Iterable
from pathlib import Path as FilePath

from sayso_config.document import Document
from sayso_config.problems import Problem, unknown
from sayso_config.schema import Path

_AT_MOST = 20
"""Unknown names told in one table; a file with more of them is not a configuration."""


class Findings:
    """The problems of one document, in the order in which they are found."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.problems: list[Problem] = [document.problem] if document.problem else []

    @property
    def file(self) -> FilePath:
        """The document's."""
        return self._document.file

    def add(self, path: Path, sentence: str, *, fatal: bool = False, store: str | None = None) -> None:
        """Tell a problem of the file. `path` finds its line."""
        # Imported with the first problem; most files have none.
        from sayso_config.scan import locate

        place = locate(self._document.text, path) or (None, None)
        self.problems.append(Problem(named(path), sentence, fatal, store, self._document.file, place[0], place[1]))

    def unknown(
        self, within: Path, table: Iterable[str], known: Iterable[str], *, fatal: bool, store: str | None = None
    ) -> None:
        """Tell which keys of a table we do not know."""
        known = tuple(known)
        for key in [key for key in table if key not in known][:_AT_MOST]:
            what, before = ("The setting", f"{named(within)}.") if within else ("The section", "")
            self.add((*within, key), unknown(what, key, known, before), fatal=fatal, store=store)


def named(path: Path) -> str:
    """A path as people write it: "me.name", "store[2].kind" (counted from 1)."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text
