"""The table of keys as Markdown. After a change, `python -m sayso_tui.keys_page` writes docs/keys.md and README."""

from collections.abc import Iterable
from pathlib import Path

from sayso_tui.keys import TABLE, Key, merged

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

START, END = "<!-- keys -->\n", "<!-- /keys -->"


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


def between(page: str, table: str) -> str:
    """The page with the table in its place."""
    before, rest = page.split(START, 1)
    return before + START + table + END + rest.split(END, 1)[1]


def _names(key: Key) -> str:
    return " ".join(f"`{each}`" for each in key.shown.split())


def main(root: Path) -> None:
    """Write both pages of the project that lies at `root`."""
    for page, table in ((root / "docs" / "keys.md", whole()), (root / "README.md", daily())):
        page.write_text(between(page.read_text(encoding="utf-8"), table), encoding="utf-8")


if __name__ == "__main__":
    main(Path.cwd())
