"""How this run of the stand-in differs from an ordinary one. Nothing here is chant's own.

A setting comes as an environment variable or, for a caller that hands no environment on, as an argument before the
first word: `STANDIN_TODAY=2026-11-01`. Files that are waited for must be there when the program starts; it goes on when
they are gone, and makes `<file>.waiting` as soon as it waits.
"""

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

PREFIX = "STANDIN_"
# A test that forgot to take a file away must not leave a program behind for ever.
_PATIENCE_S = 120.0


class Settings(NamedTuple):
    """All of them.

    Attributes:
        today: The day that the records get, YYYY-MM-DD; today when empty.
        slow: Before anything is looked at, wait until this file is gone.
        slow_locked: With the write lock held and everything checked, wait until this file is gone.
        slow_after: After everything is written, before anything is printed, wait until this file is gone.
        half: Write the first half of a record, wait until this file is gone, write the rest.
        killed: "before-write" or "after-write": die by SIGKILL at that moment.
        output: What is printed in place of the answer, after all was done: "garbage", "huge" (8 MiB), "html", "empty",
            "half" (the first half of the document) or "array" (JSON, but no document).
        error: A code to answer with in place of doing anything; a message may follow after a colon.
        exit: The exit code in place of chant's own.
        stderr: A text printed on the second channel as well.
        child: Start a child that sleeps, and write its process id to this file.
        log: Append one line of JSON for this call to the file: argv, env, cwd, stdin.
    """

    today: str = ""
    slow: str = ""
    slow_locked: str = ""
    slow_after: str = ""
    half: str = ""
    killed: str = ""
    output: str = ""
    error: str = ""
    exit: str = ""
    stderr: str = ""
    child: str = ""
    log: str = ""

    def now(self) -> datetime:
        """The present, or noon of the day that was set."""
        return datetime.fromisoformat(f"{self.today}T12:00:00+00:00") if self.today else datetime.now(UTC)

    def day(self) -> str:
        """The day of `now`, in UTC."""
        return self.now().strftime("%Y-%m-%d")


def settings_of(argv: Sequence[str], env: Mapping[str, str]) -> tuple[Settings, list[str]]:
    """The settings, and the words that are left for chant."""
    words = list(argv)
    named = {name: value for name, value in env.items() if name.startswith(PREFIX)}
    while words and words[0].startswith(PREFIX):
        name, _, value = words.pop(0).partition("=")
        named[name] = value
    return Settings(**{name.removeprefix(PREFIX).lower(): value for name, value in named.items()}), words


def stamp(moment: datetime) -> str:
    """A full time as JavaScript prints it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def wait_for(name: str) -> None:
    """Until the file of that name is gone; at once when the name is empty."""
    if not name:
        return
    Path(f"{name}.waiting").touch()
    give_up = time.monotonic() + _PATIENCE_S
    while Path(name).exists() and time.monotonic() < give_up:
        time.sleep(0.005)
