import resource

import pytest

from command_line import Sayso


def propose(sayso: Sayso, option: str, model: str = "bosun") -> str:
    sayso("propose", "acme/db", "--option", option, "--model", model)
    return str(sayso("show", "acme/db", "--json").json["proposals"][0]["id"])


@pytest.mark.parametrize(
    ("words", "authority", "evidence"),
    [
        ((), {"kind": "principal", "by": "alice"}, None),
        (("--as", "confirmed"), {"kind": "confirmed", "by": "alice"}, None),
        (
            ("--as", "delegated", "--under", "mandate 7"),
            {"kind": "delegated", "by": "desk", "under": "mandate 7"},
            None,
        ),
        (("--as", "attested", "--basis", "mail"), {"kind": "attested", "by": "desk"}, {"basis": "mail"}),
        (("--by", "kim"), {"kind": "principal", "by": "kim"}, None),
        (("--as", "attested", "--basis", "mail", "--by", "bot"), {"kind": "attested", "by": "bot"}, {"basis": "mail"}),
    ],
)
def test_an_answer_is_recorded_on_the_ground_that_was_named(
    alice: Sayso, words: tuple[str, ...], authority: dict[str, str], evidence: dict[str, str] | None
) -> None:
    alice.ask()
    assert alice.settle("answer", "acme/db", "--option", "pg", *words).code == 0
    (settled,) = alice.settlements()
    assert settled["answer"] == {"text": "PostgreSQL", "option": "pg"}
    assert (settled["authority"], settled.get("evidence"), settled["terms_rev"]) == (authority, evidence, 1)
    assert settled["sayso"]["via"]["kind"] == "unattended"


def test_words_and_option_go_together(alice: Sayso) -> None:
    alice.ask()
    ran = alice.settle("answer", "acme/db", "--option", "pg", "--text", "PostgreSQL, but 16.")
    assert "principal: PostgreSQL, but 16. (option pg) · written to home" in ran.err
    assert next(alice.settlements())["answer"] == {"text": "PostgreSQL, but 16.", "option": "pg"}


def test_an_answer_in_words_needs_no_option(alice: Sayso) -> None:
    alice.ask()
    alice("answer", "acme/db", "--text", "-", "--unattended", "--terms-rev", "1", stdin="Neither.\n")
    assert next(alice.settlements())["answer"] == {"text": "Neither."}


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--text", " "),
        ("--option", "mysql"),
        ("--option", "pg", "--as", "delegated"),
        ("--option", "pg", "--as", "attested"),
        ("--option", "pg", "--as", "nobody"),
    ],
)
def test_an_incomplete_answer_ends_with_2_and_writes_nothing(alice: Sayso, words: tuple[str, ...]) -> None:
    alice.ask()
    assert alice.settle("answer", "acme/db", *words).code == 2
    assert alice.types() == ["raised"]


def test_an_assistants_act_needs_an_assistant(sayso: Sayso) -> None:
    sayso.named(assistant=None).ask()
    ran = sayso.settle("answer", "acme/db", "--option", "pg", "--as", "delegated", "--under", "m")
    assert ran.code == 2
    assert "sayso config set me.assistant NAME" in ran.err


def test_a_mandates_id_stands_for_its_text(alice: Sayso) -> None:
    with (alice.home / "config.toml").open("a") as file:
        file.write('\n[[mandate]]\nid = "storage"\ntext = "mandate 7: storage choices"\n')
    alice.ask()
    alice.settle("answer", "acme/db", "--option", "pg", "--as", "delegated", "--under", "storage")
    assert next(alice.settlements())["authority"]["under"] == "mandate 7: storage choices"


def test_confirming_writes_what_was_proposed(alice: Sayso) -> None:
    alice.ask()
    propose(alice, "pg")
    assert alice.settle("confirm", "acme/db", "--note", "Agreed.").code == 0
    (settled,) = alice.settlements()
    assert (settled["authority"], settled["note"]) == ({"kind": "confirmed", "by": "alice"}, "Agreed.")
    assert settled["answer"]["option"] == "pg"


def test_an_answer_against_the_proposal_is_the_principals_and_the_proposal_stays(alice: Sayso) -> None:
    alice.ask()
    propose(alice, "pg")
    alice.settle("answer", "acme/db", "--option", "sqlite")
    shown = alice("show", "acme/db", "--json").json
    assert (shown["settlement"]["authority"]["kind"], shown["settlement"]["option"]) == ("principal", "sqlite")
    assert shown["proposals"][0]["option"] == "pg"


