"""What several people have to say alike, in a real workspace: who counts, taking it out, and saying it twice."""

import json
import sqlite3
from pathlib import Path

import pytest

from chant_runs import chant
from chant_workspaces import make_workspace, run_git, standin_program
from command_line import Ran, Sayso

LEADS = "needs-decision-66310abe409f"
BOTH = "two-people-05bf15a516ef"
TIER = "slice-tier-5e853bf1e435"
PATH = "/usr/local/bin:/usr/bin:/bin"


class Shop:
    """A trusted workspace, and scripts that pin what they decide on."""

    def __init__(self, sayso: Sayso, folder: Path, program: Path) -> None:
        self.folder = folder
        self.call = Sayso(sayso.home, {"PATH": f"{program.parent}:{PATH}"}).named("alice")
        assert self.call("store", "add", "work", "--path", str(folder), "--trust").code == 0
        assert self.call("sync").code == 0

    def say(self, verb: str, key: str, *words: str) -> Ran:
        """As a script does."""
        return self.call(verb, key, "--unattended", "--seen", self.seen(key), *words)

    def seen(self, key: str) -> str:
        """What is pinned."""
        return str(self.call("show", key, "--json").json["seen"])

    def agents(self, *names: str) -> None:
        """These hold the role agent at base from now on."""
        roles = {"agent": ["bot", *names], "lead": ["alice", "bob", "carol", "bot"]}
        (self.folder / ".chant" / "trust.json").write_text(json.dumps({"schema": 1, "roles": roles}))
        run_git(self.folder, "add", ".chant")
        run_git(self.folder, "commit", "-qm", "roles")

    def record(self, key: str) -> str:
        """The record's text."""
        return (self.folder / "answers" / f"{key}.md").read_text()


