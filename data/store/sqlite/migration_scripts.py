"""The statements of the migrations, from which tables of earlier versions come. A released one is never changed.

The tables of this version are in `data.store.sqlite.schema`.
"""

from typing import Final

SUMMARY_TABLES: Final = """
CREATE TABLE counters (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE buckets (
    id INTEGER PRIMARY KEY,
    rules INTEGER NOT NULL,
    player INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tournament INTEGER NOT NULL,
    seated INTEGER NOT NULL,
    counts BLOB NOT NULL,
    UNIQUE (rules, player, day, tournament, seated)
) STRICT;

CREATE TABLE sums (
    id INTEGER PRIMARY KEY,
    rules INTEGER NOT NULL,
    player INTEGER NOT NULL,
    counts BLOB NOT NULL,
    UNIQUE (rules, player)
) STRICT;

CREATE TABLE pairs (
    rules INTEGER NOT NULL,
    player INTEGER NOT NULL,
    other INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    higher INTEGER NOT NULL,
    lower INTEGER NOT NULL,
    equal INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    points INTEGER NOT NULL,
    partners INTEGER NOT NULL,
    opponents INTEGER NOT NULL,
    carried INTEGER NOT NULL,
    PRIMARY KEY (rules, player, other)
) STRICT, WITHOUT ROWID;

CREATE TABLE changes (
    rules INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;
"""
"""The summaries: `buckets` by player, day, tournament and number of players, `sums` by player, `pairs` by two players.

`changes` is how often the summaries of a game have changed.
"""

DELTA_TABLES: Final = """
CREATE INDEX by_other ON pairs (rules, other);

CREATE TABLE alike (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    content BLOB NOT NULL
) STRICT;

CREATE TABLE waiting (
    id INTEGER PRIMARY KEY,
    sign INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tournament INTEGER NOT NULL,
    shares INTEGER NOT NULL,
    sheaf BLOB NOT NULL
) STRICT;

CREATE TABLE counted (
    version INTEGER NOT NULL,
    record INTEGER,
    times INTEGER NOT NULL
) STRICT;
INSERT INTO counted (version, record, times) VALUES (0, 0, 0);
"""
"""`counted` has the version that has counted the records, and the record up to which it has: null where that is all.

`alike` and `waiting` are replaced by `counter_rows` and `pending_deltas` in a later migration, which drops `times`."""

DELTA_LOG_TABLES: Final = """
INSERT INTO changes (rules, count) SELECT rules, sum(shares) FROM waiting WHERE true GROUP BY rules
ON CONFLICT DO UPDATE SET count = count + excluded.count;
DROP TABLE waiting;
DROP TABLE alike;

CREATE TABLE counter_rows (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    content BLOB NOT NULL
) STRICT;

CREATE TABLE pending_deltas (
    id INTEGER PRIMARY KEY,
    sign INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tournament INTEGER NOT NULL,
    records INTEGER NOT NULL,
    delta BLOB NOT NULL
) STRICT;

ALTER TABLE counted DROP COLUMN times;
UPDATE counted SET version = 0, record = 0;
"""
"""The id of a pending delta is the size in bytes of all deltas up to it. All records are counted again."""

RATING_TABLES: Final = """
CREATE TABLE career_seen (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    counting INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    record INTEGER NOT NULL,
    number INTEGER NOT NULL,
    deed INTEGER NOT NULL
) STRICT;

CREATE TABLE career_persons (
    player INTEGER PRIMARY KEY REFERENCES texts,
    person INTEGER NOT NULL REFERENCES texts
) STRICT;

CREATE TABLE career_places (
    record INTEGER PRIMARY KEY REFERENCES records,
    rules INTEGER NOT NULL REFERENCES texts,
    day INTEGER NOT NULL
) STRICT;
CREATE INDEX by_place ON career_places (rules, day, record);

CREATE TABLE career_stretches (
    rules INTEGER NOT NULL REFERENCES texts,
    number INTEGER NOT NULL,
    day INTEGER NOT NULL,
    last INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    PRIMARY KEY (rules, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE careers (
    rules INTEGER NOT NULL REFERENCES texts,
    stretch INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES texts,
    latest INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    skill REAL NOT NULL,
    deals INTEGER NOT NULL,
    course BLOB NOT NULL,
    PRIMARY KEY (rules, stretch, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_person ON careers (rules, person, stretch);
CREATE INDEX by_skill ON careers (rules, skill DESC, person) WHERE latest = 1;

CREATE TABLE career_changes (
    rules INTEGER PRIMARY KEY REFERENCES texts,
    changes INTEGER NOT NULL
) STRICT;
"""
"""Ratings and all else that depends on the order of deals, under the names that they had first.

`career_seen` is the last revision, by the number of its row, and the last change to people that were looked at, with
the version of the computation; `career_persons` are the merges that the careers were made with; `career_places` the
days by which records are ordered. `career_stretches` are runs of records of one day in that order, up to the record
`last`.

`careers` has a row for each person who played in a stretch, as they stood at its end; `latest` marks the last row of
each person. Streaks and reigns are in `course`. `career_changes` counts the changes to the careers of a game.
"""

