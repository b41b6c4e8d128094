"""[[store]] sections of chant workspaces: what is accepted, what is refused with the way out, and what is trusted."""

from pathlib import Path

import pytest

from sayso_config.model import HOME, StoreSetting
from sayso_config.problems import ConfigError
from sayso_config.settings import Loaded, load
from sayso_config.sources import in_force
from sayso_config.store_sections import NewStore, add_store, trust_store

WORK = '[[store]]\nname = "work"\nkind = "chant"\n'


def loaded(tmp_path: Path, lines: str) -> Loaded:
    file = tmp_path / "config.toml"
    file.write_text(f"{WORK}{lines}\n")
    return load(file, {})


def test_a_workspace_is_read_without_a_word_and_not_trusted_by_itself(tmp_path: Path) -> None:
    found = loaded(tmp_path, 'path = "/home/ana/work"\nas = "ana"')
    assert found.problems == ()
    work = StoreSetting("work", "chant", "ana", path="/home/ana/work", file=str(tmp_path / "config.toml"))
    assert found.settings.stores == (StoreSetting(HOME), work)
    assert not found.settings.stores[1].trust


def test_everything_that_can_be_said_of_a_workspace(tmp_path: Path) -> None:
    found = loaded(
        tmp_path,
        'path = "/w"\ntrust = true\ncommand = ["/usr/bin/node", "/opt/chant/cli.js"]\n'
        'answers = "/w/answers"\npoints = "/w/points.json"',
    )
    assert found.problems == ()
    work = found.settings.stores[1]
    assert (work.trust, work.command) == (True, ("/usr/bin/node", "/opt/chant/cli.js"))
    assert (work.answers, work.points) == ("/w/answers", "/w/points.json")


def test_a_path_may_begin_in_my_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    assert loaded(tmp_path, 'path = "~/work"').settings.stores[1].path == "/home/ana/work"


def test_a_command_of_one_word_may_be_written_as_text(tmp_path: Path) -> None:
    assert loaded(tmp_path, 'path = "/w"\ncommand = "/opt/my chant"').settings.stores[1].command == ("/opt/my chant",)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("", 'does not say where its workspace is; write path = "/…".'),
        ('path = "work"', "store[1].path must be a whole path"),
        ('path = "."', "store[1].path must be a whole path"),
        ('path = ""', "must be a path of at most"),
        ("path = 3", "must be text in quotes, not a number"),
        (f'path = "/{"a" * 4001}"', "must be a path of at most 4,000"),
        ('path = "/w"\ntrust = "yes"', "store[1].trust must be true or false, not text."),
        ('path = "/w"\ncommand = "chant"', "the whole path of a program"),
        ('path = "/w"\ncommand = ["chant", "-v"]', "the whole path of a program"),
        ('path = "/w"\ncommand = []', "must be the words of a command"),
        ('path = "/w"\ncommand = [3]', "must be the words of a command"),
        ('path = "/w"\ncommand = ["/bin/sh", ""]', "must be the words of a command"),
        ('path = "/w"\nanswers = "/w/answers"', "has answers without points"),
        ('path = "/w"\npoints = "/w/points.json"', "has points without answers"),
        ('path = "/w"\nurl = "https://a.example"', "is a chant workspace (path) and takes no url."),
        ('path = "/w"\nkey = { env = "T" }', "is a chant workspace (path) and takes no key."),
    ],
)
def test_what_is_wrong_is_told_and_the_store_is_left_alone(tmp_path: Path, lines: str, words: str) -> None:
    found = loaded(tmp_path, lines)
    assert any(words in each.sentence and each.store == "work" for each in found.problems)
    assert not found.settings.stores[1].usable or "takes no" in words
    assert not found.settings.stores[1].trust


def test_other_kinds_take_nothing_of_a_workspace(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[[store]]\nname = "x"\nkind = "local"\ncommand = ["/bin/true"]\n')
    (problem,) = load(file, {}).problems
    assert "is local" in problem.sentence


def test_what_is_in_force_tells_whether_a_workspace_is_trusted(tmp_path: Path) -> None:
    found = loaded(tmp_path, 'path = "/w"')
    told = {each.name: (each.value, each.source.kind) for each in in_force(found.settings, found.file, {})}
    assert told["store[2].path"] == ("/w", "file")
    assert told["store[2].trust"] == (False, "default")
    assert told["store[2].command"] == (None, "default")

    found = loaded(tmp_path, 'path = "/w"\ntrust = true\ncommand = ["/opt/chant"]')
    told = {each.name: (each.value, each.source.kind) for each in in_force(found.settings, found.file, {})}
    assert told["store[2].trust"] == (True, "file")
    assert told["store[2].command"] == (("/opt/chant",), "file")


def test_a_workspace_is_written_so_that_it_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    new = NewStore("work", "chant", path='/w "x"', trust=True, command=("/opt/chant", "a b"), answers="/a", points="/p")
    written = add_store(file, new)
    assert load(file, {}).settings.stores[1] == written
    assert (written.path, written.trust, written.command) == ('/w "x"', True, ("/opt/chant", "a b"))


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_trust_is_written_behind_the_path_and_taken_back_in_place(tmp_path: Path, newline: str) -> None:
    file = tmp_path / "config.toml"
    lines = [*WORK.splitlines(), 'path = "/w" # where', "# the end", "", "[me]", 'name = "ana"', ""]
    file.write_bytes(newline.join(lines).encode())

    trust_store(file, "WORK", True)

    assert load(file, {}).settings.stores[1].trust
    assert file.read_bytes().decode().split(newline) == [*lines[:4], "trust = true", *lines[4:]]

    trust_store(file, "work", False)

    assert not load(file, {}).settings.stores[1].trust
    assert file.read_bytes().decode().split(newline) == [*lines[:4], "trust = false", *lines[4:]]


def test_trust_is_not_written_where_it_could_break_something(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    text = 'store = [{ name = "work", kind = "chant", path = "/w" }]\n'
    file.write_text(text)
    with pytest.raises(ConfigError, match="by hand"):
        trust_store(file, "work", True)
    assert file.read_text() == text


def test_what_starts_chant_is_written_beside_trust_in_place(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    before = '# mine\n[[store]]\nname = "work"\nkind = "chant"\npath = "/w"  # here\n'
    file.write_text(f'{before}command = ["old"]\n\n[list]\n')

    trust_store(file, "work", True, ("/opt/my chant", "--x"))
    trust_store(file, "work", True, ("/opt/chant",))

    assert file.read_text() == f'{before}trust = true\ncommand = ["/opt/chant"]\n\n[list]\n'
