"""What git holds of a workspace, by `rev-parse`, `ls-tree` and `cat-file` alone; its first commit by `rev-list`.

A repository's own configuration can name programs. None of these commands starts one, nothing is fetched, and what
could make git do otherwise is switched off.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sayso_client.errors import Unreachable
from sayso_client.stores.chant import environment
from sayso_client.stores.chant.git_process import MOST_SECONDS, run

FIRST_SECONDS = 5
"""For the first answer, and for where branches stand: git reads its configuration or a few small files for it. One of
them can be a pipe, which never ends."""
MOST_BYTES = 64 * 1024 * 1024
"""Contents that are asked for at a time."""
MOST_FILES = 100_000

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


@dataclass(frozen=True, slots=True)
class Blob:
    """A file of a commit."""

    name: str
    oid: str
    size: int


@dataclass(frozen=True, slots=True)
class Repository:
    """One working tree of a repository."""

    top: Path
    git_dir: Path
    """Of this working tree; a linked one has its own."""
    common_dir: Path
    """Where the branches are, for all working trees."""
    _argv: tuple[str, ...]
    _environ: Mapping[str, str]
    _seconds: float

    def commits(self, revisions: Iterable[str]) -> dict[str, str]:
        """The commits that revisions name, by revision; those that name none are left out."""
        wanted = tuple(revisions)
        names = "".join(f"{each}^{{commit}}\n" for each in wanted)
        lines = self._run(("cat-file", "--batch-check"), names, FIRST_SECONDS).splitlines()
        found = (line.split(b" ") for line in lines)
        return {
            each: words[0].decode() for each, words in zip(wanted, found, strict=False) if words[1:2] == [b"commit"]
        }

    def first_commit(self) -> str | None:
        """Where the first-parent history of HEAD begins; None without a commit, and in a shallow clone."""
        if (self.common_dir / "shallow").exists() or "HEAD" not in self.commits(("HEAD",)):
            return None
        found = self._run(("rev-list", "--first-parent", "--max-parents=0", "HEAD", "--")).split()
        return found[-1].decode() if found else None

    def file(self, commit: str, path: str, limit: int) -> bytes | None:
        """A file of a commit, at most limit + 1 bytes of it; None when it is not there, or is no plain file."""
        name = path.rpartition("/")[2]
        blob = next((each for each in self._listed(commit, (path,)) if each.name == name), None)
        if blob is None:
            return None
        return dict(self.contents((blob,), limit)).get(blob.oid)

    def folder(self, commit: str, path: str) -> tuple[Blob, ...]:
        """The plain files directly in a folder of a commit, the first MOST_FILES of them."""
        return tuple(self._listed(commit, (f"{path}/",)))

    def contents(self, blobs: Iterable[Blob], limit: int) -> Iterator[tuple[str, bytes]]:
        """What files of commits hold, by object id. One with more than `limit` bytes comes as limit + 1 zero bytes."""
        waiting: list[str] = []
        together = 0
        for blob in blobs:
            if blob.size > limit:
                yield blob.oid, bytes(limit + 1)
                continue
            if together + blob.size > MOST_BYTES:
                yield from self._read(waiting)
                waiting, together = [], 0
            waiting.append(blob.oid)
            together += blob.size
        yield from self._read(waiting)

    def _listed(self, commit: str, paths: tuple[str, ...]) -> Iterator[Blob]:
        told = self._run(("ls-tree", "-z", "-l", "--full-tree", commit, "--", *paths))
        for entry in told.split(b"\0")[:MOST_FILES]:
            about, _, path = entry.partition(b"\t")
            words = about.split()
            if len(words) == 4 and words[0] in (b"100644", b"100755") and words[3].isdigit():
                yield Blob(os.fsdecode(path).rpartition("/")[2], words[2].decode(), int(words[3]))

    def _read(self, oids: list[str]) -> Iterator[tuple[str, bytes]]:
        if not oids:
            return
        told = self._run(("cat-file", "--batch"), "".join(f"{each}\n" for each in oids))
        at = 0
        while (end := told.find(b"\n", at)) >= 0:
            words = told[at:end].split(b" ")
            at = end + 1
            if len(words) == 3 and words[1] == b"blob":
                size = int(words[2])
                yield words[0].decode(), told[at : at + size]
                at += size + 1

    def _run(self, words: tuple[str, ...], told: str = "", seconds: float = MOST_SECONDS) -> bytes:
        return run((*self._argv, *words), self._environ, self.top, min(seconds, self._seconds), told)


def program_for(folder: Path) -> str | None:
    """The git on the PATH that is none of the workspace's or its repository's own; None where there is none."""
    found = environment.git(os.environ, folder)
    return None if found is None else str(found)


def find(folder: Path, program: str | None = None, seconds: float = MOST_SECONDS) -> Repository | None:
    """The repository that a folder is in; None where there is none.

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
    argv = (asked, *_SAFE)
    words = ("rev-parse", "--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir")
    lines = os.fsdecode(run((*argv, *words), ours, folder, min(seconds, FIRST_SECONDS))).split("\n")
    if len(lines) != 4:
        raise Unreachable(f"git does not say where the repository of {folder} is. Nothing was read from it.")
    return Repository(Path(lines[0]), Path(lines[1]), Path(lines[2]), argv, ours, seconds)