PEOPLE_TABLES: Final = """
CREATE TABLE aliases (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES texts,
    name INTEGER NOT NULL REFERENCES texts,
    folded TEXT NOT NULL,
    UNIQUE (player, name)
) STRICT;

CREATE TABLE deeds (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES texts,
    person INTEGER NOT NULL REFERENCES texts,
    name INTEGER REFERENCES texts,
    merge INTEGER REFERENCES deeds,
    at INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES texts,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX by_deed_player ON deeds (player);
CREATE INDEX by_deed_person ON deeds (person);

CREATE TABLE merged (
    player INTEGER PRIMARY KEY REFERENCES texts,
    person INTEGER NOT NULL REFERENCES texts,
    deed INTEGER NOT NULL UNIQUE REFERENCES deeds
) STRICT;
CREATE INDEX by_merged ON merged (person);

CREATE TABLE renamed (
    player INTEGER PRIMARY KEY REFERENCES texts,
    name INTEGER NOT NULL REFERENCES texts
) STRICT;

CREATE VIEW newly_seated (player, record, withdrawn) AS
SELECT value, records.id, withdrawn FROM records JOIN json_each(players)
WHERE records.id > (SELECT coalesce(max(id), 0) / 256 * 256 FROM records);

CREATE VIEW persons (player, person) AS
WITH RECURSIVE way (player, person) AS (
    SELECT player, person FROM merged
    UNION ALL
    SELECT way.player, merged.person FROM way JOIN merged ON merged.player = way.person
)
SELECT player, person FROM way WHERE NOT EXISTS (SELECT 1 FROM merged WHERE merged.player = way.person);
"""
"""`aliases` are the ids and names of players as records have them; the last row of a player has their current name.

`deeds` are merges, their undoing and renames, none of which is ever changed. `merged` leads from each merged player to
the one they were merged into, and `renamed` has the names that people were given. The view `persons` leads from each
merged player to the last one on that way; the view `newly_seated` has the players who are not yet in `seated`.
"""

RECORD_TABLES: Final = """
CREATE TABLE texts (
    number INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE dictionaries (
    number INTEGER PRIMARY KEY,
    content BLOB NOT NULL
) STRICT;

CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL,
    opening BLOB NOT NULL,
    rules INTEGER NOT NULL REFERENCES texts,
    players TEXT NOT NULL,
    names TEXT,
    tournament INTEGER REFERENCES texts,
    round INTEGER REFERENCES texts,
    date INTEGER,
    deals INTEGER NOT NULL,
    actions INTEGER NOT NULL,
    legal INTEGER NOT NULL,
    faults TEXT
) STRICT;
CREATE INDEX by_opening ON records (opening);
CREATE INDEX by_rules ON records (rules, withdrawn);
CREATE INDEX by_legal ON records (legal, withdrawn);
CREATE INDEX by_tournament ON records (tournament, withdrawn) WHERE tournament IS NOT NULL;
CREATE INDEX by_date ON records (date, withdrawn) WHERE date IS NOT NULL;
CREATE INDEX by_withdrawn ON records (withdrawn) WHERE withdrawn = 1;

CREATE TABLE revisions (
    record INTEGER NOT NULL REFERENCES records,
    number INTEGER NOT NULL,
    kind INTEGER NOT NULL REFERENCES texts,
    at INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES texts,
    reason TEXT,
    content BLOB,
    dictionary INTEGER REFERENCES dictionaries,
    packed BLOB,
    cut INTEGER,
    UNIQUE (record, number)
) STRICT;
CREATE INDEX by_content ON revisions (content) WHERE content IS NOT NULL;

CREATE TABLE seated (
    player INTEGER NOT NULL REFERENCES texts,
    record INTEGER NOT NULL REFERENCES records,
    PRIMARY KEY (player, record)
) STRICT, WITHOUT ROWID;

CREATE TABLE found (
    fault INTEGER NOT NULL REFERENCES texts,
    record INTEGER NOT NULL REFERENCES records,
    PRIMARY KEY (fault, record)
) STRICT, WITHOUT ROWID;
"""

