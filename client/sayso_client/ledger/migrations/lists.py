"""What came for the list and its views."""

FLOODS = """
ALTER TABLE decision ADD COLUMN asker TEXT;
ALTER TABLE decision ADD COLUMN folded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX decision_asker ON decision (asker, store, open, asked);
CREATE INDEX decision_folded ON decision (store, asker, due, asked, key) WHERE folded = 1 AND waiting = 1;
DROP INDEX decision_waiting;
CREATE INDEX decision_waiting ON decision (due, asked, store, key, folded) WHERE waiting = 1;
"""
"""Who asks, and what of it came too fast to be listed one by one (ledger/floods.py). The asker of a row that no program
of this version has derived yet is NULL."""

LINES = "-- No table changes: the history in `body` became a line an event, which older programs cannot read."

BESIDE_FLOODS = """
CREATE INDEX decision_unfolded ON decision (due, asked, store, key) WHERE waiting = 1 AND folded = 0;
CREATE INDEX decision_in_floods ON decision (due, asked, store, key) WHERE waiting = 1 AND folded = 1;
"""
"""What is listed one by one among floods of any size, and what of a flood is urgent, each along an index."""

OUTBOX = """
ALTER TABLE decision ADD COLUMN outbox INTEGER NOT NULL DEFAULT 0;
CREATE INDEX decision_outbox ON decision (due, asked, store, key) WHERE outbox = 1;
"""
"""The view of what stands in the outbox: a column like those of the other views."""

TITLES = "-- No table changes: all that a row shows is found, which rows that an older program writes would miss."

LOST = (
    "-- No table changes: a row says of an answer that a store lost that it is lost, where older programs say unsent."
)
