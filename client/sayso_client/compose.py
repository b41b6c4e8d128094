"""From what a person wrote in a sheet, or gave on the command line, to the verdict that is recorded."""

from collections.abc import Callable
from datetime import datetime

from sayso_client.decision import Act, Decision
from sayso_client.draft import Draft
from sayso_client.errors import Incomplete, RefusedByRule
from sayso_client.me import Me
from sayso_client.text import one_line
from sayso_client.together import Together, own_vote, together
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

OWN_WORD = frozenset({AuthorityKind.PRINCIPAL, AuthorityKind.CONFIRMED})
"""Kinds that the principal stands for; the other two record an act of the assistant."""
_NO_NAME = "(no name yet)"


def compose(decision: Decision, draft: Draft, *, me: Me, mint: Callable[[], str], now: datetime, via: Via) -> Verdict:
    """The verdict that this draft asks for, complete, with an id of its own.

    Raises:
        Incomplete: a field is missing; nothing was written.
        RefusedByRule: the store does not accept this act or authority kind, or the proposal is no longer there.
    """
    _allowed(decision, draft, me)
    if draft.act is Act.RETRACT:
        by = _name(me)
        own = own_vote(decision, by)
        undoes = draft.undoes or (own.id if own else None)
        return Retraction(draft.ref, draft.seen, mint(), now, via, by=by, note=_given(draft.note), undoes=undoes)
    if draft.act is Act.NOTE:
        if not draft.text.strip():
            raise Incomplete("Write the note first.", "text")
        return Note(
            draft.ref,
            draft.seen,
            mint(),
            now,
            via,
            text=draft.text.strip(),
            to=_given(draft.to),
            reason=_given(draft.note),
        )
    grounds = _grounds(draft, me)
    if draft.act is Act.DISMISS:
        return Dismissal(
            draft.ref,
            draft.seen,
            mint(),
            now,
            via,
            grounds=grounds,
            terms_rev=draft.terms_rev,
            note=_given(draft.note),
            undoes=draft.undoes,
        )
    return Answer(
        draft.ref,
        draft.seen,
        mint(),
        now,
        via,
        grounds=grounds,
        terms_rev=draft.terms_rev,
        text=_answer_text(decision, draft),
        option=draft.option,
        note=_given(draft.note),
        proposal=draft.proposal,
        claim=draft.claim,
        undoes=draft.undoes,
    )


def _given(text: str) -> str | None:
    return text.strip() or None


def _name(me: Me) -> str:
    if not me.name or not me.name.strip():
        raise Incomplete(
            "Who are you? Set your name once: sayso config set me.name NAME. Nothing was written.",
            "name",
        )
    if len(me.name.strip().splitlines()) > 1:
        raise Incomplete(
            f"{one_line(me.name, 60)} is no name: a name is one line. Nothing was written.",
            "name",
        )
    return me.name.strip()


def _allowed(decision: Decision, draft: Draft, me: Me) -> None:
    if draft.act is Act.RETRACT and own_vote(decision, me.name):
        return
    if draft.act not in decision.can.acts:
        why = decision.can.refusals.get(draft.act, "This store does not accept it now.")
        raise RefusedByRule(f"{why} Nothing was written; your draft is kept.")
    settles = draft.act in (Act.ANSWER, Act.CONFIRM, Act.DISMISS)
    if settles and draft.kind not in decision.can.kinds:
        why = decision.can.refusals.get(draft.kind, f"This store does not keep the authority kind {draft.kind}.")
        raise RefusedByRule(f"{why} Nothing was written; your draft is kept.")
    if draft.act is Act.CONFIRM:
        _confirmable(decision, draft)


def nothing_kept(sentence: str) -> str:
    """A refusal as it is told where no draft is kept."""
    return sentence.replace("; your draft is kept.", ".")


def _confirmable(decision: Decision, draft: Draft) -> None:
    """Only what a standing proposal says is confirmed; any other answer is the principal's own word."""
    confirmed = next((each for each in decision.proposals if each.id == draft.proposal and each.confirmable), None)
    if confirmed is None:
        raise RefusedByRule(
            "The proposal that you want to confirm does not stand for these terms any more. "
            "Nothing was written; your draft is kept."
        )
    same = draft.option == confirmed.option
    if confirmed.option is None:
        same = same and draft.text.strip() == (confirmed.text or "").strip()
    if draft.kind is AuthorityKind.CONFIRMED and not same:
        raise RefusedByRule(
            "That is not what was proposed, so it cannot be called confirmed; answer it as your own word instead. "
            "Nothing was written; your draft is kept."
        )


