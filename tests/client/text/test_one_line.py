"""Rows, badges and fields: one line, what was made visible, and right-to-left text beside our own words."""
# ruff: noqa: RUF001 - foreign letters are what is tested

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso_client.text import isolate, one_line, plain, unsafe


def test_white_space_of_any_kind_becomes_one_space() -> None:
    assert one_line("  Which\r\n\n\tdatabase\u00a0 \u2028shall we use?\n") == "Which database shall we use?"


def test_a_long_line_ends_in_an_ellipsis_at_its_bound() -> None:
    assert one_line("abcdefgh", 5) == "abcd…"
    assert one_line("abcde", 5) == "abcde"
    assert one_line("abcde   \n", 5) == "abcde"
    assert one_line("abc", 1) == "…"
    assert one_line("abc", 0) == ""


def test_a_cut_never_leaves_half_a_sequence_behind() -> None:
    assert one_line("👨\u200d👩\u200d👧\u200d👦 family", 3) == "👨…"
    assert one_line("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f!!", 5) == "🏴…"


def test_text_that_is_all_padding_in_front_is_still_read() -> None:
    assert one_line("\n" * 10_000 + "Here", 20) == "Here"


def test_a_megabyte_is_cut_before_it_is_cleaned() -> None:
    text = "\u200d\x1b" * 500_000

    def cutting() -> float:
        start = time.process_time()
        assert len(one_line(text, 80)) == 80
        return time.process_time() - start

    assert min(cutting() for _ in range(5)) < 0.05


@given(st.text(), st.integers(0, 30))
def test_a_line_keeps_its_bound_and_stays_plain(text: str, cells: int) -> None:
    line = one_line(text, cells)
    assert len(line) <= cells
    assert "\n" not in line
    assert plain(line) == line


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("Use PostgreSQL?\n\tYes", ()),
        ("می\u200cخواهم 👨\u200d👩\u200d👧 שלום", ()),
        ("prix : 3\u00a0€\r\n", ()),
        ("\x1b[2J\x9b\x07", ("3 control characters",)),
        ("\u202eexe", ("1 text-direction control",)),
        ("a\u200eb", ("1 text-direction control",)),
        ("a" + "\u200b" * 12, ("12 invisible characters",)),
        ("x\U000e0068\U000e0069", ("2 invisible characters",)),
        ("\ud800", ("1 broken character",)),
        ("z" + "\u0301" * 40, ("34 stacked marks",)),
        ("Yes" + " " * 300 + "(delete all)", ("a run of 300 spaces",)),
        ("Yes" + "\u00a0" * 300 + "no", ("a run of 300 spaces",)),
        ("Yes" + " \n" * 100 + "no", ("a run of 99 empty lines",)),
        ("\x1b\u202e\u200b", ("1 control character", "1 text-direction control", "1 invisible character")),
    ],
)
def test_a_badge_says_what_was_made_visible(text: str, phrases: tuple[str, ...]) -> None:
    assert unsafe(text) == phrases


@given(st.text())
def test_a_badge_stands_wherever_something_hidden_was_shown(text: str) -> None:
    shown = [char for char in plain(text) if char not in text]
    if any(char in "⟨␛␀␡\ufffd" for char in shown):
        assert unsafe(text)


def test_right_to_left_fields_are_fenced_and_others_left_alone() -> None:
    assert isolate("Use PostgreSQL") == "Use PostgreSQL"
    fenced = isolate("שלום 12")
    assert fenced == "\u200eשלום 12\u200e"
    assert plain(fenced) == fenced
