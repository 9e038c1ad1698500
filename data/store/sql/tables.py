"""The tables of a store, with SQLite's types; `daifu.data.store.postgresql.schema` gives them PostgreSQL's."""

from typing import Final

UNFINISHED: Final = "unfinished_copy"
"""The step of migrations that only an unfinished copy has taken: it keeps the copy from being opened as a store."""

BY_HOUSE: Final = "CREATE INDEX by_house ON records (house, withdrawn) WHERE house IS NOT NULL;\n"
RECORD_TABLES: Final = (
    """
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
    faults TEXT,
    time INTEGER,
    checksum INTEGER,
    house INTEGER REFERENCES texts
) STRICT;
CREATE INDEX by_opening ON records (opening);
CREATE INDEX by_rules ON records (rules, withdrawn);
CREATE INDEX by_illegal ON records (withdrawn) WHERE legal = 0;
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
    checksum INTEGER,
    UNIQUE (record, number)
) STRICT;
CREATE INDEX by_content ON revisions (content) WHERE content IS NOT NULL;

CREATE TABLE record_players (
    player INTEGER NOT NULL REFERENCES texts,
    record INTEGER NOT NULL REFERENCES records,
    PRIMARY KEY (player, record)
) STRICT, WITHOUT ROWID;

CREATE TABLE record_faults (
    fault INTEGER NOT NULL REFERENCES texts,
    record INTEGER NOT NULL REFERENCES records,
    PRIMARY KEY (fault, record)
) STRICT, WITHOUT ROWID;
"""
    + BY_HOUSE
)
"""Records with their revisions, and the facts by which lists are filtered.

Texts that recur, such as ids of players, are stored once in `texts`. `players` is a JSON list of the numbers of the
players' ids in the order of the record, `names` a list of their names where these differ, `date` the ordinal number of
the day in the calendar, `time` seconds after its beginning, `house` the name under which results of the house are
counted, such as daifugo_friday. By the `checksum`, facts are told from damaged ones, and so
is who wrote a revision, when and why; earlier versions wrote none there.

The `packed` texts of a revision are its report and its record, compressed together; the report ends at `cut`. A
revision that withdraws the record has none.

`record_players` leads from a player, and `record_faults` from the code of a fault, to records.
"""

PEOPLE_TABLES: Final = """
CREATE TABLE aliases (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES texts,
    name INTEGER NOT NULL REFERENCES texts,
    folded TEXT NOT NULL,
    UNIQUE (player, name)
) STRICT;

CREATE TABLE person_changes (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES texts,
    person INTEGER NOT NULL REFERENCES texts,
    name INTEGER REFERENCES texts,
    merge INTEGER REFERENCES person_changes,
    at INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES texts,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX person_changes_by_player ON person_changes (player);
CREATE INDEX person_changes_by_person ON person_changes (person);

CREATE TABLE merges (
    player INTEGER PRIMARY KEY REFERENCES texts,
    person INTEGER NOT NULL REFERENCES texts,
    change INTEGER NOT NULL UNIQUE REFERENCES person_changes
) STRICT;
CREATE INDEX merges_by_person ON merges (person);

CREATE TABLE given_names (
    player INTEGER PRIMARY KEY REFERENCES texts,
    name INTEGER NOT NULL REFERENCES texts
) STRICT;

CREATE VIEW persons (player, person) AS
WITH RECURSIVE way (player, person) AS (
    SELECT player, person FROM merges
    UNION ALL
    SELECT way.player, merges.person FROM way JOIN merges ON merges.player = way.person
)
SELECT player, person FROM way WHERE NOT EXISTS (SELECT 1 FROM merges WHERE merges.player = way.person);
"""
"""`aliases` are the ids and names of players as records have them; the last row of a player has their current name.

`person_changes` are merges, their undoing and renames, none of which is ever changed. The merges in force are in
`merges`: each leads from a player to the one they were merged into, with the change that did it. `given_names` are the
names that people were given by renames. The view `persons` leads from each merged player to the last one on that way.
"""

TOKEN_TABLE: Final = """
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    revoked_at INTEGER,
    expires_at INTEGER
) STRICT;
"""

SIGNING_KEY_TABLE: Final = """
CREATE TABLE signing_key (
    key BLOB NOT NULL
) STRICT;
"""
"""The key by which services on the store sign what they will read again, such as sessions; there is one row."""

ENDING_TABLE: Final = """
CREATE TABLE endings (
    subject TEXT PRIMARY KEY,
    times INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
"""
"""How often what services signed was ended before its time, and when last: a session, or the links to an entry."""

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
    checksum INTEGER,
    UNIQUE (tournament, number)
) STRICT;

