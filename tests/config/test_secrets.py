"""Keys are read from where they are kept; whoever starts another program keeps them back."""

import ast
import os
import subprocess
import sys
import time
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from sayso_config.children import child_environ, keep_back
from sayso_config.model import Secret
from sayso_config.secrets import NoKey, read_key

ROOT = Path(__file__).parents[2]


def printing(code: str) -> Secret:
    return Secret("command", (sys.executable, "-c", code))


def test_a_variable_holds_a_key() -> None:
    assert read_key(Secret("env", ("T",)), {"T": " tok \n"}) == "tok"


@pytest.mark.parametrize("environ", [{}, {"T": ""}, {"T": "  "}])
def test_a_variable_that_is_not_set_is_told(environ: dict[str, str]) -> None:
    with pytest.raises(NoKey, match="The variable T is not set"):
        read_key(Secret("env", ("T",)), environ)


@pytest.mark.parametrize("key", ["a b", "a\r\nX-Evil: 1", "schlüssel", "x" * 9_000, "a\0b"])
def test_what_cannot_stand_in_a_header_is_no_key(key: str) -> None:
    with pytest.raises(NoKey, match="is no key") as caught:
        read_key(Secret("env", ("T",)), {"T": key})
    assert key not in str(caught.value)


def test_a_command_prints_a_key() -> None:
    assert read_key(printing("print('tok'); print('user: me')"), dict(os.environ)) == "tok"


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    assert read_key(Secret("command", ("echo", f"$(touch${{IFS}}{tmp_path}/x)")), dict(os.environ)).startswith(
        "$(touch"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("print('tok-secret'); raise SystemExit(3)", "ended with 3; run it yourself"),
        ("print()", "is empty"),
        ("print('tok-secret' * 9_000)", "more than a key"),
        ("import sys; sys.stdout.buffer.write(b'tok-secret\\xff')", "is no text"),
        ("import os; os.kill(os.getpid(), 9)", "ended with -9"),
    ],
)
def test_a_command_that_prints_none_is_told_without_what_it_printed(code: str, words: str) -> None:
    with pytest.raises(NoKey, match=words) as caught:
        read_key(printing(code), dict(os.environ))
    assert "tok-secret" not in str(caught.value)


def test_a_command_that_is_not_there_is_told() -> None:
    with pytest.raises(NoKey, match="cannot be started"):
        read_key(Secret("command", ("/nowhere/pass", "team")), dict(os.environ))


@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(60)",
        "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); print('tok')",
        "import os, time; os.close(1); time.sleep(60)",
    ],
)
def test_a_command_that_does_not_end_is_ended(code: str) -> None:
    began = time.monotonic()
    with pytest.raises(NoKey, match="did not end"):
        read_key(printing(code), dict(os.environ), patience_s=0.3)
    assert time.monotonic() - began < 20


def test_a_command_has_no_terminal_and_says_nothing_on_ours(capfd: pytest.CaptureFixture[str]) -> None:
    code = "import sys; sys.stderr.write('noise'); print(sys.stdin.read() or 'nothing')"
    assert read_key(printing(code), dict(os.environ)) == "nothing"
    assert capfd.readouterr() == ("", "")


class InMemory(KeyringBackend):
    priority = 1

    def get_password(self, service: str, username: str) -> str | None:
        if username == "locked":
            raise KeyringLocked("tok-secret")
        return "tok" if (service, username) == ("sayso", "team") else None

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError

    def delete_password(self, service: str, username: str) -> None:
        raise NotImplementedError


@pytest.fixture
def kept() -> None:
    keyring.set_keyring(InMemory())  # type: ignore[no-untyped-call]  # keyring has no types


@pytest.mark.usefixtures("kept")
def test_the_keyring_holds_a_key() -> None:
    assert read_key(Secret("keyring", ("team",)), {}) == "tok"
    with pytest.raises(NoKey, match="keyring set sayso other"):
        read_key(Secret("keyring", ("other",)), {})
    with pytest.raises(NoKey, match="unlocked") as caught:
        read_key(Secret("keyring", ("locked",)), {})
    assert "tok-secret" not in str(caught.value)


def test_a_secret_is_spoken_of_without_the_arguments_of_its_command() -> None:
    assert str(Secret("command", ("pass", "tok-secret"))) == "command pass …"


def test_no_program_that_is_started_gets_a_variable_that_is_named_as_a_secret() -> None:
    keep_back(["KEPT_BACK_HERE"])
    environ = {**os.environ, "KEPT_BACK_HERE": "tok", "OTHER": "1"}
    assert "KEPT_BACK_HERE" not in child_environ(environ)
    assert child_environ(environ, {"MORE": "2", "KEPT_BACK_HERE": "tok"})["OTHER"] == "1"
    code = "import os; print(os.environ.get('KEPT_BACK_HERE', 'none') + os.environ['OTHER'])"
    assert read_key(printing(code), environ) == "none1"


def test_every_place_that_starts_a_program_makes_its_variables_in_the_one_place() -> None:
    starting = {"subprocess", "pty"}
    wrong = []
    for root in ("client", "config", "tui"):
        for path in (ROOT / root).rglob("*.py"):
            tree = ast.parse(path.read_bytes())
            named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            calls = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
            starts = (named & starting and calls & {"Popen", "run", "check_output", "call", "spawn"}) or (
                calls
                & {"create_subprocess_exec", "create_subprocess_shell", "system", "execvp", "execve", "posix_spawn"}
            )
            if starts and "child_environ" not in named:
                wrong.append(str(path.relative_to(ROOT)))
    assert wrong == []


def test_asking_the_configuration_loads_neither_the_keyring_nor_a_way_to_start_programs() -> None:
    code = "import sys, sayso_config.settings; print({'keyring', 'subprocess'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
