"""`sayso serve token`, and when `sayso serve` does not begin."""

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from jsonschema import validate

from command_line import Sayso
from sayso_client.doors import RESERVED
from sayso_tui.schemas_page import schema_of


def content(home: Path) -> bytes:
    """All that lies in that home."""
    return b"".join(each.read_bytes() for each in sorted(home.rglob("*")) if each.is_file())


def test_a_token_is_printed_alone_and_once_and_only_its_hash_is_kept(sayso: Sayso) -> None:
    ran = sayso("serve", "token", "add", "cc-17", "--origin", "requester", "--origin", "agent")
    assert ran.code == 0
    token = ran.out.strip()
    assert token.startswith("sayso_") and len(token) > 40 and ran.out == f"{token}\n"
    assert "shown once" in ran.err and token not in ran.err
    assert token.encode() not in content(sayso.home)
    with closing(sqlite3.connect(sayso.home / "ledger.db")) as db:
        assert db.execute("SELECT digest FROM token").fetchall() == [(sha256(token.encode()).digest(),)]


def test_no_two_are_the_same(sayso: Sayso) -> None:
    made = [sayso("serve", "token", "add", f"cc-{n}", "--origin", "agent").out for n in range(3)]
    assert len(set(made)) == 3


def test_they_are_listed_without_the_tokens(alice: Sayso) -> None:
    alice("serve", "token", "add", "cc-17", "--origin", "agent", "--origin", "requester", "--prefix", "acme/")
    made = alice(
        *("serve", "token", "add", "alice", "--origin", "principal", "--assistant", "desk"),
        *("--mandate", "storage", "--mandate", "money", "--unattended"),
    )
    ran = alice("serve", "token", "list")
    assert ran.out.splitlines() == [
        "cc-17  may write in home as requester, agent; only where the key begins with acme/",
        "alice  may write in home as principal; decide in the name of alice; "
        "record what desk decided under storage, money",
    ]
    first, second = alice("serve", "token", "list", "--json").documents
    assert (first["kind"], first["name"], first["origins"], first["prefix"]) == (
        "token",
        "cc-17",
        ["requester", "agent"],
        "acme/",
    )
    assert (second["assistant"], second["mandates"], second["asked"]) == ("desk", ["storage", "money"], False)
    assert made.out.strip() not in ran.out
    for each in (first, second):
        validate(each, {**schema_of("token"), "additionalProperties": False})


def test_one_that_is_removed_is_gone(sayso: Sayso) -> None:
    sayso("serve", "token", "add", "cc-17", "--origin", "agent")
    assert sayso("serve", "token", "remove", "cc-17").code == 0
    assert sayso("serve", "token", "list").out == ""
    ran = sayso("serve", "token", "remove", "cc-17")
    assert (ran.code, "no token of cc-17" in ran.err) == (1, True)


def test_a_second_one_of_the_same_name_is_refused(sayso: Sayso) -> None:
    sayso("serve", "token", "add", "cc-17", "--origin", "agent")
    ran = sayso("serve", "token", "add", "cc-17", "--origin", "requester")
    assert (ran.code, ran.out) == (4, "")
    assert "sayso serve token rotate cc-17" in ran.err


def test_nobody_is_asked_about_a_token_that_cannot_be_made(alice: Sayso) -> None:
    alice("serve", "token", "add", "alice", "--origin", "principal", "--unattended")
    ran = alice("serve", "token", "add", "alice", "--origin", "principal")
    assert (ran.code, "is a token of alice already" in ran.err, "Type" in ran.err) == (4, True, False)


def test_a_new_one_takes_the_place_of_the_old_with_the_same_rights(sayso: Sayso) -> None:
    words = ("--origin", "agent", "--origin", "requester", "--prefix", "acme/")
    old = sayso("serve", "token", "add", "cc-17", *words).out.strip()
    before = sayso("serve", "token", "list").out
    ran = sayso("serve", "token", "rotate", "cc-17")
    new = ran.out.strip()
    assert (ran.code, ran.out, new.startswith("sayso_"), new == old) == (0, f"{new}\n", True, False)
    assert "opens nothing any more" in ran.err and new not in ran.err
    assert sayso("serve", "token", "list").out == before
    with closing(sqlite3.connect(sayso.home / "ledger.db")) as db:
        assert db.execute("SELECT digest FROM token").fetchall() == [(sha256(new.encode()).digest(),)]


