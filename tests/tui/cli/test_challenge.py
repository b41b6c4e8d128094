import io
import sys

import pytest

from sayso_tui.cli.challenge import challenge, word_for
from sayso_tui.cli.exits import Ended, Exit


def test_a_word_that_comes_faster_than_anybody_reads_records_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("pg\n"))
    with pytest.raises(Ended, match="faster than anybody reads") as ended:
        challenge(["Which database?"], "pg")
    assert ended.value.code is Exit.REFUSED


@pytest.mark.parametrize("option", ["pg", "2", "a b", "Use-it!"])
def test_an_option_that_can_be_typed_is_typed(option: str) -> None:
    assert word_for(option, "k") == option


@pytest.mark.parametrize("option", [None, "", " pg", "pg\n", "p\u200bg", "p\u0430ypal", "\x1b[8m", "x" * 41])
def test_for_anything_else_a_short_code_stands_in(option: str | None) -> None:
    assert len(word_for(option, "k")) == 4
    assert word_for(option, "k").isalnum()


def test_the_code_depends_on_all_that_is_decided() -> None:
    codes = {word_for(None, *about) for about in (("k", "1"), ("k", "2"), ("k1", ""), ("l", "1"))}
    assert len(codes) == 4
