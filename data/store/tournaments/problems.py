"""What could not land, as it is kept: the last attempt of each record at each tournament."""

import json
from typing import Any, Final, NamedTuple

from data.store.asked import Author
from data.store.reading import moment
from data.store.sessions import Session
from data.store.sqlite_errors import LARGEST
from data.store.tournaments.asked import Problem
from data.store.tournaments.placing import holding
from data.store.tournaments.unlandable import details_json, sentence
from data.store.tournaments.writing import present
from data.store.transactions import Transaction
from data.tournaments.refusals import Refused

_KEEP: Final = """
INSERT INTO landings (record, tournament, revision, version, at, author, code, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET revision = excluded.revision, version = excluded.version, at = excluded.at,
    author = excluded.author, code = excluded.code, details = excluded.details
"""
_FORGET: Final = """
UPDATE landings SET revision = NULL, version = NULL, at = NULL, author = NULL, code = NULL, details = NULL
WHERE record = ? AND tournament = ? AND code IS NOT NULL
"""
_DROP: Final = "DELETE FROM landings WHERE record = ? AND tournament = ? AND code IS NOT NULL"
_PROBLEMS: Final = """
SELECT tournament, record, revision, version, at, text, code, details
FROM landings JOIN texts ON texts.number = author WHERE tournament = ? AND code IS NOT NULL ORDER BY record
"""


class Attempt(NamedTuple):
    """That a revision of a record was to land in a tournament of this version."""

    record: int
    revision: int
    tournament: int
    version: int


def keep(writing: Transaction, attempt: Attempt, refusal: Refused, author: Author) -> Problem:
    """Keep what was refused, in the place of what is known of the same record there."""
    record, revision, tournament, version = attempt
    told = details_json(refusal)
    who = writing.number(author.name)
    row = (record, tournament, revision, version, writing.at, who, refusal.code, told)
    writing.connection.execute(_KEEP, row)
    return _problem(tournament, record, revision, version, writing.at, author.name, refusal.code, told)


def forget(writing: Transaction, tournament: int, record: int) -> bool:
    """Nothing is to be told of a record any more. Whether there was anything."""
    holds = record in holding(present(writing, tournament).state)
    return writing.connection.execute(_FORGET if holds else _DROP, (min(record, LARGEST), tournament)).rowcount > 0


def problems(session: Session, tournament: int) -> list[Problem]:
    """What could not land in a tournament, in the order of the records."""
    return [_problem(*row) for row in session.connection.execute(_PROBLEMS, (tournament,))]


def _problem(*row: Any) -> Problem:  # noqa: ANN401 - a row
    tournament, record, revision, version, at, author, code, details = row
    text = sentence(code, json.loads(details))
    return Problem(tournament, record, revision, version, moment(at), author, code, text)
