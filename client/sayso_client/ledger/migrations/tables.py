"""The tables as the first ledgers had them."""

from sayso_client.ledger.schema import APPLICATION_ID

_RANK = "(due, asked, store, key)"

OWN = f"""
CREATE TABLE store (
  num INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL
) STRICT;
CREATE TABLE own_record (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  store INTEGER NOT NULL REFERENCES store,
  key TEXT,
  id TEXT,
  digest BLOB NOT NULL,
  raw BLOB NOT NULL,
  received TEXT NOT NULL,
  door TEXT NOT NULL,
  UNIQUE (store, digest)
) STRICT;
CREATE INDEX own_record_of ON own_record (store, key, id);
CREATE TABLE draft (
  store TEXT NOT NULL,
  key TEXT NOT NULL,
  act TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (store, key, act)
) STRICT, WITHOUT ROWID;
CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
PRAGMA application_id = {APPLICATION_ID};
"""

DERIVED = f"""
CREATE TABLE decision (
  num INTEGER PRIMARY KEY,
  store INTEGER NOT NULL,
  key TEXT NOT NULL,
  due TEXT NOT NULL,
  asked TEXT NOT NULL,
  waiting INTEGER NOT NULL,
  proposed INTEGER NOT NULL,
  open INTEGER NOT NULL,
  contested INTEGER NOT NULL,
  settled INTEGER NOT NULL,
  personal INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  line TEXT NOT NULL,
  words TEXT NOT NULL,
  ended TEXT NOT NULL,
  UNIQUE (store, key)
) STRICT;
CREATE TABLE body (num INTEGER PRIMARY KEY, decision TEXT NOT NULL) STRICT;
CREATE INDEX decision_all ON decision {_RANK};
CREATE INDEX decision_waiting ON decision {_RANK} WHERE waiting = 1;
CREATE INDEX decision_proposed ON decision {_RANK} WHERE proposed = 1;
CREATE INDEX decision_open ON decision {_RANK} WHERE open = 1;
CREATE INDEX decision_contested ON decision {_RANK} WHERE contested = 1;
CREATE INDEX decision_settled ON decision (ended, asked, store, key) WHERE settled = 1;
CREATE INDEX decision_revision ON decision (revision);
CREATE INDEX decision_personal ON decision (personal) WHERE personal = 1;
CREATE VIRTUAL TABLE search USING fts5 (words, content = 'decision', content_rowid = 'num', 
  tokenize = 'trigram case_sensitive 1');
CREATE TABLE counter (store INTEGER NOT NULL, name TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (store, name)) STRICT, WITHOUT ROWID;
CREATE TABLE pulse (one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL) STRICT;
INSERT INTO pulse VALUES (1, 0);
"""
