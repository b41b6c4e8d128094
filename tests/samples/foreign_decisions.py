"""Two decisions of other systems as `Decision` values: they show that the read model holds them.

Nothing here talks to those systems. `chant_decision` is one question with its point; `xema_decision` one approval,
projected by hand.
"""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from chant_questions import as_object, projected
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
    Kind,
    Option,
    Policy,
    PolicyKind,
    Question,
    Recipient,
    Ref,
    State,
    Vote,
)

HERE = Path(__file__).parent


def _sample(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def chant_decision(store: str = "work") -> Decision:
    """A question that a table could not answer and for which a model proposed "large", as it is really projected."""
    sample = _sample("chant-question.json")
    question = sample["question"]
    return projected(as_object(question, sample["point"]), key=question["id"], store=store)


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
