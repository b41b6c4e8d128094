"""How an older ledger becomes one of our version. Imported only where there is something to do."""

from sayso_client.ledger.migrations.acts_and_drafts import ACTS, AGAIN, DRAFTS_OF_SESSIONS
from sayso_client.ledger.migrations.elsewhere import BEFORE, ELSEWHERE, OF_A_DECISION, PREFIX, SERVED
from sayso_client.ledger.migrations.lists import BESIDE_FLOODS, FLOODS, LINES, LOST, OUTBOX, TITLES
from sayso_client.ledger.migrations.tables import DERIVED, OWN
from sayso_client.ledger.migrations.votes import VOTES

MIGRATIONS = (
    OWN + DERIVED,
    ACTS,
    DRAFTS_OF_SESSIONS,
    FLOODS,
    LINES,
    AGAIN,
    SERVED,
    ELSEWHERE,
    BESIDE_FLOODS,
    OUTBOX,
    PREFIX,
    VOTES,
    BEFORE,
    TITLES,
    OF_A_DECISION,
    LOST,
)
"""Script n brings user_version n to n + 1. Never edited once released; `schema.VERSION` says how many there are."""
