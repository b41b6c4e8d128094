"""Reading a served store from its beginning, against the import of the same records from a file."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.data import records
from bench.ratios import Ratio, compare
from bench.served import running

SAYSO = (sys.executable, "-m", "sayso_tui")
EACH = 10
WATCHED_S = 0.2


class Ran(NamedTuple):
    """What a program cost."""

    wall: float
    cpu: float
    peak: float
    """MiB."""


def ran(words: Sequence[str], home: Path) -> Ran:
    """Run sayso to its end; its output is left out."""
    began = time.perf_counter()
    environ = {**os.environ, "SAYSO_HOME": str(home)}
    process = subprocess.Popen([*SAYSO, *words], env=environ, stdout=subprocess.DEVNULL)
    highest = 0.0
    while True:
        highest = max(highest, peak(process.pid))
        done, status, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            break
        time.sleep(WATCHED_S)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return Ran(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, highest)


def peak(pid: int) -> float:
    """The most memory that a process had, in MiB; nothing when it has ended."""
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def homes(folder: Path, count: int) -> tuple[Path, Path]:
    """(that of the server, that of who reads it)."""
    return folder / f"serves-{count}", folder / f"follows-{count}"


def subscribe(home: Path, url: str, *more: str) -> None:
    """A configuration with the stores at these addresses."""
    home.mkdir(parents=True, exist_ok=True)
    stores = "".join(
        f'\n[[store]]\nname = "team{number or ""}"\nkind = "http"\nurl = "{each}"\n'
        for number, each in enumerate((url, *more))
    )
    (home / "config.toml").write_text(f'[me]\nname = "bench"\n\n[[store]]\nname = "home"\nkind = "local"\n{stores}')


def filling(folder: Path, count: int) -> Iterator[Ratio]:
    """One run, since a million takes minutes. Both ledgers are left for whoever measures next."""
    here, there = homes(folder, count)
    here.mkdir(parents=True)
    (here / "config.toml").write_text('[me]\nname = "bench"\n')
    file = folder / f"records-{count}.jsonl"
    with file.open("wb") as out:
        out.writelines(raw + b"\n" for raw in records(count // EACH, EACH))
    imported = ran(["import", str(file)], here)
    with running(here) as (url, pid):
        subscribe(there, url)
        read = ran(["sync", "--patience", "3600"], there)
        serving = peak(pid)
    what = f"{count:,} records"
    yield compare(f"{what} from a server / from a file, wall s", 2.5, [(read.wall, imported.wall)])
    yield compare(f"{what} from a server / from a file, CPU s", 2.5, [(read.cpu, imported.cpu)])
    yield compare(f"{what}: peak of the reader / of the import, MiB", 2, [(read.peak, imported.peak)])
    yield compare(f"{what}: peak of the server / of the import, MiB", 2, [(serving, imported.peak)])
