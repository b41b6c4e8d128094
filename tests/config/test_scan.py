"""Finding where a key and its value stand in a TOML text."""

import tomllib

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from sayso_config.scan import entries, locate

HARD = (
    r'''
# [not.a.table]
top = "a # b" # c
"quoted key" = 'x'
a.b . "c.d" = 1
list = [ # ]
  "]", '[', [1, 2], { x = "}" }, # end
]
text = """
[me]
name = "no" \"""
""""
raw = '''
    + "'''\n[me]\n'''"
    + r"""
day = 2026-11-03T10:00:00Z

  [ table . "sub" ]
  k = { a = [1], b = { c = 2 } }
[[store]]
name = "one"
[[store]]
name = "two"
[store.inner]
deep = true
[[store.many]]
n = 1
[[store.many]]
n = 2"""
)


def _at(tree: object, path: tuple[str | int, ...]) -> object:
    for part in path:
        assert isinstance(tree, dict | list)
        tree = tree[part]  # type: ignore[index]
    return tree


def _check(text: str) -> int:
    tree = tomllib.loads(text)
    found = 0
    for entry in entries(text):
        value = _at(tree, entry.path)
        if not entry.header:
            found += 1
            assert tomllib.loads(f"v = {text[entry.value_start : entry.value_end]}")["v"] == value
    return found


def test_every_key_of_a_hard_text_is_found_with_the_whole_of_its_value() -> None:
    assert _check(HARD) == 13
    assert _check(HARD.replace("\n", "\r\n")) == 13


def test_a_place_is_a_line_and_a_column_from_one() -> None:
    assert locate(HARD, ("top",)) == (3, 1)
    assert locate(HARD, ("table", "sub", "k")) == (19, 3)
    assert locate(HARD, ("store", 1, "name")) == (23, 1)


def test_what_has_no_place_of_its_own_is_found_by_what_is_around_it() -> None:
    assert locate(HARD, ("table", "sub", "k", "b", "c")) == (19, 3)
    assert locate(HARD, ("store", 0, "kind")) == (20, 1)
    assert locate(HARD, ("nowhere",)) is None


scalars = st.one_of(st.booleans(), st.integers(-99, 99), st.text(max_size=8), st.dates())
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=8,
)


@pytest.mark.parametrize("multiline", [False, True])
@given(tree=st.dictionaries(st.text(max_size=4), values, max_size=4))
def test_every_key_of_any_text_is_found(tree: dict[str, object], multiline: bool) -> None:
    text = tomli_w.dumps(tree, multiline_strings=multiline)
    found = _check(text)
    assert found >= sum(not isinstance(value, dict | list) for value in tree.values())
