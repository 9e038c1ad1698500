"""The one place where reading, replay and report meet: everything that judges a whole record comes through here."""

from collections.abc import Mapping
from typing import NamedTuple

from replay.match import replay
from replay.report import Report
from schemas.record import Loaded, load, load_raw
from schemas.report import report_json


class Examined(NamedTuple):
    """A record as it was read, and the report on it."""

    loaded: Loaded
    report: Report


def examine(data: bytes) -> Examined:
    """The record in the JSON text, replayed. Raises `RecordRefused`."""
    return _replayed(load(data))


def examine_raw(raw: Mapping[str, object]) -> Examined:
    """The record that plain JSON values hold, replayed. Raises `RecordRefused`."""
    return _replayed(load_raw(raw))


def check(data: bytes) -> Report:
    """The report on the record in the JSON text. Raises `RecordRefused` where it is no record."""
    return examine(data).report


def check_bytes(data: bytes) -> bytes:
    """The report as JSON bytes. Raises `RecordRefused` where there is no record to report on."""
    return report_json(check(data))


def _replayed(loaded: Loaded) -> Examined:
    return Examined(loaded, replay(loaded.record))
