import shutil
import subprocess
from pathlib import Path

from sayso_tui.channels import LEFT_EARLY
from sayso_tui.cli.exits import Exit
from sayso_tui.cli.verbs import VERBS
from sayso_tui.man_page import EXITS, page

FILE = Path(__file__).parents[3] / "docs" / "man" / "sayso.1"


def test_the_manual_page_is_the_one_that_the_verbs_make() -> None:
    assert FILE.read_text(encoding="utf-8") == page(), "run: python -m sayso_tui.man_page"


def test_every_verb_and_every_exit_code_stands_in_it() -> None:
    text = page()
    assert all(f'.SS "sayso {verb} ' in text for verb in VERBS)
    assert [code for code, _ in EXITS] == [*map(int, Exit), LEFT_EARLY]
    assert text.isascii()


def test_roff_takes_it_without_a_warning() -> None:
    groff = shutil.which("groff") or shutil.which("true")
    assert groff is not None
    ran = subprocess.run([groff, "-man", "-Tascii", "-ww", "-z", str(FILE)], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
