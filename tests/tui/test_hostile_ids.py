"""Ids are foreign text, too, and they stand in sentences: about what is missing, and about what is invalid."""

import json
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import text_of
from command_line import Sayso

HOSTILE = "\x1b]52;c;aGk=\x07\x1b[2J\u009b2J\u202egnp\u2066\u200b\ufeff"


def records() -> list[dict[str, Any]]:
    amended = {**h.raised(), "type": "amended", "id": "x", "terms_rev": 2, "supersedes": [HOSTILE]}
    return [h.raised(), amended, {**h.raised(), "id": HOSTILE, "type": HOSTILE}]


def acts(text: str) -> list[str]:
    return [char for char in text if char in HOSTILE and not (char.isascii() and char.isprintable())]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 14)])
async def test_no_id_acts_on_the_screen(fill: Any, sit: Any, size: tuple[int, int]) -> None:
    await fill(*records())
    async with sit(size=size) as person:
        for keys in ((), ("enter",), ("escape", "a"), ("escape", "enter", "n")):
            await person.press(*keys)
            assert acts(text_of(person.app)) == []


def test_no_id_acts_on_the_command_line(tmp_path: Any) -> None:
    sayso = Sayso(tmp_path, {"SAYSO_ME_NAME": "ana"})
    sayso("import", "-", stdin="\n".join(json.dumps(each) for each in records()))
    shown = sayso("show", records()[0]["key"])
    assert shown.code == 0 and "52;c;aGk=" in shown.out
    assert acts(shown.out + shown.err) == []