def _grounds(draft: Draft, me: Me) -> Grounds:
    kind = draft.kind
    by = _name(me)
    if kind not in OWN_WORD:
        if not me.assistant or not me.assistant.strip():
            raise Incomplete(
                f"{kind} records an act of your assistant, who has no name yet. "
                "Set it once: sayso config set me.assistant NAME. Nothing was written.",
                "assistant",
            )
        by = me.assistant.strip()
    under, basis = _given(draft.under), _given(draft.basis)
    if kind is AuthorityKind.DELEGATED and not under:
        raise Incomplete("Name the mandate that it was answered under.", "under")
    if kind is AuthorityKind.ATTESTED and not basis:
        raise Incomplete("Say what it is taken from: the mail, the talk, the document.", "basis")
    return Grounds(
        kind,
        by,
        under if kind is AuthorityKind.DELEGATED else None,
        basis if kind is AuthorityKind.ATTESTED else None,
    )


def _answer_text(decision: Decision, draft: Draft) -> str:
    """Typed words win; else the chosen option's label as sent (docs/handoff.md)."""
    typed = draft.text.strip()
    chosen = decision.option(draft.option)
    if draft.option is not None and chosen is None and draft.seen == decision.seen:
        raise Incomplete("That option is not on offer; choose one of those that are, or none.", "option")
    if typed:
        return typed
    if chosen is None or (not chosen.label.strip() and decision.can.words):
        raise Incomplete("Choose an option or write an answer.", "text")
    return chosen.label


def in_words(decision: Decision, draft: Draft, me: Me, *, most: int | None = None) -> str:
    """The record in one line, before it is written, raw text included.

    Args:
        decision: As it is on the screen.
        draft: What is to be recorded.
        me: Who records it.
        most: Characters of each text that somebody wrote, its beginning and end kept; all of them when None. Names,
            kinds and the revision are never cut.
    """
    if draft.act is Act.NOTE:
        return f"note · hands over to {draft.to.strip()}" if draft.to.strip() else "note"
    if draft.act is Act.RETRACT:
        return _taking_back(decision, draft, me)
    others = together(decision, draft, me.name)
    if others is not None:
        return _among_others(decision, draft, me, others, most)
    parts = ["settled"] if draft.act is Act.DISMISS else ["settled", "decided", _said(decision, draft, most)]
    parts += _on_ground(draft, me, most)
    if draft.terms_rev is not None:
        parts.append(f"terms rev {draft.terms_rev}")
    if decision.policy.needed is not None and decision.policy.needed > 1:
        parts.append(f"one of {decision.policy.needed} that have to say the same")
    return " · ".join(parts)


def _taking_back(decision: Decision, draft: Draft, me: Me) -> str:
    name = me.name or _NO_NAME
    if own_vote(decision, me.name):
        return f"taken back, not sent · by {name}"
    others = together(decision, draft, me.name)
    if others is None:
        return f"reopened · by {name}"
    if others.last:
        return f"reopened · by {others.names(name)} · {others.count()}"
    return f"nothing yet: that {name} wants it taken back is kept here · {others.count()}"


def _among_others(decision: Decision, draft: Draft, me: Me, others: Together, most: int | None) -> str:
    """Where several have to say the same: what is kept here, or what the last one has written and with which names."""
    said, (ground, *_) = _said(decision, draft, most), _on_ground(draft, me, most, others)
    if others.last:
        return f"settled · decided · {said} · {ground} · {others.count()}"
    return f"nothing yet: {said}, {ground}, is kept here · {others.count()}"


def _on_ground(draft: Draft, me: Me, most: int | None, others: Together | None = None) -> list[str]:
    """By whom, in what right; a dismissal is never called an answer."""
    dismissing = draft.act is Act.DISMISS
    own = {AuthorityKind.PRINCIPAL: "dismissed" if dismissing else "answered", AuthorityKind.CONFIRMED: "confirmed"}
    by = (me.name if draft.kind in OWN_WORD else me.assistant) or _NO_NAME
    by = others.names(by) if others is not None and others.last else by
    ground = {AuthorityKind.DELEGATED: draft.under, AuthorityKind.ATTESTED: draft.basis}.get(draft.kind, "")
    words = f"{own.get(draft.kind, str(draft.kind))} by {by}"
    if ground.strip():
        words += f", {_short(' '.join(ground.split()), most)}"
    return [words] if not dismissing or draft.kind is AuthorityKind.PRINCIPAL else ["dismissed", words]


def _said(decision: Decision, draft: Draft, most: int | None) -> str:
    """The words that will stand as the answer, on one line, and the option they go with.

    In quotation marks: an option or a proposal may read as if it were the rest of the record.
    """
    typed = _short(" ".join(draft.text.split()), most)
    chosen = decision.option(draft.option)
    if chosen is None:
        return f"“{typed}”" if typed else "nothing chosen yet"
    return f"“{typed}” (option {_short(chosen.id, most)})" if typed else f"“{_short(chosen.label, most)}”"


def _short(text: str, most: int | None) -> str:
    if most is None or len(text) <= most:
        return text
    tail = max(most // 3, 1)
    return f"{text[: most - tail - 3]} … {text[-tail:]}"
