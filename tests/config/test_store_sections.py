"""Stores are added, renamed and taken out in place: whatever else stands in the file stays as it is."""

import tomllib
from pathlib import Path

import pytest

from sayso_config.model import Secret
from sayso_config.problems import ConfigError
from sayso_config.settings import load
from sayso_config.store_sections import NewStore, add_store, remove_store, rename_store

TEAM = NewStore("team", "http", url="https://a.example", key=Secret("env", ("TEAM_TOKEN",)), as_="alice")
WRITTEN = """\
[[store]]
name = "team"
kind = "http"
url = "https://a.example"
key = { env = "TEAM_TOKEN" }
as = "alice"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", WRITTEN),
        ("[me]\nname = 'a' # me\n", f"[me]\nname = 'a' # me\n\n{WRITTEN}"),
        ("[me]", f"[me]\n\n{WRITTEN}"),
        ("[ui]\r\nascii = true\r\n", "[ui]\r\nascii = true\r\n\r\n" + WRITTEN.replace("\n", "\r\n")),
        (
            "[[store]] # first\nname = 'x'\nkind = 'local'\n# end\n",
            f"[[store]] # first\nname = 'x'\nkind = 'local'\n# end\n\n{WRITTEN}",
        ),
    ],
)
def test_a_store_is_written_behind_all_that_is_there(file: Path, before: str, after: str) -> None:
    file.write_bytes(before.encode())
    assert add_store(file, TEAM).url == "https://a.example"
    assert file.read_bytes().decode() == after
    found = load(file, {})
    assert found.problems == ()
    assert found.settings.stores[-1].key == Secret("env", ("TEAM_TOKEN",))


def test_odd_words_are_written_so_that_they_are_read_back(file: Path) -> None:
    secret = Secret("command", ("pass", 'a "b"', "c\\d"))
    add_store(file, NewStore('te"am \\', "http", socket="/run/s.sock", key=secret))
    store = load(file, {}).settings.stores[-1]
    assert (store.name, store.socket, store.key) == ('te"am \\', "/run/s.sock", secret)


@pytest.mark.parametrize(
    ("store", "words"),
    [
        (TEAM._replace(name="side"), "there is a store named side already"),
        (TEAM._replace(name="HOME"), "there is a store named HOME already"),
        (TEAM._replace(name=" "), "must not be blank"),
        (TEAM._replace(name="a\x1b[2J"), "no control"),
        (TEAM._replace(url="https://me:s3cret@a.example"), "holds a user or a password"),
        (TEAM._replace(url="http://a.example"), "plain http to another machine"),
        (TEAM._replace(url=None), "does not say where it is"),
        (TEAM._replace(kind="postgres"), "not in this version yet"),
        (TEAM._replace(kind="local"), "takes no url"),
    ],
)
def test_what_is_wrong_with_a_store_is_told_and_nothing_written(file: Path, store: NewStore, words: str) -> None:
    before = '[[store]]\nname = "side"\nkind = "local"\n'
    file.write_text(before)
    with pytest.raises(ConfigError, match="Nothing was changed") as caught:
        add_store(file, store)
    assert words in str(caught.value)
    assert "s3cret" not in str(caught.value)
    assert file.read_text() == before


@pytest.mark.parametrize("text", ["store = []\n", "[store]\nname = 'x'\n", "store = 3\n", "[me\n"])
def test_a_file_that_no_store_can_be_put_into_stays_as_it_is(file: Path, text: str) -> None:
    file.write_text(text)
    for act in (lambda: add_store(file, TEAM), lambda: rename_store(file, "x", "y"), lambda: remove_store(file, "x")):
        with pytest.raises(ConfigError, match="Nothing was changed"):
            act()
    assert file.read_text() == text


SEVERAL = """\
# my stores
[[store]]
name = "side" # the first
kind = "local"

# the team's
[[store]]
kind = "http"
name = 'team'   # rename me
url = "https://a.example"
[store.key]
env = "T"

[me]
name = "alice" # last
"""


def test_a_store_is_renamed_where_it_stands(file: Path) -> None:
    file.write_text(SEVERAL)
    rename_store(file, "Team", "our team")
    assert file.read_text() == SEVERAL.replace("'team'", '"our team"')


@pytest.mark.parametrize("new", ["side", "SIDE", "home", ""])
def test_a_store_is_not_renamed_to_what_is_taken(file: Path, new: str) -> None:
    file.write_text(SEVERAL)
    with pytest.raises(ConfigError, match="Nothing was changed"):
        rename_store(file, "team", new)
    assert file.read_text() == SEVERAL


def test_a_store_is_taken_out_alone(file: Path) -> None:
    file.write_text(SEVERAL)
    remove_store(file, "team")
    left = '# my stores\n[[store]]\nname = "side" # the first\nkind = "local"\n\n# the team\'s\n\n'
    assert file.read_text() == left + '[me]\nname = "alice" # last\n'
    remove_store(file, "side")
    assert tomllib.loads(file.read_text()) == {"me": {"name": "alice"}}
    assert "# my stores\n" in file.read_text()


@pytest.mark.parametrize("name", ["home", "nobody", ""])
def test_what_does_not_stand_there_is_told(file: Path, name: str) -> None:
    file.write_text(SEVERAL)
    with pytest.raises(ConfigError, match="Nothing was changed"):
        remove_store(file, name)
    with pytest.raises(ConfigError, match="Nothing was changed"):
        rename_store(file, name, "x")
    assert file.read_text() == SEVERAL


def test_a_section_that_others_stand_in_is_left_to_its_owner(file: Path) -> None:
    text = SEVERAL.replace("[store.key]", "[ui]\nascii = true\n[store.key]")
    file.write_text(text)
    with pytest.raises(ConfigError, match="by hand"):
        remove_store(file, "team")
    assert file.read_text() == text
