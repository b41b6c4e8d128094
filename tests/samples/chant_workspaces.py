"""Folders as the stand-in of chant and the inbox find them: a workspace at any moment of the captured commands."""

import hashlib
import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from chant_schemas import answer_schema

CAPTURED = Path(__file__).parent / "chant"
LAST = 90
# What a name of a moment means: so many of the captured commands have run.
MOMENTS = {"before-first-command": 0, "asked": 39, "answered": 63, "final": LAST}
POINTS_CHANGED_AFTER = 76
LIFECYCLE = "chant/lifecycle"
_IN_THE_LEDGER = frozenset({35, 36, 37, 63})
_PROGRAM = Path(__file__).parent / "chant_standin" / "__main__.py"


def make_workspace(folder: Path, *, git: bool = True, schema: str = "new", state: str = "before-first-command") -> Path:
    """A workspace in `folder`, which is made when it is not there.

    With git, everything but the answers is committed on `main`, `.chant/trust.json` too; the answers are uncommitted
    changes, as chant leaves them, and a steward's questions are on the branch `chant/lifecycle`.

    Args:
        folder: Where; becomes the root of the repository.
        git: False for a folder outside any repository: nobody holds a role, and a steward's questions are left out.
        schema: The age of the schema copy, "new" or "old" (see `chant_schemas`).
        state: A name of MOMENTS, or "after-NN": as after the captured command NN.

    Returns:
        `folder`.
    """
    after = MOMENTS[state] if state in MOMENTS else int(state.removeprefix("after-"))
    fresh = not folder.exists() or not any(folder.iterdir())
    if git and fresh:
        _copy(_prepared(_points(after), schema, tuple(_ledger(after).items())), folder)
    else:
        _write(_files(_points(after), schema), folder)
        if git:
            _commit(folder)
            put_in_ledger(folder, _ledger(after))
    for name, text in answers_after(after)[0].items():
        (folder / "answers" / name).write_text(text)
    return folder


def _points(after: int) -> str:
    return "points.json" if after > POINTS_CHANGED_AFTER else "points-before.json"


def _files(points: str, schema: str) -> dict[str, bytes]:
    """Of the working tree, but for the records."""
    files = {
        "chant.workspace.json": _captured("chant.workspace.json"),
        ".chant/trust.json": _captured("trust.json"),
        "decisions/points.json": _captured(points),
        "answers/answer.kind.mjs": kind_module(json.loads(_captured("answers/answer.kind.json"))),
        "answers/answer.schema.json": answer_schema(schema),
        "app/server.mjs": "// a plain server\n",
        **{f"inputs/{each.name}": each.read_text() for each in sorted((CAPTURED / "inputs").iterdir())},
    }
    return {name: text.encode() for name, text in files.items()}


def _ledger(after: int) -> dict[str, str]:
    return {f"_answers/answer/{name}": text for name, text in answers_after(after)[1].items()}


def _write(files: dict[str, bytes], folder: Path) -> None:
    for each in sorted({(folder / name).parent for name in files}):
        each.mkdir(parents=True, exist_ok=True)
    for name, raw in files.items():
        (folder / name).write_bytes(raw)


def _commit(folder: Path) -> None:
    run_git(folder, "init", "-q", "-b", "main", "--template=")
    run_git(folder, "add", ".")
    # The folder is named so that two workspaces never share their first commit.
    run_git(folder, "commit", "-q", "-m", f"Begin {folder}")


@dataclass(frozen=True)
class _Prepared:
    """A workspace without its first commit, which names the folder: that alone tells two of them apart."""

    files: dict[str, bytes]
    """By path, the repository's too."""
    tree: str
    """What the first commit holds."""


@cache
def _prepared(points: str, schema: str, ledger: tuple[tuple[str, str], ...]) -> _Prepared:
    with TemporaryDirectory() as made:
        folder = Path(made)
        _write(_files(points, schema), folder)
        _commit(folder)
        tree = run_git(folder, "rev-parse", "HEAD^{tree}").strip()
        # A few files are copied quicker than many.
        run_git(folder, "repack", "-q", "-a", "-d")
        put_in_ledger(folder, dict(ledger), packed=True)
        paths = [each for each in folder.rglob("*") if each.is_file() and "logs" not in each.parts]
        return _Prepared({each.relative_to(folder).as_posix(): each.read_bytes() for each in paths}, tree)


