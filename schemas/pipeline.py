"""The one place where reading, replay and report meet: everything that judges a record comes through here."""

from replay.match import replay
from replay.report import Report
from schemas.record import load_record
from schemas.report import report_json


def check(data: bytes) -> Report:
    """The report on the record in the JSON text. Raises `RecordRefused` where it is no record."""
    return replay(load_record(data))


def check_bytes(data: bytes) -> bytes:
    """The report as JSON bytes. Raises `RecordRefused` where there is no record to report on."""
    return report_json(check(data))
