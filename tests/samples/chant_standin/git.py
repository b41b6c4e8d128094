"""The few things that are asked of git."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

_BASES = ("refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master")


class Git:
    """The repository that a folder is in."""

    def __init__(self, folder: Path, env: Mapping[str, str]) -> None:
        self._folder = folder
        self._env = {
            "PATH": os.environ["PATH"],
            "GIT_AUTHOR_NAME": "chant",
            "GIT_AUTHOR_EMAIL": "chant@localhost",
            "GIT_COMMITTER_NAME": "chant",
            "GIT_COMMITTER_EMAIL": "chant@localhost",
            **env,
        }
        found = self.ask("rev-parse", "--show-toplevel", "--absolute-git-dir")
        top, own = found.splitlines() if found else (None, None)
        self.top = Path(top) if top else None
        self.directory = Path(own) if own else None
        self.read_before: dict[str, dict[str, bytes]] = {}
        """By folder of the branch; for one run, which looks at it before it writes."""

    def ask(self, *words: str, stdin: bytes = b"", index: Path | None = None) -> str | None:
        """What git printed, or None when it failed."""
        raw = self.raw(*words, stdin=stdin, index=index)
        return None if raw is None else raw.decode(errors="surrogateescape")

    def raw(self, *words: str, stdin: bytes = b"", index: Path | None = None) -> bytes | None:
        """The bytes that git printed, or None when it failed."""
        env = self._env if index is None else {**self._env, "GIT_INDEX_FILE": str(index)}
        done = subprocess.run(["git", *words], cwd=self._folder, env=env, input=stdin, capture_output=True, check=False)
        return done.stdout if done.returncode == 0 else None

    def commit(self, revision: str) -> str | None:
        """The commit that a name stands for."""
        found = self.ask("rev-parse", "-q", "--verify", "--end-of-options", f"{revision}^{{commit}}")
        return found.strip() if found else None

    def at_base(self, paths: Sequence[str]) -> dict[str, bytes] | None:
        """Files of the commit that trust is read from, by their paths from the root; None without that commit."""
        wanted = [[f"{name}^{{commit}}", *(f"{name}:{path}" for path in paths)] for name in _BASES]
        told = iter(self._batch([each for names in wanted for each in names] if self.top else []))
        for names in wanted:
            commit, *held = (next(told, None) for _ in names)
            if commit is not None:
                return {path: raw for path, raw in zip(paths, held, strict=True) if raw is not None}
        return None

    def show(self, revision: str, path: str) -> bytes | None:
        """A file of a commit, by its path from the root."""
        return self.raw("cat-file", "blob", f"{revision}:{path}")

    def show_all(self, revision: str, folder: str, names: list[str]) -> dict[str, bytes]:
        """Many files of one folder at once."""
        told = self._batch([f"{revision}:{folder}/{name}" for name in names])
        return {name: raw for name, raw in zip(names, told, strict=True) if raw is not None}

    def _batch(self, objects: list[str]) -> list[bytes | None]:
        asked = "".join(f"{each}\n" for each in objects).encode(errors="surrogateescape")
        left = (self.raw("cat-file", "--batch", stdin=asked) if objects else None) or b""
        found: list[bytes | None] = []
        for _ in objects:
            head, _, left = left.partition(b"\n")
            if head.endswith((b" missing", b" ambiguous")) or not head:
                found.append(None)
                continue
            size = int(head.rsplit(b" ", 1)[1])
            found.append(left[:size])
            left = left[size + 1 :]
        return found

    def names(self, revision: str, folder: str) -> list[str]:
        """The files right in a folder of a commit, sorted by git."""
        at = f"{revision}:{folder}" if folder not in ("", ".") else revision
        listed = self.raw("ls-tree", "-z", "--full-tree", at) or b""
        rows = [row.partition(b"\t") for row in listed.split(b"\0") if row]
        return [name.decode(errors="surrogateescape") for mode, _, name in rows if mode.startswith(b"100")]
