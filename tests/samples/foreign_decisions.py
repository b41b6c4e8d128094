"""Two decisions of other systems as `Decision` values, projected by hand: they show that the read model holds them.

Nothing here talks to those systems. `chant_decision` is one question with its point; `xema_decision` one approval.
"""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from sayso_client.decision import (
    Act,
    Awaiting,
    Can,
    Decision,
    DueEffect,
    Effect,
    Event,
    Fact,
    FactSection,
    Input,
    Kind,
    Option,
    Policy,
    PolicyKind,
    Proposal,
    ProposalSource,
    Question,
    Recipient,
    Ref,
    State,
    Vote,
)

HERE = Path(__file__).parent
SCORES = {"choice": Kind.CHOICE, "noul": Kind.BOOLEAN, "score": Kind.SCORE}


def _sample(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def chant_decision(store: str = "work") -> Decision:
    """A question that a table could not answer and for which a model proposed "large"."""
    sample = _sample("chant-question.json")
    question, point = sample["question"], sample["point"]
    told = {each["name"]: each["description"] for each in point["inputs"]}
    return Decision(
        ref=Ref(store, question["id"]),
        seen=json.dumps([question["pointVersion"], question["state"], question["inputsHash"]]),
        title=question["title"],
        text=point["instructions"],
        question=Question(SCORES[question["questionType"]]),
        state=State(question["state"]),
        waiting=question["open"],
        options=tuple(Option(each, each, point["criteria"][each]) for each in question["candidates"]),
        asked_at=datetime.fromisoformat(question["askedOn"] + "T00:00:00+00:00"),
        subject=question["subject"],
        project="inbox-fixture",
        inputs=tuple(Input(name, json.dumps(value), told[name]) for name, value in question["inputs"].items()),
        awaiting=Awaiting.ME,
        proposals=(_chant_proposal(question),),
        policy=Policy(PolicyKind.SINGLE, point["quorum"]["count"]),
        history=(
            Event(None, "raised", question["title"]),
            Event(None, "proposed", question["answer"], by=question["decider"]["model"], current=True),
        ),
        history_total=2,
        facts=(_deciders(point), _escalations(question), _identity(question)),
        can=Can(
            frozenset({Act.ANSWER, Act.CONFIRM}),
            ("principal", "confirmed"),
            {
                "dismiss": "A chant question is answered or removed, never dismissed.",
                "delegated": "chant records who answered, not under which mandate.",
            },
        ),
    )


def _chant_proposal(question: dict[str, Any]) -> Proposal:
    return Proposal(
        id=question["pointVersion"],
        source=ProposalSource.CLAIMED,
        kind=SCORES[question["questionType"]],
        option=question["answer"],
        probabilities=tuple(question["probabilities"].items()),
        confidence=question["confidence"],
        threshold=question["threshold"],
        model=question["decider"]["model"],
        backend=question["decider"]["backend"],
        reason=question["reason"],
    )


def _deciders(point: dict[str, Any]) -> FactSection:
    facts = []
    for each in point["deciders"]:
        match each["kind"]:
            case "table":
                value = "; ".join(f"{json.dumps(row['when'])} → {row['answer']}" for row in each["rows"])
            case "model":
                value = f"{each['model']} on {each['backend']}, threshold {each['threshold']}"
            case _:
                value = f"{each['count']} person"
        facts.append(Fact(each["kind"], value))
    return FactSection("Who decides, in this order", tuple(facts))


def _escalations(question: dict[str, Any]) -> FactSection:
    return FactSection("Passed on by", tuple(Fact(each["kind"], each["reason"]) for each in question["escalations"]))


def _identity(question: dict[str, Any]) -> FactSection:
    return FactSection(
        "Record",
        (
            Fact("file", question["path"]),
            Fact("point version", question["pointVersion"], None if question["current"] else "reworded since"),
        ),
    )


def xema_decision(store: str = "office", me: str = "user:ana") -> Decision:
    """An approval that two people must give; one has."""
    record = _sample("xema-record.json")
    policy = record["replyPolicy"]
    viewer = record["viewer"]
    return Decision(
        ref=Ref(store, record["id"]),
        seen=str(record["revision"]),
        title=record["title"],
        text=f"{record['title']}\n\n{record['description']}",
        question=Question(Kind.CHOICE),
        state=State(record["state"]),
        waiting=viewer["mayAnswer"],
        options=tuple(_xema_option(each) for each in record["options"]),
        due=datetime.fromisoformat(record["deadlineAt"]),
        due_effect=DueEffect(record["deadlineEffect"].lower()),
        asked_by=record["asker"]["ref"],
        asked_at=datetime.fromisoformat(record["openedAt"]),
        to=tuple(each["ref"] for each in record["recipients"]),
        subject=record["subject"]["ref"],
        project=record["projectId"],
        links=(record["subject"]["ref"],),
        terms_rev=record["revision"],
        awaiting=Awaiting.ME,
        policy=Policy(PolicyKind(policy["kind"].lower()), policy["m"]),
        recipients=tuple(
            Recipient(each["ref"], each["kind"] + (", mandatory" if each["mandatory"] else ""), each["status"])
            for each in record["recipients"]
        ),
        votes=tuple(
            Vote(each["by"], each["optionKey"], each["by"] == me, datetime.fromisoformat(each["committedAt"]))
            for each in record["commits"]
        ),
        history=_xema_history(record),
        history_total=2,
        facts=(_xema_rules(record),),
        can=Can(
            frozenset({Act.ANSWER}) if viewer["mayAnswer"] else frozenset(),
            ("principal",),
            {"dismiss": "Only the asker may close it without an outcome.", "retract": "You have not answered it."},
        ),
    )


def _xema_option(option: dict[str, Any]) -> Option:
    effect = option["effect"]
    return Option(
        option["key"],
        option["label"],
        description=option["verdict"],
        effect=Effect(effect["capability"], effect["summary"], effect["riskTier"]) if effect else None,
        threshold=str(option["commitThreshold"]),
    )


def _xema_history(record: dict[str, Any]) -> tuple[Event, ...]:
    opened = Event(datetime.fromisoformat(record["openedAt"]), "raised", record["title"], by=record["asker"]["ref"])
    return (
        opened,
        *(
            Event(
                datetime.fromisoformat(each["committedAt"]),
                "note",
                f"{each['optionKey']}: {each['reason']}",
                by=each["by"],
                id=each["id"],
            )
            for each in record["commits"]
        ),
    )


def _xema_rules(record: dict[str, Any]) -> FactSection:
    answering = record["answering"]
    return FactSection(
        "Rules",
        (
            Fact("reason", record["requireReason"].replace("_", " ")),
            Fact("closes", record["settlement"]["closer"].lower()),
            Fact("abstain", record["replyPolicy"]["abstainTreatment"]),
            Fact("who", "addressed people only" if answering["addressedOnly"] else "anybody with access"),
            Fact("content", record["subject"]["hash"], "pinned"),
        ),
    )
