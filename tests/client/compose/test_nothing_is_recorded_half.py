from dataclasses import replace
from datetime import UTC, datetime

import pytest

from sayso_client.compose import compose
from sayso_client.decision import (
    Act,
    Can,
    Decision,
    Option,
    Proposal,
    Ref,
)
from sayso_client.draft import Draft, blank, from_proposal
from sayso_client.errors import Incomplete, RefusedByRule
from sayso_client.me import Me
from sayso_client.verdict import (
    Answer,
    AuthorityKind,
    Dismissal,
    Grounds,
    Note,
    Retraction,
    Verdict,
)
from sayso_client.via import Via
from which_database import DECISION, ME, PROPOSED

NOW = datetime(2026, 10, 27, 10, tzinfo=UTC)
VIA = Via("inbox", "desk", "/dev/pts/3")


def composed(draft: Draft, me: Me = ME, decision: Decision = DECISION) -> Verdict:
    return compose(decision, draft, me=me, mint=lambda: "id-1", now=NOW, via=VIA)


def answer(option: str | None = "pg") -> Draft:
    return blank(DECISION, Act.ANSWER, option)


def missing(draft: Draft, me: Me = ME) -> str:
    """The field that it asks for."""
    with pytest.raises(Incomplete) as error:
        composed(draft, me)
    assert str(error.value).endswith(".")
    return error.value.field


def test_an_answer_carries_all_that_was_on_the_screen() -> None:
    draft = replace(answer(), note=" see mail ", claim="c1")

    assert composed(draft) == Answer(
        Ref("home", "acme/db"),
        "token",
        "id-1",
        NOW,
        VIA,
        grounds=Grounds(AuthorityKind.PRINCIPAL, "ana"),
        terms_rev=3,
        text="PostgreSQL",
        option="pg",
        note="see mail",
        claim="c1",
    )


def test_the_revision_and_token_are_those_of_the_sheet_also_when_the_decision_has_moved() -> None:
    moved = replace(DECISION, terms_rev=4, seen="newer token")

    verdict = composed(answer(), decision=moved)

    assert isinstance(verdict, Answer)
    assert (verdict.terms_rev, verdict.seen) == (3, "token")


def test_every_verdict_has_an_id_of_its_own() -> None:
    names = iter(["one", "two"])
    both = [compose(DECISION, answer(), me=ME, mint=lambda: next(names), now=NOW, via=VIA) for _ in range(2)]

    assert [each.id for each in both] == ["one", "two"]


def test_an_answer_needs_an_option_or_words() -> None:
    assert missing(answer(None)) == "text"
    assert missing(replace(answer(None), text=" \n\t")) == "text"


def test_an_option_that_is_not_among_those_on_offer_is_not_recorded() -> None:
    assert missing(answer("oracle")) == "option"
    assert missing(replace(answer("oracle"), text="Use Oracle.")) == "option"


def test_a_label_that_is_only_white_space_needs_words() -> None:
    blank_label = replace(DECISION, options=(Option("x", "  "),))
    with pytest.raises(Incomplete) as error:
        composed(blank(blank_label, Act.ANSWER, "x"), decision=blank_label)
    assert error.value.field == "text"


def test_typed_words_win_over_the_label_and_the_option_stays() -> None:
    verdict = composed(replace(answer(), text="  PostgreSQL 17, please.\n"))

    assert isinstance(verdict, Answer)
    assert (verdict.text, verdict.option) == ("PostgreSQL 17, please.", "pg")


def test_delegated_needs_its_mandate() -> None:
    draft = replace(answer(), kind=AuthorityKind.DELEGATED, basis="a mail")
    assert missing(draft) == "under"
    assert missing(replace(draft, under="  ")) == "under"

    verdict = composed(replace(draft, under="mandate 7"))

    assert isinstance(verdict, Answer)
    assert verdict.grounds == Grounds(AuthorityKind.DELEGATED, "desk-assistant", under="mandate 7")


def test_attested_needs_its_evidence() -> None:
    draft = replace(answer(), kind=AuthorityKind.ATTESTED, under="mandate 7")
    assert missing(draft) == "basis"

    verdict = composed(replace(draft, basis="mail of Monday"))

    assert isinstance(verdict, Answer)
    assert verdict.grounds == Grounds(AuthorityKind.ATTESTED, "desk-assistant", basis="mail of Monday")


@pytest.mark.parametrize("kind", [AuthorityKind.PRINCIPAL, AuthorityKind.CONFIRMED])
def test_ones_own_word_carries_ones_own_name_and_nothing_of_a_mandate(kind: AuthorityKind) -> None:
    verdict = composed(replace(answer(), kind=kind, under="mandate 7", basis="a mail"))

    assert isinstance(verdict, Answer)
    assert verdict.grounds == Grounds(kind, "ana")


@pytest.mark.parametrize("act", [Act.ANSWER, Act.DISMISS, Act.RETRACT])
def test_without_a_name_nobody_decides(act: Act) -> None:
    draft = blank(DECISION, act, "pg" if act is Act.ANSWER else None)
    assert missing(draft, Me(None, "desk-assistant")) == "name"
    assert missing(draft, Me("", "desk-assistant")) == "name"
    assert missing(draft, Me("  ", "desk-assistant")) == "name"


@pytest.mark.parametrize("kind", [AuthorityKind.DELEGATED, AuthorityKind.ATTESTED])
@pytest.mark.parametrize("act", [Act.ANSWER, Act.DISMISS])
def test_an_act_of_the_assistant_needs_the_assistants_name(act: Act, kind: AuthorityKind) -> None:
    draft = replace(blank(DECISION, act, "pg"), kind=kind, under="mandate 7", basis="a mail")
    assert missing(draft, Me("ana")) == "assistant"
    assert missing(draft, Me("ana", " ")) == "assistant"


