"""A page in my browser cannot use the server in my name; what it cannot tell apart is said."""

from handoff_records import raised
from opened import Room
from served import held, post, refused, served


async def test_what_a_page_can_send_is_refused(room: Room) -> None:
    async with served(room) as server, server.client() as browser:
        refused(await post(browser, raised("k"), Origin="https://evil.example"), 403, "web-page")
        refused(await post(browser, raised("k"), Origin="null"), 403, "web-page")
        refused(await post(browser, raised("k"), Host="evil.example:8750"), 403, "host-not-allowed")
        refused(await post(browser, raised("k"), **{"Content-Type": "text/plain"}), 415, "not-json")
        refused(await browser.get("/v1/records", headers={"Sec-Fetch-Site": "cross-site"}), 403, "web-page")
        answer = await browser.request("OPTIONS", "/v1/records", headers={"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in answer.headers
        assert await held(server) == 0


async def test_not_what_a_program_on_this_machine_sends(room: Room) -> None:
    async with served(room) as server, server.client() as program:
        assert (await post(program, raised("k", text="A page told me to ask this"))).status_code == 201
