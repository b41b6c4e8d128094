import pytest

from handoff_decisions import TERMS, amended, claimed, note, projected, proposed, raised, settled, withdrawn
from sayso_client.handoff.json_door import digest
from sayso_client.handoff.projection import Seen


def test_the_token_names_the_heads_and_the_terms() -> None:
    seen = Seen.parse(projected(raised(), settled("s1"), settled("s2", 6)).seen)

    assert seen == Seen(("s1", "s2"), ("r:acme/db-choice",), "r:acme/db-choice", 1, digest(TERMS))
    assert seen.saw == {"need": "r:acme/db-choice", "terms": digest(TERMS)}
    assert Seen.parse(seen.token) == seen


def test_nothing_held_is_seen_as_nothing() -> None:
    assert Seen.parse(projected(note()).seen) == Seen()


@pytest.mark.parametrize("more", [settled(), amended(), withdrawn()])
def test_what_touches_a_register_changes_the_token(more: object) -> None:
    assert projected(raised(), more).seen != projected(raised()).seen


@pytest.mark.parametrize("more", [note(), claimed(), proposed()])
def test_what_only_adds_to_lists_does_not(more: object) -> None:
    assert projected(raised(), more).seen == projected(raised()).seen


@pytest.mark.parametrize("token", ["", "4", "[]", "{", "null"])
def test_a_token_of_another_store_is_refused(token: str) -> None:
    with pytest.raises(ValueError):
        Seen.parse(token)


@pytest.mark.parametrize("name", ["\ud800", "\x00", "ключ"])
def test_ids_of_any_kind_survive(name: str) -> None:
    seen = Seen((name,), (name,), name, 3, "ab")

    assert seen.token.isascii()
    assert Seen.parse(seen.token) == seen
