"""The tables, and how an older ledger becomes a newer one.

Three classes of tables. *Own*: records of local stores, the book of own acts, and drafts; they exist nowhere else.
*Replica*: what other stores hold. *Derived*: decision, search, counter; dropped and made
again from the others.

`decision` orders by (due, asked, store, key), once for each view, so that every window is a short walk along one index;
the settled view has `ended` in the place of `due`.
`search` holds no text of its own: `decision.words` is its content. A whole decision stands apart in `body`, so that the
rows that lists and searches walk over stay small.
"""

from typing import NamedTuple

APPLICATION_ID = 0x53415953
"""ASCII "SAYS", in the file's header: this database is ours (SQLite, PRAGMA application_id)."""

FOLD = "5"
"""Version of what derived rows hold; kept as the mark "fold". A ledger with another one is derived again when it is
opened. Whoever raises it also adds a migration, so that older programs stop writing rows of the older kind.
Rows of the version before must stay readable: the inbox shows them until it has derived them again."""

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

AGAIN = """
CREATE INDEX own_record_of_inbox ON own_record (seq) WHERE door = 'inbox';
ALTER TABLE decision ADD COLUMN again TEXT NOT NULL DEFAULT '';
CREATE INDEX decision_again ON decision (again, ended) WHERE again <> '';
"""
"""My last act is found from the newest record of an inbox on; and an answer that stands by its question and by who gave
it (ledger/same_question.py)."""

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

PREFIX = "ALTER TABLE subscription ADD COLUMN prefix TEXT;"
"""What the keys begin with that a store lets us read: with another prefix it is another part of the store. NULL where
it was not written down yet."""

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
)
"""Script n brings user_version n to n + 1. Never edited once released."""

VERSION = len(MIGRATIONS)


class Known(NamedTuple):
    """What one program knows of ledgers: how far it can bring one, and which derived rows it writes."""

    migrations: tuple[str, ...] = MIGRATIONS
    fold: str = FOLD

    @property
    def version(self) -> int:
        """The user_version that this program writes."""
        return len(self.migrations)


CURRENT = Known()
"""What this program knows. Others stand in its place where an older or a newer program is meant."""
