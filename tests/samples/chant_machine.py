"""A machine whose user keeps a chant workspace in sayso. For tests from end to end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chant_workspaces import make_workspace, standin_program
from machine import Machine


@contextmanager
def reader_of_a_workspace(folder: Path) -> Iterator[Machine]:
    """Alice, who has read a workspace that she trusts; all of it lies in the folder."""
    home = folder / "home"
    home.mkdir()
    machine = Machine(home)
    try:
        program = standin_program(folder / "bin" / "chant")
        machine.here("config", "set", "me.name", "alice")
        words = ("--path", str(make_workspace(folder / "work", state="final")), "--command", str(program), "--trust")
        assert machine.here("store", "add", "work", *words).code == 0
        assert machine.here("sync").code == 0
        yield machine
    finally:
        machine.close()
