"""A decision that any act can be composed upon, with a proposal that can be confirmed."""

from sayso_client.decision import (
    Act,
    Can,
    Decision,
    Kind,
    Option,
    Proposal,
    ProposalSource,
    Question,
    Ref,
    State,
)
from sayso_client.me import Me
from sayso_client.verdict import AuthorityKind

ME = Me("ana", "desk-assistant")
PROPOSED = Proposal("p1", ProposalSource.CLAIMED, Kind.CHOICE, option="pg", confidence=0.9)
DECISION = Decision(
    Ref("home", "acme/db"),
    seen="token",
    title="Which database?",
    text="Which database?",
    question=Question(Kind.CHOICE),
    state=State.PROPOSED,
    waiting=True,
    options=(Option("pg", "PostgreSQL"), Option("sqlite", "SQLite")),
    terms_rev=3,
    proposals=(PROPOSED,),
    can=Can(frozenset(Act), tuple(AuthorityKind)),
)
