"""The layers point one way: sayso_tui → sayso_client → sayso_config. The lower two know no screen, no wire library."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = {
    "sayso_config": ROOT / "config" / "sayso_config",
    "sayso_client": ROOT / "client" / "sayso_client",
    "sayso_tui": ROOT / "tui" / "sayso_tui",
}
ABOVE = {
    "sayso_config": {"sayso_client", "sayso_tui", "textual", "rich"},
    "sayso_client": {"sayso_tui", "textual", "rich"},
    "sayso_tui": set[str](),
}
WIRES = {"pydantic", "httpx", "mcp", "psycopg", "starlette", "uvicorn"}
"""What only the doors of other stores need, imported late; the record path decodes to plain values."""

DOORS = ("sayso_client.stores.http.calls", "sayso_client.stores.http.explaining", "sayso_client.serve.")
"""Modules, and rooms of them, that stand on a wire library; each is imported with the first call that needs it."""

IMPORT_ALL = """
import importlib, json, pkgutil, sys
from types import ModuleType

def below(package: ModuleType):
    yield package.__name__
    for each in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        yield each.name

doors, layers = tuple(sys.argv[1].split()), sys.argv[2:]
names = [name for layer in layers for name in below(importlib.import_module(layer)) if not name.startswith(doors)]
for name in names:
    importlib.import_module(name)
print(json.dumps({"imported": names, "loaded": sorted(sys.modules)}))
"""


def sources(layer: str) -> Iterator[Path]:
    yield from LAYERS[layer].rglob("*.py")


def imported(path: Path) -> Iterator[str]:
    """First part of every module that a file imports, wherever in it that stands."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_none_above_it(layer: str) -> None:
    files = list(sources(layer))
    assert files
    wrong = {
        str(path.relative_to(ROOT)): sorted(found) for path in files if (found := ABOVE[layer] & set(imported(path)))
    }
    assert wrong == {}


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_are_absolute(layer: str) -> None:
    relative = [
        str(path.relative_to(ROOT))
        for path in sources(layer)
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_all_of_the_lower_layers_together_load_neither_a_screen_nor_a_wire_library() -> None:
    paths = os.pathsep.join(str(LAYERS[each].parent) for each in ("sayso_config", "sayso_client"))
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, " ".join(DOORS), "sayso_config", "sayso_client"],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    expected = {
        "sayso_client.inbox",
        "sayso_client.ledger.ledger",
        "sayso_client.stores.http.wire",
        "sayso_config.settings",
    }
    assert expected <= set(told["imported"])
    loaded = {name.partition(".")[0] for name in told["loaded"]}
    assert loaded & ({"textual", "rich", "sayso_tui"} | WIRES) == set()
