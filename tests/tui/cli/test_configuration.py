import pytest

from command_line import Sayso

BROKEN = '[me]\nname = "alice\n'


def configure(sayso: Sayso, text: str | bytes) -> None:
    sayso.home.mkdir(exist_ok=True)
    (sayso.home / "config.toml").write_bytes(text.encode() if isinstance(text, str) else text)


def test_the_place_of_the_file_is_told_whether_or_not_it_is_there(sayso: Sayso) -> None:
    assert sayso("config", "path").out == f"{sayso.home}/config.toml\n"
    assert sayso("config", "path", "--all").out.splitlines()[1:] == [f"{sayso.home}/ledger.db", f"{sayso.home}/log"]
    assert sayso("--config", "/etc/x.toml", "config", "path").out == "/etc/x.toml\n"
    assert not sayso.home.exists()


def test_a_setting_is_set_and_the_rest_stays(sayso: Sayso) -> None:
    configure(sayso, "# mine\n[ui]\nascii = true # here\n")
    ran = sayso("config", "set", "me.name", "alice")
    assert (ran.code, ran.out) == (0, "")
    assert (sayso.home / "config.toml").read_text() == '# mine\n[ui]\nascii = true # here\n\n[me]\nname = "alice"\n'


@pytest.mark.parametrize("words", [("me.nam", "x"), ("ui.ascii", "perhaps"), ("me.name", "")])
def test_a_setting_that_does_not_fit_ends_with_2(sayso: Sayso, words: tuple[str, str]) -> None:
    assert sayso("config", "set", *words).code == 2
    assert not (sayso.home / "config.toml").exists()


def test_a_broken_file_never_stops_reading_and_ends_with_2(alice: Sayso) -> None:
    alice.ask()
    configure(alice, BROKEN)
    ran = alice("list")
    assert ran.code == 2
    assert "acme/db" in ran.out
    assert "config.toml" in ran.err and "2" in ran.err
    assert alice("show", "acme/db", "--json").json["key"] == "acme/db"


@pytest.mark.parametrize("text", [BROKEN, b"\xff\xfe\x00", b"[me]\nname = 1\nname = 2\n"])
def test_a_broken_file_stops_every_writing(alice: Sayso, text: str | bytes) -> None:
    alice.ask()
    configure(alice, text)
    assert alice("raise", "other", "--text", "So?").code == 2
    assert alice.settle("answer", "acme/db", "--option", "pg").code == 2
    assert alice("config", "set", "me.name", "bob").code == 2
    configure(alice, "")
    assert alice.types() == ["raised"]


def test_a_doubt_about_who_i_am_stops_only_what_is_written_in_my_name(alice: Sayso) -> None:
    configure(alice, "[me]\nname = 7\n")
    assert alice.ask("acme/db") == "acme/db"
    assert alice.settle("answer", "acme/db", "--option", "pg").code == 2
    assert alice("list").code == 0


def test_a_bad_value_is_told_with_its_place_and_the_nearest_name(sayso: Sayso) -> None:
    configure(sayso, '[ui]\nanimatoin = "none"\n')
    ran = sayso("list")
    assert ran.code == 0
    assert "config.toml, line 2" in ran.err and "animation" in ran.err


def test_the_name_may_come_from_a_variable(sayso: Sayso) -> None:
    sayso.ask()
    assert sayso.settle("answer", "acme/db", "--option", "pg", environ={"SAYSO_ME_NAME": "eve"}).code == 0
    assert next(sayso.settlements())["authority"]["by"] == "eve"


def test_what_is_addressed_to_others_does_not_wait_for_me(alice: Sayso) -> None:
    alice.ask("theirs", "--to", "dana")
    alice.ask("mine", "--to", "ALICE")
    assert [each["key"] for each in alice("list", "--json").documents] == ["mine"]
    assert {each["key"] for each in alice("list", "--json", "--view", "open").documents} == {"mine", "theirs"}


def test_looking_at_a_ledger_that_is_not_there_makes_none(sayso: Sayso) -> None:
    ran = sayso("--read-only", "list")
    assert ran.code == 1
    assert "There is no ledger to read yet" in ran.err
    assert not sayso.home.exists()
