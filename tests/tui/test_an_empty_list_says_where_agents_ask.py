import pytest

from sayso_client.rows import Counts, Query, View
from sayso_tui.widgets.empty import empty


def told(served: tuple[str, ...], asks_in: str | None) -> str:
    blocks = empty(Query(View.WAITING), Counts(), served, asks_in)
    return " ".join(" ".join(piece.text for block in blocks for piece in block.pieces).split())


def test_with_one_store_there_is_nothing_to_name() -> None:
    assert "Agents ask from any terminal: sayso raise --text" in told((), None)


def test_with_a_store_elsewhere_and_none_set_it_shows_how_one_is_named_and_set() -> None:
    text = told(("team",), None)
    assert "sayso raise --store team --text" in text
    assert "sayso config set asker.store NAME" in text


@pytest.mark.parametrize("served", [(), ("team",)])
def test_with_a_store_that_is_set_it_names_that_one(served: tuple[str, ...]) -> None:
    text = told(served, "team")
    assert "Agents ask in team from any terminal: sayso raise --text" in text
    assert "--store" not in text
