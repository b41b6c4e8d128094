import json
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import Sayso
from machine import PROGRAM, Machine


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path / "home")
    machine.here.named()
    yield machine
    machine.close()


def watching(machine: Machine, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*PROGRAM, "watch", *words], env=machine.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_each_change_is_told_with_what_it_did_and_how_the_decision_stands(machine: Machine) -> None:
    here = machine.here
    here.ask("acme/db")
    with watching(machine, "--json", "--since", "0") as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        here("amend", "acme/db", "--text", "Which database now?")
        here("claim", "acme/db", "--option", "pg", "--basis", "session 42")
        here("propose", "acme/db", "--option", "pg", "--model", "bosun")
        here.settle("answer", "acme/db", "--option", "pg", rev=2)
        here.settle("retract", "acme/db", rev=2)
        here("withdraw", "acme/db", "--reason", "not_needed")
        told = [first, *(json.loads(process.stdout.readline()) for _ in range(6))]
        process.terminate()
    assert [each["what"] for each in told] == [
        "raised",
        "amended",
        "claimed",
        "proposed",
        "decided",
        "retracted",
        "withdrawn",
    ]
    assert {(each["sayso"], each["kind"], each["key"]) for each in told} == {(1, "change", "acme/db")}
    assert [each["seq"] for each in told] == sorted({each["seq"] for each in told})
    assert (first["now"]["state"], first["now"]["waiting"], first["by"]) == ("open", True, "cc-17")
    assert (told[-1]["now"]["state"], told[-1]["now"]["waiting"]) == ("withdrawn", False)


def test_who_was_stopped_goes_on_where_it_was(machine: Machine) -> None:
    for key in ("a", "b", "c"):
        machine.here.ask(key)
    with watching(machine, "--json", "--since", "1") as process:
        assert process.stdout is not None
        assert [json.loads(process.stdout.readline())["key"] for _ in range(2)] == ["b", "c"]
        process.terminate()


def test_without_since_only_what_comes_is_told(machine: Machine) -> None:
    machine.here.ask("before")
    with watching(machine) as process:
        assert process.stdout is not None
        for number in range(200):
            machine.here.ask(f"after/{number}")
            if _ready(process):
                break
        line = process.stdout.readline()
        process.terminate()
    assert "raised" in line and "after/" in line and "by cc-17" in line


def test_a_change_that_is_not_there_yet_ends_with_2(sayso: Sayso) -> None:
    sayso.ask()
    ran = sayso("watch", "--since", "7")
    assert (ran.code, ran.out) == (2, "")
    assert "the last one is 1" in ran.err


def test_an_unknown_store_is_not_watched(sayso: Sayso) -> None:
    sayso.ask()
    assert sayso("watch", "--store", "nowhere").code == 1


def test_an_interrupt_ends_it_with_130_and_no_noise(machine: Machine) -> None:
    machine.here.ask("acme/db")
    with watching(machine, "--json", "--since", "0") as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.send_signal(2)
        assert (process.wait(20), process.stderr.read()) == (130, "")


def test_it_ends_when_nobody_reads_it_any_more_even_when_nothing_happens(machine: Machine) -> None:
    machine.here.ask("acme/db")
    with watching(machine, "--json", "--since", "0") as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert (process.wait(20), process.stderr.read()) == (141, "")


def test_hostile_text_cannot_act_on_the_terminal(machine: Machine) -> None:
    machine.here.ask("evil/\x1b[2J", "--by", "\x1b]0;mine\x07")
    with watching(machine, "--since", "0") as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.terminate()
    assert "evil" in line
    assert not {"\x1b", "\x07"} & set(line)


def _ready(process: "subprocess.Popen[str]") -> bool:
    assert process.stdout is not None
    return bool(select.select([process.stdout], [], [], 0.2)[0])
