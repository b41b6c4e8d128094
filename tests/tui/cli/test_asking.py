from pathlib import Path

import pytest

from command_line import Sayso
from handoff_records import line, raised


def test_raising_prints_the_key_and_nothing_else_on_stdout(sayso: Sayso) -> None:
    ran = sayso("raise", "acme/db", "--text", "Which database?", "--option", "pg=PostgreSQL")
    assert (ran.code, ran.out, ran.err) == (0, "acme/db\n", "")


def test_a_key_is_made_of_project_words_and_four_digits(sayso: Sayso) -> None:
    key = sayso("raise", "--project", "acme", "--text", "Which database?").out.strip()
    assert key.startswith("acme/which-database-")
    assert sayso("show", key, "--json").json["project"] == "acme"


def test_raising_the_same_again_writes_nothing(sayso: Sayso) -> None:
    sayso.ask()
    again = sayso(
        "raise", "acme/db", "--text", "Which database?", "--option", "pg=PostgreSQL", "--option", "sqlite=SQLite"
    )
    assert (again.code, again.out) == (0, "acme/db\n")
    assert "Nothing was written" in again.err
    assert sayso.types() == ["raised"]


def test_raising_a_held_key_with_other_terms_ends_with_4_and_names_amend(sayso: Sayso) -> None:
    sayso.ask()
    ran = sayso("raise", "acme/db", "--text", "Which queue?")
    assert (ran.code, ran.out) == (4, "")
    assert "sayso amend" in ran.err
    assert sayso.types() == ["raised"]


def test_the_question_comes_from_stdin(sayso: Sayso) -> None:
    sayso("raise", "acme/db", "--text", "-", stdin="Which database?\n\nIt is written by four services.\n")
    assert sayso("show", "acme/db", "--json").json["text"] == "Which database?\n\nIt is written by four services."


def test_all_that_was_given_is_asked(sayso: Sayso) -> None:
    more = ("--default", "sqlite", "--due", "2031-05-04", "--to", "alice", "--to", "bob", "--subject", "audit log")
    sayso.ask("acme/db", *more, "--project", "acme", "--link", "https://acme.example/1")
    shown = sayso("show", "acme/db", "--json").json
    assert shown["working_assumption"] == {"option": "sqlite", "text": "SQLite"}
    assert (shown["due"], shown["to"], shown["subject"]) == ("2031-05-04", ["alice", "bob"], "audit log")
    assert (shown["links"], shown["asked_by"]) == (["https://acme.example/1"], "cc-17")


@pytest.mark.parametrize("words", [("--due", "tomorrow"), ("--due", "2031-02-30"), ("--option", "=x"), ("--what",)])
def test_what_cannot_be_read_ends_with_2_and_writes_nothing(sayso: Sayso, words: tuple[str, ...]) -> None:
    assert sayso("raise", "acme/db", "--text", "Which?", *words).code == 2
    assert sayso.types() == []


def test_a_question_without_text_ends_with_2(sayso: Sayso) -> None:
    assert sayso("raise", "acme/db").code == 2
    assert sayso("raise", "acme/db", "--text", "  ").code == 2


def test_two_options_of_one_id_are_refused(sayso: Sayso) -> None:
    assert sayso("raise", "k", "--text", "Which?", "--option", "a=This", "--option", "a=That").code == 2
    assert sayso.types() == []


def test_amending_changes_only_what_is_given(sayso: Sayso) -> None:
    sayso.ask("acme/db", "--default", "sqlite", "--subject", "audit log")
    ran = sayso("amend", "acme/db", "--due", "2031-05-04")
    assert ran.code == 0
    shown = sayso("show", "acme/db", "--json").json
    assert (shown["terms_rev"], shown["due"], shown["text"]) == (2, "2031-05-04", "Which database?")
    assert [each["id"] for each in shown["options"]] == ["pg", "sqlite"]
    assert (shown["working_assumption"]["option"], shown["subject"]) == ("sqlite", "audit log")


def test_amending_to_the_same_words_writes_nothing(sayso: Sayso) -> None:
    sayso.ask()
    assert "Nothing was written" in sayso("amend", "acme/db", "--text", "Which database?").err
    assert sayso.types() == ["raised"]


