"""What came for my own acts, and for drafts of several inboxes."""

ACTS = """
CREATE TABLE own_act (
  store INTEGER NOT NULL REFERENCES store,
  digest BLOB NOT NULL,
  id TEXT,
  PRIMARY KEY (store, digest)
) STRICT, WITHOUT ROWID;
INSERT INTO own_act SELECT store, digest, id FROM own_record
  WHERE door IN ('inbox', 'cli', 'unattended', 'import', 'demo');
ALTER TABLE decision ADD COLUMN not_from_here INTEGER NOT NULL DEFAULT 0;
CREATE INDEX decision_not_from_here ON decision (due, asked, store, key) WHERE not_from_here = 1;
"""
"""The book of own acts: the records of the principal side that a process of mine wrote by an act of mine. It is *own*
and survives every rebuild. Records from before there was the book enter it by the door that they came through."""

DRAFTS_OF_SESSIONS = """
CREATE TABLE session (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  terminal TEXT NOT NULL,
  pid INTEGER NOT NULL,
  started TEXT NOT NULL
) STRICT, WITHOUT ROWID;
ALTER TABLE draft RENAME TO draft_of_nobody;
CREATE TABLE draft (
  num INTEGER PRIMARY KEY,
  store TEXT NOT NULL,
  key TEXT NOT NULL,
  act TEXT NOT NULL,
  session TEXT NOT NULL,
  aside INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX draft_of ON draft (store, key, act);
CREATE UNIQUE INDEX draft_in_front ON draft (store, key, act, session) WHERE aside = 0;
INSERT INTO draft (store, key, act, session, aside, body)
  SELECT store, key, act, '', 0, body FROM draft_of_nobody;
DROP TABLE draft_of_nobody;
"""
"""Each running inbox has drafts of its own; earlier ones belong to nobody who still runs. The last to be written has
the largest `num`."""

AGAIN = """
CREATE INDEX own_record_of_inbox ON own_record (seq) WHERE door = 'inbox';
ALTER TABLE decision ADD COLUMN again TEXT NOT NULL DEFAULT '';
CREATE INDEX decision_again ON decision (again, ended) WHERE again <> '';
"""
"""My last act is found from the newest record of an inbox on; and an answer that stands by its question and by who gave
it (ledger/same_question.py)."""