CREATE TABLE result_imports (
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
CREATE INDEX by_problem ON result_imports (tournament, record) WHERE code IS NOT NULL;
"""
"""Tournaments: their logs, and columns that follow from the logs and are looked up often.

`version` is the number of the last of the `entries`, or 0 where the tournament was removed; `name` and `finished` are
as it left them. `tournament_names` has all names of a tournament, each `since` an entry. `result_imports` leads from
the records that gave results, and from those that could not: `code` says why, when the tournament had that `version`.
"""

HOUSE_TABLE: Final = """
CREATE TABLE house_rules (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL,
    version INTEGER NOT NULL,
    hash TEXT NOT NULL,
    toml INTEGER NOT NULL,
    document TEXT NOT NULL,
    flattened TEXT NOT NULL,
    at INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES texts,
    token INTEGER,
    withdrawn INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (slug, version)
) STRICT;
"""
"""Documents of house rules, as they were written and with all that they take over.

The `token` of the first row of a slug is its owner, null for whoever works on the store itself. By the `checksum`, rows
are told from damaged ones.
"""

CLUB_TABLES: Final = """
CREATE TABLE club (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    rules TEXT,
    reading TEXT NOT NULL,
    password BLOB,
    token INTEGER,
    reading_password BLOB,
    reading_token INTEGER
) STRICT;

CREATE TABLE club_people (
    id INTEGER PRIMARY KEY,
    folded TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;
"""
"""What a club says of itself, in one row, and the names of its people who need not have played.

`password` is salt and hash of the club's password, and `token` the token of those who signed in with it; likewise with
the password of those who only read.
"""

CLUB_CHANGE_TABLE: Final = """
CREATE TABLE club_changes (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT
) STRICT;
"""
"""What was changed of what a club says of itself, and by whom: without secrets, and of people only their number."""

SEASON_TABLE: Final = """
CREATE TABLE seasons (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    since INTEGER,
    until INTEGER,
    event TEXT,
    rules TEXT,
    best INTEGER,
    least INTEGER NOT NULL,
    at INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES texts
) STRICT;
"""
"""Seasons: their names, what belongs to them, and how their tables are made. Days are ordinal numbers of the calendar.

They hold no results: a table is made of the statistics when it is read.
"""

HOOK_TABLE: Final = """
CREATE TABLE hook_calls (
    hook TEXT NOT NULL,
    subject TEXT NOT NULL,
    version INTEGER NOT NULL,
    due INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (hook, subject)
) STRICT, WITHOUT ROWID;
"""
"""What the addresses of `DAIFU_HOOKS` were told: the hash of the address, of what (`record 12`), and its version.

`attempts` is how often it was tried, `due` when it may be tried again, in seconds; 0 where it is done.
"""

LOOK_TABLE: Final = """
CREATE TABLE looks (
    player INTEGER PRIMARY KEY REFERENCES texts,
    nickname TEXT,
    colour INTEGER,
    mark TEXT,
    picture BLOB
) STRICT;
"""
"""How people look on pages. The `colour` is one of a few, by its number; `mark` is a hash of the picture."""

PUSH_TABLE: Final = """
CREATE TABLE push_subscriptions (
    tournament INTEGER NOT NULL,
    entrant INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    key TEXT NOT NULL,
    secret TEXT NOT NULL,
    language TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (tournament, entrant, endpoint)
) STRICT, WITHOUT ROWID;
"""
"""The phones that are told where an entrant sits: the address at a push service, and what a message is encrypted with.

They go when the tournament ends.
"""

SUMMARY_TABLES: Final = """
CREATE {kind} TABLE counters (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE {kind} TABLE counter_rows (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    content BLOB NOT NULL
) STRICT;

CREATE {kind} TABLE player_counts (
    id INTEGER PRIMARY KEY,
    rules INTEGER NOT NULL,
    player INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tournament INTEGER NOT NULL,
    seated INTEGER NOT NULL,
    part INTEGER NOT NULL,
    counts BLOB NOT NULL,
    UNIQUE (rules, player, day, tournament, seated, part)
) STRICT;

CREATE {kind} TABLE player_totals (
    id INTEGER PRIMARY KEY,
    rules INTEGER NOT NULL,
    player INTEGER NOT NULL,
    counts BLOB NOT NULL,
    UNIQUE (rules, player)
) STRICT;

CREATE {kind} TABLE pairs (
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

CREATE {kind} TABLE statistics_changes (
    rules INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;
"""
"""The summaries, which `daifu verify` builds a second time in temporary tables.

`player_counts` are by player, day, tournament, number of players and part of the day, `player_totals` by player,
`pairs` by two players.
Counts are a mapping from the numbers of `counters`, as MessagePack or JSON, with a checksum. `counter_rows` are
frequent rows of counters that deltas name by number; they never change and are never deleted. The `points` of a pair
may be too large for one column: `carried` are the thousand millions. `statistics_changes` is how often the summaries of
a game have changed.
"""

PENDING_TABLES: Final = """
CREATE INDEX by_other ON pairs (rules, other);

CREATE TABLE pending_deltas (
    id INTEGER PRIMARY KEY,
    sign INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tournament INTEGER NOT NULL,
    records INTEGER NOT NULL,
    delta BLOB NOT NULL
) STRICT;

CREATE TABLE statistics_progress (
    version INTEGER NOT NULL,
    record INTEGER
) STRICT;
"""
"""`pending_deltas` are not yet in the summaries; the id of one is the size in bytes of all deltas up to it.

`statistics_progress` has the version that has counted the records, and the record up to which it has: null where that
is all.
"""

JUDGING_TABLE: Final = """
CREATE TABLE judging_progress (
    version INTEGER NOT NULL,
    record INTEGER
) STRICT;
"""
"""The version of the rules that has judged the records, and the record up to which it has: null where that is all."""

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
"""The latest analysis of a revision, compressed, and the method by which it was made, with its version."""

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
"""Analyses that were ordered and are not made yet. Of those that wait, that of the lowest `turn` is next.

Shares take turns: that of a token, or without one that of a name. `worker` is the number of the worker that has the
job, `attempts` how many have been lost with it.
"""

ANALYSED_DEAL_TABLE: Final = """
CREATE TABLE analysed_deals (
    job INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    dictionary INTEGER NOT NULL REFERENCES dictionaries,
    packed BLOB NOT NULL,
    PRIMARY KEY (job, deal)
) STRICT, WITHOUT ROWID;
"""
"""The deals that a running job has analysed so far, compressed, to be read before the analysis is kept."""

TIMELINE_TABLE: Final = """
CREATE TABLE rating_timeline (
    record INTEGER NOT NULL REFERENCES records,
    rules INTEGER NOT NULL REFERENCES texts,
    moment INTEGER NOT NULL,
    deals INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (record, rules)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_place ON rating_timeline (rules, moment, record, deals);
"""
RATING_TABLES: Final = (
    """
CREATE TABLE rating_progress (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    record INTEGER NOT NULL,
    number INTEGER NOT NULL,
    person_change INTEGER NOT NULL
) STRICT;

CREATE TABLE rating_persons (
    player INTEGER PRIMARY KEY REFERENCES texts,
    person INTEGER NOT NULL REFERENCES texts
) STRICT;

CREATE TABLE rating_checkpoints (
    rules INTEGER NOT NULL REFERENCES texts,
    number INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    last INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    PRIMARY KEY (rules, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    rules INTEGER NOT NULL REFERENCES texts,
    checkpoint INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES texts,
    latest INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    skill REAL NOT NULL,
    deals INTEGER NOT NULL,
    progress BLOB NOT NULL,
    PRIMARY KEY (rules, checkpoint, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_person ON ratings (rules, person, checkpoint);
CREATE INDEX by_skill ON ratings (rules, skill DESC, person) WHERE latest = 1;

CREATE TABLE rating_changes (
    rules INTEGER PRIMARY KEY REFERENCES texts,
    changes INTEGER NOT NULL
) STRICT;
"""
    + TIMELINE_TABLE
)
"""Ratings and all else that depends on the order of deals.

`rating_progress` says which revision, by its row, and which change to people the ratings have come to, and by which
version of the computation; `rating_persons` are the merges that they were made with; `rating_timeline` has the moments
(days with their times) by which records are ordered, and the deals of the records, which count in their game and in
their house. `rating_checkpoints` are runs of
records of one day in that order, up to the record `last` at its moment; `ratings` has a row for each person who played
in such a run, `latest` marks the last one of each person, and `progress` holds streaks and reigns. `rating_changes`
counts the changes to the ratings of a game.
"""

FIRST_TABLES: Final = "".join(
    (
        RECORD_TABLES,
        PEOPLE_TABLES,
        TOKEN_TABLE,
        SIGNING_KEY_TABLE,
        ENDING_TABLE,
        TOURNAMENT_TABLES,
        SUMMARY_TABLES.format(kind=""),
        PENDING_TABLES,
        ANALYSIS_TABLE,
        JOB_TABLE,
        JUDGING_TABLE,
        RATING_TABLES,
    )
)
"""The tables of the first step of migrations, each behind those that it refers to."""
LATER_TABLES: Final = (
    HOUSE_TABLE
    + CLUB_TABLES
    + SEASON_TABLE
    + HOOK_TABLE
    + LOOK_TABLE
    + PUSH_TABLE
    + ANALYSED_DEAL_TABLE
    + CLUB_CHANGE_TABLE
)
"""The tables that later steps add."""
