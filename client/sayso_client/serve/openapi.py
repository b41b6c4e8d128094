"""The OpenAPI document (3.1) of the server. A test holds it against the routes and against real answers."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sayso_client.serve import guard, pages, writes
from sayso_client.serve.problems import TYPE as PROBLEM

if TYPE_CHECKING:
    from sayso_client.serve.serving import Serving

Json = dict[str, object]

_TEXT: Json = {"type": "string"}
_TEXTS: Json = {"type": "array", "items": _TEXT}
_MAYBE_TEXT: Json = {"type": ["string", "null"]}
_COUNT: Json = {"type": "integer", "minimum": 0}
_TIME: Json = {"type": "string", "format": "date-time"}


def _object(properties: Mapping[str, Json], optional: tuple[str, ...] = (), **more: object) -> Json:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": dict(properties), "required": required, **more}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


_SCHEMAS: dict[str, Json] = {
    "Health": _object(
        {
            "name": {**_TEXT, "description": "The store's label."},
            "version": {**_TEXT, "description": "Of the server."},
            "contract": {"const": 1},
            "store": {**_TEXT, "description": "The store's own id; another one under this address is another store."},
            "records": _COUNT,
            "you": _object(
                {
                    "name": {**_MAYBE_TEXT, "description": "null without a token."},
                    "origins": {"type": "array", "items": {"enum": ["requester", "agent", "principal"]}},
                    "prefix": _TEXT,
                    "assistant": _MAYBE_TEXT,
                    "mandates": _TEXTS,
                }
            ),
        }
    ),
    "Item": {
        "description": "A record as it is held, with what the server stamped beside it.",
        "type": "object",
        "properties": {
            "accepted_at": _TIME,
            "accepted_from": {**_TEXT, "description": "The token's name, or which other door let it in."},
            "record": {"description": "As it came.", "type": "object"},
            "raw": {**_TEXT, "contentEncoding": "base64", "description": "What is held and is no sound JSON."},
        },
        "required": ["accepted_at", "accepted_from"],
        "oneOf": [{"required": ["record"]}, {"required": ["raw"]}],
    },
    "Page": _object(
        {"records": {"type": "array", "items": _ref("Item")}, "cursor": _TEXT, "more": {"type": "boolean"}}
    ),
    "Record": {
        "description": "A record of decisions/0.3 or of another extension; its rules are told by 422.",
        "type": "object",
    },
    "Taken": _object({"id": _TEXT, "cursor": _TEXT}),
    "Result": {
        "description": "What became of one record of a batch.",
        "oneOf": [
            _object({"status": {"enum": [200, 201]}, "id": _TEXT, "cursor": _TEXT}),
            _ref("Problem"),
        ],
    },
    "Problem": _object(
        {
            "type": {**_TEXT, "format": "uri"},
            "title": _TEXT,
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": {**_TEXT, "description": "A sentence for a person."},
            "code": {**_TEXT, "description": "For programs."},
            "errors": {"type": "array", "items": _object({"path": _TEXT, "problem": _TEXT})},
            "decision": {"anyOf": [_ref("Decision"), {"type": "null"}]},
        },
        optional=("errors", "decision"),
    ),
}

_REFUSALS = {
    "400": "no-key, bad-limit, bad-if-match, broken-off, digest-mismatch",
    "401": "no-token, token-unknown",
    "403": "web-page, host-not-allowed, origin-not-allowed, outside-prefix, by-not-you, mandate-not-yours, "
    "not-the-asker",
    "404": "not-found",
    "408": "too-slow",
    "409": "id-reused: same identity, other content",
    "410": "reset: the cursor is none of this store, or not any more",
    "412": "moved: with the decision as it stands",
    "413": "too-large",
    "415": "not-json, packed",
    "422": "invalid-record: with each error and its place",
    "429": "too-many-asks: withdraw or amend",
    "503": "busy, read-only, ledger, stopping: nothing was written",
}


def _parameter(name: str, about: str, schema: Json = _TEXT, where: str = "query", required: bool = False) -> Json:
    return {"name": name, "in": where, "required": required, "description": about, "schema": schema}


def _content(kind: str, schema: Json) -> Json:
    return {kind: {"schema": schema}}


def _responses(good: Mapping[str, Json], *refusals: str) -> Json:
    bad: dict[str, Json] = {
        each: {"description": _REFUSALS[each], "content": _content(PROBLEM, _ref("Problem"))}
        for each in ("401", "403", *refusals, "503")
    }
    return {**good, **bad}


_AFTER = _parameter("after", "The cursor of what was read last; without it from the beginning.")
_PATHS: dict[str, Json] = {
    "/v1/health": {
        "get": {
            "summary": "How the store is, and who you are to it.",
            "responses": _responses({"200": {"description": "Well.", "content": _content(guard.JSON, _ref("Health"))}}),
        }
    },
    "/v1/records": {
        "get": {
            "summary": "Records in the order in which they were accepted, each at most once.",
            "parameters": [
                _AFTER,
                _parameter("limit", "Records at most.", {"type": "integer", "minimum": 1, "maximum": pages.MOST}),
                _parameter("key", "Those of one decision only."),
            ],
            "responses": _responses(
                {"200": {"description": "A page.", "content": _content(guard.JSON, _ref("Page"))}}, "400", "410"
            ),
        },
        "post": {
            "summary": "Write a record, once, however often it is sent; or many, each on its own.",
            "parameters": [
                _parameter("If-Match", "The ETag of the decision that was seen.", where="header"),
                _parameter(
                    "Content-Digest", "SHA-256 of the body (RFC 9530); another body is refused.", where="header"
                ),
            ],
            "requestBody": {
                "required": True,
                "content": {
                    guard.JSON: {"schema": _ref("Record")},
                    guard.LINES: {
                        "schema": {"type": "string", "description": f"Up to {writes.MOST_LINES} records, one a line."}
                    },
                },
            },
            "responses": _responses(
                {
                    "200": {
                        "description": "Held already; or a batch, with a result a line.",
                        "content": {
                            guard.JSON: {"schema": _ref("Taken")},
                            guard.LINES: {"schema": _ref("Result")},
                        },
                    },
                    "201": {"description": "Written.", "content": _content(guard.JSON, _ref("Taken"))},
                },
                "400",
                "408",
                "409",
                "412",
                "413",
                "415",
                "422",
                "429",
            ),
        },
    },
    "/v1/records/stream": {
        "get": {
            "summary": "The same as server-sent events, for as long as you read. Events: record (data: Item), reset.",
            "parameters": [_AFTER, _parameter("Last-Event-ID", "As after; it wins.", where="header")],
            "responses": _responses(
                {"200": {"description": "Events.", "content": _content("text/event-stream", _TEXT)}}
            ),
        }
    },
    "/v1/decision": {
        "get": {
            "summary": "A decision as the server folds it.",
            "parameters": [_parameter("key", "Which.", required=True)],
            "responses": _responses(
                {
                    "200": {
                        "description": "The decision.",
                        "headers": {"ETag": {"description": "Of what If-Match compares.", "schema": _TEXT}},
                        "content": _content(guard.JSON, _ref("Decision")),
                    },
                    "304": {"description": "It is as If-None-Match says."},
                },
                "400",
                "404",
            ),
        }
    },
    "/v1/openapi.json": {
        "get": {
            "summary": "This document.",
            "security": [],
            "responses": {
                "200": {"description": "OpenAPI 3.1.", "content": _content(guard.JSON, {"type": "object"})},
                "403": {"description": _REFUSALS["403"], "content": _content(PROBLEM, _ref("Problem"))},
            },
        }
    },
}


def document(serving: "Serving") -> Json:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "sayso: a decision store", "version": serving.version},
        "security": [{"token": []}, {}],
        "paths": _PATHS,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {**_SCHEMAS, **_decision(serving.documents.schema)},
        },
    }


def _decision(schema: Mapping[str, object]) -> dict[str, Json]:
    """The published schema with its parts beside it, since few tools follow a schema inside of a schema."""
    moved = json.loads(json.dumps(schema).replace('"#/$defs/', '"#/components/schemas/'))
    parts: dict[str, Json] = moved.pop("$defs", {})
    return {**parts, "Decision": {name: value for name, value in moved.items() if name not in ("$schema", "$id")}}
