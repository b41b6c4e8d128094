from pathlib import Path

import pytest

from command_line import Ran, Sayso
from plain_user import bound_by_modes

SECRET = "hunter2-not-to-be-told"


def check(sayso: Sayso, text: str | bytes) -> Ran:
    sayso.home.mkdir(exist_ok=True)
    (sayso.home / "config.toml").write_bytes(text.encode() if isinstance(text, str) else text)
    return sayso("config", "check")


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ('[me]\nname = "alice\n', "line 2, column", "This is not TOML"),
        ('[me]\nname = "a"\nname = "b"\n', "line 3", "given twice"),
        ("[me]\nname = 7\n", "line 2, column 1", "must be text in quotes, not a number"),
        ('[me]\nnam = "alice"\n', "line 2, column 1", "did you mean me.name?"),
        ("[ui]\nascii = true\nmouse = 3\n", "line 3, column 1", "true or false"),
        ('[ui]\nanimation = "nnone"\n', "line 2, column 1", "the nearest is none"),
        ('[ui]\ntheme = "drakula"\n', "line 2, column 1", "did you mean dracula?"),
        ('[keys]\nanswr = "x"\n', "line 2, column 1", "did you mean answer?"),
        ('[keys]\nrecord = "x"\n', "line 2, column 1", "by accident"),
        ('[keys]\ndown = "nokey"\n', "line 2, column 1", "not the name of a key"),
        ('[keys]\nanswer = "d"\n', "line 2, column 1", "already means dismiss"),
        ('[[store]]\nname = "w"\nkind = "locl"\n', "line 3, column 1", "did you mean local?"),
        ('[mee]\nname = "alice"\n', "line 1, column 1", "did you mean me?"),
        (b"[me]\nname = \xff\n", "line 2", "not UTF-8"),
        (b"[me]\n\0\n", "line 2", "binary"),
        ('[[mandate]]\nid = "storage"\n', "line 1, column 1", "needs an id and a text"),
    ],
)
def test_what_is_wrong_is_named_with_its_place_and_what_was_meant(
    sayso: Sayso, text: str | bytes, place: str, said: str
) -> None:
    ran = check(sayso, text)
    assert (ran.code, ran.err) == (2, "")
    (line,) = ran.out.splitlines()
    assert line.startswith(f"{sayso.home}/config.toml")
    assert place in line and said in line


@pytest.mark.parametrize("text", ["", "# mine\n"])
def test_a_file_that_sets_nothing_is_well_and_said_to_be_so(sayso: Sayso, text: str) -> None:
    ran = check(sayso, text)
    assert (ran.code, ran.out) == (0, "")
    assert "sets nothing" in ran.err
    assert (sayso("list").code, sayso("list").err) == (0, "Nothing waits.\n")


@pytest.mark.parametrize("words", [("list",), ("config", "check"), ("config", "show"), ("raise", "k", "--text", "So?")])
def test_a_file_that_was_named_and_is_not_there_is_told(sayso: Sayso, words: tuple[str, ...]) -> None:
    ran = sayso("--config", str(sayso.home / "confg.toml"), *words)
    assert (ran.code, ran.out) == (2, "")
    assert f"There is no configuration file {sayso.home}/confg.toml" in ran.err
    assert not sayso.home.exists()


def test_no_configuration_can_be_said_by_the_null_device_and_nothing_is_set_there(sayso: Sayso) -> None:
    assert sayso("--config", "/dev/null", "list").code == 0
    ran = sayso("--config", "/dev/null", "config", "set", "me.name", "alice")
    assert (ran.code, "Nothing was changed" in ran.err) == (2, True)


def test_everything_that_is_wrong_is_named_at_once(sayso: Sayso) -> None:
    ran = check(sayso, '[me]\nname = 7\n[ui]\nmouse = 3\ntheme = "x"\n[keys]\nnothing = "x"\nrecord = "a"\n')
    assert [line.split("line ")[1][:2] for line in ran.out.splitlines()] == ["2,", "4,", "7,", "8,", "5,"]


def test_a_folder_and_a_file_that_may_not_be_read_are_named(sayso: Sayso) -> None:
    (sayso.home / "config.toml").mkdir(parents=True)
    assert "folder" in sayso("config", "check").out
    (sayso.home / "config.toml").rmdir()
    (sayso.home / "config.toml").write_text("[ui]\n")
    (sayso.home / "config.toml").chmod(0)
    with bound_by_modes():
        ran = sayso("config", "check")
    assert ran.code == 2
    assert "cannot be read (Permission denied)" in ran.out


@pytest.mark.parametrize("text", ["[[store]]\nname = 'w'\nkind = 'http'\nkey = '{}'\n", "[me]\nname = '{}\n"])
def test_no_finding_tells_a_secret(sayso: Sayso, text: str) -> None:
    ran = check(sayso, text.format(SECRET) + "url = 'https://me:" + SECRET + "@host'\n")
    assert ran.code == 2
    assert SECRET not in ran.out + ran.err
    shown = sayso("config", "show")
    assert SECRET not in shown.out + shown.err


