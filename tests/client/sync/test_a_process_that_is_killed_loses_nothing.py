import json
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import file_store
from file_store import STEPS, inbox_left
from handoff_records import line, raised
from opened import environment

ASKS = 30


def run(ledger: Path, store: Path, killed_at: str) -> int:
    command = [sys.executable, str(Path(file_store.__file__)), str(ledger), str(store), killed_at]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_any_step_every_answer_is_recorded_once(tmp_path: Path, step: str) -> None:
    store, ledger = tmp_path / "store", tmp_path / "data" / "ledger.db"
    store.write_bytes(b"".join(line(raised(f"k{number:02}")) + b"\n" for number in range(ASKS)))

    assert run(ledger, store, step) == -signal.SIGKILL
    assert run(ledger, store, "never") == 0

    answers = Counter(
        each["key"] for each in map(json.loads, store.read_bytes().splitlines()) if each["origin"] == "principal"
    )
    assert answers == Counter({f"k{number:02}": 1 for number in range(ASKS)})
    assert inbox_left(ledger) == []
