"""[[store]] sections of stores that answer over http: what is accepted, and what is refused with the way out."""

from pathlib import Path

import pytest

from sayso_config.model import HOME, Secret, StoreSetting
from sayso_config.settings import Loaded, load
from sayso_config.sources import in_force

SECRET = "sk-5up3rS3cret"


def loaded(tmp_path: Path, lines: str) -> Loaded:
    file = tmp_path / "config.toml"
    file.write_text(f'[[store]]\nname = "team"\nkind = "http"\n{lines}\n')
    return load(file, {})


def test_a_store_with_an_address_and_a_key_is_read_without_a_word(tmp_path: Path) -> None:
    found = loaded(tmp_path, 'url = "https://decisions.example.net/"\nkey = { env = "TEAM_TOKEN" }\nas = "alice"')
    assert found.problems == ()
    team = StoreSetting(
        "team", "http", "alice", True, "https://decisions.example.net", None, Secret("env", ("TEAM_TOKEN",))
    )
    assert found.settings.stores == (StoreSetting(HOME), team)
    assert found.secret_variables == {"TEAM_TOKEN"}


@pytest.mark.parametrize(
    ("lines", "secret"),
    [
        ('socket = "/run/sayso/team.sock"', None),
        ('url = "http://127.0.0.1:8750"\nkey = { env = "T" }', Secret("env", ("T",))),
        ('url = "http://localhost:8750"\nkey = { keyring = "team" }', Secret("keyring", ("team",))),
        ('url = "http://[::1]:8750"\nkey = { command = ["pass", "team"] }', Secret("command", ("pass", "team"))),
        ('url = "http://decisions.lan:8750"', None),
    ],
)
def test_other_ways_to_say_it(tmp_path: Path, lines: str, secret: Secret | None) -> None:
    found = loaded(tmp_path, lines)
    assert found.problems == ()
    assert found.settings.stores[1].usable
    assert found.settings.stores[1].key == secret


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("", 'does not say where it is; write url = "https://…" or socket = "/…".'),
        ('url = "https://a.example"\nsocket = "/s"', "has both a url and a socket"),
        ("url = 3", "store[1].url must be text in quotes, not a number."),
        ('url = "ftp://a.example"', 'must begin with "https://"'),
        ('url = "decisions.example"', 'must begin with "https://"'),
        ('url = "https://"', "names no host"),
        ('url = "https://a.example:port"', "is no url"),
        ('url = "https://a.example:99999"', "is no url"),
        ('url = "https://[::1"', "is no url"),
        ('url = "https://a.example/v1/"', "must end before /v1"),
        ('url = "https://a b.example"', "printable ASCII"),
        ('url = "https://bücher.example"', "xn--"),
        ('url = "https://a.example\\\\@evil.example"', "printable ASCII"),
        (f'url = "https://{"a" * 3_000}.example"', "must not be longer"),
        (f'url = "https://{SECRET}@a.example"', "holds a user or a password"),
        (f'url = "https://a.example/?key={SECRET}"', 'must end before any "?"'),
        (f'url = "https://a.example/#{SECRET}"', 'must end before any "?"'),
        ('socket = "team.sock"', "the whole path of a Unix socket"),
        ('socket = "/' + "x" * 120 + '"', "must not be longer than 100 bytes"),
        ('url = "https://a.example"\npath = "/x"', "is reached over http (url or socket) and takes no path."),
        ('url = "http://decisions.lan"\nkey = { env = "T" }', "plain http to another machine"),
        ('url = "http://127.1"\nkey = { env = "T" }', "plain http to another machine"),
        ('url = "http://localhost.evil.example"\nkey = { env = "T" }', "plain http to another machine"),
        (f'url = "https://a.example"\nkey = "{SECRET}"', 'key = { env = "TEAM_TOKEN" }'),
        ('url = "https://a.example"\nkey = { env = "" }', "A key is written as"),
        ('url = "https://a.example"\nkey = { command = "pass team" }', "A key is written as"),
        ('url = "https://a.example"\nkey = { command = [] }', "A key is written as"),
        ('url = "https://a.example"\nkey = { env = "T", keyring = "t" }', "A key is written as"),
    ],
)
def test_what_cannot_be_used_is_told_and_nothing_goes_there(tmp_path: Path, lines: str, words: str) -> None:
    found = loaded(tmp_path, lines)
    assert any(words in each.sentence for each in found.problems), found.problems
    assert found.hindrances("team")
    assert found.hindrances(HOME) == ()
    assert SECRET not in repr(found)
    assert not any(SECRET in str(each) for each in found.problems)


@pytest.mark.parametrize(
    "lines", ['key = "x"', 'url = "https://me:pw@a.example"', 'url = "http://a.lan"\nkey = {env = "T"}']
)
def test_a_store_in_doubt_is_never_called(tmp_path: Path, lines: str) -> None:
    store = loaded(tmp_path, lines).settings.stores[1]
    assert not store.usable
    assert store.url is None


def test_what_is_in_force_tells_where_a_key_is_kept_and_not_what_it_is(tmp_path: Path) -> None:
    found = loaded(tmp_path, f'url = "https://a.example"\nkey = {{ command = ["pass", "{SECRET}"] }}')
    told = {each.name: (each.value, each.source.line) for each in in_force(found.settings, found.file, {})}
    assert told["store[2].url"] == ("https://a.example", 4)
    assert told["store[2].key"] == ("command pass …", 5)
    assert SECRET not in repr(told)


def test_the_variables_of_stores_that_cannot_be_used_are_secrets_too(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(
        '[[store]]\nname = "a"\nkind = "postgres"\nkey = { env = "A" }\n'
        '[[store]]\nkey = { env = "B" }\n[[backend]]\nname = "m"\nkey = { env = "C" }\n'
    )
    assert load(file, {}).secret_variables == {"A", "B", "C"}
