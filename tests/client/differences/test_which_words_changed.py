"""A comparison of two texts, word by word: nothing that changed is left out in silence, whatever the texts are."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso_client.words import LONGEST, Run, compared

TEXTS = st.text(st.sampled_from("ab \n\t.é\u202e"), max_size=60)


def test_the_words_that_changed_are_told_with_some_around_them() -> None:
    told = compared("Which database for the audit log?", "Which database for the audit trail?")
    assert told.runs == ((Run.SAME, "Which database for the audit "), (Run.GONE, "log?"), (Run.NEW, "trail?"))
    assert told.whole


def test_far_from_a_change_words_are_left_out() -> None:
    words = " ".join(f"w{n}" for n in range(100))
    told = compared(f"{words} old {words}", f"{words} new {words}")
    assert told.runs[0] == (Run.CUT, "")
    assert told.runs[-1] == (Run.CUT, "")
    assert "w99 " in told.runs[1][1]
    assert told.whole


def test_white_space_alone_is_a_change() -> None:
    told = compared("for May", "for  May")
    assert (Run.GONE, "for ") in told.runs
    assert (Run.NEW, "for  ") in told.runs


@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_from_it(was: str, now_is: str) -> None:
    told = compared(was, now_is)
    if all(run is not Run.CUT for run, _ in told.runs):
        assert "".join(words for _, words in told.was) == was
        assert "".join(words for _, words in told.now) == now_is
    changed = any(run in (Run.GONE, Run.NEW) and words for run, words in told.runs)
    assert changed == (was != now_is)


def test_a_change_too_long_to_show_is_told() -> None:
    told = compared("x" * (LONGEST + 1), "y")
    assert not told.whole
    assert not compared("a" * 300_000, "a" * 300_000 + "b").whole


@pytest.mark.parametrize(
    ("was", "now_is"),
    [
        ("a b " * 50_000, "b a c " * 30_000),
        ("a " * 239 + "z", "y " + "a q " * 119),
        (" ".join(map(str, range(50_000))), " ".join(map(str, range(50_000, 0, -1)))),
    ],
    ids=["repeats", "one word", "turned round"],
)
def test_no_text_makes_it_slow(was: str, now_is: str) -> None:
    begun = time.process_time()
    compared(was, now_is)
    assert time.process_time() - begun < 1


def test_where_many_texts_changed_each_is_told_as_one_change_between_what_both_ends_share() -> None:
    told = compared("a b c d e", "a x c y e", fine=False)
    assert told.runs == ((Run.SAME, "a "), (Run.GONE, "b c d "), (Run.NEW, "x c y "), (Run.SAME, "e"))
