"""ctrl+c ends a verb with 130 also at the moments at which Python, or a thread, would swallow it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from machine import Machine

PATIENCE_S = 25.0

LOST = """
class Gone:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)  # what is raised in here is told as ignored, and nothing more

def act():
    Gone()
    time.sleep(120)
"""
DISGUISED = """
class Named:
    def __set_name__(self, owner, name):
        signal.raise_signal(signal.SIGINT)  # what is raised in here comes out as a RuntimeError

def act():
    type('Made', (), {'it': Named()})
"""
TWICE_AT_THE_END = """
class Closing:
    def close(self):
        signal.raise_signal(signal.SIGINT)

def act():
    session._inbox = Closing()
    signal.raise_signal(signal.SIGINT)
"""
AS_A_LOOP_IS_MADE = """
from sayso_tui.cli.session import do
import asyncio
made = asyncio.SelectorEventLoop.__init__

def half_made(loop, *args):
    signal.raise_signal(signal.SIGINT)
    made(loop, *args)

asyncio.SelectorEventLoop.__init__ = half_made

def act():
    do(asyncio.sleep(120))
"""
AS_A_VERB = """
import signal, sys, time, types, click
from sayso_tui.__main__ import main
from sayso_tui.cli import verbs
from sayso_tui.cli.passing import pass_session
{act}
@click.command()
@pass_session
def command(given):
    global session
    session = given
    act()

module = types.ModuleType('sayso_tui.cli.pressed')
module.command = command
sys.modules['sayso_tui.cli.pressed'] = module
verbs.VERBS['pressed'] = verbs.Verb('pressed', 'command', '')
sys.argv = ['sayso', 'pressed']
main()
"""
NO_RESOLVER = """
import socket, sys, time
from sayso_tui.__main__ import main

def out_of_reach(*args, **how):
    print('looking it up', file=sys.stderr, flush=True)
    time.sleep(120)

socket.getaddrinfo = out_of_reach
sys.argv = ['sayso', *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize("act", [LOST, DISGUISED, TWICE_AT_THE_END, AS_A_LOOP_IS_MADE])
def test_it_is_heard_where_nothing_can_be_raised(machine: Machine, act: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", AS_A_VERB.format(act=act)],
        capture_output=True,
        env=machine.environ,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    assert (ran.returncode, ran.stderr, ran.stdout) == (130, "", "")
    assert not (machine.home / "log").exists()


@pytest.mark.parametrize("words", [("sync",), ("watch",), ("wait", "k")])
def test_no_verb_waits_for_a_resolver_that_is_out_of_reach(machine: Machine, words: tuple[str, ...]) -> None:
    machine.here("raise", "k", "--text", "So?")
    config = Path(machine.home / "config.toml")
    section = '[[store]]\nname = "home"\nkind = "local"\n[[store]]\nname = "team"\nkind = "http"\nurl = "https://team.example.org"\n'
    config.write_text((config.read_text() if config.exists() else "") + section)
    environ = {**machine.environ, "PYTHONUNBUFFERED": "1"}
    child = subprocess.Popen(
        [sys.executable, "-c", NO_RESOLVER, *words],
        env=environ,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stderr is not None
        try:
            assert child.stderr.readline() == "looking it up\n"
            child.send_signal(signal.SIGINT)
            child.communicate(timeout=PATIENCE_S)
        finally:
            child.kill()
    assert child.returncode == 130
