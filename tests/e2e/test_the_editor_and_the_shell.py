"""An editor that is stopped with ctrl+z, as a job of a shell."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

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
    with Terminal("raise", "k", "--text", "Which way?", "--option", "y=Yes", home=tmp_path) as asking:
        assert asking.ended() == 0
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
