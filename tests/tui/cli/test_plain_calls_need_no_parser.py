"""A plain call is read without click, and read as click would read it."""

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import cast

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso_tui.cli.plainly import FORMS, plain_call
from sayso_tui.cli.verbs import VERBS

WORDS = st.sampled_from(
    [
        *("--view", "--filter", "--limit", "--store", "--json", "--help", "--", "-", "--vie", "--limit=3", "--nothing"),
        *("waiting", "all", "WAITING", "1", "20", "0", "-1", "+1", " 7", "007", "1_0", "٣", "9" * 5000),
        *("home", "acme/db-choice", "two words", "", "-x", "\ud800"),
    ]
)


def command(verb: str) -> click.Command:
    found = getattr(import_module(f"sayso_tui.cli.{VERBS[verb].module}"), VERBS[verb].command)
    assert isinstance(found, click.Command)
    return found


@settings(max_examples=1_000, deadline=None)
@given(st.sampled_from(sorted(FORMS)), st.lists(WORDS, max_size=5))
def test_what_is_taken_as_it_is_means_the_same_to_the_parser(verb: str, words: list[str]) -> None:
    call = plain_call([verb, *words])
    if call is None:
        return
    parsed = command(verb).make_context(verb, list(words)).params

    usual = {name: each.default for name, each in signature(act(verb)).parameters.items() if name != "session"}
    assert {**usual, **call.values} == parsed


@pytest.mark.parametrize(
    "words",
    [
        ["list"],
        ["list", "--limit", "20", "--json"],
        ["list", "--view", "all", "--filter", "two words", "--store", "home"],
        ["show", "acme/db-choice"],
        ["show", "--json", "acme/db-choice", "--store", "home"],
    ],
)
def test_these_are_plain(words: list[str]) -> None:
    assert plain_call(words) is not None


@pytest.mark.parametrize(
    "words",
    [
        ["list", "--help"],
        ["list", "--limit=20"],
        ["list", "--limit", "none"],
        ["list", "--limit"],
        ["list", "--limit", "1", "--limit", "2"],
        ["list", "--lim", "20"],
        ["list", "more"],
        ["show"],
        ["show", "one", "two"],
        ["show", "--", "-key"],
        ["--read-only", "list"],
        ["raise", "--text", "Ship it?"],
        ["unheard-of"],
    ],
)
def test_all_else_is_left_to_the_parser(words: list[str]) -> None:
    assert plain_call(words) is None


@pytest.mark.parametrize("verb", sorted(FORMS))
def test_a_plain_verb_takes_what_the_parsed_one_takes(verb: str) -> None:
    form, parameters = FORMS[verb], command(verb).params

    assert {*form.words, *(each.name for each in form.options.values())} == {each.name for each in parameters}
    for name, option in form.options.items():
        twin = next(each for each in parameters if name in each.opts)
        assert isinstance(twin, click.Option)
        assert (twin.name, twin.is_flag) == (option.name, option.read is None)


@pytest.mark.parametrize("words", [["list"], ["list", "--filter", "ship", "--limit", "5"], ["list", "--json"]])
def test_a_list_is_printed_without_what_it_does_not_need(tmp_path: Path, words: list[str]) -> None:
    program = (
        "import sys; from sayso_tui.cli.run import run; "
        f"code = run({words!r}, {{'SAYSO_HOME': {str(tmp_path)!r}, 'SAYSO_ME_NAME': 'ana'}}); "
        "print(code, *sorted({each.partition('.')[0] for each in sys.modules}))"
    )
    for _ in range(2):  # the first call makes the ledger, which takes more
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    told = done.stdout.split()

    assert told[0] == "0"
    assert {"sqlite3", "sayso_client"} <= set(told)
    assert not {"asyncio", "click", "dataclasses", "pydantic", "rich", "socket", "textual", "uuid"} & set(told)


def act(verb: str) -> Callable[..., None]:
    return cast(
        Callable[..., None], getattr(import_module(f"sayso_tui.cli.{FORMS[verb].module}"), FORMS[verb].function)
    )
