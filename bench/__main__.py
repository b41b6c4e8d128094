"""Print every ratio: `python -m bench [--decisions N] [--runs N] [PART]…`."""

import argparse
import tempfile
from compileall import compile_dir
from pathlib import Path

from bench import ledger, screen, volume
from bench.afar import afar, resting
from bench.chant import chant
from bench.cuts import cuts
from bench.data import make
from bench.filling import filling
from bench.idle import idle
from bench.live import live
from bench.served import served
from bench.verbs import verbs

EACH = 10
SMALL = 100


def main() -> None:
    """Make the ledgers, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--records", type=int, default=200_000, help="so many are rebuilt; a million takes minutes")
    parser.add_argument("--home", type=Path, help="keep the ledgers here and use them again")
    given = parser.parse_args()
    _compile()
    wanted = given.names or ["start", "keys", "live", "idle", "verbs", "searches", "verdicts"]
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
            "live": lambda: live(large, given.runs),
            "idle": lambda: idle(large, given.runs),
            "verbs": lambda: verbs(small, given.runs),
            "searches": lambda: ledger.searches(large, given.runs),
            "verdicts": lambda: ledger.verdicts(large, 300),
            "imports": lambda: volume.imports(given.runs),
            "rebuild": lambda: volume.rebuilds(home, max(1, given.runs // 3), given.records),
            "served": lambda: served(large, given.runs),
            "filling": lambda: filling(home, given.records),
            "afar": lambda: afar(given.decisions, max(1, given.runs // 2)),
            "cuts": lambda: cuts(),
            "chant": lambda: chant(given.runs),
            "resting": lambda: resting(max(1, given.runs // 2)),
            "large": lambda: volume.large(home, given.runs),
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
