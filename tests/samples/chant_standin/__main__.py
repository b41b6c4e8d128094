"""The stand-in as a program: `python chant_standin/ workspace points …`."""

import os
import sys
from pathlib import Path

# The folder itself would lend its modules' names to everybody.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

from chant_standin.main import main  # noqa: E402 - the path comes first

if __name__ == "__main__":
    # Only a dash reads it: a caller may leave it open.
    stdin = sys.stdin.buffer.read().decode(errors="replace") if "-" in sys.argv else ""
    printed = main(sys.argv[1:], os.environ, stdin, Path.cwd())
    sys.stdout.buffer.write(printed.stdout.encode("utf-8", "replace"))
    sys.stderr.buffer.write(printed.stderr.encode("utf-8", "replace"))
    sys.exit(printed.exit)
