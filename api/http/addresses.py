"""The addresses of records and tournaments: the patterns by which they are found, and how answers name them."""

from typing import Final

from flask import Response

from api.http.blueprint import PREFIX

RECORDS: Final = "/records"
RECORD: Final = f"{RECORDS}/<number:id>"
REPORT: Final = f"{RECORD}/report"
DEALS: Final = f"{RECORD}/deals"
DEAL: Final = f"{DEALS}/<number:deal>"
POSITION: Final = f"{DEAL}/positions/<count:at>"
REVISIONS: Final = f"{RECORD}/revisions"
REVISION: Final = f"{REVISIONS}/<number:number>"
REVISION_REPORT: Final = f"{REVISION}/report"
EXPORT: Final = f"{RECORDS}/export"
BULK: Final = f"{RECORDS}/bulk"
TOURNAMENTS: Final = "/tournaments"
TOURNAMENT: Final = f"{TOURNAMENTS}/<number:id>"
CHANGES: Final = f"{TOURNAMENT}/changes"
DRAW: Final = f"{TOURNAMENT}/draw"
REDRAW: Final = f"{TOURNAMENT}/redraw"
LOG: Final = f"{TOURNAMENT}/log"
EVENTS: Final = f"{TOURNAMENT}/events"
STANDINGS: Final = f"{TOURNAMENT}/standings"
STANDING: Final = f"{STANDINGS}/<number:entrant>"
HEAD_TO_HEAD: Final = f"{TOURNAMENT}/head-to-head"
TEAMS: Final = f"{TOURNAMENT}/teams"
FAULTS: Final = f"{TOURNAMENT}/faults"
MISSING: Final = f"{TOURNAMENT}/missing"
LANDINGS: Final = f"{TOURNAMENT}/landing"
LANDING: Final = f"{LANDINGS}/<number:record>"


def of_record(record: int) -> str:
    """Where a record is."""
    return f"{PREFIX}/records/{record}"


def of_deal(record: int, deal: int) -> str:
    """Where a deal of a record is."""
    return f"{of_record(record)}/deals/{deal}"


def of_tournament(tournament: int) -> str:
    """Where a tournament is."""
    return f"{PREFIX}/tournaments/{tournament}"


def link(answer: Response, **targets: str) -> Response:
    """The answer with links to what belongs to it, by their relations; `_` stands for a hyphen (RFC 8288)."""
    told = (f'<{target}>; rel="{relation.replace("_", "-")}"' for relation, target in targets.items())
    answer.headers["Link"] = ", ".join(told)
    return answer
