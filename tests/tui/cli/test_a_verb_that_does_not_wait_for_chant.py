"""A verb on the command line waits ten seconds for chant, says what it knows then, and nothing is told twice."""

import json
import os
from pathlib import Path

from chant_runs import chant
from chant_workspaces import make_workspace, standin_argv
from command_line import Sayso

KEY = "agent-question-27255b2f0819"


def test_what_chant_still_writes_is_read_back_by_the_next_sync(sayso: Sayso, tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "work", state="asked")
    gate, log = tmp_path / "gate", tmp_path / "log"
    gate.touch()
    sayso.home.mkdir()
    command = json.dumps(standin_argv(slow=gate, log=log, today="2026-11-05"))
    store = f'[[store]]\nname = "work"\nkind = "chant"\npath = "{folder}"\ntrust = true\ncommand = {command}\n'
    (sayso.home / "config.toml").write_text(f'[me]\nname = "ana"\n{store}')
    path = {"PATH": os.environ["PATH"]}
    assert sayso("sync", environ=path).code == 0

    pin = sayso("show", KEY, "--json").json["seen"]
    answered = sayso("answer", KEY, "--option", "2", "--unattended", "--seen", pin, "--json", environ=path)

    assert (answered.code, answered.json["receipt"]) == (6, "unknown")
    assert "chant still runs for it, longer than this waits. It is not told to chant twice" in answered.json["sentence"]

    waiting = sayso("sync", "--patience", "1", environ=path)
    assert waiting.code == 6
    assert "work: up to date, 1 not sent yet. chant still runs for it (process " in waiting.err
    listed = sayso("list", "--outbox", "--json").json
    assert listed["stage"] == "sending"
    assert "chant still runs for it (process " in listed["why"]

    gate.unlink()
    assert sayso("sync", environ=path).code == 0
    assert chant(folder, "retract", KEY, "--by", "bob", today="2026-11-06").exit == 0
    assert sayso("sync", environ=path).code == 0
    assert [json.loads(each)["argv"][2] for each in log.read_text().splitlines()] == ["answer"]
    assert sayso("show", KEY, "--json").json["state"] == "escalated"
