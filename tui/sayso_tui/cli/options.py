"""Options that several verbs share, and how their values are read."""

import sys
from datetime import date

import click

store_option = click.option("--store", metavar="NAME", help="Which store, where more than one could be meant.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")


def _keys(context: click.Context, parameter: click.Parameter, beginning: str) -> list[str]:
    from sayso_tui.cli.completing import keys

    return keys(beginning)


key_argument = click.argument("key", shell_complete=_keys)


class Pair(click.ParamType[tuple[str, str]]):
    """NAME=VALUE as two texts. The first "=" divides; without one the name is the value too, where that is allowed."""

    def __init__(self, name: str, *, alone: bool = False) -> None:
        self.name = name
        self._alone = alone

    def convert(
        self, value: str | tuple[str, str], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """The two parts, neither of them blank."""
        if isinstance(value, tuple):
            return value
        left, divided, right = value.partition("=")
        if not divided and self._alone:
            right = left
        if not left.strip() or not right.strip():
            self.fail(f"{value!r} is not {self.name}.", param, ctx)
        return left, right


class Share(Pair):
    """NAME=NUMBER; the number is read, not judged: what cannot be used is told by the proposal's own rules."""

    def convert(  # type: ignore[override]  # the second part is a number here
        self, value: str | tuple[str, float], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, float]:
        """The name and the number."""
        if isinstance(value, tuple):
            return value
        name, number = super().convert(value, param, ctx)
        try:
            return name, float(number)
        except ValueError:
            self.fail(f"{number!r} is not a number.", param, ctx)


class Day(click.ParamType[str]):
    """A calendar day as 2026-12-31."""

    name = "YYYY-MM-DD"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The day as it was written."""
        try:
            if len(value) != len("2026-12-31"):
                raise ValueError
            date.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is not a day such as 2026-12-31.", param, ctx)
        return value


def text_or_stdin(text: str) -> str:
    """The text, or what comes in on stdin when it is "-"."""
    if text != "-":
        return text
    return sys.stdin.buffer.read().decode("utf-8", "replace").rstrip("\r\n")