@pytest.mark.parametrize(
    ("words", "member", "value"),
    [
        (("--link", "https://acme.example/2"), "links", ["https://acme.example/2"]),
        (("--by", "cc-18"), "asked_by", "cc-18"),
        (("--to", "alice", "--to", "bob"), "to", ["alice", "bob"]),
        (("--subject", "audit log"), "subject", "audit log"),
        (("--project", "acme"), "project", "acme"),
    ],
)
def test_amending_what_stands_beside_the_terms_is_written_too(
    sayso: Sayso, words: tuple[str, ...], member: str, value: object
) -> None:
    sayso.ask()
    ran = sayso("amend", "acme/db", *words)
    assert (ran.code, ran.err) == (0, "acme/db now stands at revision 2.\n")
    shown = sayso("show", "acme/db", "--json").json
    assert (shown[member], shown["text"], len(shown["options"])) == (value, "Which database?", 2)
    again = sayso("amend", "acme/db", *words)
    assert (again.code, again.err) == (0, "acme/db is asked just so already. Nothing was written.\n")
    assert sayso.types() == ["raised", "amended"]


def test_what_a_later_version_put_into_the_question_outlives_an_amendment(sayso: Sayso) -> None:
    options = [{"id": "pg", "label": "PostgreSQL", "cost": 3}, {"id": "no", "label": "None"}]
    asked = raised("acme/db", options=options, urgency={"level": 2})
    asked["sayso"] = {"by": "cc-17", "team": ["db"]}
    sayso("import", "-", stdin=line(asked))
    assert "asked just so already" in sayso("amend", "acme/db", "--by", "cc-17").err

    assert sayso("amend", "acme/db", "--due", "2031-05-04", "--option", "pg", "--option", "new=Another").code == 0
    made = sayso.records()[-1]
    assert made["terms"]["urgency"] == {"level": 2}
    assert made["terms"]["options"] == [{"id": "pg", "label": "pg", "cost": 3}, {"id": "new", "label": "Another"}]
    assert made["sayso"] == {"by": "cc-17", "team": ["db"]}


def test_amending_an_answered_question_makes_it_wait_again_and_says_so(alice: Sayso) -> None:
    alice.ask()
    alice.settle("answer", "acme/db", "--option", "pg")
    ran = alice("amend", "acme/db", "--text", "Which database, and where?")
    assert "waits again" in ran.err
    assert alice("show", "acme/db", "--json").json["state"] == "stale"


@pytest.mark.parametrize("verb", [("amend", "--text", "x"), ("withdraw", "--reason", "settled"), ("note", "a remark")])
def test_what_nobody_asked_ends_with_1(sayso: Sayso, verb: tuple[str, ...]) -> None:
    ran = sayso(verb[0], "acme/nothing", *verb[1:])
    assert (ran.code, ran.out) == (1, "")
    assert "acme/nothing" in ran.err


def test_withdrawing_ends_the_waiting_and_settles_nothing(sayso: Sayso) -> None:
    sayso.ask()
    assert sayso("withdraw", "acme/db", "--reason", "not_needed", "--note", "We dropped it.").code == 0
    shown = sayso("show", "acme/db", "--json").json
    assert (shown["state"], shown["waiting"], shown["settlement"]) == ("withdrawn", False, None)
    assert shown["withdrawal"] == "not_needed"


def test_withdrawing_twice_writes_once(sayso: Sayso) -> None:
    sayso.ask()
    sayso("withdraw", "acme/db", "--reason", "settled")
    assert "Nothing was written" in sayso("withdraw", "acme/db", "--reason", "settled").err
    assert sayso.types() == ["raised", "withdrawn"]


def test_a_note_settles_nothing_and_tells_who_wrote_it(sayso: Sayso) -> None:
    sayso.ask()
    sayso("note", "acme/db", "Kim is away.", "--origin", "agent", "--to", "dana", "--reason", "she keeps it")
    note = sayso.records()[-1]
    assert (note["origin"], note["note"], note["sayso"]) == (
        "agent",
        "Kim is away.",
        {"to": "dana", "reason": "she keeps it"},
    )
    assert sayso("show", "acme/db", "--json").json["state"] == "open"


