import pytest

from command_line import Sayso

SAME = ("acme/db", "--same-as", "acme/storage")


@pytest.fixture
def two(alice: Sayso) -> Sayso:
    alice.ask("acme/db")
    alice.ask("acme/storage", "--subject", "the same in other words")
    return alice


def test_the_asker_says_what_a_decision_follows_from(sayso: Sayso) -> None:
    sayso.ask()
    ran = sayso("relate", "acme/db", "--derived-from", "https://example.org/inquiry/9", "--note", "Asked there.")
    assert (ran.code, ran.out) == (0, "")
    record = sayso.records()[-1]
    assert (record["type"], record["origin"], record["note"]) == ("related", "requester", "Asked there.")
    assert record["relation"] == {"kind": "derived_from", "uri": "https://example.org/inquiry/9"}
    (shown,) = sayso("show", "acme/db", "--json").json["relations"]
    assert (shown["kind"], shown["uri"]) == ("derived_from", "https://example.org/inquiry/9")


def test_the_same_relation_twice_writes_once(two: Sayso) -> None:
    for _ in range(2):
        assert two("relate", "acme/db", "--derived-from", "urn:x:1").code == 0
        assert two.settle("relate", *SAME).code == 0
    assert two.types() == ["raised", "raised", "related", "related"]


def test_an_agent_may_say_what_a_decision_follows_from(sayso: Sayso) -> None:
    sayso.ask()
    assert sayso("relate", "acme/db", "--derived-from", "urn:x:1", environ={"SAYSO_AGENT": "1"}).code == 0


@pytest.mark.parametrize(
    "uri", ["", "nowhere", "https://a b", "javascript:\x1b[2J", "x:" + "y" * 2000, "https://\u202e"]
)
def test_what_is_no_uri_is_not_written(sayso: Sayso, uri: str) -> None:
    sayso.ask()
    assert sayso("relate", "acme/db", "--derived-from", uri).code == 2
    assert sayso.types() == ["raised"]


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--derived-from", "urn:x:1", "--same-as", "acme/storage"),
        ("--derived-from", "urn:x:1", "--unattended"),
        ("--derived-from", "urn:x:1", "--by", "eve"),
        ("--same-as", "acme/db", "--unattended", "--terms-rev", "1"),
        ("--same-as", "acme/storage", "--unattended"),
    ],
)
def test_a_relation_that_says_too_little_or_too_much_ends_with_2(two: Sayso, words: tuple[str, ...]) -> None:
    assert two("relate", "acme/db", *words).code == 2
    assert two.types() == ["raised", "raised"]


def test_a_decision_that_is_not_held_is_not_related(two: Sayso) -> None:
    assert two("relate", "nothing", "--derived-from", "urn:x:1").code == 1
    assert two.settle("relate", "acme/db", "--same-as", "nothing").code == 1


def test_the_principal_says_that_two_decisions_ask_the_same(two: Sayso) -> None:
    ran = two.settle("relate", *SAME, "--note", "One choice.", "--json")
    assert (ran.code, ran.json["receipt"]) == (0, "recorded")
    (record,) = two.settlements()
    assert (record["type"], record["relation"]) == ("related", {"kind": "same_as", "key": "acme/storage"})
    assert (record["sayso"]["by"], record["sayso"]["via"]["kind"]) == ("alice", "unattended")
    assert record["sayso"]["saw"]["need"] == "r:acme/db"
    shown = two("show", "acme/db", "--json").json
    assert (shown["waiting"], shown["problems"]) == (True, [])
    assert two("show", "acme/storage", "--json").json["waiting"] is True