ORDINARY_NAMES: Final = """
INSERT OR IGNORE INTO seated (player, record)
SELECT value, records.id FROM records JOIN json_each(players)
WHERE records.id > (SELECT coalesce(max(id), 0) / 256 * 256 FROM records);

DROP VIEW newly_seated;
DROP VIEW persons;
DROP INDEX by_deed_player;
DROP INDEX by_deed_person;
DROP INDEX by_merged;

ALTER TABLE seated RENAME TO record_players;
ALTER TABLE found RENAME TO record_faults;
ALTER TABLE deeds RENAME TO person_changes;
ALTER TABLE merged RENAME TO merges;
ALTER TABLE merges RENAME COLUMN deed TO change;
ALTER TABLE renamed RENAME TO given_names;

ALTER TABLE career_seen RENAME TO rating_progress;
ALTER TABLE rating_progress RENAME COLUMN counting TO version;
ALTER TABLE rating_progress RENAME COLUMN deed TO person_change;
ALTER TABLE career_persons RENAME TO rating_persons;
ALTER TABLE career_places RENAME TO rating_timeline;
ALTER TABLE career_stretches RENAME TO rating_checkpoints;
ALTER TABLE careers RENAME TO ratings;
ALTER TABLE ratings RENAME COLUMN stretch TO checkpoint;
ALTER TABLE ratings RENAME COLUMN course TO progress;
ALTER TABLE career_changes RENAME TO rating_changes;

CREATE INDEX person_changes_by_player ON person_changes (player);
CREATE INDEX person_changes_by_person ON person_changes (person);
CREATE INDEX merges_by_person ON merges (person);

CREATE VIEW persons (player, person) AS
WITH RECURSIVE way (player, person) AS (
    SELECT player, person FROM merges
    UNION ALL
    SELECT way.player, merges.person FROM way JOIN merges ON merges.player = way.person
)
SELECT player, person FROM way WHERE NOT EXISTS (SELECT 1 FROM merges WHERE merges.player = way.person);
"""
"""Enters the players of the newest records, which were entered 256 at a time before, and renames tables.

`record_players` leads from a player, and `record_faults` from a kind of fault, to records. `person_changes` are merges,
their undoing and renames; the merges in force are in `merges`, each with the change that made it; `given_names` are the
names that people were given by renames.

`rating_progress` says which revision, by its row, and which change to people the ratings have come to, and by which
version of the computation; `rating_persons` are the merges that they were made with; `rating_timeline` are the days by
which records are ordered. `rating_checkpoints` are runs of records of one day in that order, up to the record `last`;
`ratings` has a row for each person who played in such a run, `latest` marks the last one of each person, and `progress`
holds streaks and reigns. `rating_changes` counts the changes to the ratings of a game.
"""

TOKEN_TABLE: Final = """
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
"""

TOURNAMENT_TABLES: Final = """
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES texts,
    rules INTEGER NOT NULL REFERENCES texts,
    finished INTEGER NOT NULL
) STRICT;

CREATE TABLE tournament_names (
    name INTEGER PRIMARY KEY REFERENCES texts,
    tournament INTEGER NOT NULL REFERENCES tournaments,
    since INTEGER NOT NULL
) STRICT;
CREATE INDEX by_named ON tournament_names (tournament);

CREATE TABLE entries (
    tournament INTEGER NOT NULL REFERENCES tournaments,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES texts,
    reason TEXT,
    change TEXT NOT NULL,
    UNIQUE (tournament, number)
) STRICT;
CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entries BEGIN
    SELECT RAISE (ABORT, 'entries of a log are never changed');
END;
CREATE TRIGGER entries_stay BEFORE DELETE ON entries BEGIN
    SELECT RAISE (ABORT, 'entries of a log are never deleted');
END;

CREATE TABLE landings (
    record INTEGER NOT NULL REFERENCES records,
    tournament INTEGER NOT NULL REFERENCES tournaments,
    revision INTEGER,
    version INTEGER,
    at INTEGER,
    author INTEGER REFERENCES texts,
    code TEXT,
    details TEXT,
    PRIMARY KEY (record, tournament)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_problem ON landings (tournament, record) WHERE code IS NOT NULL;
"""

