"""The variables that chant is started with: a few that it needs, and nothing that could make it do anything else.

A workspace's `.envrc`, or whoever started sayso, can set NODE_OPTIONS, GIT_DIR, npm_config_… or CHANT_STEWARD: none of
these is on the list, and no key of yours is.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from sayso_client.stores.chant.folder import read_in
from sayso_config.children import child_environ

PASSED = frozenset(
    {
        *("HOME", "USER", "LOGNAME", "TMPDIR", "TZ"),
        *("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TIME", "LC_COLLATE", "LC_NUMERIC"),
        *("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"),
        # chant pushes the branch of steward questions.
        "SSH_AUTH_SOCK",
    }
)
"""Besides PATH. Outside git, chant's lock is in TMPDIR, so every chant has to have the same."""
_FIXED = {"GIT_TERMINAL_PROMPT": "0", "NO_COLOR": "1"}
_FALLBACK = "/usr/local/bin:/usr/bin:/bin"


def of_chant(environ: Mapping[str, str], root: Path) -> dict[str, str]:
    """All variables of a run of chant.

    Args:
        environ: Those of this process.
        root: The workspace's folder. Nothing in it is on the PATH of chant.
    """
    passed = {name: value for name, value in environ.items() if name in PASSED}
    path = ":".join(str(each) for each in folders(environ, root))
    return child_environ(passed, {**_FIXED, "PATH": path or _FALLBACK})


def folders(environ: Mapping[str, str], root: Path) -> Iterator[Path]:
    """Where programs are looked for: the folders of PATH that are absolute, there, and outside the workspace."""
    seen: set[str] = set()
    own = _own(root)
    for each in environ.get("PATH", "").split(":"):
        # An empty one means the folder that a program is in at that moment.
        if each.startswith("/") and each not in seen and (at := Path(each)).is_dir() and not _leads_into(at, own):
            seen.add(each)
            yield at


def git(environ: Mapping[str, str], root: Path) -> Path | None:
    """The git to ask about a workspace, never one of its own; None where there is none."""
    own = _own(root)
    for folder in folders(environ, root):
        at = folder / "git"
        if at.is_file() and os.access(at, os.X_OK) and not _leads_into(at, own):
            return at
    return None


def is_inside(path: Path, root: Path) -> bool:
    """Whether a path, or what it leads to, belongs to the workspace, or to the repository that the workspace is in."""
    return _leads_into(path, _own(root))


def _leads_into(path: Path, own: frozenset[Path]) -> bool:
    return any(each.is_relative_to(folder) for each in (path, path.resolve()) for folder in own)


def _own(root: Path) -> frozenset[Path]:
    found = {root, root.resolve()}
    for each in (root.resolve(), *root.resolve().parents):
        if (each / ".git").exists():
            # Some keep their home folder, or all of the disk, in a repository: then programs of their own are in it.
            found.update({each, _main(each)} - {_home(), Path("/")})
            break
    return frozenset(found)


def _main(top: Path) -> Path:
    """The main working tree of a repository; the one given when it is no linked one."""
    pointer = read_in(os.fspath(top / ".git"), None, 4_096)
    if pointer is None:  # a folder, usually
        return top
    told = os.fsdecode(pointer.raw).removeprefix("gitdir:").strip()
    main, linked, _ = told.rpartition("/.git/worktrees/")
    return Path(main).resolve() if linked and main.startswith("/") else top


def _home() -> Path:
    try:
        return Path.home().resolve()
    except RuntimeError:
        return Path("/")
