from pathlib import Path

CHANTS_OWN = Path(__file__).parents[4] / "shared" / "fixtures" / "chant"

# chant's own files are no part of this project; where they lie beside it, one module reads them.
collect_ignore = [] if CHANTS_OWN.is_dir() else ["test_against_chants_own_files.py"]
