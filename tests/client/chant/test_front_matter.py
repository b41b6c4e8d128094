import json
from collections.abc import Callable

import pytest

from chant_workspaces import CAPTURED
from sayso_client.stores.chant import front_matter
from sayso_client.stores.chant.front_matter import BadFrontMatter
from sayso_client.stores.chant.yaml_events import pure_events

EVENTS = [front_matter.read, lambda matter: front_matter.read(matter, pure_events)]
Read = Callable[[str], dict[str, front_matter.Value]]
both = pytest.mark.parametrize("read", EVENTS, ids=["libyaml", "pure"])


@both
def test_options_named_as_yaml_1_1_names_booleans_stay_text(read: Read) -> None:
    assert read("yes: no\non: off\nNo: Yes\ny: n\n") == {"yes": "no", "on": "off", "No": "Yes", "y": "n"}


@both
def test_dates_times_and_merge_keys_are_text(read: Read) -> None:
    assert read("a: 2026-11-01\nb: 1:30\n<<: x\nc: =\n") == {"a": "2026-11-01", "b": "1:30", "<<": "x", "c": "="}


@both
def test_plain_words_are_what_javascript_makes_of_them(read: Read) -> None:
    text = "[~, null, Null, NULL, nULL, '', true, True, TRUE, tRUE, false]"
    assert read(f"a: {text}\nb:\n")["a"] == [None, None, None, None, "nULL", "", True, True, True, "tRUE", False]
    assert read("b:\n") == {"b": None}


@both
def test_numbers_are_doubles_and_what_yaml_1_2_calls_numbers(read: Read) -> None:
    text = "[0o10, 0x1F, 0b11, 012, +12, -0, 1.0, 1., 1e3, .5, -.5, 1_000, 0o8, 9007199254740993, 1e400, 1.5]"
    assert read(f"a: {text}\n")["a"] == [
        *(8, 31, 3, 12, 12, 0, 1, 1, 1000, 0.5, "-.5", "1_000", "0o8", 9007199254740992, "1e400", 1.5)
    ]
    assert "-0" not in json.dumps(read("a: -0\nb: -0.0\n"))


@both
def test_keys_are_javascripts_names_in_javascripts_order(read: Read) -> None:
    found = read('yes: a\n10: b\n"2": c\n1.0: d\n~: e\ntrue: f\n4294967295: g\n01.5: h\n')
    assert list(found) == ["1", "2", "10", "yes", "null", "true", "4294967295", "1.5"]


@both
@pytest.mark.parametrize("twice", ['a: 1\n"a": 2', '1: a\n"1": b', "1.0: a\n1: b", "~: a\nnull: b", "x: {a: 1, a: 2}"])
def test_a_name_that_stands_twice_is_refused(read: Read, twice: str) -> None:
    with pytest.raises(BadFrontMatter, match="twice"):
        read(twice + "\n")


@both
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: &x b\n", "anchors"),
        ("a: &x b\nc: *x\n", "anchors"),
        ("a: &x [1]\n", "anchors"),
        ("a: !!str b\n", "tags"),
        ("a: !!python/object/apply:os.system [id]\n", "tags"),
        ("a: .inf\n", "infinite"),
        ("a: .NaN\n", "infinite"),
        ("? [a]\n: b\n", "name of a field"),
        ("a: b\n---\nc: d\n", "more than one"),
        ("- a\n", "not a list of fields"),
        ("just text\n", "not a list of fields"),
        ("\n", "not a list of fields"),
        ("# only a remark\n", "not a list of fields"),
        ("id: [\n", "no YAML"),
        ("a: \x00\n", "characters"),
        ('a: "no end\n', "no YAML"),
    ],
)
def test_what_json_cannot_say_is_refused_with_the_reason(read: Read, text: str, why: str) -> None:
    with pytest.raises(BadFrontMatter, match=why):
        read(text)


@both
def test_the_place_of_a_mistake_is_told_as_a_line_of_the_file(read: Read) -> None:
    with pytest.raises(BadFrontMatter, match="line 3"):
        read("a: 1\nb: 1: 2\n")


@both
@pytest.mark.parametrize("open_", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused_before_it_costs_anything(read: Read, open_: str) -> None:
    with pytest.raises(BadFrontMatter, match=r"64 levels|no YAML"):
        read("a:\n " + open_ * 2000 + "\n")


@both
def test_sixty_four_levels_are_read(read: Read) -> None:
    assert read("a: " + "[" * 63 + "]" * 63 + "\n")
    with pytest.raises(BadFrontMatter, match="64 levels"):
        read("a: " + "[" * 64 + "]" * 64 + "\n")


@both
@pytest.mark.parametrize(
    "text",
    ["a \u2028 b", "a \u2029\u0085 b", "\x7f\x9f", "\ufeff", "\uffff", "\U000f0000 \u2028", "\ud800", "😀\udc00"],
)
def test_every_text_that_chant_can_write_comes_back_as_it_was(read: Read, text: str) -> None:
    # chant writes JSON strings: control characters and lone halves of characters escaped, all else raw.
    written = "".join(f"\\u{ord(char):04x}" if "\ud800" <= char <= "\udfff" else char for char in text)
    assert read(f'a: "{written}"\n"{written}": 1\n') == {"a": text, text: 1}


@both
def test_an_escape_is_one_only_between_double_quotes(read: Read) -> None:
    assert read("a: 'x\\ud800'\nb: x\\ud800\nc: \"\\\\ud800\"\n") == {"a": "x\\ud800", "b": "x\\ud800", "c": "\\ud800"}


@both
def test_two_escaped_halves_are_one_character(read: Read) -> None:
    assert read('a: "\\ud83d\\ude00"\n') == {"a": "😀"}


@both
def test_all_captured_records_read_alike(read: Read) -> None:
    for path in sorted((CAPTURED / "states").iterdir()):
        matter, body = front_matter.split(path.read_text())
        assert read(matter)["id"]
        assert body.startswith("\n# ")


def test_lines_may_end_as_windows_or_old_macs_end_them() -> None:
    assert front_matter.split("---\r\na: 1\r\n---\r\nbody\r") == ("a: 1\n", "body\n")


def test_the_last_line_may_lack_its_end() -> None:
    assert front_matter.split("---\na: 1\n---") == ("a: 1\n", "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---",
        "---\n---\n",
        "\ufeff---\na: 1\n---\n",
        "a: 1\n---\n",
        "---\na: 1\n",
        "---\na: 1\n--- \n",
        " ---\na\n---\n",
    ],
)
def test_text_without_two_lines_of_hyphens_is_no_record(text: str) -> None:
    with pytest.raises(BadFrontMatter, match="three hyphens"):
        front_matter.split(text)