def test_a_dismissal_has_grounds_and_a_reason_and_no_answer() -> None:
    draft = replace(blank(DECISION, Act.DISMISS, "pg"), text="left over", note="dropped")

    verdict = composed(replace(draft, kind=AuthorityKind.DELEGATED, under="mandate 7"))

    assert verdict == Dismissal(
        Ref("home", "acme/db"),
        "token",
        "id-1",
        NOW,
        VIA,
        grounds=Grounds(AuthorityKind.DELEGATED, "desk-assistant", under="mandate 7"),
        terms_rev=3,
        note="dropped",
    )


def test_a_retraction_says_who_and_needs_no_authority() -> None:
    verdict = composed(replace(blank(DECISION, Act.RETRACT), kind=AuthorityKind.DELEGATED, note="too early"))

    assert verdict == Retraction(Ref("home", "acme/db"), "token", "id-1", NOW, VIA, by="ana", note="too early")


def test_a_note_needs_words_and_nobodys_name() -> None:
    draft = blank(DECISION, Act.NOTE)
    assert missing(replace(draft, text=" ", to="bo")) == "text"

    verdict = composed(replace(draft, text=" yours ", to=" bo ", note=" he knows "), Me())

    assert isinstance(verdict, Note)
    assert (verdict.text, verdict.to, verdict.reason) == ("yours", "bo", "he knows")


def test_confirming_says_so_and_names_the_proposal() -> None:
    verdict = composed(from_proposal(DECISION, PROPOSED))

    assert isinstance(verdict, Answer)
    assert verdict.grounds == Grounds(AuthorityKind.CONFIRMED, "ana")
    assert (verdict.option, verdict.text, verdict.proposal) == ("pg", "PostgreSQL", "p1")


def test_a_proposal_in_words_is_confirmed_in_its_words() -> None:
    words = replace(PROPOSED, option=None, text="Call it sayso.")
    decision = replace(DECISION, proposals=(words,))

    verdict = composed(from_proposal(decision, words), decision=decision)

    assert isinstance(verdict, Answer)
    assert (verdict.option, verdict.text) == (None, "Call it sayso.")


@pytest.mark.parametrize(
    "held",
    [
        (),
        (replace(PROPOSED, id="p2"),),
        (replace(PROPOSED, current=False),),
        (replace(PROPOSED, option=None, probability=0.97),),
    ],
    ids=["gone", "another one", "for older terms", "a bare P(true)"],
)
def test_a_proposal_that_does_not_stand_cannot_be_confirmed(held: tuple[Proposal, ...]) -> None:
    draft = from_proposal(DECISION, PROPOSED)

    with pytest.raises(RefusedByRule, match=r"proposal.*Nothing was written"):
        composed(draft, decision=replace(DECISION, proposals=held))


def test_another_answer_than_the_proposed_one_is_not_called_confirmed() -> None:
    draft = replace(from_proposal(DECISION, PROPOSED), option="sqlite")
    with pytest.raises(RefusedByRule, match=r"not what.*propos"):
        composed(draft)

    verdict = composed(replace(draft, kind=AuthorityKind.PRINCIPAL))

    assert isinstance(verdict, Answer)
    assert (verdict.grounds.kind, verdict.option) == (AuthorityKind.PRINCIPAL, "sqlite")


def test_other_words_than_the_proposed_ones_are_not_called_confirmed() -> None:
    words = replace(PROPOSED, option=None, text="Call it sayso.")
    decision = replace(DECISION, proposals=(words,))
    draft = replace(from_proposal(decision, words), text="Call it something else.")

    with pytest.raises(RefusedByRule, match=r"not what.*propos"):
        composed(draft, decision=decision)


def test_a_proposal_that_changed_its_option_under_the_sheet_is_not_confirmed() -> None:
    draft = from_proposal(DECISION, PROPOSED)
    swapped = replace(DECISION, proposals=(replace(PROPOSED, option="sqlite"),))

    with pytest.raises(RefusedByRule, match=r"not what.*propos"):
        composed(draft, decision=swapped)


@pytest.mark.parametrize("act", list(Act))
def test_an_act_that_the_store_does_not_take_is_refused_with_its_reason(act: Act) -> None:
    can = Can(frozenset(Act) - {act}, tuple(AuthorityKind), {act: "The asker withdrew it."})
    draft = replace(blank(DECISION, act, "pg"), text="x", proposal="p1")

    with pytest.raises(RefusedByRule, match=r"^The asker withdrew it\. Nothing was written; your draft is kept\.$"):
        composed(draft, decision=replace(DECISION, can=can))


@pytest.mark.parametrize("act", [Act.ANSWER, Act.DISMISS, Act.CONFIRM])
def test_an_authority_kind_that_the_store_does_not_keep_is_refused_with_its_reason(act: Act) -> None:
    can = Can(frozenset(Act), ("principal",), {"confirmed": "chant keeps no confirmations."})
    draft = replace(blank(DECISION, act, "pg"), kind=AuthorityKind.CONFIRMED, proposal="p1")

    with pytest.raises(RefusedByRule, match=r"^chant keeps no confirmations\. Nothing was written"):
        composed(draft, decision=replace(DECISION, can=can))


@pytest.mark.parametrize("act", [Act.RETRACT, Act.NOTE])
def test_retractions_and_notes_ask_for_no_authority_kind(act: Act) -> None:
    can = Can(frozenset(Act), ())

    verdict = composed(replace(blank(DECISION, act), text="x"), decision=replace(DECISION, can=can))

    assert verdict.id == "id-1"
