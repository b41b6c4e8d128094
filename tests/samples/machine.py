"""Real processes of one user: with pipes, or at a real terminal. For tests from end to end."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pexpect

from command_line import Sayso

PROGRAM = (sys.executable, "-m", "sayso_tui")
READING = 0.4
"""Seconds that a person takes before they type; less counts as not read."""
MARKS = (
    "SAYSO",
    "CHANT",
    "AI_AGENT",
    "COPILOT",
    "CLAUDE",
    "CURSOR",
    "GEMINI",
    "CODEX",
    "OPENCODE",
    "CLINE",
    "AUGMENT",
    "GOOSE",
)


class Machine:
    """Processes of one user, who has a ledger with one question in it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(MARKS)}
        self.environ = {**inherited, "SAYSO_HOME": str(home), "COLUMNS": "100", "PYTHONWARNINGS": "error"}
        self.here = Sayso(home)
        """The command line in this process, for what needs no process of its own."""
        self._open: list[Any] = []

    def run(
        self, *words: str, stdin: str = "", environ: Mapping[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """A process with pipes on all sides."""
        given = {**self.environ, **(environ or {})}
        return subprocess.run([*PROGRAM, *words], input=stdin, env=given, capture_output=True, text=True, timeout=30)

    def terminal(self, *words: str, environ: Mapping[str, str] | None = None) -> Any:
        """A process at a terminal, used by somebody who reads before they type."""
        given = {**self.environ, "TERM": "xterm-256color", **(environ or {})}
        child = pexpect.spawn(
            PROGRAM[0], [*PROGRAM[1:], *words], env=given, dimensions=(40, 100), encoding="utf-8", timeout=20
        )
        child.delaybeforesend = READING
        self._open.append(child)
        return child

    def records(self) -> list[dict[str, Any]]:
        return self.here.records()

    def settlements(self) -> list[dict[str, Any]]:
        return [each for each in self.records() if each["origin"] == "principal"]

    def close(self) -> None:
        for child in self._open:
            child.close(force=True)


def ended(child: Any) -> int | None:
    """Wait for its end and return the exit code."""
    child.expect(pexpect.EOF)
    child.close()
    code: int | None = child.exitstatus
    return code
