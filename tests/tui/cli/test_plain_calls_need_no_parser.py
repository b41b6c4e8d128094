"""A plain call is read without click, and read as click would read it."""

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import cast

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso_tui.cli.forms import FORMS
from sayso_tui.cli.plainly import plain_call
from sayso_tui.cli.verbs import VERBS

WORDS = st.sampled_from(
    [
        *("--view", "--filter", "--limit", "--store", "--json", "--help", "--", "-", "--vie", "--limit=3", "--nothing"),
        *("waiting", "all", "WAITING", "1", "20", "0", "-1", "+1", " 7", "007", "1_0", "٣", "9" * 5000),
        *("home", "acme/db-choice", "two words", "", "-x", "\ud800"),
        *(
            "2026-12-31",
            "2026-02-30",
            "20261231",
            "yes=Yes",
            "=",
            " = ",
            "a=b=c",
            "yes=0.5",
            "yes=nan",
            "yes=1e400",
            "yes=x",
        ),
        *(
            "0.5",
            ".5",
            "5.",
            ".",
            "1e3",
            "nan",
            "inf",
            "1_0.5",
            "٣.٣",
            "settled",
            "not_needed",
            "agent",
            "requester",
            "both",
        ),
        *("https://example.org/inquiry/9", "no uri", "x:" + "y" * 2000),
    ]
)


def lines(verb: str) -> st.SearchStrategy[list[str]]:
    """Words of which many are options of the verb, most of them with something behind."""
    options = st.sampled_from(sorted(FORMS[verb].options))
    said = st.one_of(
        WORDS.map(lambda word: [word]), options.map(lambda name: [name]), st.tuples(options, WORDS).map(list)
    )
    return st.lists(said, max_size=6).map(lambda parts: [word for part in parts for word in part])


def command(verb: str) -> click.Command:
    found = getattr(import_module(f"sayso_tui.cli.{VERBS[verb].module}"), VERBS[verb].command)
    assert isinstance(found, click.Command)
    return found


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_what_is_taken_as_it_is_means_the_same_to_the_parser(data: st.DataObject) -> None:
    compare(data)


@pytest.mark.soak
@settings(max_examples=10_000, deadline=None)
@given(st.data())
def test_the_same_for_ten_thousand_calls(data: st.DataObject) -> None:
    compare(data)


def compare(data: st.DataObject) -> None:
    """A call as it is taken without the parser, and by the parser."""
    verb = data.draw(st.sampled_from(sorted(FORMS)))
    words = data.draw(lines(verb))
    call = plain_call([verb, *words])
    if call is None:
        return
    context = command(verb).make_context(verb, list(words))

    assert {name: context.params[name] for name in call.values} == dict(call.values)
    for each in command(verb).params:
        if each.name not in call.values:
            assert context.get_parameter_source(each.name or "") == click.core.ParameterSource.DEFAULT
            assert usual(verb).get(each.name or "", context.params[each.name or ""]) == context.params[each.name or ""]


def usual(verb: str) -> dict[str, object]:
    """What the function takes for a parameter that is not given."""
    parameters = signature(act(verb)).parameters
    return {name: each.default for name, each in parameters.items() if each.default is not Parameter.empty}


@pytest.mark.parametrize(
    "words",
    [
        ["list"],
        ["list", "--limit", "20", "--json"],
        ["list", "--view", "all", "--filter", "two words", "--store", "home"],
        ["show", "acme/db-choice"],
        ["show", "--json", "acme/db-choice", "--store", "home"],
        ["raise", "--text", "Ship it?"],
        ["raise", "acme/db", "--text", "-", "--option", "yes=Yes", "--option", "no", "--due", "2026-12-31", "--json"],
        ["amend", "acme/db", "--to", "bo", "--to", "ana"],
        ["withdraw", "acme/db", "--reason", "settled"],
        ["note", "acme/db", "-", "--origin", "agent"],
        ["claim", "acme/db", "--option", "yes", "--basis", "the mail of Monday"],
        ["propose", "acme/db", "--probability", "yes=0.7", "--probability", "no=0.3", "--model", "m"],
        ["relate", "acme/db", "--derived-from", "https://example.org/inquiry/9"],
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
        ["raise", "acme/db"],
        ["raise", "--text", "Ship it?", "--text", "Again"],
        ["raise", "--text", "Ship it?", "--due", "tomorrow"],
        ["raise", "--text", ""],
        ["amend", "acme/db", "--json"],
        ["withdraw", "acme/db"],
        ["withdraw", "acme/db", "--reason", "bored"],
        ["note", "acme/db"],
        ["claim", "acme/db", "--basis", "a mail"],
        ["propose", "acme/db", "--option", "yes"],
        ["propose", "acme/db", "--model", "m", "--score", "many"],
        ["relate", "acme/db", "--same-as", "acme/storage"],
        ["relate", "acme/db", "--derived-from", "nowhere"],
        ["answer", "acme/db"],
        ["unheard-of"],
    ],
)
def test_all_else_is_left_to_the_parser(words: list[str]) -> None:
    assert plain_call(words) is None


@pytest.mark.parametrize("verb", sorted(FORMS))
def test_a_plain_verb_takes_what_the_parsed_one_takes(verb: str) -> None:
    form, parameters = FORMS[verb], command(verb).params

    plain = {*form.words, *form.more, *(each.name for each in form.options.values())}
    assert plain | set(form.lacks) == {each.name for each in parameters}
    assert not plain & set(form.lacks)
    for name, option in form.options.items():
        twin = next(each for each in parameters if name in each.opts)
        assert isinstance(twin, click.Option)
        assert (twin.name, twin.is_flag, twin.multiple) == (option.name, option.read is None, option.many)


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


@pytest.mark.parametrize(
    "words",
    [
        ["raise", "acme/other", "--text", "Ship it?"],
        ["amend", "acme/db", "--text", "Ship it now?"],
        ["note", "acme/db", "It is late."],
        ["claim", "acme/db", "--text", "Yes.", "--basis", "The mail of Monday."],
        ["propose", "acme/db", "--text", "Yes.", "--by", "agent-x"],
        ["relate", "acme/db", "--derived-from", "https://example.org/inquiry/9"],
        ["withdraw", "acme/db", "--reason", "settled"],
    ],
)
def test_an_asker_writes_without_a_parser_a_loop_or_a_thread(tmp_path: Path, words: list[str]) -> None:
    program = (
        "import sys; from sayso_tui.cli.run import run; home = {'SAYSO_HOME': %r}; "
        "first = run(['raise', 'acme/db', '--text', 'Ship?'], home); "
        "print(run(%r, home), *sorted({each.partition('.')[0] for each in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", program % (str(tmp_path), words)], capture_output=True, text=True)
    told = done.stdout.splitlines()[-1].split()

    assert told[0] == "0", done.stderr
    assert not {"asyncio", "click", "concurrent", "pydantic", "rich", "socket", "textual"} & set(told)


def act(verb: str) -> Callable[..., None]:
    return cast(
        Callable[..., None], getattr(import_module(f"sayso_tui.cli.{FORMS[verb].module}"), FORMS[verb].function)
    )
