"""A kind's pattern of file names is the workspace's: it says what JavaScript says, and no name takes long."""

import re

import pytest

from sayso_client.stores.chant import name_pattern
from sayso_client.stores.chant.kind_file import USUAL_MATCH


def test_chants_own_pattern_takes_what_chant_takes() -> None:
    usual = name_pattern.compiled(USUAL_MATCH)
    assert usual.search("slice-tier-074b660bbaad.md")
    assert usual.search("a-0-000000000000.md")
    for name in (
        "slice-tier-074b660bbaad.md\n",
        "slice-tier-074b660bbaad.mdx",
        "Slice-tier-074b660bbaad.md",
        "slice-tier-074b660bbaa.md",
        "slice-tier-074b660bbaadXmd",
        "-074b660bbaad.md",
    ):
        assert not usual.search(name)


@pytest.mark.parametrize(
    ("pattern", "taken", "left"),
    [
        (r"\.md$", "a.md", "a.md\n"),
        (r"^a.c$", "a\u00e9c", "a\nc"),
        (r"^\d+$", "123", "١٢٣"),
        (r"^[\w-]{2,3}$", "a-", "a"),
        (r"^[^a-z]x?$", "A", "ax"),
        (r"a\$", "a$", "a"),
        (r"^[#]#a b\-$", "##a b-", "##ab-"),
    ],
)
def test_a_pattern_means_what_javascript_means(pattern: str, taken: str, left: str) -> None:
    compiled = name_pattern.compiled(pattern)
    assert compiled.search(taken)
    assert not compiled.search(left)


@pytest.mark.parametrize(
    "pattern",
    [
        *("^(a+)+$", "a|b", "(?=a)", "a**", "a*?", "+", "[a", "[]", "a{", "a{2,1}", "\\1", "\\p{L}", "a$b", "a^"),
        *("a*a*a*$", "^.*.*.*$", "a.*b.*", "[[a]", "[a--b]", "[b-a]", "a" * 501),
    ],
)
def test_a_pattern_that_could_take_long_or_mean_something_else_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"^\w"):
        name_pattern.compiled(pattern)


def test_the_slowest_pattern_that_is_taken_is_done_at_once_with_the_longest_name() -> None:
    slowest = name_pattern.compiled(r"^a*[a-z]*\.md$")
    for _ in range(100):
        assert not slowest.search("a" * 255)


def test_a_pattern_compiles_without_a_warning() -> None:
    assert isinstance(name_pattern.compiled(r"^[a-z][a-z0-9]{0,15}-[0-9]{3,}-x\.md$"), re.Pattern)
