"""What a verb of the command line costs until it has printed (G19), against the interpreter with json and sqlite3."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from bench.ratios import Ratio, compare, in_turn
from bench.screen import environment

FLOOR = [sys.executable, "-c", "import json, sqlite3"]
SAYSO = str(Path(sys.executable).with_name("sayso"))
REPEATS = 5
"""Starts that are measured together, since the kernel's clock of ended children is coarse."""


def spent(commands: Sequence[Sequence[str]], home: Path) -> float:
    """CPU seconds, user and system, of one of these commands; they are told to print nothing anywhere else."""
    before = getrusage(RUSAGE_CHILDREN)
    for each in commands:
        subprocess.run(each, env={**os.environ, **environment(home)}, stdout=subprocess.DEVNULL, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / len(commands)


def verbs(home: Path, runs: int) -> Iterator[Ratio]:
    """G19."""
    numbers = count()
    verb = {
        "list": lambda: ["list", "--limit", "20"],
        "list --json": lambda: ["list", "--limit", "20", "--json"],
        "show": lambda: ["show", "bench/000001"],
        "raise": lambda: ["raise", f"bench/verbs-{os.getpid()}-{next(numbers)}", "--text", "Ship?", "--option", "yes"],
    }
    for name, words in verb.items():

        def ours(words: object = words) -> float:
            return spent([[SAYSO, *words()] for _ in range(REPEATS)], home)  # type: ignore[operator]

        pairs = in_turn(ours, lambda: spent([FLOOR] * REPEATS, home), runs)
        yield compare(
            f"G19 sayso {name} / python -c 'import json, sqlite3', CPU ms", 3, [(a * 1e3, b * 1e3) for a, b in pairs]
        )
