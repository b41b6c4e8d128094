"""Verdicts on the questions of a workspace, told to the stand-in of chant as the sync tells them to chant."""

import json
import os
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from chant_questions import projected
from chant_workspaces import standin_argv
from sayso_client.decision import Decision, Ref, Vote
from sayso_client.stores.chant import calling, identity, workspace
from sayso_client.stores.chant.payload import pack
from sayso_client.stores.chant.workspace import Workspace
from sayso_client.stores.contract import Parcel
from sayso_client.verdict import Answer, AuthorityKind, Grounds, Receipt, Retraction
from sayso_client.via import Via
from sayso_config.model import StoreSetting

AT = datetime(2026, 11, 5, 9, tzinfo=UTC)
TODAY = "2026-11-05"


@dataclass
class Telling:
    """A workspace as a store, and what people say to it."""

    folder: Path
    setting: StoreSetting
    environ: dict[str, str] = field(default_factory=dict)

    def with_chant(self, **settings: object) -> "Telling":
        """The same workspace, written to by a stand-in with these settings."""
        command = tuple(standin_argv(**{"today": TODAY, **settings}))
        return replace(self, setting=self.setting._replace(command=command))

    def workspace(self) -> Workspace:
        """As it is now."""
        return workspace.read(self.folder)

    def uuid(self) -> str:
        """What it is known by."""
        return identity.of(self.workspace().declaration)

    def object(self, key: str) -> dict[str, Any]:
        """A question's object, as it is now."""
        found: dict[str, Any] = json.loads(self.workspace().objects()[key])
        return found

    def question(self, key: str) -> dict[str, Any]:
        """A question's view, as it is now."""
        found: dict[str, Any] = self.object(key)["question"]
        return found

    def decision(self, key: str, *mine: str) -> Decision:
        """As it stands on the screen."""
        return projected(self.object(key), *mine, key=key)

    def answer(self, key: str, option: str, *by: str, note: str | None = None) -> Parcel:
        """What goes into the outbox when these people said it upon the question as it is now."""
        given = self.object(key)
        decision = projected(given, key=key)
        kind = AuthorityKind.CONFIRMED if decision.state == "proposed" else AuthorityKind.PRINCIPAL
        votes = tuple(Vote(each, option) for each in by)
        verdict = Answer(
            decision.ref,
            decision.seen,
            "verdict-1",
            AT,
            Via("tests"),
            Grounds(kind, by[-1]),
            None,
            option,
            option,
            note,
        )
        return _parcel(verdict, replace(decision, votes=votes), given)

    def retract(self, key: str, *by: str, note: str | None = None) -> Parcel:
        """The same of taking the answer back."""
        given = self.object(key)
        decision = projected(given, key=key)
        verdict = Retraction(decision.ref, decision.seen, "verdict-2", AT, Via("tests"), by[-1], note)
        return _parcel(verdict, replace(decision, votes=tuple(Vote(each, "") for each in by)), given)

    async def say(self, parcel: Parcel, *, until: Path | None = None) -> Receipt:
        """Tell chant.

        Args:
            parcel: What.
            until: Its time is over as soon as this file is there; None for a long time.
        """
        clock = time.monotonic if until is None else lambda: 1_000.0 * until.exists()
        return await calling.say(parcel, self.workspace(), self.setting, self.environ, uuid=self.uuid(), clock=clock)

    async def read_back(self, parcel: Parcel) -> Receipt | None:
        """What became of it."""
        return await calling.read_back(parcel, self.workspace(), uuid=self.uuid())


def _parcel(verdict: Answer | Retraction, decision: Decision, given: dict[str, Any]) -> Parcel:
    packed = pack(verdict, decision, lambda ids: [given])
    return Parcel(verdict.id, Ref("work", decision.ref.key), packed.payload, verdict.seen, packed.words, AT)


def telling(folder: Path, **settings: object) -> Telling:
    """A trusted store on a workspace."""
    setting = StoreSetting("work", "chant", path=str(folder), trust=True)
    environ = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return Telling(folder, setting, environ).with_chant(**settings)
