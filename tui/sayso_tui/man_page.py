"""The manual page sayso(1). After a change, `python -m sayso_tui.man_page` writes docs/man/sayso.1."""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from sayso_tui.cli.verbs import VERBS, sayso

NAME = "sayso \\- the decisions that wait on your say\\-so, in your terminal"

EXITS = (
    (0, "Done."),
    (1, "Failure: not found, not readable, not written."),
    (2, "Usage or configuration."),
    (3, "Still open (wait)."),
    (4, "Conflict, or the terms are others than those meant; nothing was written."),
    (5, "Refused; nothing was written."),
    (6, "The store did not answer; the verdict is kept."),
    (7, "Dismissed or withdrawn (wait)."),
    (130, "Interrupted."),
    (141, "The reader of the output has left."),
)

VARIABLES = (
    ("SAYSO_HOME", "A folder for configuration, ledger and log."),
    ("SAYSO_CONFIG", "Another configuration file."),
    ("SAYSO_ME_NAME, SAYSO_ME_ASSISTANT, SAYSO_UI_THEME, ...", "Settings; they win over the file."),
    (
        "SAYSO_AGENT",
        "An agent of that name works in this shell: the inbox is read-only, principal verbs are refused.",
    ),
    ("SAYSO_STORE", "In which store agents and scripts ask when they name none; the setting asker.store."),
    ("NO_COLOR", "No colours."),
    ("COLUMNS", "The width of what is printed."),
)

FILES = (
    ("$XDG_CONFIG_HOME/sayso/config.toml", "The configuration; ~/.config/sayso where the variable is not set."),
    ("$XDG_DATA_HOME/sayso/ledger.db", "The ledger, with drafts; ~/.local/share/sayso likewise."),
    ("$XDG_STATE_HOME/sayso/sayso.log", "Details of failures; ~/.local/state/sayso likewise."),
)


def page() -> str:
    """The whole page, in man(7)."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield '.TH SAYSO 1 "" "sayso" "User Commands"'
    yield from (".SH NAME", NAME)
    yield from (".SH SYNOPSIS", ".B sayso", "[OPTIONS] [VERB ...]")
    yield ".SH DESCRIPTION"
    yield from _paragraphs(sayso.help or "")
    yield from _options(sayso, "sayso")
    yield ".SH VERBS"
    for name in VERBS:
        yield from _command(name)
    for title, table in (("EXIT STATUS", EXITS), ("ENVIRONMENT", VARIABLES), ("FILES", FILES)):
        yield f".SH {title}"
        for term, text in table:
            yield from (".TP", f".B {_roff(str(term))}", _roff(text))


def _command(name: str) -> Iterator[str]:
    context = click.Context(sayso, info_name="sayso")
    command = sayso.get_command(context, name)
    assert command is not None
    yield from _family(command, f"sayso {name}")


def _family(command: click.Command, name: str) -> Iterator[str]:
    """A verb and those below it."""
    yield from _told(command, name)
    if isinstance(command, click.Group):
        for each in command.commands:
            yield from _family(command.commands[each], f"{name} {each}")


def _told(command: click.Command, name: str) -> Iterator[str]:
    """One verb: how it is called, what it does, its options."""
    usage = " ".join(command.collect_usage_pieces(click.Context(command, info_name=name)))
    yield f'.SS "{_roff(f"{name} {usage}".replace("COMMAND [ARGS]...", "VERB"))}"'
    yield from _paragraphs(command.help or "")
    yield from _options(command, name)


def _options(command: click.Command, name: str) -> Iterator[str]:
    context = click.Context(command, info_name=name)
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and isinstance(parameter, click.Option) and "--help" not in parameter.opts:
            yield from (".TP", f".B {_roff(record[0])}", _roff(record[1]))


def _paragraphs(text: str) -> Iterator[str]:
    for number, each in enumerate(re.split(r"\n\s*\n", text.strip())):
        if number:
            yield ".PP"
        yield _roff(" ".join(each.split()))


def _roff(text: str) -> str:
    """Text that roff takes as it is: no line of it is a request, no character an escape."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("…", "...")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


def main(root: Path) -> None:
    """Write the page of the project that lies at `root`."""
    file = root / "docs" / "man" / "sayso.1"
    file.parent.mkdir(exist_ok=True)
    file.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(Path.cwd())
