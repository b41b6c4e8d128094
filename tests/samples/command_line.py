"""The command line inside the test's own process: words in, exit code and both channels out, and no terminal."""

import io
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sayso_tui.cli.run import run


@dataclass(frozen=True)
class Ran:
    """What a call left behind."""

    code: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        return self.raw.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def documents(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


class Sayso:
    """`sayso` with a home of its own."""

    def __init__(self, home: Path, environ: Mapping[str, str] | None = None) -> None:
        self.home = home
        self.environ = {"SAYSO_HOME": str(home), **(environ or {})}

    def __call__(self, *words: str, stdin: str | bytes = "", environ: Mapping[str, str] | None = None) -> Ran:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
        given = io.TextIOWrapper(io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin), "utf-8")
        before, sys.stdin = sys.stdin, given
        try:
            with redirect_stdout(out), redirect_stderr(err):
                code = run(words, {**self.environ, **(environ or {})})
                out.flush()
                err.flush()
        finally:
            sys.stdin = before
        return Ran(int(code), _bytes(out), _bytes(err).decode())

    def named(self, name: str = "alice", assistant: str | None = "desk") -> "Sayso":
        """The same with somebody who decides."""
        self("config", "set", "me.name", name)
        if assistant:
            self("config", "set", "me.assistant", assistant)
        return self

    def ask(self, key: str = "acme/db", *more: str) -> str:
        """A question of two options, raised by an agent."""
        words = ("--text", "Which database?", "--option", "pg=PostgreSQL", "--option", "sqlite=SQLite", "--by", "cc-17")
        ran = self("raise", key, *words, *more)
        assert ran.code == 0, ran.err
        return key

    def settle(self, verb: str, key: str, *words: str, rev: int = 1, environ: Mapping[str, str] | None = None) -> Ran:
        """A principal verb as a script uses it."""
        return self(verb, key, "--unattended", "--terms-rev", str(rev), *words, environ=environ)

    def records(self) -> list[dict[str, Any]]:
        """All that the ledger holds, as parsed records."""
        return [json.loads(line) for line in self("export").raw.splitlines()]

    def types(self) -> list[str]:
        """The types of the records that are held."""
        return [each["type"] for each in self.records()]

    def settlements(self) -> Iterator[dict[str, Any]]:
        """The records of the principal side."""
        return (each for each in self.records() if each["origin"] == "principal")


def _bytes(stream: io.TextIOWrapper) -> bytes:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()
