"""The OpenAPI document says what the server does: its routes, and each real answer."""

import json
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from handoff_records import line, note, raised, settled
from sayso_client.serve.app import application
from sayso_client.serve.calls import CONTRACT
from served import JSON, LINES, Served, post

FRAME = "urn:test:openapi"


@pytest.fixture
async def document(server: Served) -> dict[str, Any]:
    async with server.client() as client:
        found: dict[str, Any] = (await client.get("/v1/openapi.json")).json()
    return found


def schema(document: dict[str, Any], path: str, method: str, answer: httpx.Response) -> Any:
    """What the document says of such an answer."""
    told = document["paths"][path][method]["responses"][str(answer.status_code)]
    kind = answer.headers["content-type"].partition(";")[0]
    return told["content"][kind]["schema"]


def fits(document: dict[str, Any], schema: Any, value: object) -> None:
    Draft202012Validator({**document, "$id": FRAME, "allOf": [schema]}).validate(value)


async def test_it_has_every_route_and_method_and_no_other(server: Served, document: dict[str, Any]) -> None:
    routes = {
        (route.path, method.lower())  # type: ignore[attr-defined]
        for route in application(server.serving).routes
        for method in route.methods - {"HEAD"}  # type: ignore[attr-defined]
    }
    told = {(path, method) for path, methods in document["paths"].items() for method in methods}
    assert told == routes
    assert document["openapi"].startswith("3.1")
    assert document["components"]["schemas"]["Health"]["properties"]["contract"] == {"const": CONTRACT}


async def test_its_schemas_are_schemas(document: dict[str, Any]) -> None:
    for each in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(each)


async def test_what_it_refers_to_is_there(document: dict[str, Any]) -> None:
    names = set(document["components"]["schemas"])
    text = json.dumps(document["paths"])
    for name in text.split("#/components/schemas/")[1:]:
        assert name.partition('"')[0] in names


async def test_real_answers_fit_it(server: Served, document: dict[str, Any]) -> None:
    token = await server.grant("ana", "requester", "agent", "principal")
    answers: list[tuple[str, str, httpx.Response]] = []
    async with server.client(token) as ana, server.client() as nobody:
        records = "/v1/records"
        await server.store.take_in([line(raised("k")), b'{"key":"k"'], "import")
        tag = (await ana.get("/v1/decision?key=k")).headers["etag"]
        for record, headers in (
            (note("k"), {}),
            (note("k"), {}),
            ({**note("k"), "note": "x"}, {}),
            ({**note("k"), "id": ""}, {}),
            (settled("k", authority={"kind": "principal", "by": "bob"}), {}),
            (settled("k"), {"If-Match": '"x"'}),
            (settled("k"), {"If-Match": "x"}),
            (settled("k"), {"If-Match": tag}),
            ({**note("k"), "pad": "x" * 70_000, "id": "n7"}, {}),
            (note("k"), {"Content-Type": "text/plain"}),
        ):
            answers.append((records, "post", await post(ana, record, **headers)))
        for path, query in (
            ("/v1/health", {}),
            (records, {}),
            (records, {"limit": "0"}),
            (records, {"after": "x"}),
            ("/v1/decision", {"key": "k"}),
            ("/v1/decision", {"key": "none"}),
            ("/v1/decision", {}),
            ("/v1/openapi.json", {}),
        ):
            answers.append((path, "get", await ana.get(path, params=query)))
        answers.append(("/v1/health", "get", await nobody.get("/v1/health")))
        answers.append(("/v1/openapi.json", "get", await nobody.get("/v1/openapi.json", headers={"Origin": "null"})))
        batch = await ana.post(records, content=line(note("k", record_id="b")) + b"\n{", headers=LINES)
    assert {each.status_code for _, _, each in answers} == {200, 201, 400, 401, 403, 404, 409, 410, 412, 413, 415, 422}
    for path, method, answer in answers:
        fits(document, schema(document, path, method, answer), answer.json())
    for each in batch.text.splitlines():
        fits(document, schema(document, records, "post", batch), json.loads(each))
    assert JSON["Content-Type"] in document["paths"][records]["post"]["requestBody"]["content"]
