"""A command at the end of a sentence never runs into the next one."""

import pytest

from sayso_client.whole import in_a_row, whole


@pytest.mark.parametrize(
    ("sentence", "set_off"),
    [
        ("Say so once: sayso store trust work", "Say so once: “sayso store trust work”."),
        ("Or make one there: chant workspace init", "Or make one there: “chant workspace init”."),
        ("Add it: sayso store add work --path .", "Add it: “sayso store add work --path .”."),
        ("It printed: node: command crashed", "It printed: node: command crashed."),
        (
            "What is there: sayso list --outbox. It waits for you.",
            "What is there: sayso list --outbox. It waits for you.",
        ),
        ("See: sayso config check.", "See: sayso config check."),
        ("Nothing waits.", "Nothing waits."),
        ("Is it there?", "Is it there?"),
        ("", ""),
    ],
)
def test_a_command_is_set_off_from_what_follows(sentence: str, set_off: str) -> None:
    assert whole(sentence) == set_off
    assert whole(whole(sentence)) == set_off


def test_at_the_very_end_a_command_stays_as_it_is_typed() -> None:
    told = in_a_row("Trust it: sayso store trust work", "", "To read: sayso sync")

    assert told == "Trust it: “sayso store trust work”. To read: sayso sync"
