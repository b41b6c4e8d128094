"""Every JSON document is what docs/schemas says, with no member that is not there."""

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from command_line import Ran, Sayso
from machine import PROGRAM, Machine
from published import SCHEMAS, validator
from sayso_tui.sample import records
from sayso_tui.schemas_page import KINDS, text_of


def valid(line: str) -> str:
    """The kind of a document that its schema takes."""
    assert line.isascii()
    document = json.loads(line)
    validator(document["kind"]).validate(document)
    return str(document["kind"])


def kinds(ran: Ran) -> list[str]:
    return [valid(line) for line in ran.out.splitlines()]


@pytest.fixture
def samples(alice: Sayso) -> Sayso:
    """A ledger with every state and flag."""
    lines = b"".join(line + b"\n" for line in records(datetime(2026, 11, 3, 10, tzinfo=UTC)))
    assert kinds(alice("import", "-", "--unattended", "--json", stdin=lines)) == ["import"]
    return alice


@pytest.mark.parametrize("kind", KINDS)
def test_the_published_schema_is_the_one_that_the_code_makes(kind: str) -> None:
    text = (SCHEMAS / f"{kind}.json").read_text()
    assert text == text_of(kind), "run: python -m sayso_tui.schemas_page"
    Draft202012Validator.check_schema(json.loads(text))


def test_there_is_a_schema_for_each_kind_and_no_other() -> None:
    assert {each.stem for each in SCHEMAS.glob("*.json")} == set(KINDS)


def test_a_document_with_a_member_too_many_or_too_few_would_be_noticed(samples: Sayso) -> None:
    row = samples("list", "--json", "--limit", "1").json
    check = validator("row")
    assert check.is_valid(row)
    assert not check.is_valid({**row, "more": 1})
    assert not check.is_valid({name: each for name, each in row.items() if name != "due"})
    assert not check.is_valid({**row, "asked_at": "yesterday"})


def test_rows_and_decisions_of_every_state_are_what_their_schemas_say(samples: Sayso) -> None:
    ran = samples("list", "--view", "all", "--json")
    assert set(kinds(ran)) == {"row"}
    for row in ran.documents:
        assert kinds(samples("show", row["key"], "--json")) == ["decision"]


def test_what_every_verb_of_the_asker_prints_is_valid(sayso: Sayso) -> None:
    sayso("raise", "acme/db", "--text", "Which?", "--option", "pg=P", "--option", "s", "--default", "pg", "--json")
    for words in (
        ("raise", "k", "--text", "Which?", "--option", "a", "--due", "2026-12-01", "--to", "ana", "--link", "x:y"),
        ("amend", "acme/db", "--text", "Which one?"),
        ("note", "acme/db", "So."),
        ("claim", "acme/db", "--option", "pg", "--basis", "mail"),
        ("propose", "acme/db", "--option", "pg", "--probability", "pg=0.9", "--confidence", "1.0", "--model", "m"),
        ("propose", "acme/db", "--score", "0.5", "--legend", "0=low", "--legend", "1=high", "--model", "m"),
        ("propose", "acme/db", "--true", "0.5", "--backend", "b", "--reason", "r"),
        ("relate", "acme/db", "--derived-from", "urn:x:1"),
        ("wait", "acme/db", "--timeout", "0"),
        ("withdraw", "acme/db", "--reason", "settled"),
        ("show", "acme/db"),
    ):
        assert kinds(sayso(*words, "--json")) == ["decision"], words


def test_what_every_verb_of_the_principal_prints_is_valid(alice: Sayso) -> None:
    alice.ask("twin")
    alice.ask("acme/db")
    alice("propose", "acme/db", "--option", "pg", "--model", "m")
    for verb, *words in (
        ("confirm",),
        ("answer", "--option", "pg", "--as", "delegated", "--under", "m"),
        ("relate", "--same-as", "twin"),
        ("retract",),
        ("dismiss",),
    ):
        assert kinds(alice.settle(verb, "acme/db", *words, "--json")) == ["receipt"]


def test_a_conflict_is_a_document_too(alice: Sayso) -> None:
    alice.ask()
    alice("withdraw", "acme/db", "--reason", "not_needed")
    ran = alice.settle("answer", "acme/db", "--option", "pg", "--json")
    assert (ran.code, ran.out) == (4, "")


def test_the_documents_about_configuration_and_ledger_are_valid(samples: Sayso, tmp_path: Path) -> None:
    with (samples.home / "config.toml").open("a") as file:
        file.write('[ui]\nmouse = 3\n[keys]\nanswer = "f9"\n[[mandate]]\nid = "m"\ntext = "t"\n')
    assert kinds(samples("config", "check", "--json")) == ["config-check"]
    assert kinds(samples("config", "show", "--json")) == ["config"]
    assert kinds(samples("doctor", "--json")) == ["doctor"]
    assert kinds(samples("doctor", "--backup", str(tmp_path / "copy.db"), "--json")) == ["backup"]


def test_the_documents_about_stores_are_valid(samples: Sayso) -> None:
    samples("store", "add", "team", "--url", "http://127.0.0.1:9", "--key-env", "T", "--as", "alice")
    assert kinds(samples("store", "list", "--json")) == ["stores"]
    assert kinds(samples("store", "check", "--json", environ={"T": "tok"})) == ["store-check"] * 2


def test_every_change_is_what_its_schema_says(samples: Sayso) -> None:
    machine = Machine(samples.home)
    samples("import", "-", stdin='{"key": "odd", "id": "1", "n": NaN}\n{"key": "odd", "ext": "x/1", "id": "2"}\n')
    many = len(samples.records())
    with subprocess.Popen(
        [*PROGRAM, "watch", "--json", "--since", "0"], env=machine.environ, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(many)]
        process.terminate()
    assert {valid(line) for line in told} == {"change"}
    assert {"raised", "amended", "decided", "invalid", "other"} <= {json.loads(line)["what"] for line in told}
