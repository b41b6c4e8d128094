"""Pages of records: in the order in which they were accepted, each once, byte for byte, with the server's stamps."""

from base64 import b64decode
from functools import partial
from typing import Any

import httpx

from handoff_records import line, note, raised
from opened import TAKE_IN, Room, run_elsewhere
from sayso_client.serve import pages
from sayso_client.stores.http.items import read_page
from served import Served, held, post, refused, served

ODD = [
    b'{ "ext":"other/9" ,"key":"k", "id":"z", "n":1.0, "n":2, "s":"\\u00e9\\ud800" }',
    b'\xef\xbb\xbf{"ext":"other/9","key":"k","id":"bom"}',
    b'{"ext":"other/9",\r\n "key":"k",\n "id":"lines"}',
    b'{"ext":"other/9","id":"sorted","key":"k"}',
]
UNSOUND = [b'{"key":"k","id":"x","n":NaN}', b'{"key":"k","id":"y"', b'{"key":"k","id":"\xff"}']


async def every(client: httpx.AsyncClient, **query: str) -> tuple[list[dict[str, Any]], str]:
    found: list[dict[str, Any]] = []
    after: dict[str, str] = {}
    while True:
        page = (await client.get("/v1/records", params={**query, **after})).json()
        found += page["records"]
        after = {"after": page["cursor"]}
        if not page["more"]:
            return found, page["cursor"]


async def test_an_empty_store_has_a_cursor_to_follow_from(client: httpx.AsyncClient) -> None:
    page = (await client.get("/v1/records")).json()
    assert (page["records"], page["more"]) == ([], False)
    await post(client, raised("k"))
    assert len((await client.get("/v1/records", params={"after": page["cursor"]})).json()["records"]) == 1


async def test_bytes_come_as_they_are_held(server: Served, client: httpx.AsyncClient) -> None:
    await server.store.take_in([*ODD, *UNSOUND], "import")
    answer = await client.get("/v1/records")
    page = read_page(answer.content, 1_000_000)
    sent = [each.raw for each in page.changes]
    assert sent[:2] == [ODD[0], ODD[1].removeprefix(b"\xef\xbb\xbf")]
    assert sent[2] == ODD[2].replace(b"\r\n", b"  ").replace(b"\n", b" ")
    assert sent[3:] == [ODD[3], *UNSOUND]
    assert [b64decode(each["raw"]) for each in answer.json()["records"][4:]] == UNSOUND
    assert len(answer.content.splitlines()) == len(ODD) + len(UNSOUND) + 2


async def test_what_was_posted_comes_back_byte_for_byte(client: httpx.AsyncClient) -> None:
    raw = line(raised("k")).replace(b'"minutes"', b'"minutes" ').replace(b'"ext":', b'"ext" :  ')
    assert (await post(client, raw)).status_code == 201
    assert read_page((await client.get("/v1/records")).content, 100_000).changes[0].raw == raw


async def test_each_has_the_servers_time_and_the_door_that_let_it_in(
    server: Served, client: httpx.AsyncClient, room: Room
) -> None:
    await post(client, raised("k"))
    room.clock.forward(minutes=5)
    await server.store.ask("k", lambda _: [note("k")], "cli")
    token = await server.grant('cc "17"')
    async with server.client(token) as other:
        await post(other, note("k", record_id="n2"))
        page = (await other.get("/v1/records")).json()
    stamps = [(each["accepted_at"], each["accepted_from"]) for each in page["records"]]
    assert stamps == [
        ("2026-10-27T09:30:00+00:00", "anyone"),
        ("2026-10-27T09:35:00+00:00", "cli"),
        ("2026-10-27T09:35:00+00:00", 'cc "17"'),
    ]


async def test_pages_follow_one_another_without_a_gap_or_a_double(server: Served, client: httpx.AsyncClient) -> None:
    await server.store.take_in([line(raised(f"k{n}")) for n in range(25)], "import")
    found, end = await every(client, limit="7")
    assert [each["record"]["key"] for each in found] == [f"k{n}" for n in range(25)]
    assert (await client.get("/v1/records", params={"after": end})).json()["records"] == []
    assert end.split(".")[1] == "25"


