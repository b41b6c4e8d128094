"""The first call: who is there, and a sentence for whoever is not our store."""

import pytest

from hostile_server import UUID, HostileServer, Reply, document, health, problem, reply, stream
from sayso_client.errors import Denied, StoreError, Unreachable, WrongServer
from sayso_client.stores.contract import Hello
from wires import TOKEN, wire_to


async def trouble(said: Reply, *, key: bool = True) -> StoreError:
    async with HostileServer({"/v1/health": said}) as server:
        wire = wire_to(server, key=key)
        with pytest.raises(StoreError) as caught:
            await wire.hello()
        await wire.close()
    assert TOKEN not in str(caught.value)
    assert str(caught.value).startswith(
        ("team (127.0.0.1:", "What answers at team", "No decision store answers at team")
    )
    return caught.value


async def test_a_store_says_who_it_is_and_what_we_may_do() -> None:
    async with HostileServer({"/v1/health": health(records=7)}) as server:
        wire = wire_to(server)
        hello = await wire.hello()
        await wire.close()
    assert hello == Hello(UUID.replace("-", ""), "team", "alice", frozenset({"requester", "agent", "principal"}))
    assert hello.can_write
    assert wire.total == 7
    assert server.asked[0].headers["authorization"] == f"Bearer {TOKEN}"


@pytest.mark.parametrize("you", [None, 7, {}, {"name": "", "origins": 7}, {"name": None, "origins": ["root", 7, {}]}])
async def test_nobody_may_do_anything_that_the_store_does_not_name(you: object) -> None:
    async with HostileServer({"/v1/health": health(you=you)}) as server:
        wire = wire_to(server, key=False)
        hello = await wire.hello()
        await wire.close()
    assert (hello.you, hello.origins, hello.can_write) == (None, frozenset(), False)
    assert "authorization" not in server.asked[0].headers


async def test_a_hostile_name_cannot_act_on_a_terminal() -> None:
    async with HostileServer({"/v1/health": health(name="\x1b]0;pwn\x07\u202e" * 99)}) as server:
        wire = wire_to(server)
        hello = await wire.hello()
        await wire.close()
    assert hello.name.isprintable()
    assert len(hello.name) <= 80


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        (problem(401), Denied, "does not accept the key from env TEAM_TOKEN (401): So it is."),
        (problem(403), Denied, "does not let us in (403): So it is."),
        (problem(404), WrongServer, "No decision store answers at team"),
        (problem(405), WrongServer, "No decision store answers at team"),
        (problem(410, "reset"), Unreachable, "does not say which store it is"),
        (problem(422), WrongServer, "refused a call that every such store takes (422)"),
        (problem(500), Unreachable, "has a fault of its own (500)"),
        (problem(503), Unreachable, "is too busy (503)"),
        (problem(429), Unreachable, "is too busy (429)"),
        (reply(302, Location="https://evil.example/x?y"), WrongServer, "sends us on to evil.example (302)"),
        (reply(307, Location="//[bad"), WrongServer, "sends us on to another address (307)"),
        (reply(200, b"<html>log in</html>", "text/html; charset=utf-8"), WrongServer, "answers with a web page"),
        (reply(200, b"hello", "text/plain"), Unreachable, "its answer is no JSON object"),
        (reply(200, b'{"contract":', "application/json"), Unreachable, "its answer is no JSON object"),
        (reply(200, b"[" * 100_000, "application/json"), Unreachable, "its answer is no JSON object"),
        (document([1]), Unreachable, "its answer is no JSON object"),
        (document({"hello": "world"}), WrongServer, "is no decision store"),
        (health(contract="1"), WrongServer, "is no decision store"),
        (health(contract=True), WrongServer, "is no decision store"),
        (health(contract=2), WrongServer, "speaks contract 2, and this sayso speaks 1. Update sayso here"),
        (health(contract=0), WrongServer, "Update the server"),
        (health(store="me"), Unreachable, "does not say which store it is"),
        (health(store=None), Unreachable, "does not say which store it is"),
        (stream(b"{}", hold=False, kind="text/event-stream"), Unreachable, "its answer is no JSON object"),
        (Reply((b"SSH-2.0-OpenSSH_9.6\r\n",), cut=True), Unreachable, "what came was no HTTP"),
        (Reply((b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}",), cut=True), Unreachable, "ended in the middle"),
        (Reply((), cut=True), Unreachable, "ended in the middle"),
        (Reply((b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 50_000,), cut=True), Unreachable, "no HTTP"),
    ],
)
async def test_whatever_else_answers_is_told_in_a_sentence(said: Reply, kind: type[StoreError], words: str) -> None:
    found = await trouble(said)
    assert type(found) is kind
    assert words in str(found)


async def test_without_a_key_the_sentence_says_where_one_is_written() -> None:
    assert "wants a key, and none is configured" in str(await trouble(problem(401), key=False))


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("7", 7.0),
        ("0", 0.0),
        ("9" * 400, 300.0),
        ("86400", 300.0),
        ("-5", None),
        ("soon", None),
        ("NaN", None),
        ("Mon, 30 Nov 2026 12:00:30 GMT", 30.0),
        ("Mon, 30 Nov 2020 12:00:30 GMT", 0.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 300.0),
        ("Mon, 99 Nov 2026 12:00:30 GMT", None),
    ],
)
async def test_a_server_may_ask_for_five_minutes_at_most(said: str, seconds: float | None) -> None:
    found = await trouble(problem(503, Retry_After=said))
    assert isinstance(found, Unreachable)
    assert found.retry_after == seconds


async def test_what_a_server_says_is_made_plain_and_cut() -> None:
    said = str(await trouble(problem(403, detail="\x1b[2J" + "x" * 9_000)))
    assert "\x1b" not in said
    assert len(said) < 600


async def test_nobody_there_is_told() -> None:
    async with HostileServer({}) as server:
        url = server.url
    wire = wire_to(url)
    with pytest.raises(Unreachable, match="nothing listens there"):
        await wire.hello()
    await wire.close()
