"""docs/security.md and these tests name the same threats."""

import ast
import re
from pathlib import Path

HERE = Path(__file__)
PAGE = HERE.parents[2] / "docs" / "security.md"


def rows() -> list[list[str]]:
    table = PAGE.read_text(encoding="utf-8").partition("<!-- threats -->")[2].partition("<!-- /threats -->")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()[2:]]


def slug(threat: str) -> str:
    return re.sub(r"\W+", "_", threat.lower()).strip("_")


def test_each_threat_has_a_test_of_its_name_and_no_test_is_without_a_row() -> None:
    files = {each.stem for each in HERE.parent.glob("test_*.py")} - {HERE.stem}
    assert files == {f"test_{slug(threat)}" for threat, *_ in rows()}


def test_each_row_says_what_is_done_and_what_is_not() -> None:
    assert all(len(row) == 3 and all(cell.endswith(".") for cell in row[1:]) for row in rows())


def test_each_file_shows_both_columns() -> None:
    """What sayso does, and, in tests that begin with `test_not_`, what the page admits."""
    for threat, *_ in rows():
        tree = ast.parse((HERE.parent / f"test_{slug(threat)}.py").read_text(encoding="utf-8"))
        tests = [each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
        shown = [name for name in tests if name.startswith("test_")]
        assert [name for name in shown if not name.startswith("test_not_")], threat
        assert [name for name in shown if name.startswith("test_not_")], threat
