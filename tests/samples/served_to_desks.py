"""A store served by a process of its own, which can be killed, and the machines of those who subscribe to it."""

import signal
import socket
import subprocess
from contextlib import closing
from pathlib import Path

from command_line import Ran
from machine import PROGRAM, Machine
from terminal import Terminal

PATIENCE_S = 20.0


class Server:
    """`sayso serve` on a port of its own, which it keeps through restarts."""

    def __init__(self, home: Path) -> None:
        self.machine = Machine(home)
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        words = [*PROGRAM, "serve", "--port", str(self.port)]
        environ = {**self.machine.environ, "PYTHONWARNINGS": "default"}
        self._process = subprocess.Popen(words, env=environ, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        assert self._process.stderr.readline().startswith("serving home on http://127.0.0.1:")

    def kill(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(PATIENCE_S)
            assert self._process.stderr is not None
            self._process.stderr.close()
            self._process = None

    def token(self, name: str) -> str:
        words = ("--origin", "principal", "--origin", "requester", "--unattended")
        ran = self.machine.here("serve", "token", "add", name, *words)
        assert ran.code == 0, ran.err
        return ran.out.strip()

    def options(self) -> list[str]:
        """The options of the answers that it holds, in order."""
        return [each["answer"]["option"] for each in self.machine.settlements()]


class Desk:
    """A machine of somebody who is subscribed."""

    def __init__(self, home: Path, server: Server, name: str) -> None:
        self.machine = Machine(home)
        self.home = home
        self.key = {"TEAM_TOKEN": server.token(name)}
        here = self.machine.here.named(name)
        added = here("store", "add", "team", "--url", f"http://127.0.0.1:{server.port}", "--key-env", "TEAM_TOKEN")
        assert added.code == 0, added.err

    def sit(self, size: tuple[int, int] = (120, 40)) -> Terminal:
        return Terminal(home=self.home, size=size, **self.key)

    def here(self, *words: str) -> Ran:
        """The command line in this process, for what needs no process of its own."""
        return self.machine.here(*words, environ=self.key)

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        return self.machine.run(*words, environ=self.key)