async def test_records_of_other_stores_in_the_ledger_are_none_of_this_one(room: Room) -> None:
    async with served(room, store="other") as other:
        await other.store.take_in([line(raised("x")), line(raised("y"))], "import")
    async with served(room) as server, server.client() as client:
        await post(client, raised("k"))
        found, end = await every(client)
        assert [each["record"]["key"] for each in found] == ["k"]
        assert end.split(".")[1] == "1"
    async with served(room, store="other") as other, other.client() as client:
        refused(await client.get("/v1/records", params={"after": end}), 410, "reset")


async def test_the_records_of_one_decision(server: Served, client: httpx.AsyncClient) -> None:
    for n in range(3):
        await post(client, raised(f"a/{n}"))
        await post(client, note(f"a/{n}", record_id=f"n{n}"))
    found, _ = await every(client, key="a/1", limit="1")
    assert [each["record"]["id"] for each in found] == ["r:a/1", "n1"]
    assert (await every(client, key="none"))[0] == []


async def test_a_page_has_bounds_in_bytes(server: Served, client: httpx.AsyncClient) -> None:
    large = [line({"ext": "other/9", "key": "k", "id": str(n), "text": "x" * 3_000_000}) for n in range(4)]
    await server.store.take_in(large, "import")
    sizes = []
    after: dict[str, str] = {}
    for _ in range(4):
        answer = await client.get("/v1/records", params=after)
        sizes.append(len(answer.content))
        after = {"after": answer.json()["cursor"]}
        if not answer.json()["more"]:
            break
    assert len(sizes) == 2 and max(sizes) < pages.LARGEST + 1_000


async def test_one_record_that_is_larger_comes_alone(server: Served, client: httpx.AsyncClient) -> None:
    huge = line({"ext": "other/9", "key": "k", "id": "h", "text": "x" * (pages.LARGEST + 1)})
    await server.store.take_in([huge, line(raised("k"))], "import")
    page = (await client.get("/v1/records")).json()
    assert (len(page["records"]), page["more"]) == (1, True)


async def test_a_limit_that_is_none_is_told(client: httpx.AsyncClient) -> None:
    for limit in ("0", "-1", "x", "1.5", "", "9" * 30):
        refused(await client.get("/v1/records", params={"limit": limit}), 400, "bad-limit")


async def test_more_than_the_most_is_as_much_as_there_can_be(server: Served, client: httpx.AsyncClient) -> None:
    await server.store.take_in([line(raised(f"k{n}")) for n in range(1_001)], "import")
    page = (await client.get("/v1/records", params={"limit": "5000"})).json()
    assert (len(page["records"]), page["more"]) == (1_000, True)


async def test_a_prefix_is_looked_for_a_part_at_a_time(server: Served) -> None:
    raws = [line({**raised("acme/x" if n in (0, 31) else f"k{n}"), "id": f"r{n}"}) for n in range(40)]
    await server.store.take_in(raws, "import")
    wanted, place, found = pages.Wanted(server.serving.number, "acme/"), 0, list[int]()
    for expected in (10, 20, 30, 40):
        look = partial(pages.page, wanted=wanted, after=place, limit=1_000, looked_through=10)
        page = server.ledger.look(look)
        found += [each.link.n for each in page.items]
        place = page.end.n
        assert (place, page.more) == (expected, expected < 40)
    assert found == [1, 32]


async def test_what_another_process_writes_to_the_ledger_is_served(
    server: Served, client: httpx.AsyncClient, room: Room
) -> None:
    assert run_elsewhere(TAKE_IN, room.path.parent.parent, line(raised("k")).decode()) == "1\n"
    found, _ = await every(client)
    assert [each["record"]["key"] for each in found] == ["k"]
    assert await held(server) == 1
