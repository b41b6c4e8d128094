"""A record may name any time that can be written. Nobody's zone makes it end the inbox."""

import json
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import text_of
from command_line import Sayso

EDGES = [
    "0001-01-01T00:00:00+14:00",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "9999-12-31T23:59:59.999999-12:00",
]
ZONES = ["UTC", "Pacific/Kiritimati", "Pacific/Niue"]


def records(at: str) -> list[dict[str, Any]]:
    note = {**h.raised(), "type": "note", "id": "n", "at": at, "about": "k", "note": "hi"}
    other = {**h.raised(), "key": "k2", "id": "r:k2", "at": at}
    for each in (note, other):
        each.pop("terms_rev", None)
    note.pop("terms", None)
    return [h.raised(), note, {**other, "terms_rev": 1}]


@pytest.mark.parametrize("zone", ZONES)
async def test_the_inbox_shows_it(fill: Any, sit: Any, zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    for number, at in enumerate(EDGES):
        raised, note, other = records(at)
        key = f"k{number + 2}"
        await fill(raised, {**note, "id": f"n{number}"}, {**other, "key": key, "id": f"r:{key}"})
    async with sit() as person:
        seen = set()
        for _ in range(len(EDGES) + 1):
            await person.press("a", "escape")
            seen.add(person.app.screen_stack[0].pane.decision.ref.key)
            await person.press("j")
        assert seen == {h.KEY, "k2", "k3", "k4", "k5"}
        assert "5 waiting" in text_of(person.app)


@pytest.mark.parametrize("at", EDGES)
def test_the_command_line_shows_it(tmp_path: Any, at: str) -> None:
    sayso = Sayso(tmp_path, {"SAYSO_ME_NAME": "ana"})
    key = records(at)[0]["key"]
    assert sayso("import", "-", stdin="\n".join(json.dumps(each) for each in records(at))).code == 0
    for words in (("list", "--json"), ("list",), ("show", key), ("show", key, "--json"), ("show", "k2", "--json")):
        assert sayso(*words).code == 0, words


@pytest.mark.parametrize(
    ("at", "told"),
    [*((each, "in the far past") for each in EDGES[:2]), *((each, "far in the future") for each in EDGES[2:])],
)
def test_no_day_is_told_that_the_record_does_not_name(tmp_path: Any, at: str, told: str) -> None:
    sayso = Sayso(tmp_path, {"SAYSO_ME_NAME": "ana"})
    sayso("import", "-", stdin="\n".join(json.dumps(each) for each in records(at)))
    shown = sayso("show", str(records(at)[0]["key"])).out
    assert told in shown
    assert "9999-12" not in shown and "0001-01" not in shown


def test_a_day_of_an_early_year_has_four_digits(tmp_path: Any) -> None:
    sayso = Sayso(tmp_path)
    sayso.ask("acme/db", "--due", "0001-01-01")
    assert "(0001-01-01)" in sayso("show", "acme/db").out
