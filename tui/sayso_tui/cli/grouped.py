"""The help of a verb with many options: under a heading for each sort of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import click


class Grouped(click.Command):
    """Lists its options by what they are for."""

    def __init__(self, *args: Any, groups: Mapping[str, Sequence[str]], **more: Any) -> None:
        """As every command.

        Args:
            *args: Click's.
            groups: Heading → names of parameters, in their order; the others come under "Options".
            **more: Click's.
        """
        super().__init__(*args, **more)
        self.groups = groups

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each group under its heading."""
        told = {each.name: each.get_help_record(ctx) for each in self.get_params(ctx) if isinstance(each, click.Option)}
        for heading, names in self.groups.items():
            with formatter.section(heading):
                formatter.write_dl([record for name in names if (record := told.pop(name, None)) is not None])
        if rest := [record for record in told.values() if record is not None]:
            with formatter.section("Options"):
                formatter.write_dl(rest)
