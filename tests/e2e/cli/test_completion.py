import shutil
import subprocess

import pytest

from machine import PROGRAM, Machine


def completed(machine: Machine, words: str) -> list[str]:
    """What click's function for bash would be told."""
    count = len(words.split(" "))
    asked = {"_SAYSO_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(count - 1)}
    return [line.partition(",")[2] for line in machine.run(environ=asked).stdout.splitlines() if line]


def test_verbs_options_and_keys_are_completed(machine: Machine) -> None:
    assert completed(machine, "sayso re") == ["retract", "relate"]
    assert "--basis" in completed(machine, "sayso claim --b")
    assert completed(machine, "sayso show ac") == ["acme/db"]
    assert completed(machine, "sayso answer acme/db --as d") == ["delegated"]
    assert completed(machine, "sayso config ch") == ["check"]


def test_a_key_that_a_shell_might_act_on_is_never_offered(machine: Machine) -> None:
    for key in ("acme/$(id)", "acme/`id`", "acme/;id", "acme/a b", "acme/\nid", "-acme", "acme/x\x1b", "acme/ü"):
        machine.here("raise", "--text", "So?", "--", key)
    assert len(machine.records()) > 5
    assert completed(machine, "sayso show ac") == ["acme/db"]
    assert completed(machine, "sayso show ''") == ["acme/db"]


def test_completing_makes_no_ledger(machine: Machine) -> None:
    machine.environ["SAYSO_HOME"] = str(machine.home / "elsewhere")
    assert completed(machine, "sayso show a") == []
    assert not (machine.home / "elsewhere").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell_is_printed(machine: Machine, shell: str) -> None:
    ran = machine.run("completion", shell)
    assert ran.returncode == 0
    assert f"_SAYSO_COMPLETE={shell}_complete" in ran.stdout
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=ran.stdout, text=True, check=False).returncode == 0


def test_another_shell_ends_with_2(machine: Machine) -> None:
    assert machine.here("completion", "tcsh").code == 2


def test_bash_takes_it(machine: Machine) -> None:
    program = f'sayso() {{ {PROGRAM[0]} -m sayso_tui "$@"; }}; export -f sayso; '
    script = program + 'eval "$(sayso completion bash)"; complete -p sayso'
    ran = subprocess.run(["bash", "-c", script], env=machine.environ, capture_output=True, text=True, timeout=30)
    assert "_sayso_completion" in ran.stdout
