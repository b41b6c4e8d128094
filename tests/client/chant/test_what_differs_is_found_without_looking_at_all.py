"""Of thousands of records only those that changed are looked at, and what comes of it is what reading anew gives."""

import random
import time
from pathlib import Path

import pytest

from chant_runs import chant
from chant_workspaces import make_workspace
from sayso_client.stores.chant import differing, workspace

LATER = 10.0
"""Seconds after which nothing counts as half written."""


@pytest.mark.parametrize("seed", range(4))
def test_after_any_changes_it_is_as_if_it_were_read_anew(tmp_path: Path, seed: int) -> None:
    folder = make_workspace(tmp_path / "work", state="asked")
    chance = random.Random(seed)
    texts = {each: each.read_text() for each in sorted((folder / "answers").glob("*.md"))}
    before = workspace.read(folder, now=time.time() + LATER)
    fast = 0
    for _ in range(25):
        changed = _change(chance, folder, texts)
        after = before.again(changed, now=time.time() + LATER)

        assert after.objects() == workspace.read(folder, now=time.time() + LATER).objects()
        few = differing.objects(before.questions, after.questions)
        if few is not None:
            fast += 1
            assert {**before.objects(), **few} == after.objects()
        before = after
    assert fast


def _change(chance: random.Random, folder: Path, texts: dict[Path, str]) -> set[Path]:
    path = chance.choice(list(texts))
    other = chance.choice(list(texts))
    match chance.randrange(7):
        case 0:
            path.unlink(missing_ok=True)
        case 1:
            path.write_text(texts[path].replace(path.stem, other.stem))
        case 2:
            path.write_text(texts[path].replace("---", "===", 1))
        case 3 if path.exists():
            chant(folder, "answer", path.stem, "--answer", "small", "--by", "eve")
            return {path, folder / ".git" / "chant-writes.json"}
        case 4:
            (folder / ".git" / "chant-writes.json").unlink(missing_ok=True)
            return {folder / ".git" / "chant-writes.json"}
        case _:
            path.write_text(texts[path] + f"\n{chance.random()}\n")
    return {path}
