"""Whatever I do about something in the outbox is one stroke: killed within it, it was either done or not begun."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import killed_within
from opened import environment

MINE, DRAFT = "principal: PostgreSQL", ["answer", 0]
AFTER = {
    "answered anew": [[[MINE, "queued"]], []],
    "left as a note": [[["Noted", "queued"]], []],
    "dropped": [[], []],
    "sent again": [[[MINE, "queued"]], []],
    "corrected": [[], [DRAFT]],
}


@pytest.mark.parametrize("stroke", killed_within.STROKES)
def test_killed_at_any_statement_there_are_neither_two_nor_none(tmp_path: Path, stroke: str) -> None:
    command = [sys.executable, str(Path(killed_within.__file__)), str(tmp_path), stroke]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr

    before, *steps = [json.loads(each) for each in done.stdout.splitlines()]

    assert before == [[[MINE, "conflict"]], []]
    assert steps[-1] == AFTER[stroke]
    assert len(steps) > 5
    assert [each for each in steps if each not in (before, AFTER[stroke])] == []