def test_a_variable_that_is_wrong_is_named_too(sayso: Sayso) -> None:
    ran = sayso("config", "check", environ={"SAYSO_UI_MOUSE": "perhaps", "SAYSO_ME_NAMME": "x"})
    assert ran.code == 2
    assert "SAYSO_UI_MOUSE must be true or false" in ran.out and "did you mean SAYSO_ME_NAME?" in ran.out


def test_nothing_wrong_ends_with_0(sayso: Sayso) -> None:
    assert "every setting has its default" in sayso("config", "check").err
    ran = check(sayso, '[me]\nname = "alice"\n[ui]\ntheme = "nord"\n[keys]\nanswer = "f9"\n')
    assert (ran.code, ran.out) == (0, "")
    assert "is in order" in ran.err


def test_findings_come_as_a_document(sayso: Sayso) -> None:
    check(sayso, "[me]\nname = 7\n")
    ran = sayso("config", "check", "--json")
    (problem,) = ran.json["problems"]
    assert (ran.code, ran.json["kind"], ran.json["found"]) == (2, "config-check", True)
    assert (problem["setting"], problem["line"], problem["column"], problem["stops_writing"]) == ("me.name", 2, 1, True)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("keys.answr", "x", "did you mean answer?"),
        ("keys.answer", "nokey", "not the name of a key"),
        ("keys.answer", "d", "already means dismiss"),
        ("keys.record", "enter", "by accident"),
        ("keys.record", "", "cannot be without a key"),
        ("keys.help", "f1", "? always stays help"),
        ("keys.answer", "x,,y", "must name a key"),
        ("ui.theme", "nrod", "did you mean nord?"),
        ("ui.animation", "some", "must be one of"),
        ("ui.mouse", "perhaps", "true or false"),
    ],
)
def test_what_the_screen_would_not_take_is_not_set(sayso: Sayso, name: str, value: str, said: str) -> None:
    ran = sayso("config", "set", name, value)
    assert ran.code == 2
    assert said in ran.err and "Nothing was changed" in ran.err
    assert not (sayso.home / "config.toml").exists()


def test_what_the_screen_takes_is_set(sayso: Sayso) -> None:
    for name, value in (("keys.answer", "f9"), ("keys.dismiss", "a"), ("ui.theme", "nord"), ("keys.first", "")):
        assert sayso("config", "set", name, value).code == 0
    assert sayso("config", "check").code == 0


def test_an_old_mistake_elsewhere_does_not_stop_a_good_setting(sayso: Sayso) -> None:
    check(sayso, '[keys]\nnothing = "x"\n')
    assert sayso("config", "set", "keys.answer", "f9").code == 0


def test_every_setting_is_shown_with_where_it_comes_from(sayso: Sayso) -> None:
    check(
        sayso,
        '[me]\nname = "alice"\n[ui]\nmouse = 7\nascii = true\n[keys]\nanswer = "f9"\n'
        '[[store]]\nname = "shed"\nkind = "local"\nas = "al"\n[[mandate]]\nid = "m"\ntext = "mandate 7"\n',
    )
    ran = sayso("config", "show", "--json", environ={"SAYSO_UI_THEME": "nord", "SAYSO_ME_ASSISTANT": "desk"})
    held = {each["name"]: (each["value"], each["source"]) for each in ran.json["settings"]}
    default, file = {"kind": "default", "variable": None, "line": None}, {"kind": "file", "variable": None}
    assert held["me.name"] == ("alice", {**file, "line": 2})
    assert held["me.assistant"] == ("desk", {"kind": "variable", "variable": "SAYSO_ME_ASSISTANT", "line": None})
    assert held["ui.theme"][1]["variable"] == "SAYSO_UI_THEME"
    assert held["ui.mouse"] == (True, default)
    assert held["ui.ascii"] == (True, {**file, "line": 5})
    assert held["keys.answer"] == (["f9"], {**file, "line": 7})
    assert held["store[1].name"] == ("home", default)
    assert held["store[2].as"] == ("al", {**file, "line": 11})
    assert held["mandate[1].text"] == ("mandate 7", {**file, "line": 14})
    assert "mouse" in ran.err


def test_a_variable_that_is_wrong_about_me_leaves_nobody(sayso: Sayso) -> None:
    check(sayso, '[me]\nname = "alice"\n')
    ran = sayso("config", "show", environ={"SAYSO_ME_NAME": "\x1b"})
    assert next(line for line in ran.out.splitlines() if line.startswith("me.name")).split() == [
        "me.name",
        "-",
        "default",
    ]


def test_another_file_is_checked_when_it_is_named(sayso: Sayso, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("[me]\nname = 7\n")
    assert "other.toml, line 2" in sayso("--config", str(tmp_path / "other.toml"), "config", "check").out
