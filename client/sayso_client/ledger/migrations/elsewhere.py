"""What came for stores that are served to others, and for copies of theirs."""

SERVED = """
CREATE TABLE own_link (
  store INTEGER NOT NULL REFERENCES store,
  n INTEGER NOT NULL,
  seq INTEGER NOT NULL UNIQUE REFERENCES own_record,
  chain BLOB NOT NULL,
  PRIMARY KEY (store, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE token (
  digest BLOB PRIMARY KEY,
  store TEXT NOT NULL,
  name TEXT NOT NULL,
  granted TEXT NOT NULL,
  made TEXT NOT NULL,
  UNIQUE (store, name)
) STRICT, WITHOUT ROWID;
"""
"""The hash chain over the records of a store that was served (ledger/chain.py), and who may come to it from elsewhere.
Both are *own*."""

ELSEWHERE = """
CREATE TABLE subscription (
  store INTEGER PRIMARY KEY REFERENCES store,
  name TEXT NOT NULL,
  place TEXT NOT NULL CHECK (place IN ('shown', 'aside', 'old')),
  uuid TEXT NOT NULL,
  cursor TEXT,
  you TEXT,
  origins TEXT NOT NULL,
  began TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX subscription_in_use ON subscription (name, place) WHERE place <> 'old';
CREATE TABLE replica_record (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  store INTEGER NOT NULL REFERENCES store,
  key TEXT,
  id TEXT,
  digest BLOB NOT NULL,
  raw BLOB NOT NULL,
  received TEXT NOT NULL,
  door TEXT NOT NULL,
  object TEXT,
  version TEXT
) STRICT;
CREATE UNIQUE INDEX replica_record_once ON replica_record (store, digest) WHERE object IS NULL;
CREATE UNIQUE INDEX replica_object_once ON replica_record (store, object) WHERE object IS NOT NULL;
CREATE INDEX replica_record_of ON replica_record (store, key, id);
CREATE TABLE outbox (
  num INTEGER PRIMARY KEY AUTOINCREMENT,
  store TEXT NOT NULL,
  uuid TEXT NOT NULL,
  key TEXT NOT NULL,
  id TEXT NOT NULL,
  state TEXT NOT NULL,
  settles INTEGER NOT NULL,
  payload BLOB NOT NULL,
  digest BLOB NOT NULL,
  seen TEXT NOT NULL,
  words TEXT NOT NULL,
  verdict TEXT NOT NULL,
  queued TEXT NOT NULL,
  tried TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  why TEXT NOT NULL DEFAULT '',
  UNIQUE (store, digest)
) STRICT;
CREATE INDEX outbox_under_way ON outbox (store, key) WHERE state <> 'recorded';
CREATE TABLE health (
  store TEXT PRIMARY KEY,
  condition TEXT NOT NULL,
  since TEXT,
  why TEXT NOT NULL,
  percent INTEGER,
  heard TEXT
) STRICT, WITHOUT ROWID;
"""
"""Stores elsewhere. *Replica*: `subscription` (which store, how far, and whether it is shown or filled aside),
`replica_record` (records in order of arrival, or objects by key and version) and `health`; all of it comes again.
*Own*: `outbox`, which is also the book of what was sent, so that it can be sent again."""

BEFORE = """
ALTER TABLE subscription ADD COLUMN before INTEGER NOT NULL DEFAULT 0;
CREATE TABLE own_before (
  store INTEGER NOT NULL REFERENCES store,
  digest BLOB NOT NULL,
  PRIMARY KEY (store, digest)
) STRICT, WITHOUT ROWID;
"""
"""What was settled before a store was first read from here (ledger/from_before.py): all records up to the number
`before`, and in a copy that was read anew those in `own_before`."""

PREFIX = "ALTER TABLE subscription ADD COLUMN prefix TEXT;"
"""What the keys begin with that a store lets us read: with another prefix it is another part of the store. NULL where
it was not written down yet."""

OF_A_DECISION = "CREATE INDEX outbox_verdict ON outbox (store, key, state) WHERE verdict <> '';"
"""What the person said of decisions, recorded or not: what changes is compared with it (ledger/still_there.py)."""
