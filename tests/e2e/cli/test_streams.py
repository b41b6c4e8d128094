"""Pipes, files and terminals of every kind around the command line."""

import json
import os
import resource
import subprocess
from pathlib import Path

import pytest

from machine import PROGRAM, Machine, ended
from sayso_tui.channels import knows_ascii_only

LEFT_EARLY = 141
VERBS = ("list", "show acme/db --json", "export", "raise other --text So?")


def shell(machine: Machine, command: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    """A command line for bash in which `sayso` stands for the program."""
    sayso = f'sayso() {{ {PROGRAM[0]} -m sayso_tui "$@"; }}; set -o pipefail; '
    return subprocess.run(
        ["bash", "-c", sayso + command],
        env={**machine.environ, **environ},
        capture_output=True,
        text=True,
        errors="surrogateescape",
        timeout=60,
    )


@pytest.mark.parametrize("words", ["list", "list --json", "export", "show acme/db", "raise other --text So?", "--help"])
def test_a_reader_that_has_left_makes_no_noise_and_is_told_as_everywhere(machine: Machine, words: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [*PROGRAM, *words.split(" ")]
    ran = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=machine.environ, timeout=30)
    os.close(writing)
    assert (ran.stderr, ran.returncode) == (b"", LEFT_EARLY)


def test_a_reader_that_leaves_in_between_makes_no_noise(machine: Machine) -> None:
    for number in range(40):
        machine.here("raise", f"k{number}", "--text", "word " * 2_000)
    for words in ("list --json --view all", "export"):
        ran = shell(machine, f"sayso {words} | head -n 1 | wc -l")
        assert (ran.stdout.strip(), ran.stderr) == ("1", "")


@pytest.mark.parametrize(
    ("words", "unbuffered"),
    [(each, unbuffered) for each in (*VERBS, "--help", "--version") for unbuffered in ("", "1")],
)
def test_a_full_disk_behind_stdout_is_a_sentence(machine: Machine, words: str, unbuffered: str) -> None:
    ran = shell(machine, f"sayso {words} > /dev/full", PYTHONUNBUFFERED=unbuffered)
    assert ran.returncode == 1
    assert ran.stderr == ("The output cannot be written: No space left on device. What was recorded before stays.\n")
    assert not (machine.home / "log").exists()


@pytest.mark.parametrize("words", ["export", "list --json"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_disk_that_is_full_within_the_last_line_is_told(
    machine: Machine, tmp_path: Path, words: str, unbuffered: str
) -> None:
    whole = shell(machine, f"sayso {words}").stdout
    out = tmp_path / "out"

    def room_for_all_but_a_little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) - 20, len(whole)))

    with out.open("wb") as file:
        ran = subprocess.run(
            [*PROGRAM, *words.split(" ")],
            env={**machine.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=file,
            stderr=subprocess.PIPE,
            preexec_fn=room_for_all_but_a_little,
            timeout=30,
        )
    assert out.stat().st_size < len(whole)
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"The output cannot be written")


@pytest.mark.parametrize("words", [*VERBS, "--help", "raise --help", "--version"])
def test_a_closed_stdout_is_a_sentence(machine: Machine, words: str) -> None:
    ran = shell(machine, f"sayso {words} >&-")
    assert ran.returncode == 1
    assert "stdout is closed" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_what_a_verb_has_nothing_to_print_for_needs_no_stdout(machine: Machine) -> None:
    ran = shell(machine, "sayso note acme/db 'Ana is away.' >&-")
    assert (ran.returncode, machine.records()[-1]["note"]) == (0, "Ana is away.")


def test_with_closed_channels_the_ledger_is_none_of_them(machine: Machine) -> None:
    ran = shell(machine, "sayso raise quiet --text So? <&- >&- 2>&-")
    assert ran.returncode == 1
    assert shell(machine, "sayso show quiet --json").returncode == 0


def test_with_a_closed_stderr_only_documents_come_on_stdout(machine: Machine) -> None:
    (machine.home / "config.toml").write_text("[ui]\nnonsense = 1\n")
    ran = shell(machine, "sayso list --json 2>&-")
    assert [json.loads(line)["key"] for line in ran.stdout.splitlines()] == ["acme/db"]
    assert shell(machine, "sayso show nothing 2>&-").stdout == ""


@pytest.mark.parametrize("words", ["raise other --text -", "note acme/db -", "import -", "answer acme/db --option pg"])
def test_a_closed_stdin_is_an_empty_one(machine: Machine, words: str) -> None:
    held = machine.records()
    ran = shell(machine, f"sayso {words} <&-")
    assert "Traceback" not in ran.stderr and not (machine.home / "log").exists()
    assert ran.returncode in (0, 2, 5)
    assert machine.records() == held


def test_where_the_locale_is_c_everything_said_is_ascii(machine: Machine) -> None:
    machine.here("raise", "odd/ü", "--text", "Größe? 🙂", "--by", "Žofie")
    for name in ("LC_ALL", "LC_CTYPE"):
        machine.environ.pop(name, None)
    for words in ("list", "show odd/ü", "--help", "show nothing/ü", "list --json"):
        ran = shell(machine, f"sayso {words}", LANG="C")
        assert ran.returncode == (1 if "nothing" in words else 0)
        assert (ran.stdout + ran.stderr).isascii()
        assert "o open" in ran.stdout or words != "list"


@pytest.mark.parametrize(
    ("environ", "ascii_only"),
    [
        ({}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, True),
        ({"LANG": "C", "LC_ALL": "de_DE.UTF-8"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # Python's own word, not the user's
        ({"LANG": "de_DE.UTF-8", "LC_CTYPE": "C"}, True),
    ],
)
def test_only_somebodys_word_makes_it_ascii(environ: dict[str, str], ascii_only: bool) -> None:
    assert knows_ascii_only(environ) is ascii_only


def test_an_export_is_byte_for_byte_in_any_locale(machine: Machine) -> None:
    machine.here("import", "-", stdin='{"key": "k", "id": "ü", "ext": "other"}\n'.encode())
    assert '"id": "ü"' in shell(machine, "sayso export", LC_ALL="C").stdout


def test_a_terminal_that_knows_few_characters_gets_escapes(machine: Machine) -> None:
    ran = machine.run("list", environ={"PYTHONIOENCODING": "iso8859-1", "PYTHONUTF8": "0"})
    assert ran.returncode == 0
    assert "\\u25cf" in ran.stdout


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_verb_paints_at_a_terminal_or_asks_it_for_anything(machine: Machine, environ: dict[str, str]) -> None:
    for words in (("list",), ("show", "acme/db")):
        child = machine.terminal(*words, environ=environ)
        text = child.read()
        ended_with = child.wait()
        assert "\x1b" not in text and ended_with == 0


def test_no_terminal_no_screen_whatever_is_said(machine: Machine, tmp_path: Path) -> None:
    for words in ("", "--read-only", f"--config {tmp_path}/none.toml"):
        ran = shell(machine, f"sayso {words} < /dev/null")
        assert (ran.returncode, ran.stdout) == (2, "")
        assert "sayso list --json" in ran.stderr


def test_an_interrupt_at_the_challenge_ends_with_130_and_a_line_of_its_own(machine: Machine) -> None:
    child = machine.terminal("answer", "acme/db", "--option", "pg")
    child.expect_exact("Type pg to record this")
    child.sendintr()
    assert ended(child) == 130
    assert machine.settlements() == []
