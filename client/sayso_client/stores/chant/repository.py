"""What git holds of a workspace, by `ls-tree` and `cat-file` alone; its first commit by `rev-list`."""

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sayso_client.stores.chant import unmoved
from sayso_client.stores.chant.git_process import MOST_SECONDS, run
from sayso_client.stores.chant.lately import Lately
from sayso_client.stores.chant.unmoved import Marks

FIRST_SECONDS = 5
"""For the first answer, and for where branches stand: git reads its configuration or a few small files for it. One of
them can be a pipe, which never ends."""
MOST_BYTES = 64 * 1024 * 1024
"""Contents that are asked for at a time."""
MOST_FILES = 100_000

_Question = tuple[Path, Path, tuple[str, ...], tuple[str, ...]]

_STANDING: Lately[_Question, tuple[dict[str, str], Marks]] = Lately(16)
"""Where branches stand, and the marks of that."""
_BEGUN: Lately[tuple[Path, str], str] = Lately(32)
"""Where a history begins, by its repository and its last commit, which is never changed."""


@dataclass(frozen=True, slots=True)
class Blob:
    """A file of a commit."""

    path: str
    """From the top."""
    oid: str
    size: int

    @property
    def name(self) -> str:
        """Without its folder."""
        return self.path.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Repository:
    """One working tree of a repository."""

    top: Path
    git_dir: Path
    """Of this working tree; a linked one has its own."""
    common_dir: Path
    """Where the branches are, for all working trees."""
    argv: tuple[str, ...]
    """What git is started with."""
    environ: Mapping[str, str]
    seconds: float
    """How long each answer may take."""

    def commits(self, revisions: Iterable[str]) -> dict[str, str]:
        """The commits that full names of branches stand for, by name; those that stand for none are left out."""
        wanted = tuple(revisions)
        question = (self.git_dir, self.common_dir, self.argv, wanted)
        known = _STANDING.get(question)
        if known is not None and self._marks(wanted) == known[1]:
            return known[0]
        begun = time.time_ns()
        found = self._commits(wanted)
        marks = self._marks(wanted)
        if marks is not None and unmoved.are_older(marks, begun):
            _STANDING.keep(question, (found, marks))
        return found

    def _marks(self, names: tuple[str, ...]) -> Marks | None:
        return unmoved.of_branches(names, self.argv[0], self.git_dir, self.common_dir)

    def _commits(self, wanted: tuple[str, ...]) -> dict[str, str]:
        names = "".join(f"{each}^{{commit}}\n" for each in wanted)
        lines = self._run(("cat-file", "--batch-check"), names, FIRST_SECONDS).splitlines()
        found = (line.split(b" ") for line in lines)
        return {
            each: words[0].decode() for each, words in zip(wanted, found, strict=False) if words[1:2] == [b"commit"]
        }

    def first_commit(self, head: str | None) -> str | None:
        """Where the first-parent history of a commit begins; None without a commit, and in a shallow clone.

        Args:
            head: The commit that is checked out; None before the first one.
        """
        if head is None or (self.common_dir / "shallow").exists():
            return None
        if (known := _BEGUN.get((self.common_dir, head))) is not None:
            return known
        found = self._run(("rev-list", "--first-parent", "--max-parents=0", head, "--")).split()
        return _BEGUN.keep((self.common_dir, head), found[-1].decode()) if found else None

    def files(self, commit: str, limits: Mapping[str, int]) -> dict[str, bytes]:
        """Files of a commit, at most limit + 1 bytes of each; without those that are not there, or no plain files.

        Args:
            commit: Its id.
            limits: By path, how many bytes are read.
        """
        blobs = {each.path: each for each in self._listed(commit, limits) if each.path in limits}
        held = dict(self.contents(blobs.values(), max(limits.values(), default=0)))
        found = {path: held[each.oid] for path, each in blobs.items() if each.oid in held}
        return {path: raw[: limits[path] + 1] for path, raw in found.items()}

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

    def _listed(self, commit: str, paths: Iterable[str]) -> Iterator[Blob]:
        told = self._run(("ls-tree", "-z", "-l", "--full-tree", commit, "--", *paths))
        for entry in told.split(b"\0")[:MOST_FILES]:
            about, _, path = entry.partition(b"\t")
            words = about.split()
            if len(words) == 4 and words[0] in (b"100644", b"100755") and words[3].isdigit():
                yield Blob(os.fsdecode(path), words[2].decode(), int(words[3]))

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
        return run((*self.argv, *words), self.environ, self.top, min(seconds, self.seconds), told)
