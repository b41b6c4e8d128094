"""Which repository a folder is in, by `git rev-parse`.

A repository's own configuration can name programs. None of the commands that are used here starts one, nothing is
fetched, and what could make git do otherwise is switched off.
"""

import os
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sayso_client.errors import Unreachable
from sayso_client.stores.chant import environment, unmoved
from sayso_client.stores.chant.git_process import MOST_SECONDS, run
from sayso_client.stores.chant.lately import Lately
from sayso_client.stores.chant.repository import FIRST_SECONDS, Repository
from sayso_client.stores.chant.unmoved import Marks

_SAFE = (
    "--no-pager",
    "--no-optional-locks",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.quotePath=false"),
    *("-c", "protocol.allow=never"),
)
_FIXED = {
    "LC_ALL": "C",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    # A repository can call itself a partial clone, so that a missing object is fetched by a command that it names.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}


class Found(NamedTuple):
    """A repository, and where it stands."""

    repository: Repository
    head: str | None
    """The commit that is checked out; None before the first one."""


_Question = tuple[Path, tuple[str, ...], frozenset[tuple[str, str]], float]

_STANDING: Lately[_Question, tuple[Found, Marks]] = Lately(16)
"""What git said, and the marks of what it said that of."""
_NO_COMMIT = 1
"""How `rev-parse --verify` ends then."""
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def program_for(folder: Path) -> str | None:
    """The git on the PATH that is none of the workspace's or its repository's own; None where there is none."""
    found = environment.git(os.environ, folder)
    return None if found is None else str(found)


def find(folder: Path, program: str | None = None, seconds: float = MOST_SECONDS) -> Found | None:
    """The repository that a folder is in; None where there is none. git is only asked when something there moved.

    Args:
        folder: Any folder of a working tree.
        program: The git to run; None for the one on the path.
        seconds: How long each answer of git may take.

    Raises:
        Unreachable: there is no git, or it did not answer, or does not trust the repository.
    """
    if not any((each / ".git").exists() for each in (folder, *folder.parents)):
        return None
    asked = program or program_for(folder)
    if asked is None:
        raise Unreachable(
            "git is not installed (outside the workspace), so questions that a steward asked are not seen. Install it."
        )
    path = os.pathsep.join(map(str, environment.folders(os.environ, folder)))
    ours = {name: os.environ[name] for name in ("HOME", "XDG_CONFIG_HOME") if name in os.environ} | {
        "PATH": path,
        **_FIXED,
    }
    return _remembered(folder, (asked, *_SAFE), ours, seconds)


def _remembered(folder: Path, argv: tuple[str, ...], environ: Mapping[str, str], seconds: float) -> Found:
    question = (folder, argv, frozenset(environ.items()), seconds)
    known = _STANDING.get(question)
    if known is not None and _marks(folder, known[0].repository) == known[1]:
        return known[0]
    begun = time.time_ns()
    found = _ask(folder, argv, environ, seconds)
    marks = _marks(folder, found.repository)
    # An object that is missing can still come.
    if found.head is not None and marks is not None and unmoved.are_older(marks, begun):
        _STANDING.keep(question, (found, marks))
    return found


def _marks(folder: Path, repository: Repository) -> Marks | None:
    return unmoved.of_place(folder, repository.argv[0], repository.git_dir, repository.common_dir)


def _ask(folder: Path, argv: tuple[str, ...], environ: Mapping[str, str], seconds: float) -> Found:
    where = ("--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir")
    words = ("rev-parse", *where, "--quiet", "--verify", "HEAD^{commit}")
    told = run((*argv, *words), environ, folder, min(seconds, FIRST_SECONDS), fine=(0, _NO_COMMIT))
    top, git_dir, common_dir, head, *more = [*os.fsdecode(told).split("\n"), "", ""]
    if any(more) or not common_dir or (head and not _COMMIT.fullmatch(head)):
        raise Unreachable(f"git does not say where the repository of {folder} is. Nothing was read from it.")
    return Found(Repository(Path(top), Path(git_dir), Path(common_dir), argv, environ, seconds), head or None)