def _copy(prepared: _Prepared, folder: Path) -> None:
    who = "a test <test@example.org> 1793491200 +0000"
    text = f"tree {prepared.tree}\nauthor {who}\ncommitter {who}\n\nBegin {folder}\n".encode()
    whole = b"commit %d\0%b" % (len(text), text)
    oid = hashlib.sha1(whole).hexdigest()
    objects = {f".git/objects/{oid[:2]}/{oid[2:]}": zlib.compress(whole), ".git/refs/heads/main": f"{oid}\n".encode()}
    _write({**prepared.files, **objects}, folder)


@cache
def answers_after(command: int) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The records after that many captured commands: (in the working tree, on the ledger branch), name to text."""
    tree: dict[str, str] = {}
    ledger: dict[str, str] = {}
    for each in sorted((CAPTURED / "states").iterdir()):
        number = int(each.name[:2])
        if number > command:
            break
        text = each.read_text()
        named = re.search(r'^id: "(.*)"$', text, re.MULTILINE)
        assert named is not None
        (ledger if number in _IN_THE_LEDGER else tree)[f"{named[1]}.md"] = text
    return tree, ledger


def kind_module(kind: dict[str, Any]) -> str:
    """An answer kind as the JavaScript module that a workspace holds it in: a plain object literal."""
    return (
        "// How the answers of this workspace are kept.\n\n"
        f"export const recordKind = {_literal(kind, 0)};\n\nexport default recordKind;\n"
    )


def _literal(value: Any, depth: int) -> str:
    pad = "  " * (depth + 1)
    match value:
        case dict():
            inner = "".join(f"{pad}{name}: {_literal(each, depth + 1)},\n" for name, each in value.items())
            return "{\n" + inner + pad[2:] + "}"
        case list():
            return "[" + ", ".join(_literal(each, depth) for each in value) + "]"
        case _:
            return json.dumps(value)


def put_in_ledger(
    folder: Path, files: dict[str, str], message: str = "Decision points", *, packed: bool = False
) -> None:
    """Commit files on the branch `chant/lifecycle` without touching the working tree. Other files there stay.

    Args:
        folder: The repository.
        files: By path. Without any, nothing is done.
        message: Of the commit.
        packed: Whether git keeps them in one file.
    """
    if not files:
        return
    old = subprocess.run(
        ["git", "rev-parse", "-q", "--verify", f"refs/heads/{LIFECYCLE}"],
        cwd=folder,
        env=git_environment(),
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    lines = [
        f"commit refs/heads/{LIFECYCLE}",
        "committer steward <steward@example.org> 1793491200 +0000",
        _data(message),
    ]
    lines += [f"from {old}"] if old else []
    for name, text in files.items():
        lines += [f"M 100644 inline {name}", _data(text)]
    limit = ("-c", "fastimport.unpackLimit=1") if packed else ()
    run_git(folder, *limit, "fast-import", "--quiet", stdin="\n".join(lines) + "\n")


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}"


def run_git(folder: Path, *words: str, stdin: str = "") -> str:
    """What git printed; it fails when git fails. No setting of the person who runs the tests reaches it."""
    done = subprocess.run(
        ["git", *words],
        cwd=folder,
        env=git_environment(),
        input=stdin,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    return done.stdout


def git_environment() -> dict[str, str]:
    """An environment in which git always does the same."""
    day = "2026-11-01T00:00:00Z"
    return {
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "a test",
        "GIT_AUTHOR_EMAIL": "test@example.org",
        "GIT_COMMITTER_NAME": "a test",
        "GIT_COMMITTER_EMAIL": "test@example.org",
        "GIT_AUTHOR_DATE": day,
        "GIT_COMMITTER_DATE": day,
    }


def standin_argv(**settings: object) -> list[str]:
    """The command line that starts the stand-in of chant: put `workspace points …` behind it.

    Args:
        settings: The stand-in's own settings, by their names without STANDIN_, in lower case: `today="2026-11-01"`.
            They go in as arguments, for a caller may hand no environment on. See `chant_standin/settings.py`.
    """
    return [
        sys.executable,
        "-I",
        "-S",
        str(_PROGRAM),
        *(f"STANDIN_{name.upper()}={value}" for name, value in settings.items()),
    ]


def standin_program(path: Path, **settings: object) -> Path:
    """The stand-in as one executable file at `path`, for those who take the path of a program."""
    words = " ".join("'" + each.replace("'", "'\\''") + "'" for each in standin_argv(**settings))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    path.chmod(0o755)
    return path


def _captured(name: str) -> str:
    return (CAPTURED / name).read_text()
