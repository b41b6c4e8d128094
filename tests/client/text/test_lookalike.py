"""Labels that look alike, and names that are the same."""
# ruff: noqa: RUF001 - look-alike letters are what is tested

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso_client.lookalike import look_alikes, matches_name, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Approve", "approve"),
        ("Approve", " Ap prove\n"),
        ("Approve", "Аpprоve"),  # two Cyrillic letters
        ("Yes", "Υes"),  # Greek capital upsilon
        ("Keep", "Κeep"),
        ("Hello", "НеlIо"),
        ("node-10", "node-1O"),
        ("bill", "bi1I"),
        ("modern", "modem"),
        ("Delete", "Dele\u200bte"),
        ("Delete", "\u202eDelete\u202c"),
        ("Delete", "Ｄｅｌｅｔｅ"),
        ("a-b", "a–b"),
        ("café", "cafe\u0301"),
        ("x", "x\U000e0068\U000e0069"),
        ("id", "ID"),
    ],
)
def test_labels_that_a_reader_would_take_for_each_other(one: str, other: str) -> None:
    assert look_alikes([one, "something else", other])


@pytest.mark.parametrize(
    "labels",
    [
        ["Approve", "Reject"],
        ["PostgreSQL 16", "PostgreSQL 17"],
        ["fill", "full", "fall"],
        ["да", "нет"],
        ["כן", "לא"],
        ["是", "否"],
        ["résumé", "resume"],
        ["👍", "👎"],
        [],
        ["only one"],
    ],
)
def test_labels_that_differ_for_any_reader(labels: list[str]) -> None:
    assert not look_alikes(labels)


def test_a_run_of_marks_costs_no_more_than_its_length() -> None:
    start = time.process_time()
    skeleton("a" + "\u0316\u0301" * 100_000)
    matches_name("a" + "\u0316\u0301" * 100_000, "b")
    assert time.process_time() - start < 2


@given(st.text())
def test_any_text_looks_like_itself(text: str) -> None:
    assert look_alikes([text, text])
    assert skeleton(text) == skeleton(f" {text} ")


def test_names_match_whatever_their_case_width_and_edges() -> None:
    assert matches_name("github:Alice", " GITHUB:alice ")
    assert matches_name("Ａlice", "alice")
    assert matches_name("Straße", "STRASSE")
    assert matches_name("Zoë", "zoe\u0308")


def test_names_that_only_look_alike_do_not_match() -> None:
    assert not matches_name("alice", "аlice")
    assert not matches_name("alice", "al ice")
    assert not matches_name("", " ")
