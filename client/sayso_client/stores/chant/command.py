"""The program `chant`: where it is, and whether it may be started."""

import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sayso_client.errors import Denied
from sayso_client.stores.chant import environment
from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_config.model import StoreSetting

CANNOT = "chant cannot be started: "
"""So every such sentence begins, since little of it fits where it is told beside the name of the store."""
VERSION_S = 20.0
"""Starting node on a cold disk takes a while."""


def find(setting: "StoreSetting", root: Path, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The words that chant is started with, the first of them an absolute path.

    Args:
        setting: Of the store. A command in it is taken as the person wrote it; else `chant` is looked for.
        root: The workspace's folder. A program in it is only taken when the person wrote its path.
        environ: With the PATH.

    Raises:
        Denied: there is none, or none that may be started. Its sentence stands beside the name of the store.
    """
    own = setting.command or ()
    name, rest = (own[0], tuple(own[1:])) if own else ("chant", ())
    if name.startswith("/"):
        if why := _unfit(Path(name)):
            raise Denied(f"{CANNOT}{one_line(name, 200)} {why}. {_WRITE_IT}")
        return (name, *rest)
    if "/" in name or not name:
        shown = one_line(name, 200)
        raise Denied(f"{CANNOT}the command {shown} has to be a name or an absolute path. {_WRITE_IT}")
    found = _first(name, environment.folders(environ, root), root)
    if isinstance(found, Path):
        return (str(found), *rest)
    shown, why = one_line(name, 80), f" ({found})" if found else ""
    raise Denied(f"{CANNOT}there is no program {shown} on the PATH outside the workspace{why}. {_WRITE_IT}")


_WRITE_IT = 'Install it, or write where it is into the store\'s section: command = ["/path/to/chant"].'


def _first(name: str, folders: Iterable[Path], root: Path) -> Path | str:
    """The first program of that name that may be started, or why those that are there may not; "" when none is."""
    why = ""
    for folder in folders:
        at = folder / name
        if not os.path.lexists(at):
            continue
        if environment.is_inside(at, root):
            why = why or f"{one_line(str(at), 200)} leads into it"
        elif unfit := _unfit(at):
            why = why or f"{one_line(str(at), 200)} {unfit}"
        else:
            return at
    return why


def _unfit(path: Path) -> str | None:
    """Why a program is not started, as the end of a sentence; None when it is."""
    try:
        real = path.resolve(strict=True)
        about, around = real.stat(), real.parent.stat()
    except (OSError, RuntimeError):
        return "is not there"
    if not stat.S_ISREG(about.st_mode):
        return "is no file"
    if not os.access(real, os.X_OK):
        return "cannot be executed"
    if about.st_mode & stat.S_IWOTH or (around.st_mode & stat.S_IWOTH and not around.st_mode & stat.S_ISVTX):
        return "can be changed by everybody on this machine, so it is not started"
    return None


async def version(argv: tuple[str, ...], root: Path, environ: Mapping[str, str]) -> str:
    """What chant calls itself; "" when it does not say. Nothing of the workspace is run by that.

    Args:
        argv: As `find` gave them.
        root: The workspace's folder.
        environ: The variables of this process.

    Raises:
        Denied: it cannot be started.
        Unreachable: not now.
    """
    from sayso_client.stores.chant import running

    # Elsewhere than in the workspace: a declaration can hand a command on to another chant.
    ran = await running.run((*argv, "--version"), environment.of_chant(environ, root), Path("/"), seconds=VERSION_S)
    return one_line(ran.out.decode(errors="replace"), 60) if ran.exit == 0 else ""
