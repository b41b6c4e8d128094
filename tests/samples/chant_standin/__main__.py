"""The stand-in as a program: `python -I -S chant_standin/__main__.py workspace points …`.

So started it is there sooner: what is installed beside it is looked for here, and not by all the rules.
"""

import os
import sys
from pathlib import Path

if not sys.flags.isolated:
    # The folder itself would lend its modules' names to everybody.
    del sys.path[0]
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
if sys.flags.no_site:
    installed = (
        Path(sys.executable).parent.parent / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    )
    if (installed / "yaml").is_dir():
        sys.path.append(str(installed))
    else:
        import site

        site.main()

from chant_standin.main import main

if __name__ == "__main__":
    # Only a dash reads it: a caller may leave it open.
    stdin = sys.stdin.buffer.read().decode(errors="replace") if "-" in sys.argv else ""
    printed = main(sys.argv[1:], os.environ, stdin, Path.cwd())
    sys.stdout.buffer.write(printed.stdout.encode("utf-8", "replace"))
    sys.stderr.buffer.write(printed.stderr.encode("utf-8", "replace"))
    sys.exit(printed.exit)
