"""The one table of keys: what may be bound to what, and that it means one thing everywhere."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sayso_tui.keys import TABLE, Keys, Where, bindings
from sayso_tui.keys_page import FIRST, PAGES, between, first

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("where", list(Where))
def test_each_key_means_one_thing_in_one_place(where: Where) -> None:
    bound = [name for key in TABLE if where in key.where for name in key.keys]
    assert len(bound) == len(set(bound))


def test_a_key_that_opens_a_sheet_means_nothing_else_in_a_sheet() -> None:
    opening = {name for key in TABLE if "opens a sheet" in key.help for name in key.keys}
    inside = {name for key in TABLE if Where.INBOX not in key.where for name in key.keys}
    assert not opening & inside


def test_action_ids_are_unique() -> None:
    ids = [key.id for key in TABLE]
    assert len(ids) == len(set(ids))


def test_only_one_action_in_the_whole_table_records() -> None:
    assert [key.id for key in TABLE if key.action == "record"] == ["record"]
    assert [key.keys for key in TABLE if key.id == "record"] == [("ctrl+s", "f10")]


@pytest.mark.parametrize(("name", "page", "table"), PAGES)
def test_the_pages_show_the_keys_of_the_table_and_the_signs(name: str, page: Path, table: Callable[[], str]) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert text == between(text, table(), name), "run: python -m sayso_tui.keys_page"


def test_the_first_ten_keys_are_those_of_the_table_as_they_are_bound() -> None:
    assert len(first(Keys())) == len(FIRST) == 10
    (answer,) = [key for key in first(Keys({"answer": ("w",)})) if key.id == "answer"]
    assert answer.shown == "w"


def test_an_action_can_be_rebound() -> None:
    keys = Keys({"answer": ("w", "f4")})
    assert keys.problems == ()
    assert keys["answer"].shown == "w f4"
    assert keys.keymap() == {"answer": "w,f4"}


def test_two_actions_can_change_places() -> None:
    keys = Keys({"answer": ("c",), "confirm": ("a",)})
    assert keys.problems == ()
    assert (keys["answer"].keys, keys["confirm"].keys) == (("c",), ("a",))


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"answer": ("d",)}, ["answer", "dismiss"]),
        ({"record": ("x",)}, ["record", "by accident"]),
        ({"record": ("enter",)}, ["record", "by accident"]),
        ({"record": ("ctrl+m",)}, ["record", "by accident"]),
        ({"record": ("tab",)}, ["record", "by accident"]),
        ({"record": ("escape",)}, ["record", "by accident"]),
        ({"record": ()}, ["record", "without a key"]),
        ({"note": ("?",)}, ["note", "help"]),
        ({"help": ("h",)}, ["help", "? always stays help"]),
        ({"note": ("ctrl+c",)}, ["note", "copy"]),
        ({"filter": ("ctrl+enterr",)}, ["filter", "ctrl+enterr", "not the name of a key"]),
        ({"anser": ("x",)}, ["anser", "did you mean answer"]),
        ({"next-kind": ("t",)}, ["next-kind", "text in a sheet"]),
        ({"next-kind": ("ctrl+s",)}, ["next-kind", "record"]),
        ({"look-again": ("pagedown",)}, ["look-again", "text-page-down"]),
    ],
)
def test_a_binding_that_cannot_be_is_left_out_with_a_sentence(
    wanted: dict[str, tuple[str, ...]], said: list[str]
) -> None:
    keys = Keys(wanted)
    (problem,) = keys.problems
    for words in said:
        assert words in problem
    assert keys.keymap() == {}


def test_an_action_can_be_unbound() -> None:
    keys = Keys({"note": ()})
    assert keys.problems == ()
    assert keys.keymap() == {"note": "unbound"}


@pytest.mark.parametrize("name", ["ctrl+b", "f5"])
def test_the_record_key_can_be_another_chord(name: str) -> None:
    keys = Keys({"record": (name,)})
    assert keys.problems == ()
    assert keys["record"].keys == (name,)


def test_every_key_of_the_table_is_bound() -> None:
    for where in Where:
        bound = {(name, each.id) for each in bindings(where) for name in each.key.split(",")}
        assert bound == {(name, key.id) for key in TABLE if where in key.where for name in key.keys}
