"""Setting one value in the file without touching anything else."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso_config.problems import ConfigError
from sayso_config.settings import load
from sayso_config.write import set_value


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_the_first_setting_makes_a_private_file_in_a_private_folder(tmp_path: Path) -> None:
    file = tmp_path / "new" / "sayso" / "config.toml"
    set_value(file, "me.name", "github:alice")
    assert file.read_text() == '[me]\nname = "github:alice"\n'
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[me]\nname = "bob"\n'),
        ('[me]\nname = "alice"  # that is me\n', '[me]\nname = "bob"  # that is me\n'),
        ("# top\n[me] # who\nassistant='a'\n", "# top\n[me] # who\nname = \"bob\"\nassistant='a'\n"),
        ("[me]", '[me]\nname = "bob"\n'),
        ("[ui]\nascii = true", '[ui]\nascii = true\n\n[me]\nname = "bob"\n'),
        ("[ui]\nascii = true\n# end\n", '[ui]\nascii = true\n# end\n\n[me]\nname = "bob"\n'),
        ('[ui]\r\ntheme = "x"\r\n', '[ui]\r\ntheme = "x"\r\n\r\n[me]\r\nname = "bob"\r\n'),
        ('me.assistant = "a" # c\n[ui]\n', 'me.name = "bob"\nme.assistant = "a" # c\n[ui]\n'),
        ("me.name = '''x'''\n", 'me.name = "bob"\n'),
        ('[[store]]\nname = "home"\n[me]\n"name" = "x"', '[[store]]\nname = "home"\n[me]\n"name" = "bob"'),
        ('x = """\n[me]\nname = "no"\n"""\n[me]\n', 'x = """\n[me]\nname = "no"\n"""\n[me]\nname = "bob"\n'),
        ("a = [ # [me]\n1, ']'\n]\n[me]\n", "a = [ # [me]\n1, ']'\n]\n[me]\nname = \"bob\"\n"),
    ],
)
def test_a_setting_is_put_where_it_belongs_and_all_else_stays(file: Path, before: str, after: str) -> None:
    file.write_bytes(before.encode())
    set_value(file, "me.name", "bob")
    assert file.read_bytes().decode() == after
    assert load(file, {}).settings.me.name == "bob"


@pytest.mark.parametrize(
    "text",
    [
        "me = { assistant = 'a' }\n",
        "[me]\nname = '''\na'''\n",
        "[[me]]\nx = 1\n",
        "me = 3\n",
        "[me.x]\ny = 1\n[me.z]\n",
    ],
)
def test_what_cannot_be_edited_safely_is_left_alone(file: Path, text: str) -> None:
    file.write_text(text)
    try:
        set_value(file, "me.name", "bob")
    except ConfigError as error:
        assert str(error).startswith("Nothing was changed")
        assert file.read_text() == text
    else:
        assert tomllib.loads(file.read_text())["me"] == {**tomllib.loads(text)["me"], "name": "bob"}
    assert [each.name for each in file.parent.iterdir()] == ["config.toml"]


def test_a_broken_file_is_not_written_to(file: Path) -> None:
    file.write_text('[me\nname = "alice"\n')
    with pytest.raises(ConfigError, match=r"must be mended first.*line 1"):
        set_value(file, "me.name", "bob")
    assert file.read_text() == '[me\nname = "alice"\n'


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("me.nmae", "x", "did you mean me.name"),
        ("zzz", "x", "there are me.name"),
        ("me", "x", "there is no setting me"),
        ("keys", "x", "there is no setting keys"),
        ("store.home", "x", "only be written in the file itself"),
        ("me.name", "  ", "must not be blank"),
        ("me.name", "a\x1bb", "no control or invisible"),
        ("me.name", "a" * 201, "not be longer"),
        ("ui.ascii", "maybe", "true or false"),
        ("ui.animation", "fulll", "nearest is full"),
        ("keys.answer", "a,,b", "before and after each comma"),
        ("x\x1b.y", "x", "there is no setting"),
    ],
)
def test_a_setting_that_is_not_one_is_refused(file: Path, key: str, value: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words) as refusal:
        set_value(file, key, value)
    assert "\x1b" not in str(refusal.value)
    assert not file.exists()


def test_switches_and_keys_are_written_as_what_they_are(file: Path) -> None:
    set_value(file, "ui.ascii", "yes")
    set_value(file, "keys.sheet.record", "f10, ctrl+s")
    set_value(file, "keys.snooze", "")
    set_value(file, "ui.ascii", "off")
    assert tomllib.loads(file.read_text()) == {
        "ui": {"ascii": False},
        "keys": {"snooze": "", "sheet.record": "f10,ctrl+s"},
    }
    assert load(file, {}).settings.keys == {"snooze": (), "sheet.record": ("f10", "ctrl+s")}


def test_a_linked_file_stays_a_link(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles.toml"
    kept.write_text("# mine\n")
    file.symlink_to(kept)
    set_value(file, "me.name", "bob")
    assert file.is_symlink()
    assert kept.read_text() == '# mine\n\n[me]\nname = "bob"\n'


def test_a_file_that_others_could_read_becomes_private(file: Path) -> None:
    file.write_text("[me]\n")
    file.chmod(0o644)
    set_value(file, "me.name", "bob")
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="Nothing was changed"):
        set_value(tmp_path / "file" / "config.toml", "me.name", "bob")
    with pytest.raises(ConfigError, match="Nothing was changed"):
        set_value(tmp_path, "me.name", "bob")
    long = tmp_path / ("x" * 250)
    with pytest.raises(ConfigError, match="cannot be written"):
        set_value(long, "me.name", "bob")  # the scratch file's name is too long, as on a full disk it could not be made
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@given(name=st.text(min_size=1, max_size=20))
def test_any_name_that_is_accepted_is_read_back(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "names.toml"
    file.write_text('# kept\n[me]\nname = "x" # kept too\n')
    try:
        set_value(file, "me.name", name)
    except ConfigError:
        assert load(file, {}).settings.me.name == "x"
    else:
        assert load(file, {}).settings.me.name == name.strip()
    assert file.read_text().count("# kept") == 2 or "# kept" in name