def test_of_proposals_that_agree_none_needs_to_be_named(alice: Sayso) -> None:
    alice.ask()
    propose(alice, "pg", "bosun")
    propose(alice, "pg", "mate")
    assert alice.settle("confirm", "acme/db").code == 0


def test_where_proposals_disagree_one_must_be_named(alice: Sayso) -> None:
    alice.ask()
    first, second = propose(alice, "pg", "bosun"), propose(alice, "sqlite", "mate")
    ran = alice.settle("confirm", "acme/db")
    assert ran.code == 2
    assert all(each in ran.err for each in (first, second, "PostgreSQL", "SQLite", "bosun", "mate"))
    assert list(alice.settlements()) == []
    assert alice.settle("confirm", "acme/db", "--proposal", second).code == 0
    assert next(alice.settlements())["answer"]["option"] == "sqlite"


def test_what_cannot_be_confirmed_is_not(alice: Sayso) -> None:
    alice.ask()
    assert alice.settle("confirm", "acme/db").code == 4
    assert alice.settle("confirm", "acme/db", "--proposal", "none").code == 2
    alice("propose", "acme/db", "--true", "0.9", "--model", "m")
    bare = alice("show", "acme/db", "--json").json["proposals"][0]["id"]
    assert alice.settle("confirm", "acme/db", "--proposal", bare).code == 4
    old = propose(alice, "pg")
    alice("amend", "acme/db", "--text", "Which database now?")
    assert alice.settle("confirm", "acme/db", "--proposal", old, rev=2).code == 4
    assert list(alice.settlements()) == []


def test_dismissing_says_that_no_answer_is_needed(alice: Sayso) -> None:
    alice.ask()
    assert alice.settle("dismiss", "acme/db", "--note", "Dropped.").code == 0
    (settled,) = alice.settlements()
    assert (settled["outcome"], settled["note"], "answer" in settled) == ("dismissed", "Dropped.", False)


def test_retracting_makes_it_wait_again(alice: Sayso) -> None:
    alice.ask()
    alice.settle("answer", "acme/db", "--option", "pg")
    assert alice.settle("retract", "acme/db", "--note", "Too early.").code == 0
    shown = alice("show", "acme/db", "--json").json
    assert (shown["state"], shown["waiting"], shown["settlement"]) == ("open", True, None)
    settled, reopened = alice.settlements()
    assert (reopened["type"], reopened["supersedes"], reopened["sayso"]["by"]) == ("reopened", [settled["id"]], "alice")


def test_nothing_to_retract_ends_with_4(alice: Sayso) -> None:
    alice.ask()
    assert alice.settle("retract", "acme/db").code == 4


def test_a_second_answer_replaces_the_first(alice: Sayso) -> None:
    alice.ask()
    alice.settle("answer", "acme/db", "--option", "pg")
    alice.settle("answer", "acme/db", "--option", "sqlite")
    first, second = alice.settlements()
    assert second["supersedes"] == [first["id"]]
    assert alice("show", "acme/db", "--json").json["settlement"]["option"] == "sqlite"


def test_the_question_may_not_be_held(alice: Sayso) -> None:
    alice(
        "import",
        "-",
        stdin=b'{"ext":"decisions/0.3","type":"note","origin":"agent","key":"k","id":"n","at":"2026-01-01T00:00:00Z","about":"k"}',
    )
    assert alice.settle("answer", "k", "--text", "Yes").code == 4
    assert alice.settle("answer", "nothing", "--text", "Yes").code == 1


def test_json_tells_what_became_of_it(alice: Sayso) -> None:
    alice.ask()
    ran = alice.settle("answer", "acme/db", "--option", "pg", "--json")
    told = ran.json
    assert (told["sayso"], told["kind"], told["receipt"], told["key"]) == (1, "receipt", "recorded", "acme/db")
    assert told["id"] == next(alice.settlements())["id"]
    assert told["decision"]["state"] == "decided"
    assert "written to home" in ran.err


def test_words_that_no_disk_takes_are_said_back(alice: Sayso) -> None:
    alice.ask("acme/db")
    words = ("answer", "acme/db", "--text", "Long thought over.", "--note", "After the call.")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))  # of what one file may hold
    try:
        ran = alice(*words, "--unattended", "--terms-rev", "1")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert ran.code == 1
    assert "Your words:\nLong thought over.\nAfter the call.\n" in ran.err
    assert "Nothing was written" in ran.err
