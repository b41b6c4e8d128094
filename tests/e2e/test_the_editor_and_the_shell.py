"""What ctrl+z stops, as a job of a shell: an editor, or sayso itself."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from command_line import Sayso
from terminal import OPEN_SHEET, Terminal

SHELL = ("-c", "import os; os.execvp('bash', ['bash', '--norc', '--noprofile', '-i'])")

STOPS = {
    "the whole job": "os.kill(0, signal.SIGTSTP)",
    "itself alone": "os.kill(os.getpid(), signal.SIGSTOP)",
}


@pytest.mark.parametrize("how", STOPS)
def test_a_stopped_editor_gives_the_terminal_to_the_shell_and_goes_on_in_the_foreground(
    tmp_path: Path, how: str
) -> None:
    (tmp_path / "config.toml").write_text('[me]\nname = "ana"\n')
    assert Sayso(tmp_path)("raise", "k", "--text", "Which way?", "--option", "y=Yes").code == 0
    editor = tmp_path / "editor.py"
    editor.write_text(
        f"import os, pathlib, signal, sys\n{STOPS[how]}\npathlib.Path(sys.argv[-1]).write_text('Gone on.')\n"
    )
    environ: dict[str, Any] = {"VISUAL": f"{sys.executable} {editor}", "PS1": "$ ", "HISTFILE": os.devnull}
    with Terminal(home=tmp_path, program=SHELL, **environ) as desk:
        desk.until("$")
        desk.type(f"{sys.executable} -m sayso_tui\r")
        desk.until("Which way?")
        desk.press("a")
        desk.until(OPEN_SHEET)
        desk.press("ctrl+g")
        desk.until("Stopped")
        desk.type("fg\r")
        desk.until("Gone on.")
        desk.until(lambda text: "nothing is recorded" in " ".join(text.split()), "what was taken over")
        desk.press("esc", "ctrl+q")
        desk.type("echo $((40 + 2)); exit\r")
        desk.until("42")


def test_a_stopped_inbox_gives_the_terminal_to_the_shell_and_goes_on_in_the_foreground(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[me]\nname = "ana"\n')
    assert Sayso(tmp_path)("raise", "k", "--text", "Which way?").code == 0
    with Terminal(home=tmp_path, program=SHELL, PS1="$ ", HISTFILE=os.devnull) as desk:
        desk.until("$")
        desk.type(f"{sys.executable} -m sayso_tui\r")
        desk.until("Which way?")
        desk.press("ctrl+z")
        desk.until("Stopped")
        meanwhile = f"{sys.executable} -m sayso_tui raise k2 --text 'Meanwhile?' | wc -l"
        desk.type(f"{meanwhile}; echo $((40 + 2))\r")
        desk.until("42")
        desk.type("fg\r")
        desk.until(
            lambda text: "2 waiting" in text and "Which way?" in text and "Stopped" not in text, "the inbox again"
        )
        desk.press("j", "j", "enter", "ctrl+q")
        desk.type("echo $((50 + 5)); exit\r")
        desk.until("55")


def test_where_no_shell_started_it_nothing_stops(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as desk:
        desk.until("waiting")
        desk.press("ctrl+z")
        desk.until("There is no shell here to go back to.")
        desk.press("ctrl+q")
        assert desk.ended() == 0
