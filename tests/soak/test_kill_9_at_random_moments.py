"""Killed at any moment of typing and recording: no word that is not brand-new is lost, no verdict lost or doubled."""

import os
from pathlib import Path

import pytest

from soaking import LATE_S, Left, Life, offered_again, questions

SLACK_S = float(os.environ.get("SOAK_SLACK_S", "0"))
"""What more a busy machine may take."""


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
    pressed = [
        round(life.killed - at, 3)
        for sheet in life.sheets
        for word, at in zip(sheet.words, sheet.sent, strict=False)
        if not left.holds(word)
    ]
    sheets = [(each.opened_by, len(each.words), each.presses, each.told) for each in life.sheets]
    print(
        f"seed {seed}: (key, words, presses, told) {sheets}; lost, by age on the screen {lost}, since the key {pressed}"
    )
    assert all(age <= LATE_S + SLACK_S for age, _ in lost), lost
    for sheet in life.sheets:
        kept = [left.holds(word) for word in sheet.words]
        assert kept == sorted(kept, reverse=True), "what is kept is the beginning of what was typed"
        if sheet.told:
            assert all(left.records[word] for word in sheet.words), sheet
    assert not [word for word, count in left.records.items() if count > 1]
    assert not [word for word in offered_again(sayso) if left.records[word]], "what is recorded is not offered again"
    ids = [each["id"] for each in left.settlements]
    assert len(ids) == len(set(ids)) <= sum(sheet.presses for sheet in life.sheets)


@pytest.mark.parametrize("seed", range(2))
def test_killed_while_typing_or_recording(tmp_path: Path, seed: int) -> None:
    outlives(tmp_path, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 200))
def test_killed_while_typing_or_recording_at_length(tmp_path: Path, seed: int) -> None:
    outlives(tmp_path, seed)
