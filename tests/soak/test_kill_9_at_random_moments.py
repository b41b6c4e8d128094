"""Killed at any moment of typing and recording: no word that is not brand-new is lost, no verdict lost or doubled."""

import os
from pathlib import Path

import pytest

from soaking import LATE_S, Left, Life, questions

SLOW_MACHINE_S = float(os.environ.get("SOAK_SLACK_S", "0"))


def outlives(home: Path, seed: int) -> None:
    sayso = questions(home)
    life = Life(home, seed)
    life.live()
    assert sayso("doctor").code == 0, sayso("doctor").out
    left = Left.of(sayso)
    lost = [
        (round(life.killed - at, 3), word)
        for sheet in life.sheets
        for word, at in zip(sheet.words, sheet.arrived, strict=False)
        if not left.holds(word)
    ]
    print(f"seed {seed}: {[(s.opened_by, len(s.words), s.presses, s.told) for s in life.sheets]} lost {lost}")
    assert all(age <= LATE_S for age, _ in lost), lost
    for sheet in life.sheets:
        kept = [left.holds(word) for word in sheet.words]
        assert kept == sorted(kept, reverse=True), "what is kept is the beginning of what was typed"
        if sheet.told:
            assert all(left.records[word] for word in sheet.words), sheet
    assert not [word for word, count in left.records.items() if count > 1]
    ids = [each["id"] for each in left.settlements]
    assert len(ids) == len(set(ids)) <= sum(sheet.presses for sheet in life.sheets)


@pytest.mark.parametrize("seed", range(6))
def test_killed_while_typing_or_recording(tmp_path: Path, seed: int) -> None:
    outlives(tmp_path, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6, 200))
def test_killed_while_typing_or_recording_at_length(tmp_path: Path, seed: int) -> None:
    outlives(tmp_path, seed)
