"""Runs of the stand-in of chant: what an agent, a steward or another person does to a workspace meanwhile."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chant_standin.main import Printed, main
from chant_workspaces import standin_argv

STEWARD: Mapping[str, str] = {"CHANT_STEWARD": "box-steward"}


def chant(folder: Path, *words: str, env: Mapping[str, str] | None = None, stdin: str = "", **settings: str) -> Printed:
    """Run `chant workspace points …` in a folder, in this process: quick, and done when it returns."""
    own = {f"STANDIN_{name.upper()}": value for name, value in settings.items()}
    return main(["workspace", "points", *words], {**(env or {}), **own}, stdin, folder)


def told(printed: Printed) -> Any:
    """The document that was printed."""
    return json.loads(printed.stdout)


def start_chant(folder: Path, *words: str, **settings: object) -> subprocess.Popen[bytes]:
    """Start `chant workspace points …` as a process of its own, for runs that wait, overlap or die."""
    argv = [*standin_argv(**settings), "workspace", "points", *words]
    env = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    return subprocess.Popen(
        argv, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
