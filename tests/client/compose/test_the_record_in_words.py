from dataclasses import replace

import pytest

from sayso_client.compose import in_words
from sayso_client.decision import Act
from sayso_client.draft import blank, from_proposal
from sayso_client.me import Me
from sayso_client.verdict import AuthorityKind
from which_database import DECISION, ME, PROPOSED


def test_an_answer() -> None:
    draft = blank(DECISION, Act.ANSWER, "pg")
    assert in_words(DECISION, draft, ME) == "settled · decided · “PostgreSQL” · answered by ana · terms rev 3"


def test_an_answer_in_ones_own_words_shows_the_words_that_will_be_written() -> None:
    draft = replace(blank(DECISION, Act.ANSWER), text=" Neither. ")
    assert in_words(DECISION, draft, ME) == "settled · decided · “Neither.” · answered by ana · terms rev 3"


def test_words_beside_an_option_are_shown_with_it_since_they_are_what_is_written() -> None:
    draft = replace(blank(DECISION, Act.ANSWER, "pg"), text="PostgreSQL 17, please.")
    said = in_words(DECISION, draft, ME)
    assert "PostgreSQL 17, please." in said
    assert "pg" in said


def test_a_confirmation() -> None:
    assert (
        in_words(DECISION, from_proposal(DECISION, PROPOSED), ME)
        == "settled · decided · “PostgreSQL” · confirmed by ana · terms rev 3"
    )


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (AuthorityKind.DELEGATED, "delegated by desk-assistant, mandate 7"),
        (AuthorityKind.ATTESTED, "attested by desk-assistant, mail of Monday"),
    ],
)
def test_an_act_of_the_assistant_shows_its_ground(kind: AuthorityKind, said: str) -> None:
    draft = replace(blank(DECISION, Act.ANSWER, "pg"), kind=kind, under=" mandate 7", basis="mail of Monday ")
    assert in_words(DECISION, draft, ME) == f"settled · decided · “PostgreSQL” · {said} · terms rev 3"


def test_a_dismissal_has_no_answer() -> None:
    draft = replace(blank(DECISION, Act.DISMISS, "pg"), text="left over")
    assert in_words(DECISION, draft, ME) == "settled · dismissed by ana · terms rev 3"


def test_a_retraction() -> None:
    assert in_words(DECISION, blank(DECISION, Act.RETRACT), ME) == "reopened · by ana"


def test_a_note_and_a_handing_over() -> None:
    draft = replace(blank(DECISION, Act.NOTE), text="x")
    assert in_words(DECISION, draft, ME) == "note"
    assert in_words(DECISION, replace(draft, to=" bo "), ME) == "note · hands over to bo"


def test_what_is_still_missing_is_said() -> None:
    assert (
        in_words(DECISION, blank(DECISION, Act.ANSWER), Me())
        == "settled · decided · nothing chosen yet · answered by (no name yet) · terms rev 3"
    )


def test_the_revision_is_that_of_the_sheet() -> None:
    draft = blank(DECISION, Act.ANSWER, "pg")
    assert in_words(replace(DECISION, terms_rev=9), draft, ME).endswith("terms rev 3")
