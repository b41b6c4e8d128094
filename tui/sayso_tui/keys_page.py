"""The table of keys as Markdown. After a change, `python -m sayso_tui.keys_page` writes docs/keys.md and README."""

from collections.abc import Iterable
from pathlib import Path

from sayso_tui.keys import TABLE, Key, Keys, Where, merged

DAILY = (
    "option-1 … option-9",
    "answer",
    "confirm",
    "dismiss",
    "retract",
    "note",
    "same-answer",
    "undo",
    "record",
    "next-kind",
    "filter",
    "next-view",
    "arrivals",
    "quit",
    "help",
)
"""What somebody needs on the first day; README shows these."""

FIRST = (
    "option-1 … option-9",
    "answer",
    "confirm",
    "dismiss",
    "record",
    "keep",
    "undo",
    "filter",
    "next-view",
    "quit",
)
"""The ten that the help begins with."""


def whole(keys: Iterable[Key] = TABLE) -> str:
    """Every key, for docs/keys.md."""
    lines = ["| where | keys | action | what it does |", "| --- | --- | --- | --- |"]
    for key in merged(keys):
        lines.append(f"| {' and '.join(key.where)} | {_names(key)} | `{key.id}` | {key.help} |")
    return "\n".join(lines) + "\n"


def daily() -> str:
    """The keys of the first day, for README."""
    lines = ["| keys | what they do |", "| --- | --- |"]
    known = {key.id: key for key in merged(TABLE)}
    lines += [f"| {_names(known[each])} | {known[each].help} |" for each in DAILY]
    return "\n".join(lines) + "\n"


def first(keys: Keys) -> list[Key]:
    """The ten, as they are bound here."""
    known = {key.id: key for where in (Where.SHEET, Where.INBOX) for key in merged(keys.in_(where))}
    known[keys.views.id] = keys.views._replace(help="Go through the views: waiting, proposed, open …, all.")
    return [known[each] for each in FIRST if each in known]


def signs() -> str:
    """What stands in front of a row, for docs/keys.md."""
    # With the rest of the pages; the help draws them itself.
    from sayso_tui.glyphs import ASCII, UNICODE
    from sayso_tui.widgets.legend import WORDS, meanings

    lines = ["| sign | in ASCII | what it means |", "| --- | --- | --- |"]
    for (sign, means), (plain, _) in zip(meanings(UNICODE), meanings(ASCII), strict=True):
        lines.append(f"| `{sign}` | `{plain}` | {means} |")
    lines += ["", "| word | what it means |", "| --- | --- |", *(f"| `{word}` | {means} |" for word, means in WORDS)]
    return "\n".join(lines) + "\n"


def between(page: str, table: str, name: str = "keys") -> str:
    """The page with the table in its place, which marks of that name enclose."""
    start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    before, rest = page.split(start, 1)
    return before + start + table + end + rest.split(end, 1)[1]


def _names(key: Key) -> str:
    return " ".join(f"`{each}`" for each in key.shown.split())


def main(root: Path) -> None:
    """Write both pages of the project that lies at `root`."""
    for name, page, table in PAGES:
        path = root / page
        path.write_text(between(path.read_text(encoding="utf-8"), table(), name), encoding="utf-8")


PAGES = (
    ("keys", Path("docs/keys.md"), whole),
    ("signs", Path("docs/keys.md"), signs),
    ("keys", Path("README.md"), daily),
)
"""The name of a place in a page, the page in the project, and what stands there."""


if __name__ == "__main__":
    main(Path.cwd())
