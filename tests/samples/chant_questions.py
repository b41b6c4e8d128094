"""Questions of captured workspaces as decisions, read and projected as the inbox does it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chant_workspaces import CAPTURED
from sayso_client.decision import Decision
from sayso_client.stores.chant import workspace
from sayso_client.stores.chant.rules import RULES, read
from sayso_client.stores.contract import Held, Reader

AGENTS = ("bot", "github:ci-bot")
ROLES = {"lead": ("alice", "github:dana")}
HOLDS = ("asked", "constrains", "reason", "note", "relayed_by", "retractions")


def reader(*mine: str, store: str = "work") -> Reader:
    """Who reads."""
    return Reader(store, lambda who: who in mine)


def projected(given: object, *mine: str, key: str = "question-000000000000", store: str = "work") -> Decision:
    """The decision that one object of the seam makes, to somebody of these names."""
    raw = json.dumps(given).encode()
    entry = read(raw)
    return RULES.projection.project(key, [Held(raw, entry.value, entry.problems)], reader(*mine, store=store))


def in_workspace(folder: Path, *mine: str) -> dict[str, Decision]:
    """Every decision of a workspace."""
    objects = workspace.read(folder).objects()
    return {key: projected(json.loads(raw), *mine, key=key) for key, raw in objects.items()}


def captured(name: str) -> Any:
    """What chant printed with one of the captured commands."""
    return json.loads((CAPTURED / "json" / f"{name}.json").read_text())


def every_view() -> list[tuple[str, dict[str, Any], dict[str, Any] | None]]:
    """Each question view that any captured command printed, with its point as it was declared then: (where, …)."""
    found = []
    listing = captured("38-points-json-1")
    for path in sorted((CAPTURED / "json").glob("*.json")):
        printed = json.loads(path.read_text())
        points = {each["name"]: each for each in printed.get("points") or listing["points"]}
        views = printed.get("questions") or ([printed["question"]] if printed.get("question") else [])
        found += [(f"{path.stem}: {each['id']}", each, points.get(each["point"])) for each in views]
    return found


def as_object(view: Mapping[str, Any], point: Mapping[str, Any] | None, **members: Any) -> dict[str, Any]:
    """One object of the seam, as `Workspace.objects` describes it."""
    roles = (point or {}).get("quorum", {}).get("roles", [])
    usual: dict[str, Any] = {
        "v": 1,
        "question": view,
        "point": point,
        "kind": "answers/answer.kind.mjs",
        "seen_at": None,
        "holds": list(HOLDS),
        "agents": list(AGENTS),
        "roles": {role: list(ROLES.get(role, ())) for role in roles},
        "identified": False,
        "problems": [],
        "file": view.get("ledger") or view.get("path"),
        "digest": "0" * 64,
        "workspace": "inbox-fixture",
    }
    return usual | members
