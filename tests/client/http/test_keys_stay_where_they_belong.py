"""A key is sent to the one place that it is for, over a line that nobody reads, and stands in no text."""

import asyncio
import traceback
from pathlib import Path

import pytest

from hostile_server import TLS, HostileServer, Reply, Request, health, problem, reply
from sayso_client.errors import Denied, StoreError, Unreachable, WrongServer
from sayso_client.stores.http.wire import HttpWire
from sayso_config.model import Secret, StoreSetting
from wires import QUICK, TOKEN, parcel, wire_to


@pytest.mark.parametrize(
    "url", ["http://192.0.2.7:9", "http://decisions.example", "http://127.1", "http://localhost.evil"]
)
async def test_no_key_goes_over_plain_http_to_another_machine(url: str) -> None:
    wire = wire_to(url)
    with pytest.raises(Denied, match="plain http to another machine") as caught:
        await wire.hello()
    assert "Nothing was sent" in str(caught.value)
    with pytest.raises(Denied):
        await wire.send(parcel())
    await wire.close()


async def test_such_a_key_is_not_even_read(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    setting = StoreSetting("team", "http", url="http://192.0.2.7:9", key=Secret("command", ("touch", str(touched))))
    wire = HttpWire(setting, {}, bounds=QUICK)
    with pytest.raises(Denied):
        await wire.hello()
    assert not touched.exists()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_never_followed(status: int) -> None:
    other = HostileServer({})
    async with other, HostileServer(lambda _: reply(status, Location=f"{other.url}/v1/health")) as server:
        wire = wire_to(server)
        with pytest.raises(WrongServer, match="never follows, so that no key gets there"):
            await wire.hello()
        with pytest.raises(WrongServer, match="never follows"):
            await wire.send(parcel())
        await wire.close()
    assert other.asked == []


async def test_a_certificate_that_does_not_verify_ends_it_before_anything_is_sent() -> None:
    async with HostileServer({"/v1/health": health()}, secure=True) as server:
        wire = wire_to(server)
        with pytest.raises(WrongServer, match="does not verify") as caught:
            await wire.hello()
        with pytest.raises(WrongServer):
            await wire.send(parcel())
        await wire.close()
    assert server.asked == []
    assert "Nothing was sent" in str(caught.value)
    assert "SSL_CERT_FILE" in str(caught.value)


async def test_an_authority_of_ones_own_is_named_by_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "localhost.pem"))
    async with HostileServer({"/v1/health": health()}, secure=True) as server:
        wire = wire_to(server)
        assert (await wire.hello()).name == "team"
        await wire.close()
        elsewhere = wire_to(server.url.replace("localhost", "127.0.0.1"))
        with pytest.raises(WrongServer, match="does not verify"):
            await elsewhere.hello()
        await elsewhere.close()
    assert len(server.asked) == 1


async def test_https_to_a_plain_server_is_told() -> None:
    async def plain(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(plain, "127.0.0.1", 0) as server:
        wire = wire_to(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        with pytest.raises(Unreachable, match="does not speak TLS"):
            await wire.hello()
        await wire.close()


async def test_a_proxy_is_not_used_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    async with HostileServer({}) as proxy, HostileServer({"/v1/health": health()}) as server:
        for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(variable, proxy.url)
        wire = wire_to(server)
        await wire.hello()
        await wire.close()
    assert proxy.asked == []


async def test_a_proxy_that_cannot_be_used_is_told_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", f"socks9://me:{TOKEN}@proxy.example")
    wire = wire_to("https://decisions.example")
    with pytest.raises(WrongServer, match="HTTPS_PROXY") as caught:
        await wire.hello()
    assert TOKEN not in "".join(traceback.format_exception(caught.value))


async def test_a_key_that_is_not_there_is_told() -> None:
    setting = StoreSetting("team", "http", url="http://127.0.0.1:9", key=Secret("env", ("TEAM_TOKEN",)))
    wire = HttpWire(setting, {}, bounds=QUICK)
    with pytest.raises(Denied, match="team: The variable TEAM_TOKEN is not set"):
        await wire.hello()


async def test_after_a_refusal_the_key_is_read_anew() -> None:
    keys = {"TEAM_TOKEN": "old"}

    def says(request: Request) -> Reply:
        return health() if request.headers["authorization"] == "Bearer new" else problem(401)

    async with HostileServer(says) as server:
        setting = StoreSetting("team", "http", url=server.url, key=Secret("env", ("TEAM_TOKEN",)))
        wire = HttpWire(setting, keys, bounds=QUICK)
        with pytest.raises(Denied):
            await wire.hello()
        keys["TEAM_TOKEN"] = "new"
        assert (await wire.hello()).name == "team"
        await wire.close()


async def test_a_key_counts_as_another_one_only_when_its_value_is_another(tmp_path: Path) -> None:
    kept = tmp_path / "key"
    kept.write_text("old\n")

    def says(request: Request) -> Reply:
        return health() if request.headers["authorization"] == "Bearer new" else problem(401)

    async with HostileServer(says) as server:
        setting = StoreSetting("team", "http", url=server.url, key=Secret("command", ("cat", str(kept))))
        wire = HttpWire(setting, {}, bounds=QUICK)
        with pytest.raises(Denied, match="Put another one there: sayso looks for it by itself"):
            await wire.hello()
        assert not await wire.another_key()
        kept.write_text("old")
        assert not await wire.another_key()
        kept.unlink()
        assert not await wire.another_key()
        kept.write_text("new")
        assert await wire.another_key()
        assert len(server.asked) == 1
        await wire.hello()
        assert not await wire.another_key()
        await wire.close()


async def test_a_key_that_could_not_be_had_and_is_there_now_is_another_one() -> None:
    keys: dict[str, str] = {}
    setting = StoreSetting("team", "http", url="http://127.0.0.1:9", key=Secret("env", ("TEAM_TOKEN",)))
    wire = HttpWire(setting, keys, bounds=QUICK)
    with pytest.raises(Denied):
        await wire.hello()
    assert not await wire.another_key()
    keys["TEAM_TOKEN"] = TOKEN
    assert await wire.another_key()


@pytest.mark.parametrize("status", [200, 301, 400, 401, 403, 404, 409, 412, 422, 429, 500, 503])
async def test_no_text_holds_the_key_even_when_the_server_says_it(status: int) -> None:
    said = reply(status, b'{"detail":"' + TOKEN.encode() + b'","id":7}', Location=f"http://{TOKEN}.example/{TOKEN}")
    async with HostileServer(lambda _: said) as server:
        wire = wire_to(server)
        with pytest.raises(StoreError) as caught:
            await wire.hello()
        await wire.close()
    assert TOKEN not in "".join(traceback.format_exception(caught.value))
    assert TOKEN not in repr(wire.__dict__)


async def test_a_store_behind_a_path_is_called_there() -> None:
    async with HostileServer({"/decisions/v1/health": health()}) as server:
        wire = wire_to(f"{server.url}/decisions")
        await wire.hello()
        await wire.close()


async def test_a_unix_socket_is_called_like_any_other_place(tmp_path: Path) -> None:
    async with HostileServer({"/v1/health": health()}, socket=tmp_path / "s") as server:
        wire = wire_to(server)
        assert (await wire.hello()).name == "team"
        await wire.close()
    assert server.asked[0].headers["host"] == "localhost"
    gone = wire_to(HostileServer({}, socket=tmp_path / "gone"))
    with pytest.raises(StoreError, match="no such socket"):
        await gone.hello()
