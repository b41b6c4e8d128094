"""Folders as the stand-in of chant and the inbox find them: a workspace at any moment of the captured commands."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
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
    points = "points.json" if after > POINTS_CHANGED_AFTER else "points-before.json"
    files = {
        "chant.workspace.json": _captured("chant.workspace.json"),
        ".chant/trust.json": _captured("trust.json"),
        "decisions/points.json": _captured(points),
        "answers/answer.kind.mjs": kind_module(json.loads(_captured("answers/answer.kind.json"))),
        "answers/answer.schema.json": answer_schema(schema),
        "app/server.mjs": "// a plain server\n",
        **{f"inputs/{each.name}": each.read_text() for each in sorted((CAPTURED / "inputs").iterdir())},
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    tree, ledger = answers_after(after)
    if git:
        run_git(folder, "init", "-q", "-b", "main")
        run_git(folder, "add", ".")
        # The folder is named so that two workspaces never share their first commit.
        run_git(folder, "commit", "-q", "-m", f"Begin {folder}")
        if ledger:
            put_in_ledger(folder, {f"_answers/answer/{name}": text for name, text in ledger.items()})
    for name, text in tree.items():
        (folder / "answers" / name).write_text(text)
    return folder


def answers_after(command: int) -> tuple[dict[str, str], dict[str, str]]:
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


def put_in_ledger(folder: Path, files: dict[str, str], message: str = "Decision points") -> None:
    """Commit files on the branch `chant/lifecycle` without touching the working tree. Other files there stay."""
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
    run_git(folder, "fast-import", "--quiet", stdin="\n".join(lines) + "\n")


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
    return [sys.executable, str(_PROGRAM), *(f"STANDIN_{name.upper()}={value}" for name, value in settings.items())]


def standin_program(path: Path, **settings: object) -> Path:
    """The stand-in as one executable file at `path`, for those who take the path of a program."""
    words = " ".join("'" + each.replace("'", "'\\''") + "'" for each in standin_argv(**settings))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    path.chmod(0o755)
    return path


def _captured(name: str) -> str:
    return (CAPTURED / name).read_text()
