"""Whatever arrives, in whatever order: the state is the one that the rules, spelled out slowly, give."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sayso_client.handoff.lifecycle import fold
from sayso_client.handoff.records import EXT, canonical, instant, problems

KEY = "acme/db"
IDS = st.sampled_from([f"r:{KEY}", "a", "b", "c", "d", "e", "x"])
NAMED = st.lists(st.one_of(IDS, st.just("gone")), max_size=3)
TERMS = st.sampled_from(
    [
        {"text": "Which?", "options": [{"id": "pg", "label": "PG"}, {"id": "lite", "label": "L"}]},
        {"text": "Which?", "options": [{"id": "s3", "label": "S3"}], "default": "s3"},
        {"text": "Why?"},
        {"text": " "},
    ]
)
ANSWERS = st.sampled_from(
    [{"text": "PG", "option": "pg"}, {"text": "S3", "option": "s3"}, {"text": "no"}, {"text": ""}]
)
REVISIONS = st.sampled_from([1, 2, 2, 3, 4, True, 1.0])
EXTRAS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "raised": {"terms": TERMS, "terms_rev": st.sampled_from([1, 1, 1, 2])},
    "amended": {"terms": TERMS, "terms_rev": REVISIONS},
    "withdrawn": {"reason": st.sampled_from(["settled", "not_needed", "bored"])},
    "settled": {
        "outcome": st.sampled_from(["decided", "decided", "dismissed", "maybe"]),
        "answer": ANSWERS,
        "authority": st.sampled_from(
            [{"kind": "principal", "by": "ana"}, {"kind": "delegated", "by": "bot"}, {"kind": "x"}]
        ),
        "terms_rev": REVISIONS,
    },
    "reopened": {},
    "claimed": {
        "outcome": st.just("decided"),
        "answer": ANSWERS,
        "evidence": st.just({"basis": "heard"}),
    },
    "related": {"relation": st.just({"kind": "derived_from", "uri": "u:1"})},
    "note": {"about": IDS},
}
ORIGIN = {"settled": "principal", "reopened": "principal", "claimed": "agent", "note": "agent"}


@st.composite
def record(draw: st.DrawFn, kinds: tuple[str, ...] = tuple(EXTRAS)) -> dict[str, Any]:
    kind = draw(st.sampled_from(kinds))
    minute, zone = draw(st.integers(0, 5)), draw(st.sampled_from(["Z", "Z", "+00:00", ""]))
    made: dict[str, Any] = {
        "ext": EXT,
        "type": kind,
        "origin": draw(st.sampled_from([ORIGIN.get(kind, "requester")] * 9 + ["agent"])),
        "key": KEY,
        "id": draw(IDS),
        "at": f"2026-10-27T09:0{minute}:00{zone}",
    }
    made |= {name: draw(values) for name, values in EXTRAS[kind].items()}
    if draw(st.booleans()):
        made["supersedes"] = draw(NAMED)
    return made


RECORDS = st.lists(record(), max_size=9)
NEED = st.lists(record(kinds=("raised", "amended", "amended", "withdrawn")), max_size=9)
ANSWER = st.lists(record(kinds=("settled", "settled", "reopened", "raised")), max_size=9)
PILES = st.one_of(RECORDS, NEED, ANSWER)


def jsonable(state: object) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(json.dumps(asdict(state)))  # type: ignore[call-overload]
    return told


@settings(max_examples=250, deadline=None)
@given(PILES, st.booleans(), st.integers(0, 2**16))
def test_neither_order_nor_repetition_changes_the_state(
    records: list[dict[str, Any]], complete: bool, seed: int
) -> None:
    first = fold(records, KEY, complete=complete)
    shuffled = [*records, *records[: seed % 4]]
    Random(seed).shuffle(shuffled)
    assert fold(shuffled, KEY, complete=complete) == first


@settings(max_examples=600, deadline=None)
@given(PILES, st.booleans())
def test_the_state_is_what_the_rules_spelled_out_slowly_give(records: list[dict[str, Any]], complete: bool) -> None:
    state = jsonable(fold(records, KEY, complete=complete))
    assert {name: state[name] for name in SLOW} == slow(records, complete)


SLOW = (
    "heads_need", "heads_answer", "need_current", "terms_rev", "missing", "reports",
    "conflict_need", "conflict_answer",
)  # fmt: skip
REGISTERS = {"need": ("raised", "amended", "withdrawn"), "answer": ("settled", "reopened")}


def slow(records: list[dict[str, Any]], complete: bool) -> dict[str, Any]:
    """The fold once more, with whole sets of what each record reaches, as the rules put it."""
    valid = [each for each in records if not problems(each)]
    told = {f"invalid:{each['id']}" for each in records if problems(each)}
    known = {each["id"] for each in records}
    groups: dict[tuple[str, str, str], dict[bytes, dict[str, Any]]] = {}
    for each in valid:
        family = next((name for name, kinds in REGISTERS.items() if each["type"] in kinds), "other")
        groups.setdefault((family, each["origin"], each["id"]), {})[canonical(each)] = each
    names = [name for _, _, name in groups]
    told |= {f"id_collision:{name}" for name in names if names.count(name) > 1}
    found: dict[str, Any] = {"missing": []}
    for register in REGISTERS:
        mine = []
        collided = False
        for (family, _, name), versions in groups.items():
            if family == register:
                mine.append(min(versions.values(), key=lambda one: (place(one)[0], canonical(one))))
                collided = collided or len(versions) > 1
            if len(versions) > 1:
                told.add(f"id_collision:{name}")
        edges, missing, reports = links(mine, known, register)
        told |= reports
        reach = closure(edges)
        heads = [name for name in edges if all(name not in reach[other] or other in reach[name] for other in edges)]
        by_id = {each["id"]: each for each in mine}
        current = max(heads, key=lambda name: place(by_id[name]), default=None)
        seen = {each for head in heads for name in {head, *reach[head]} for each in missing[name]}
        raised = sum(by_id[name]["type"] == "raised" for name in heads)
        forked = len(heads) > 1 and (not seen or complete or raised > 1)
        found[f"heads_{register}"] = sorted(heads)
        found["missing"] = sorted({*found["missing"], *seen})
        found[f"conflict_{register}"] = forked or collided
        if forked or collided:
            told.add(f"{register}_conflict")
        if any(name in reach[name] for name in reach):
            told.add(f"cycle_{register}")
        if register == "need":
            found["need_current"] = current
            found["terms_rev"] = in_force(current, by_id, reach)
            told.update(gaps(by_id, reach))
            held = [each for each in mine if "terms" in each]
        else:
            told |= {f"{code}:{each['id']}" for each in mine for code in said(each, held)}
    return found | {"reports": sorted(told)}


def place(one: dict[str, Any]) -> tuple[Any, str]:
    return instant(one["at"]), one["id"]


def links(
    mine: list[dict[str, Any]], known: set[str], register: str
) -> tuple[dict[str, set[str]], dict[str, set[str]], set[str]]:
    ids = {each["id"] for each in mine}
    edges: dict[str, set[str]] = {name: set() for name in ids}
    missing: dict[str, set[str]] = {name: set() for name in ids}
    told = set()
    for each in mine:
        for name in [] if each["type"] == "raised" else each.get("supersedes", []):
            if name == each["id"]:
                told.add(f"cycle_{register}")
            elif name in ids:
                edges[each["id"]].add(name)
            elif name in known:
                told.add(f"bad_supersedes:{each['id']}")
            else:
                missing[each["id"]].add(name)
    ordered = sorted(mine, key=place)
    for index, each in enumerate(ordered):
        if register == "need" and each["type"] != "raised" and not each.get("supersedes"):
            for earlier in ordered[:index]:
                if each["id"] not in closure(edges)[earlier["id"]]:
                    edges[each["id"]].add(earlier["id"])
            if each["type"] == "amended":
                told.add(f"no_supersedes:{each['id']}")
    return edges, missing, told


def closure(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    reach = {name: set(targets) for name, targets in edges.items()}
    for _ in edges:
        for name in reach:
            reach[name] |= {far for near in reach[name] for far in reach[near]}
    return reach


def in_force(current: str | None, by_id: dict[str, dict[str, Any]], reach: dict[str, set[str]]) -> Any:
    if current is None:
        return None
    if by_id[current]["type"] != "withdrawn":
        return by_id[current]["terms_rev"]
    return max((by_id[name].get("terms_rev", 0) for name in reach[current]), default=0) or None


def gaps(by_id: dict[str, dict[str, Any]], reach: dict[str, set[str]]) -> Iterator[str]:
    for name, each in by_id.items():
        if each["type"] == "raised" and name != f"r:{KEY}":
            yield f"raised_id:{name}"
        greatest = max((by_id[below].get("terms_rev", 0) for below in reach[name]), default=0)
        if each["type"] == "amended" and greatest and each["terms_rev"] != greatest + 1:
            yield f"rev_gap:{name}"


def said(one: dict[str, Any], held: list[dict[str, Any]]) -> Iterator[str]:
    if one["type"] != "settled":
        return
    if one["authority"]["kind"] == "delegated":
        yield "authority_incomplete"
    if held and one["terms_rev"] > max(each["terms_rev"] for each in held):
        yield "ahead"
    if one["outcome"] == "dismissed":
        yield "answer_ignored"
        return
    alike = [each["terms"] for each in held if each["terms_rev"] == one["terms_rev"]]
    option = one["answer"].get("option")
    if option is not None and not alike:
        yield "option_unchecked"
    elif option is not None and not any(option in [each["id"] for each in terms.get("options", [])] for terms in alike):
        yield "option_mismatch"
