"""A web page that the user has open cannot read or write: Host, Origin and content type are looked at."""

from pathlib import Path

import httpx

from handoff_records import raised
from opened import Room
from served import JSON, Served, held, post, refused, served

CALLS = ("/v1/health", "/v1/records", "/v1/records/stream", "/v1/decision?key=k", "/v1/openapi.json")


async def test_any_origin_is_refused(server: Served, client: httpx.AsyncClient) -> None:
    for origin in ("https://evil.example", "null", "http://localhost:8750", ""):
        for call in CALLS:
            refused(await client.get(call, headers={"Origin": origin}), 403, "web-page")
        refused(await post(client, raised("k"), Origin=origin), 403, "web-page")
    assert await held(server) == 0


async def test_an_origin_is_refused_with_a_token_too(server: Served) -> None:
    async with server.client(await server.grant("cc-17")) as client:
        refused(await post(client, raised("k"), Origin="https://evil.example"), 403, "web-page")


async def test_what_a_browser_says_about_its_page_is_enough(client: httpx.AsyncClient) -> None:
    for site in ("cross-site", "same-site"):
        refused(await client.get("/v1/health", headers={"Sec-Fetch-Site": site}), 403, "web-page")
    assert (await client.get("/v1/health", headers={"Sec-Fetch-Site": "none"})).status_code == 200


OTHERS = ("evil.example", "evil.example:8750", "127.0.0.1.evil.example", "10.0.0.1", "[2001::1]", "x")


async def test_a_name_that_only_leads_here_is_refused(server: Served, client: httpx.AsyncClient) -> None:
    for host in OTHERS:
        for call in CALLS:
            refused(await client.get(call, headers={"Host": host}), 403, "host-not-allowed")
        refused(await post(client, raised("k"), Host=host), 403, "host-not-allowed")
    assert await held(server) == 0


async def test_this_machine_has_several_names(client: httpx.AsyncClient) -> None:
    for host in ("localhost", "LOCALHOST:8750", "127.0.0.1:1", "127.8.8.8", "[::1]:8750", "localhost."):
        assert (await client.get("/v1/health", headers={"Host": host})).status_code == 200, host


async def test_with_a_token_it_may_be_called_by_the_name_of_whatever_stands_in_front_of_it(server: Served) -> None:
    async with server.client(await server.grant("cc-17"), headers={"Host": "decisions.example.net"}) as client:
        assert (await client.get("/v1/health")).status_code == 200


KINDS = (
    "text/plain",
    "text/plain;application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=latin-1",
    "application/jsonx",
    "",
)


async def test_a_body_that_a_form_could_send_is_refused(server: Served, client: httpx.AsyncClient) -> None:
    for kind in KINDS:
        refused(await post(client, raised("k"), **{"Content-Type": kind}), 415, "not-json")
    assert await held(server) == 0


async def test_json_may_say_that_it_is_utf_8(client: httpx.AsyncClient) -> None:
    answer = await post(client, raised("k"), **{"Content-Type": 'Application/JSON; charset="UTF-8"'})
    assert answer.status_code == 201


async def test_nothing_is_allowed_to_other_origins(client: httpx.AsyncClient) -> None:
    answer = await client.request(
        "OPTIONS", "/v1/records", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    )
    assert answer.status_code == 405
    assert not [each for each in answer.headers if each.startswith("access-control")]


async def test_through_a_socket_the_same_holds(room: Room, tmp_path: Path) -> None:
    async with served(room, path=tmp_path / "s") as server, server.client() as client:
        assert (await post(client, raised("k"))).status_code == 201
        refused(await client.get("/v1/health", headers={"Origin": "null"}), 403, "web-page")
        refused(await client.get("/v1/health", headers={"Host": "evil.example"}), 403, "host-not-allowed")


async def test_other_methods_and_other_paths_are_told(client: httpx.AsyncClient) -> None:
    for method in ("PUT", "DELETE", "PATCH"):
        refused(await client.request(method, "/v1/records", content=b"{}", headers=JSON), 405, "method-not-allowed")
    for path in ("/", "/v1", "/v2/health", "/v1/records/", "/v1/health/x"):
        answer = await client.get(path)
        assert answer.status_code in (404, 307), path
