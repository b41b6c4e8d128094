"""A command that prints a key and waits for a passphrase, or a keyring that hangs: nobody waits for it any longer than
they want to, and nothing of it lives on."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from opened import environment
from terminal import Terminal

SOON_S = 6.0
"""Less than anybody's patience with a key, and more than a busy machine needs to end a program."""
WAITS = """#!/bin/sh
exec 9>"$0.alive"
echo up >&9
cat "$0.never"
"""
BACK_END = """
import os
from keyring.backend import KeyringBackend

class Hangs(KeyringBackend):
    priority = 9
    def get_password(self, service, name):
        with open(os.environ["ALIVE"], "w", buffering=1) as alive:
            print("up", file=alive)
            return open(os.environ["NEVER"]).read()
    def set_password(self, service, name, password): ...
    def delete_password(self, service, name): ...
"""


class Kept:
    """A home with a store whose key does not come, and the two pipes of whoever keeps the key."""

    def __init__(self, folder: Path, way: str) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        program = folder / "pass"
        program.write_text(WAITS)
        program.chmod(0o700)
        (folder / "hanging.py").write_text(BACK_END)
        self.alive, self.never = folder / "pass.alive", folder / "pass.never"
        os.mkfifo(self.alive)
        os.mkfifo(self.never)
        key = f'{{ command = ["{program}", "secret-entry"] }}' if way == "command" else '{ keyring = "team" }'
        store = f'[[store]]\nname = "team"\nkind = "http"\nurl = "http://127.0.0.1:9"\nkey = {key}\n'
        home = '[[store]]\nname = "home"\nkind = "local"\n'
        (self.home / "config.toml").write_text(f'[me]\nname = "ana"\n{home}{store}')
        self.environ = {
            "PYTHON_KEYRING_BACKEND": "hanging.Hangs",
            "ALIVE": str(self.alive),
            "NEVER": str(self.never),
            "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
        }
        self._channel = os.open(self.alive, os.O_RDONLY | os.O_NONBLOCK)

    def begun(self) -> bool:
        """Wait until it is asked; True when it was."""
        return self._says() == b"up\n"

    def over(self) -> bool:
        """Wait until nothing of it is alive any more."""
        while data := self._says():
            assert data == b"up\n"
        return True

    def run(self, *words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "sayso_tui", *words],
            env={**environment(), **self.environ, "SAYSO_HOME": str(self.home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        os.close(self._channel)

    def _says(self) -> bytes:
        """What the pipe says next; nothing when everybody has let go of it."""
        poll = select.poll()
        poll.register(self._channel, select.POLLIN | select.POLLHUP)
        assert poll.poll(20_000), "it says nothing, and does not end"
        return os.read(self._channel, 100)


@pytest.fixture(params=["command"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    found = Kept(tmp_path, request.param)
    yield found
    found.close()


def desk_of(kept: Kept) -> Terminal:
    environ = kept.environ
    return Terminal(
        home=kept.home,
        PYTHON_KEYRING_BACKEND=environ["PYTHON_KEYRING_BACKEND"],
        ALIVE=environ["ALIVE"],
        NEVER=environ["NEVER"],
        PYTHONPATH=environ["PYTHONPATH"],
    )


in_both_ways = pytest.mark.parametrize("kept", ["command", "keyring"], indirect=True)


@in_both_ways
@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("sync", "--patience", "1"), 6, "did not come in 1 seconds; team was not asked"),
        (("wait", "k", "--timeout", "1", "--store", "team"), 1, "did not come in 1 seconds"),
    ],
)
def test_a_verb_waits_for_a_key_as_long_as_for_all_else_and_says_what_took_the_time(
    kept: Kept, words: tuple[str, ...], code: int, told: str
) -> None:
    began = time.monotonic()
    process = kept.run(*words)
    _, errors = process.communicate(timeout=20)
    assert time.monotonic() - began < 1 + SOON_S
    assert process.returncode == code
    assert told in errors
    assert "secret-entry" not in errors
    assert kept.over()


@in_both_ways
@pytest.mark.parametrize(
    ("words", "number"),
    [
        (("sync",), signal.SIGINT),
        (("sync",), signal.SIGTERM),
        (("sync",), signal.SIGHUP),
        (("store", "check", "team"), signal.SIGINT),
    ],
)
def test_a_verb_that_waits_for_a_key_ends_at_once_when_asked_to(
    kept: Kept, words: tuple[str, ...], number: signal.Signals
) -> None:
    process = kept.run(*words)
    assert kept.begun()
    began = time.monotonic()
    process.send_signal(number)
    process.communicate(timeout=20)
    assert time.monotonic() - began < SOON_S
    assert process.returncode in (-number, 128 + number)
    assert kept.over()


@pytest.mark.parametrize(
    ("kept", "how"),
    [("command", "qq"), ("keyring", "ctrl+q"), ("command", "hang-up"), ("keyring", "hang-up")],
    indirect=["kept"],
)
def test_leaving_the_inbox_waits_for_no_key(kept: Kept, how: str) -> None:
    with desk_of(kept) as desk:
        desk.until("waiting for its key")
        assert kept.begun()
        began = time.monotonic()
        if how == "qq":
            desk.type("qq")
        elif how == "ctrl+q":
            desk.type("\x11")
        else:
            desk.send_signal(signal.SIGHUP)
        assert desk.ended() == (128 + signal.SIGHUP if how == "hang-up" else 0)
        assert time.monotonic() - began < SOON_S
    assert kept.over()