SUBJECT_NAMES: Final = """
ALTER TABLE buckets RENAME TO player_counts;
ALTER TABLE sums RENAME TO player_totals;
ALTER TABLE changes RENAME TO statistics_changes;
ALTER TABLE counted RENAME TO statistics_progress;
ALTER TABLE landings RENAME TO result_imports;

DROP INDEX by_legal;
CREATE INDEX by_illegal ON records (withdrawn) WHERE legal = 0;

ALTER TABLE rating_timeline ADD COLUMN deals INTEGER NOT NULL DEFAULT 0;
UPDATE rating_timeline SET deals = (SELECT deals FROM records WHERE id = record);
DROP INDEX by_place;
CREATE INDEX by_place ON rating_timeline (rules, day, record, deals);
"""
"""Gives the tables of statistics and of imported results the names of their subjects.

Legal records need no index: most records are legal. The timeline of ratings has the deals of the records, so that those
which have yet to be rated are summed up in its index.
"""

SIGNING_KEY_TABLE: Final = """
CREATE TABLE signing_key (
    key BLOB NOT NULL
) STRICT;
"""

ANALYSIS_TABLE: Final = """
CREATE TABLE analyses (
    record INTEGER NOT NULL REFERENCES records,
    revision INTEGER NOT NULL,
    method TEXT NOT NULL,
    dictionary INTEGER NOT NULL REFERENCES dictionaries,
    packed BLOB NOT NULL,
    PRIMARY KEY (record, revision)
) STRICT, WITHOUT ROWID;
"""

JUDGING_TABLE: Final = """
CREATE TABLE judging_progress (
    version INTEGER NOT NULL,
    record INTEGER
) STRICT;
INSERT INTO judging_progress (version, record) VALUES (0, NULL);
"""

TIMES: Final = """
ALTER TABLE records ADD COLUMN time INTEGER;

DROP TABLE rating_timeline;
CREATE TABLE rating_timeline (
    record INTEGER PRIMARY KEY REFERENCES records,
    rules INTEGER NOT NULL REFERENCES texts,
    moment INTEGER NOT NULL,
    deals INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX by_place ON rating_timeline (rules, moment, record, deals);

DROP TABLE rating_checkpoints;
CREATE TABLE rating_checkpoints (
    rules INTEGER NOT NULL REFERENCES texts,
    number INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    last INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    PRIMARY KEY (rules, number)
) STRICT, WITHOUT ROWID;

DELETE FROM ratings;
DELETE FROM rating_progress;
UPDATE rating_changes SET changes = changes + 1;
"""
"""`time` are seconds after the beginning of the day of a record.

`rating_timeline` and `rating_checkpoints` have moments in place of days: days with the times in them.
"""

ENDING_TABLE: Final = """
CREATE TABLE endings (
    subject TEXT PRIMARY KEY,
    times INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
"""

ROW_CHECKSUMS: Final = """
ALTER TABLE records ADD COLUMN checksum INTEGER;
ALTER TABLE entries ADD COLUMN checksum INTEGER;
"""

JOB_TABLE: Final = """
CREATE TABLE analysis_jobs (
    id INTEGER PRIMARY KEY,
    record INTEGER NOT NULL REFERENCES records,
    revision INTEGER NOT NULL,
    method TEXT NOT NULL,
    at INTEGER NOT NULL,
    share TEXT NOT NULL,
    turn INTEGER NOT NULL,
    state TEXT NOT NULL,
    worker INTEGER,
    attempts INTEGER NOT NULL,
    done INTEGER,
    deals INTEGER,
    cancelled_by TEXT,
    UNIQUE (record, revision, method)
) STRICT;
CREATE INDEX jobs_by_turn ON analysis_jobs (method, state, turn, id);
"""
