"""`sayso store`: stores are added, listed, tried out, renamed and taken out; a key stands nowhere."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from command_line import Ran, Sayso
from handoff_records import raised
from hostile_server import UUID, HostileServer, health, page, problem, stream
from opened import Room
from sayso_client.inbox import mint_id, system_clock
from sayso_client.ledger import elsewhere, swapping
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.contract import Hello
from sayso_client.stores.rules import RULES
from sayso_client.sync.lock import StoreLock
from sayso_tui.cli.exits import Ended
from sayso_tui.cli.session import Session
from served import Served, served, take_in

TOKEN = "tok-5up3rS3cret"


async def call(sayso: Sayso, *words: str, **environ: str) -> Ran:
    """From another thread: the server that is called lives in this one."""
    return await asyncio.to_thread(sayso, *words, environ=environ)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(Room(tmp_path / "theirs"), only_here=False) as running:
        await take_in(running, raised("acme/db"))
        yield running


def test_a_store_is_added_with_the_place_of_its_key_and_never_the_key(sayso: Sayso) -> None:
    ran = sayso("store", "add", "team", "--url", "https://a.example/", "--key-env", "TEAM_TOKEN", "--as", "alice")
    assert ran.code == 0, ran.err
    assert "Set TEAM_TOKEN to its key, and then: sayso store check team" in ran.err
    text = (sayso.home / "config.toml").read_text()
    assert 'url = "https://a.example/"\nkey = { env = "TEAM_TOKEN" }\nas = "alice"\n' in text
    assert sayso("config", "check").code == 0


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--socket", "/run/s.sock"), 'socket = "/run/s.sock"'),
        (("--url", "http://127.0.0.1:8750", "--kind", "http"), 'url = "http://127.0.0.1:8750"'),
        (("--url", "https://a.example", "--key-keyring", "team"), 'key = { keyring = "team" }'),
        (("--url", "https://a.example", "--key-command", "pass 'a b'"), 'key = { command = ["pass", "a b"] }'),
        ((), 'kind = "local"'),
    ],
)
def test_other_ways_to_add_one(sayso: Sayso, words: tuple[str, ...], line: str) -> None:
    assert sayso("store", "add", "team", *words).code == 0
    assert f"{line}\n" in (sayso.home / "config.toml").read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--url", f"https://me:{TOKEN}@a.example"), "holds a user or a password"),
        (("--url", f"https://a.example/?key={TOKEN}"), 'before any "?"'),
        (("--url", "http://a.example", "--key-env", "T"), "plain http to another machine"),
        (("--url", "https://a.example", "--socket", "/s"), "--url or --socket"),
        (("--url", "https://a.example", "--key-env", "T", "--key-keyring", "t"), "kept in one place"),
        (("--url", "https://a.example", "--key-command", "pass 'a"), "cannot be split"),
        (("--kind", "http"), "does not say where it is"),
        (("--kind", "xema"), "not in this version yet"),
    ],
)
def test_what_cannot_be_added_is_told_and_nothing_written(sayso: Sayso, words: tuple[str, ...], told: str) -> None:
    ran = sayso("store", "add", "team", *words)
    assert ran.code == 2
    assert told in ran.err
    assert TOKEN not in ran.err
    assert not (sayso.home / "config.toml").exists()


def test_stores_are_listed_without_calling_them(sayso: Sayso) -> None:
    sayso.ask()
    sayso("store", "add", "team", "--url", "https://nowhere.invalid", "--key-env", "TEAM_TOKEN")
    ran = sayso("store", "list", environ={"TEAM_TOKEN": TOKEN})
    assert ran.out.splitlines() == [
        "home  local     1 decision",
        "team  http      https://nowhere.invalid, 0 decisions, never reached",
    ]
    home, team = sayso("store", "list", "--json", environ={"TEAM_TOKEN": TOKEN}).json["stores"]
    assert (home["decisions"], home["where"], len(home["uuid"])) == (1, None, 32)
    assert (team["where"], team["key"], team["uuid"]) == ("https://nowhere.invalid", "env TEAM_TOKEN", None)


def test_a_store_whose_section_is_wrong_is_listed_as_such(sayso: Sayso) -> None:
    sayso.home.mkdir(parents=True)
    (sayso.home / "config.toml").write_text(f'[[store]]\nname = "team"\nkind = "http"\nurl = "https://x:{TOKEN}@a"\n')
    for words in (("store", "list"), ("store", "list", "--json"), ("store", "check", "team"), ("config", "show")):
        ran = sayso(*words)
        assert TOKEN not in ran.out + ran.err
    assert "cannot be used: see sayso config check" in sayso("store", "list").out
    assert sayso("store", "check", "team").code == 2


async def test_a_check_says_what_works(sayso: Sayso, server: Served) -> None:
    token = await server.grant("alice", "principal", prefix="acme/")
    await call(sayso, "store", "add", "team", "--url", server.url, "--key-env", "T")
    ran = await call(sayso, "store", "check", "team", T=token)
    assert ran.code == 0, ran.out + ran.err
    assert ran.out.splitlines() == [
        f"team (http, {server.url})",
        "  answers  yes, as home (sayso 0.0), 1 record",
        "  store    new here; it is known from the first sync on",
        "  you      you are alice to it; only keys that begin with acme/",
        "  reading  yes",
        "  news     yes, as it happens",
        "  writing  yes, also what you decide",
    ]
    told = (await call(sayso, "store", "check", "--json", T=token)).documents
    assert [(each["kind"], each["store"], each["system"]) for each in told] == [
        ("store-check", "home", "local"),
        ("store-check", "team", "http"),
    ]
    assert (told[1]["you"], told[1]["writes"], told[1]["same"]) == ("alice", ["principal"], None)
    assert (told[1]["answers"], told[1]["reads"], told[1]["follows"]) == (True, True, True)


async def test_a_check_says_what_a_key_may_not_do(sayso: Sayso, server: Served) -> None:
    token = await server.grant("cc-17", "agent")
    await call(sayso, "store", "add", "team", "--url", server.url, "--key-env", "T")
    assert "only as agent: it takes no decisions of yours" in (await call(sayso, "store", "check", "team", T=token)).out
    told = (await call(sayso, "store", "check", "team", "--json", T=token)).json
    assert told["hindrances"] == ["It takes no decisions of yours: the key is not one of a principal."]
    wrong = await call(sayso, "store", "check", "team", T=TOKEN)
    assert wrong.code == 5
    assert "answers  no: team (127.0.0.1:" in wrong.out
    missing = await call(sayso, "store", "check", "team")
    assert missing.code == 5
    assert "The variable T is not set" in missing.out
    assert TOKEN not in wrong.out + wrong.err


@pytest.mark.parametrize(
    ("says", "code", "words"),
    [
        ({"/v1/health": problem(503)}, 6, "answers  no: team (127.0.0.1:"),
        ({}, 1, "No decision store answers at team"),
        ({"/v1/health": health(), "/v1/records": problem(500)}, 6, "reading  no: team (127.0.0.1:"),
        ({"/v1/health": health(), "/v1/records": page([], "c")}, 1, "news     no: No decision store answers"),
    ],
)
async def test_a_check_says_what_does_not_work(sayso: Sayso, says: dict[str, object], code: int, words: str) -> None:
    async with HostileServer(says) as hostile:  # type: ignore[arg-type]
        await call(sayso, "store", "add", "team", "--url", hostile.url)
        ran = await call(sayso, "store", "check", "team")
    assert ran.code == code
    assert words in ran.out


def subscribe(sayso: Sayso, name: str = "team", uuid: str = "0" * 32) -> None:
    """As a sync leaves it that has read nothing yet."""
    ledger = Ledger(sayso.home / "ledger.db", rules=RULES, clock=system_clock, mint=mint_id)
    ledger.write_now(lambda writing: elsewhere.meet(writing, name, "http", Hello(uuid, "home")))
    ledger.write_now(lambda writing: swapping.swap(writing, name))
    ledger.close()


async def test_another_store_under_the_name_is_told(sayso: Sayso) -> None:
    says = {"/v1/health": health(), "/v1/records": page([], "c"), "/v1/records/stream": stream(b":\n")}
    async with HostileServer(says) as hostile:
        await call(sayso, "store", "add", "team", "--url", hostile.url)
        subscribe(sayso)
        ran = await call(sayso, "store", "check", "team")
    assert ran.code == 1
    assert "store    no: it is another store" in ran.out
    assert "sayso store accept team" in ran.out


SAYS = {"/v1/health": health(), "/v1/records": page([], "c"), "/v1/records/stream": stream(b":\n")}
ANEW = UUID.replace("-", "")


async def test_another_store_is_accepted_in_the_place_of_the_one_known(sayso: Sayso) -> None:
    async with HostileServer(SAYS) as hostile:
        await call(sayso, "store", "add", "team", "--url", hostile.url)
        subscribe(sayso)
        ran = await call(sayso, "store", "accept", "team", "--unattended", "--uuid", UUID)
        assert ran.code == 0, ran.err
        assert f"team is {ANEW} from now on." in ran.err
        assert "nothing is sent by itself" in ran.err
        assert (await call(sayso, "store", "check", "team", "--json")).json["same"] is True
        assert (await call(sayso, "sync")).code == 0
    assert sayso("store", "list", "--json").json["stores"][1]["uuid"] == ANEW


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--unattended",), 2, "--unattended needs --uuid"),
        (("--unattended", "--uuid", "1" * 32), 4, "another one was meant"),
        ((), 5, "Only the principal takes another store in the place of one, at a terminal"),
    ],
)
async def test_nothing_else_is_accepted(sayso: Sayso, words: tuple[str, ...], code: int, told: str) -> None:
    async with HostileServer(SAYS) as hostile:
        await call(sayso, "store", "add", "team", "--url", hostile.url)
        subscribe(sayso)
        ran = await call(sayso, "store", "accept", "team", *words)
    assert (ran.code, told in ran.err) == (code, True), ran.err
    assert sayso("store", "list", "--json").json["stores"][1]["uuid"] == "0" * 32


async def test_the_store_that_is_known_needs_no_accepting(sayso: Sayso) -> None:
    async with HostileServer(SAYS) as hostile:
        await call(sayso, "store", "add", "team", "--url", hostile.url)
        new = await call(sayso, "store", "accept", "team")
        assert (new.code, "is new here" in new.err) == (0, True)
        subscribe(sayso, uuid=ANEW)
        same = await call(sayso, "store", "accept", "team")
        assert (same.code, "is the one that you subscribed to. Nothing changed." in same.err) == (0, True)


async def test_what_a_key_does_not_show_any_more_is_told(sayso: Sayso) -> None:
    async with HostileServer(SAYS) as hostile:
        await call(sayso, "store", "add", "team", "--url", hostile.url)
        subscribe(sayso, uuid=ANEW)
        with closing(sqlite3.connect(sayso.home / "ledger.db")) as db, db:
            db.execute(
                "INSERT INTO outbox "
                "(store, uuid, key, id, state, settles, payload, digest, seen, words, verdict, queued) VALUES "
                "('team', ?, 'k', 'i', 'unseen', 1, x'7B7D', x'00', '', 'principal: PostgreSQL', '{}', '')",
                (ANEW,),
            )
        ran = await call(sayso, "store", "check", "team")
    assert "unseen   1 thing that you said there was recorded, and is no longer visible with this key" in ran.out
    told = sayso("store", "list", "--json").json["stores"][1]
    assert (told["unseen"], told["waiting"]) == (1, 0)


async def test_who_does_not_answer_or_is_kept_here_is_not_accepted(sayso: Sayso) -> None:
    async with HostileServer({"/v1/health": problem(503)}) as hostile:
        await call(sayso, "store", "add", "team", "--url", hostile.url)
        ran = await call(sayso, "store", "accept", "team")
    assert (ran.code, "Nothing changed." in ran.err) == (6, True)
    assert sayso("store", "accept", "home").code == 2


def test_a_store_gets_another_name_and_keeps_what_is_held_of_it(sayso: Sayso) -> None:
    sayso("store", "add", "team", "--url", "https://a.example")
    subscribe(sayso)
    ran = sayso("store", "rename", "Team", "our team")
    assert ran.code == 0, ran.err
    told = sayso("store", "list", "--json").json["stores"][1]
    assert (told["name"], told["uuid"]) == ("our team", "0" * 32)


def test_a_local_store_gets_another_name_with_its_decisions(sayso: Sayso) -> None:
    sayso("store", "add", "side")
    sayso.ask("acme/db", "--store", "side")
    assert sayso("store", "rename", "side", "other").code == 0
    assert sayso("show", "acme/db", "--store", "other", "--json").json["store"] == "other"


def wrong(sayso: Sayso) -> list[tuple[str, str]]:
    return [(each["topic"], each["sentence"]) for each in sayso("doctor", "--json").json["findings"] if each["wrong"]]


def test_after_a_store_got_another_name_doctor_finds_all_well(sayso: Sayso) -> None:
    sayso.named()("store", "add", "side")
    for number in range(3):
        sayso.ask(f"acme/{number}", "--store", "side")
    sayso("relate", "acme/1", "same-as", "acme/0", "--store", "side")
    assert sayso.settle("answer", "acme/0", "--option", "pg", "--store", "side").code == 0
    for old, new in (("side", "other"), ("other", "third"), ("third", "side"), ("side", "fourth")):
        assert sayso("store", "rename", old, new).code == 0
        assert wrong(sayso) == []
    assert sayso("list", "--json", "--store", "fourth").code == 0


def test_what_was_left_under_a_name_that_is_not_configured_is_found_and_taken_out(sayso: Sayso) -> None:
    sayso("store", "add", "team", "--url", "https://a.example")
    subscribe(sayso)
    (sayso.home / "config.toml").write_text("")
    told = [each["sentence"] for each in sayso("doctor", "--json").json["findings"] if each["topic"] == "stores"]
    assert len(told) == 1 and told[0].endswith("Take it out with: sayso store remove team")
    queue(sayso)
    ((topic, sentence),) = wrong(sayso)
    assert (topic, "sayso sync --drop NUMBER" in sentence) == ("stores", True)
    assert sayso("store", "remove", "team").code == 4
    with closing(sqlite3.connect(sayso.home / "ledger.db")) as db:
        (number,) = db.execute("SELECT num FROM outbox").fetchone()
    assert sayso("sync", "--drop", str(number)).code == 0
    ran = sayso("store", "remove", "team")
    assert (ran.code, ran.err) == (0, "team was not configured; what the ledger held of it is taken out.\n")
    assert wrong(sayso) == []
    assert sayso("store", "remove", "team").code == 2


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("team", "home", "there is a store named home already"),
        ("nobody", "x", "there is no store named nobody"),
        ("home", "x", "home is always there"),
        ("team", "", "must not be blank"),
    ],
)
def test_what_cannot_be_renamed_is_told_and_nothing_changed(sayso: Sayso, old: str, new: str, words: str) -> None:
    sayso("store", "add", "team", "--url", "https://a.example")
    subscribe(sayso)
    before = (sayso.home / "config.toml").read_text()
    ran = sayso("store", "rename", old, new)
    assert ran.code == 2
    assert words in ran.err
    assert (sayso.home / "config.toml").read_text() == before
    assert sayso("store", "list", "--json").json["stores"][1]["uuid"] == "0" * 32


def test_a_store_is_taken_out_and_what_was_deleted_is_said(sayso: Sayso) -> None:
    sayso("store", "add", "team", "--url", "https://a.example")
    subscribe(sayso)
    ran = sayso("store", "remove", "team")
    assert ran.code == 0, ran.err
    assert ran.err.startswith("team is taken out.")
    assert [each["name"] for each in sayso("store", "list", "--json").json["stores"]] == ["home"]
    assert "[[store]]" not in (sayso.home / "config.toml").read_text()
    sayso("store", "add", "team", "--url", "https://b.example")
    assert sayso("store", "list", "--json").json["stores"][1]["uuid"] is None


def test_what_a_local_store_holds_is_never_deleted(sayso: Sayso) -> None:
    sayso("store", "add", "side")
    sayso.ask("acme/db", "--store", "side")
    ran = sayso("store", "remove", "side")
    assert "Its 1 decision stays in the ledger, unseen, and comes back when" in ran.err
    sayso("store", "add", "side")
    assert sayso("show", "acme/db", "--store", "side").code == 0


def queue(sayso: Sayso) -> None:
    """Something that was said to team and is not sent yet."""
    ledger = Ledger(sayso.home / "ledger.db", rules=RULES, clock=system_clock, mint=mint_id)
    with ledger.writing() as writing:
        writing.db.execute(
            "INSERT INTO outbox (store, uuid, key, id, state, settles, payload, digest, seen, words, verdict, queued) "
            "VALUES ('team', '', 'k', 'r1', 'queued', 1, x'7b7d', x'00', '', 'pg', '', '2026-11-30T12:00:00+00:00')"
        )
    ledger.close()


def test_a_store_that_something_is_still_to_be_sent_to_is_not_taken_out(sayso: Sayso) -> None:
    sayso("store", "add", "team", "--url", "https://a.example")
    subscribe(sayso)
    queue(sayso)
    ran = sayso("store", "remove", "team")
    assert ran.code == 4
    assert "not recorded in team yet" in ran.err
    assert sayso("store", "list", "--json").json["stores"][1]["waiting"] == 1


def test_while_an_inbox_keeps_in_touch_with_a_store_it_is_left_alone(sayso: Sayso) -> None:
    sayso("store", "add", "team", "--url", "https://a.example")
    subscribe(sayso)
    lock = StoreLock(sayso.home / "ledger.db", "team")
    assert lock.take()
    try:
        for words in (("store", "rename", "team", "x"), ("store", "remove", "team")):
            ran = sayso(*words)
            assert ran.code == 5
            assert "Another sayso keeps in touch with team" in ran.err
    finally:
        lock.release()
    assert sayso("store", "remove", "team").code == 0


def test_told_to_read_only_it_changes_nothing(sayso: Sayso) -> None:
    for words in (("add", "x"), ("rename", "home", "x"), ("remove", "home")):
        ran = sayso("--read-only", "store", *words)
        assert ran.code == 5
    assert not (sayso.home / "config.toml").exists()


def test_the_help_of_adding_one_tells_which_options_go_with_which_kind(sayso: Sayso) -> None:
    told = sayso("store", "add", "--help").out
    served, workspace = told.index("A store that is served"), told.index("A chant workspace:")
    assert served < told.index("--url ", served) < workspace < told.index("--trust") < told.index("\nOptions:")
    assert "sayso store add team --url" in told


def test_who_read_the_configuration_before_a_store_got_another_name_begins_anew(sayso: Sayso) -> None:
    sayso("store", "add", "team", "--url", "https://a.example")
    subscribe(sayso)
    session = Session(sayso.environ)
    assert [each.name for each in session.loaded.settings.stores] == ["home", "team"]
    sayso("config", "set", "me.name", "alice")
    session.inbox().close()
    late = Session(sayso.environ)
    assert late.loaded.found
    assert sayso("store", "rename", "team", "crew").code == 0
    with pytest.raises(Ended, match="Nothing was done; start this again"):
        late.inbox()
    late.close()
