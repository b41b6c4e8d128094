"""What came for questions that several people have to answer alike."""

VOTES = """
CREATE TABLE vote (
  num INTEGER PRIMARY KEY AUTOINCREMENT,
  store TEXT NOT NULL,
  uuid TEXT NOT NULL,
  key TEXT NOT NULL,
  id TEXT NOT NULL,
  state TEXT NOT NULL,
  person TEXT NOT NULL,
  who TEXT NOT NULL,
  what TEXT NOT NULL,
  retracts INTEGER NOT NULL,
  seen TEXT NOT NULL,
  verdict TEXT NOT NULL,
  at TEXT NOT NULL,
  void TEXT NOT NULL DEFAULT '',
  parcel INTEGER
) STRICT;
CREATE INDEX vote_of ON vote (store, key);
CREATE INDEX vote_in ON vote (parcel) WHERE parcel IS NOT NULL;
"""
"""The vote book: what each person said here of a question in a store that takes only all of them at once
(ledger/votes.py). It is *own* and survives every rebuild and reset."""
