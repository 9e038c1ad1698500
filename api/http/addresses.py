"""The addresses of records: the patterns by which they are found, and how answers name them."""

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


def of_record(record: int) -> str:
    """Where a record is."""
    return f"{PREFIX}/records/{record}"


def of_deal(record: int, deal: int) -> str:
    """Where a deal of a record is."""
    return f"{of_record(record)}/deals/{deal}"


def link(answer: Response, **targets: str) -> Response:
    """The answer with links to what belongs to it, by their relations; `_` stands for a hyphen (RFC 8288)."""
    told = (f'<{target}>; rel="{relation.replace("_", "-")}"' for relation, target in targets.items())
    answer.headers["Link"] = ", ".join(told)
    return answer
