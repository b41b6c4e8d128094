"""Options that several verbs share, and how their values are read."""

import click

from sayso_tui.cli import values

store_option = click.option("--store", metavar="NAME", help="Which store, where more than one could be meant.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")


def complete_keys(context: click.Context, parameter: click.Parameter, beginning: str) -> list[str]:
    """Keys that begin so."""
    from sayso_tui.cli.completing import keys

    return keys(beginning)


key_argument = click.argument("key", shell_complete=complete_keys)


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
        try:
            return values.pair(value, self.name, alone=self._alone)
        except ValueError as wrong:
            self.fail(str(wrong), param, ctx)


class Share(click.ParamType[tuple[str, float]]):
    """NAME=NUMBER; the number is read, not judged: what cannot be used is told by the proposal's own rules."""

    def __init__(self, name: str) -> None:
        self.name = name

    def convert(
        self, value: str | tuple[str, float], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, float]:
        """The name and the number."""
        if isinstance(value, tuple):
            return value
        try:
            return values.share(value, self.name)
        except ValueError as wrong:
            self.fail(str(wrong), param, ctx)


class Day(click.ParamType[str]):
    """A calendar day as 2026-12-31."""

    name = "YYYY-MM-DD"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The day as it was written."""
        try:
            return values.day(value)
        except ValueError as wrong:
            self.fail(str(wrong), param, ctx)


class Seconds(click.FloatRange):
    """A time to wait, which ends."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, neither infinite nor none at all."""
        try:
            return values.seconds(super().convert(value, param, ctx))
        except ValueError as wrong:
            self.fail(str(wrong), param, ctx)