def test_a_proposal_keeps_its_numbers_as_given(sayso: Sayso) -> None:
    sayso.ask()
    words = ("--option", "pg", "--probability", "pg=0.51", "--probability", "sqlite=0.5", "--confidence", "0.55")
    ran = sayso("propose", "acme/db", *words, "--model", "bosun", "--reason", "Four writers.")
    assert ran.code == 0
    proposal = sayso("show", "acme/db", "--json").json["proposals"][0]
    assert proposal["probabilities"] == {"pg": 0.51, "sqlite": 0.5}
    assert (proposal["confidence"], proposal["threshold"], proposal["confirmable"]) == (0.55, None, True)
    assert (proposal["model"], proposal["source"]) == ("bosun", "says it is")


def test_a_bare_probability_is_no_answer(sayso: Sayso) -> None:
    sayso.ask()
    sayso("propose", "acme/db", "--true", "0.5", "--model", "bosun")
    proposal = sayso("show", "acme/db", "--json").json["proposals"][0]
    assert (proposal["probability"], proposal["confirmable"], proposal["option"]) == (0.5, False, None)


@pytest.mark.parametrize(
    "words",
    [
        ("--option", "mysql", "--model", "m"),
        ("--option", "pg", "--confidence", "1.2", "--model", "m"),
        ("--option", "pg", "--confidence", "nan", "--model", "m"),
        ("--probability", "pg=lots", "--model", "m"),
        ("--model", "m"),
        ("--option", "pg"),
    ],
)
def test_a_proposal_that_cannot_be_used_is_not_written(sayso: Sayso, words: tuple[str, ...]) -> None:
    sayso.ask()
    assert sayso("propose", "acme/db", *words).code == 2
    assert sayso.types() == ["raised"]


def test_json_on_a_requesters_verb_is_the_decision_as_it_then_stands(sayso: Sayso) -> None:
    shown = sayso("raise", "acme/db", "--text", "Which?", "--json").json
    assert (shown["sayso"], shown["kind"], shown["key"], shown["state"]) == (1, "decision", "acme/db", "open")
    assert sayso("amend", "acme/db", "--text", "Which one?", "--json").json["terms_rev"] == 2
    assert sayso("note", "acme/db", "Hm.", "--json").json["history"][-1]["what"] == "note"
    assert sayso("withdraw", "acme/db", "--reason", "settled", "--json").json["state"] == "withdrawn"


@pytest.mark.parametrize(
    "words",
    [
        ("raise", "k", "--text", "Which?", "--due", "9" * 5_000),
        ("raise", "k", "--text", "Which?", "--option", "=" + "x" * 5_000),
        ("list", "--limit", "x" * 5_000),
        ("list", "--view=" + "é\x1b" * 5_000),
        ("withdraw", "k", "--reason", "x" * 5_000),
        ("show", "k", "y" * 5_000),
        ("--" + "z" * 5_000,),
        ("q" * 5_000,),
    ],
)
def test_what_cannot_be_used_is_said_back_in_short(sayso: Sayso, words: tuple[str, ...]) -> None:
    ran = sayso(*words)
    assert ran.code in (1, 2)
    assert 0 < len(ran.err) < 400
    assert "\x1b" not in ran.err


@pytest.mark.parametrize("words", [("show", ""), ("wait", "  "), ("amend", "", "--text", "So?")])
def test_an_empty_key_is_called_one(sayso: Sayso, words: tuple[str, ...]) -> None:
    ran = sayso(*words)
    assert (ran.code, ran.err) == (1, "No decision has an empty key. sayso list shows what there is.\n")


@pytest.mark.parametrize("words", [("doctor", "--backup", "-"), ("guide", "--append", "-")])
def test_a_dash_is_no_file_where_a_file_is_written(
    sayso: Sayso, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = sayso(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "Nothing was written" in ran.err
    assert list(tmp_path.iterdir()) == []