@pytest.fixture
def shop(sayso: Sayso, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    program = standin_program(tmp_path / "bin" / "chant")
    monkeypatch.setenv("PATH", f"{program.parent}:{PATH}")
    return Shop(sayso, make_workspace(tmp_path / "work", state="asked"), program)


def test_a_vote_that_counts_no_more_leaves_the_others_in_the_book(shop: Shop) -> None:
    assert shop.say("answer", LEADS, "--option", "true", "--by", "bob").code == 0
    shop.agents("bob")

    mine = shop.say("answer", LEADS, "--option", "true")

    assert mine.code == 0, mine.err
    assert "Not counted any more: bob." in mine.err
    assert 'state: "answered"' not in shop.record(LEADS)
    assert shop.call("list", "--outbox").out == ""
    assert "1 of 2 so far" in shop.call("show", LEADS).out

    theirs = shop.say("answer", LEADS, "--option", "true", "--by", "carol")

    assert "written to work" in theirs.err
    record = shop.record(LEADS)
    assert 'state: "answered"' in record
    assert '- "alice"\n  - "carol"' in record
    assert '- "bob"' not in record


def test_who_counts_is_counted_anew_with_every_change_of_the_roles(shop: Shop) -> None:
    shop.say("answer", LEADS, "--option", "true", "--by", "bob")
    shop.agents("bob")
    shop.call("sync")
    assert "0 of 2 so far" in shop.call("show", LEADS).out

    shop.agents()
    shop.call("sync")
    assert "1 of 2 so far" in shop.call("show", LEADS).out


def test_a_store_stays_while_an_answer_waits_for_others_in_it(shop: Shop) -> None:
    shop.say("answer", BOTH, "--option", "postgres", "--note", "keep me")

    refused = shop.call("store", "remove", "work")

    assert refused.code == 4
    for words in ("1 answer of a person", f"alice on {BOTH}", "sayso retract", "--drop-votes"):
        assert words in refused.err
    assert f"alice on {BOTH}" in " ".join(shop.call("doctor").out.split())
    assert shop.call("store", "remove", "work", "--drop-votes").code == 5

    assert shop.say("retract", BOTH).code == 0
    assert shop.call("store", "remove", "work").code == 0


def test_a_dissent_is_shown_with_the_decision_and_is_written_nowhere(shop: Shop) -> None:
    shop.say("answer", BOTH, "--option", "sqlite", "--by", "carol", "--note", "CAROLS DISSENT")
    for who in ("alice", "bob"):
        assert shop.say("answer", BOTH, "--option", "postgres", "--by", who).code == 0

    shown = shop.call("show", BOTH)
    (vote,) = [each for each in shop.call("show", BOTH, "--json").json["votes"] if each["beside"]]

    told = " ".join(shown.out.split())
    assert "“CAROLS DISSENT” (did not prevail and is kept here alone)" in told
    assert "sqlite (did not prevail): CAROLS DISSENT" in told
    assert "· 2 answered" in told
    assert (vote["who"], vote["what"], vote["note"]) == ("carol", "sqlite", "CAROLS DISSENT")
    assert "CAROLS" not in shop.record(BOTH)
    assert "carol" not in shop.call("doctor").out
    assert shop.call("store", "remove", "work").code == 0


def test_a_vote_waits_for_nobody_once_one_is_enough(shop: Shop) -> None:
    shop.say("answer", BOTH, "--option", "postgres", "--note", "as before")
    points = shop.folder / "decisions" / "points.json"
    declared = json.loads(points.read_text())
    declared["points"]["two-people"]["deciders"][-1]["count"] = 1
    points.write_text(json.dumps(declared))
    shop.call("sync")

    assert "written to work" in shop.say("answer", BOTH, "--option", "sqlite").err

    shown = shop.call("show", BOTH).out
    assert ("so far" in shown, "as before" in shown) == (False, False)
    assert shop.call("store", "remove", "work").code == 0


def test_what_waits_for_others_is_there_under_another_name_of_the_same_workspace(shop: Shop) -> None:
    shop.say("answer", BOTH, "--option", "postgres")
    config = shop.call.home / "config.toml"
    config.write_text(config.read_text().replace('"work"', '"other"'))
    with sqlite3.connect(shop.call.home / "ledger.db") as db:
        # As an earlier sayso took a store out.
        db.execute("DELETE FROM subscription")
    db.close()

    shop.call("sync")

    assert "1 of 2 so far" in shop.call("show", BOTH, "--store", "other").out


def test_retracting_twice_is_retracting_once(shop: Shop) -> None:
    for who in ("alice", "carol"):
        shop.say("answer", BOTH, "--option", "postgres", "--by", who)
    shop.call("sync")
    first, second = shop.say("retract", BOTH), shop.say("retract", BOTH)

    assert "1 of 2" in first.err
    assert (second.code, "alice has said that already: 1 of 2 so far." in second.err) == (0, True)
    assert "1 of 2 want it taken back so far · you too" in shop.call("show", BOTH).out

    assert "taken back; nothing of it was sent" in shop.say("retract", BOTH, "--take-back").err
    assert shop.say("retract", BOTH, "--take-back").code == 4

    for who in ("alice", "carol"):
        shop.say("retract", BOTH, "--by", who)
    assert 'state: "answered"' not in shop.record(BOTH)


def test_a_script_pins_what_it_decides_on(shop: Shop) -> None:
    seen = shop.seen(TIER)
    bare = shop.call("answer", TIER, "--option", "small", "--unattended")
    assert (bare.code, "--seen TOKEN" in bare.err) == (2, True)

    points = shop.folder / "decisions" / "points.json"
    points.write_text(points.read_text().replace("A small builder.", "A tiny builder."))
    shop.call("sync")
    moved = shop.call("answer", TIER, "--option", "small", "--unattended", "--seen", seen)
    assert (moved.code, "it changed since" in moved.err) == (4, True)

    assert "written to work" in shop.say("answer", TIER, "--option", "small").err


def test_a_name_with_a_line_break_is_no_name(shop: Shop) -> None:
    ran = shop.say("answer", BOTH, "--option", "postgres", "--by", "zoe\nx")
    assert (ran.code, "a name is one line" in ran.err) == (2, True)


def test_a_name_is_written_without_what_tells_nobody_apart(shop: Shop) -> None:
    first = shop.say("answer", BOTH, "--option", "postgres", "--by", " \uff23arol ", "--note", "Hers.")
    shop.say("answer", BOTH, "--option", "postgres", "--note", "Mine.")

    assert "1 of 2, Carol has answered." in first.err
    record = shop.record(BOTH)
    assert '- "Carol"\n  - "alice"' in record
    assert 'note: "Carol: Hers.\\nalice: Mine."' in record


def test_who_holds_no_role_records_the_word_of_those_who_do(shop: Shop) -> None:
    shop.call("config", "set", "me.name", "ana")

    mine = shop.say("answer", LEADS, "--option", "true")
    first = shop.say("answer", LEADS, "--option", "true", "--by", "alice")
    second = shop.say("answer", LEADS, "--option", "true", "--by", "bob")

    assert mine.code == 5
    assert "Only holders of the role lead count here (alice, bob), and you are none of them" in mine.err
    assert (first.code, second.code) == (0, 0), first.err + second.err
    assert "1 of 2, alice has answered." in first.err
    assert '- "alice"\n  - "bob"' in shop.record(LEADS)
    assert '"ana"' not in shop.record(LEADS)


def test_nobody_records_the_word_of_who_holds_no_role(shop: Shop) -> None:
    ran = shop.say("answer", LEADS, "--option", "true", "--by", "zoe")

    assert ran.code == 5
    assert "and zoe is none of them" in ran.err


def test_sync_tells_a_section_that_cannot_be_used_and_what_waits_behind_it(shop: Shop) -> None:
    shop.folder.joinpath("answers", f"{TIER}.md").write_text("no record any more")
    said = shop.say("answer", TIER, "--option", "small")
    assert said.code in (5, 6), said.err
    config = shop.call.home / "config.toml"
    whole = config.read_text()
    config.write_text(whole.replace('kind = "chant"', 'kind = "no such"'))

    for words in ((), ("--json",), ("--store", "work")):
        ran = shop.call("sync", *words)
        assert ran.code == 2, ran.err
        assert "cannot be used, so nothing is read or sent there" in ran.err
        assert "No store lives elsewhere" not in ran.err
    assert "work: 1 thing that was said waits in the outbox" in shop.call("sync").err

    config.write_text('[me]\nname = "alice"\n')
    assert shop.call("sync").code in (1, 6)


def test_whoever_was_overtaken_reads_by_whom(shop: Shop) -> None:
    seen = shop.seen(TIER)
    chant(shop.folder, "answer", TIER, "--answer", "large", "--by", "bob")

    ran = shop.call("answer", TIER, "--option", "small", "--unattended", "--seen", seen)

    assert ran.code == 4
    assert "bob confirmed “large” on " in ran.err


def test_whoever_takes_another_workspace_in_the_place_of_one_is_told_of_the_votes(shop: Shop, tmp_path: Path) -> None:
    assert shop.say("answer", LEADS, "--option", "true").code == 0
    shop.folder.rename(tmp_path / "former")
    make_workspace(tmp_path / "other", state="asked").rename(shop.folder)
    uuid = shop.call("store", "check", "work", "--json").json["uuid"]

    accepted = shop.call("store", "accept", "work", "--unattended", "--uuid", uuid)
    assert "1 answer of people that waited for others" in accepted.err
    assert shop.call("sync").code == 0
    assert "so far" not in shop.call("show", LEADS).out
    assert "waits for others" not in shop.call("doctor").out

    shop.folder.rename(tmp_path / "other")
    (tmp_path / "former").rename(shop.folder)
    former = shop.call("store", "check", "work", "--json").json["uuid"]
    assert shop.call("store", "accept", "work", "--unattended", "--uuid", former).code == 0
    assert shop.call("sync").code == 0
    assert "1 of 2 so far" in shop.call("show", LEADS).out


def test_with_nothing_in_the_outbox_it_is_told_what_is_kept_here_for_others(shop: Shop) -> None:
    nothing = "Nothing is in the outbox: all that was said is recorded.\n"
    assert shop.call("list", "--outbox").err == nothing
    shop.say("answer", BOTH, "--option", "sqlite")

    ran = shop.call("list", "--outbox")

    assert (ran.code, ran.out) == (0, "")
    assert ran.err == (
        "Nothing is in the outbox.\n"
        "1 answer of a person stands here alone and waits for others, not recorded in work: "
        f"alice on {BOTH}.\n"
    )
    assert shop.call("list", "--outbox", "--store", "work").err == ran.err
    assert shop.call("list", "--outbox", "--store", "home").err == nothing