def test_there_is_no_new_one_where_there_was_none(sayso: Sayso) -> None:
    ran = sayso("serve", "token", "rotate", "cc-17")
    assert (ran.code, ran.out, "no token of cc-17" in ran.err) == (1, "", True)
    assert sayso("serve", "token", "list").out == ""


def test_a_new_one_of_the_principal_is_the_principals_to_make(alice: Sayso) -> None:
    alice("serve", "token", "add", "alice", "--origin", "principal", "--assistant", "desk", "--unattended")
    for words, mark in (((), ""), (("--unattended",), "SAYSO_AGENT")):
        ran = alice("serve", "token", "rotate", "alice", *words, environ={mark: "1"} if mark else {})
        assert (ran.code, ran.out, "Only the principal" in ran.err) == (5, "", True)
    assert alice("serve", "token", "rotate", "alice", "--unattended").code == 0
    (held,) = alice("serve", "token", "list", "--json").documents
    assert (held["origins"], held["assistant"], held["asked"]) == (["principal"], "desk", False)


@pytest.mark.parametrize(
    "words",
    [
        ("x",),
        ("x", "--origin", "king"),
        ("", "--origin", "agent"),
        ("a\nb", "--origin", "agent"),
        ("x" * 201, "--origin", "agent"),
        ("x", "--origin", "agent", "--assistant", "desk"),
        ("x", "--origin", "agent", "--mandate", "m"),
        *((name.upper(), "--origin", "agent") for name in sorted(RESERVED)),
    ],
)
def test_what_makes_no_sense_is_told(sayso: Sayso, words: tuple[str, ...]) -> None:
    ran = sayso("serve", "token", "add", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.strip()


def test_only_the_principal_grants_what_the_principal_writes(alice: Sayso) -> None:
    words = ("serve", "token", "add", "alice", "--origin", "principal")
    ran = alice(*words)
    assert (ran.code, ran.out) == (5, "")
    assert "Only the principal" in ran.err and "unattended" not in ran.err
    for mark in ("SAYSO_AGENT", "CHANT_STEWARD", "CLAUDECODE", "CURSOR_AGENT"):
        ran = alice(*words, "--unattended", environ={mark: "1"})
        assert (ran.code, ran.out) == (5, "")
    assert alice("serve", "token", "list").out == ""
    assert alice(*words, "--unattended").code == 0


def test_an_agent_may_make_tokens_that_decide_nothing(sayso: Sayso) -> None:
    ran = sayso("serve", "token", "add", "cc-17", "--origin", "agent", environ={"SAYSO_AGENT": "1"})
    assert ran.code == 0


def test_tokens_belong_to_a_store(sayso: Sayso) -> None:
    (sayso.home).mkdir(exist_ok=True)
    (sayso.home / "config.toml").write_text('[[store]]\nname = "other"\nkind = "local"\n')
    sayso("serve", "token", "add", "cc-17", "--origin", "agent", "--store", "other")
    assert sayso("serve", "token", "list").out == ""
    assert "cc-17" in sayso("serve", "token", "list", "--store", "other").out
    assert sayso("serve", "token", "list", "--store", "nowhere").code == 1


def test_nothing_is_served_to_others_while_no_token_says_who_may(sayso: Sayso) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.7", "no.such.host.invalid"):
        ran = sayso("serve", "--host", host, "--port", "0")
        assert ran.code == 2
        assert "no token" in ran.err and "sayso serve token add" in ran.err
        assert ran.err.strip().endswith(".")


def test_an_address_that_cannot_be_had_is_told(sayso: Sayso) -> None:
    sayso("serve", "token", "add", "cc-17", "--origin", "agent")
    ran = sayso("serve", "--host", "192.0.2.7", "--port", "0")
    assert (ran.code, "cannot be had" in ran.err) == (1, True)


def test_a_socket_never_replaces_a_file(sayso: Sayso, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("my words")
    ran = sayso("serve", "--socket", str(tmp_path / "mine"))
    assert (ran.code, "is no socket" in ran.err) == (1, True)
    assert (tmp_path / "mine").read_text() == "my words"


def test_a_ledger_that_is_only_read_is_not_served(sayso: Sayso) -> None:
    assert sayso("--read-only", "serve", "--port", "0").code == 5


def test_half_a_certificate_is_none(sayso: Sayso) -> None:
    assert sayso("serve", "--tls-cert", "x.pem").code == 2
