"""Answers about the import of records into tournaments: what became of a record, and what prevents it."""

from collections.abc import Sequence
from typing import Annotated

from daifu.schemas.answer import Answer, DateTime, about
from daifu.schemas.tournaments.tournament import Versioned


class Texts(Answer):
    """A sentence for people, about a record and a tournament."""

    en: Annotated[str, about("In English.", "the event does not name the table")]
    ja: Annotated[str, about("In Japanese.", "eventにtableがありません")]


class LandingProblem(Answer):
    """Why a record could not be imported."""

    record: Annotated[int | None, about("The record; null if it is not stored.", 7)]
    revision: Annotated[int | None, about("The revision to be imported; null if it is only a preview.", 1)]
    version: Annotated[int, about("The version of the tournament at that time.", 61)]
    at: Annotated[DateTime | None, about("When; null if it is only a preview.")]
    author: Annotated[str | None, about("Who sent the record; null if it is only a preview.", "Haru")]
    code: Annotated[str, about("The code of the reason.", "not_named")]
    message: Annotated[Texts, about("The reason as a sentence.")]


class Landing(Answer):
    """What became of a record in a tournament."""

    tournament: Annotated[int, about("The tournament.", 3)]
    record: Annotated[int | None, about("The record; null if it is not stored.", 7)]
    version: Annotated[int, about("The version of the tournament now.", 62)]
    problem: Annotated[LandingProblem | None, about("Why it could not be imported; null if it was.")]
    missing: Annotated[Sequence[int], about("The deals that are still missing at its table.", [])]


class Landings(Versioned):
    """The records that could not be imported."""

    problems: Annotated[Sequence[LandingProblem], about("What could not be imported, in the order of the records.")]
    unlanded: Annotated[
        Sequence[int],
        about("Records that name the tournament and could be imported, but have not been.", [8]),
    ]


class Attempted(Answer):
    """What became of records that were to be imported."""

    landings: Annotated[Sequence[Landing], about("What became of each, in the order of the request.")]
