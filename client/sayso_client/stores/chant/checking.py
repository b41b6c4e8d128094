"""Trying a workspace out: what can be read of it, and with which program it would be written. Nothing of it is run."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sayso_client.errors import Denied, StoreError
from sayso_client.stores.chant import command, hindering
from sayso_client.stores.chant.hindering import Hindrances
from sayso_client.stores.chant.reading import Reading
from sayso_client.stores.chant.watching import possible
from sayso_config.model import StoreSetting


class Kind(NamedTuple):
    """An answer kind."""

    file: str
    """As declared."""
    questions: int
    open: int
    problem: str = ""
    """Why it, or its points file, cannot be read; a phrase, with foreign text in it that is raw."""


class Checked(NamedTuple):
    """How far it went."""

    uuid: str | None = None
    name: str = ""
    root: Path | None = None
    """The folder of its declaration."""
    kinds: tuple[Kind, ...] = ()
    problems: tuple[str, ...] = ()
    """All of what cannot be read."""
    tells: bool = False
    """Whether the system tells of changes."""
    argv: tuple[str, ...] = ()
    """The command; empty when there is none that may be run."""
    version: str = ""
    """What that program calls itself; empty when it was not asked, or does not say."""
    why_no_command: str = ""
    trouble: StoreError | None = None
    """Why it cannot be read at all."""
    broken: str = ""
    """How many records are broken, as a sentence."""
    hindrances: Hindrances = Hindrances()
    """Why the person cannot answer there, apart from trust and the command."""

    @property
    def questions(self) -> int:
        """In all kinds."""
        return sum(each.questions for each in self.kinds)


def check(setting: StoreSetting, environ: Mapping[str, str], who: str | None = None) -> Checked:
    """Read the workspace, and look for the command. Blocks.

    Args:
        setting: Of kind chant.
        environ: Variables with a PATH.
        who: Whom chant is told that answers; None for nobody yet.
    """
    reading = Reading(setting)
    try:
        uuid, name = reading.greet()
        found = reading.all()
    except StoreError as error:
        return Checked(trouble=error)
    kinds = []
    for source, asked in zip(found.sources, found.questions, strict=True):
        views = [each.view for each in asked.by_name.values() if each.view is not None]
        reason = source.reason or (source.points.reason if source.points else None)
        opened = sum(1 for each in views if each["open"])
        kinds.append(Kind(source.declared.declared, len(views), opened, reason.message if reason else ""))
    try:
        argv, why = command.find(setting, found.declaration.root, environ), ""
    except Denied as error:
        argv, why = (), str(error)
    root = found.declaration.root
    return Checked(
        uuid,
        name,
        root,
        tuple(kinds),
        tuple(found.problems),
        possible(),
        argv,
        broken=found.broken,
        why_no_command=why,
        hindrances=hindering.of(found, who),
    )


async def version(found: Checked, environ: Mapping[str, str]) -> Checked:
    """With the version of the program. It is run for that, elsewhere than in the workspace."""
    try:
        told = await command.version(found.argv, found.root or Path("/"), environ)
    except StoreError as error:
        return found._replace(argv=(), why_no_command=str(error))
    return found._replace(version=told)
