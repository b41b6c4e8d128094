"""Print every ratio: `python -m bench [--decisions N] [--runs N] [start|keys|searches|verdicts]…`."""

import argparse
import tempfile
from compileall import compile_dir
from pathlib import Path

from bench import ledger, screen
from bench.data import make

EACH = 10
SMALL = 100


def main() -> None:
    """Make the ledgers, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--home", type=Path, help="keep the ledgers here and use them again")
    given = parser.parse_args()
    _compile()
    wanted = given.names or ["start", "keys", "searches", "verdicts"]
    with tempfile.TemporaryDirectory() as folder:
        home = given.home or Path(folder)
        large, small = home / f"open-{given.decisions}", home / f"open-{SMALL}"
        for place, decisions in ((large, given.decisions), (small, SMALL)):
            if not (place / "ledger.db").exists():
                print(f"making a ledger of {decisions:,} open decisions and {decisions * EACH:,} records", flush=True)
                make(place, decisions, EACH)
        parts = {
            "start": lambda: screen.start(large, small, given.runs),
            "keys": lambda: screen.keys(large, small, given.runs),
            "searches": lambda: ledger.searches(large, given.runs),
            "verdicts": lambda: ledger.verdicts(large, 300),
        }
        for name in wanted:
            for ratio in parts[name]():
                print(ratio, flush=True)


def _compile() -> None:
    """Installed programs are compiled; ours must be too, whatever PYTHONDONTWRITEBYTECODE says."""
    for layer in ("client", "config", "tui"):
        compile_dir(Path(__file__).parents[1] / layer, quiet=1)


if __name__ == "__main__":
    main()
