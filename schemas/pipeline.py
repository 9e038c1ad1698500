"""The one place where reading, replay and report meet: everything that judges a whole record comes through here."""

from collections.abc import Mapping
from typing import NamedTuple

from replay.match import replay
from replay.report import Report
from replay.tallies import Tallies, tallied
from schemas.record import Loaded, load, load_raw
from schemas.report import report_json


class Examined(NamedTuple):
    """A record as it was read, the report on it, and what was counted of it."""

    loaded: Loaded
    report: Report
    tallies: Tallies


def examine(data: bytes) -> Examined:
    """The record in the JSON text, replayed and counted. Raises `RecordRefused`."""
    return _examined(load(data))


def examine_raw(raw: Mapping[str, object]) -> Examined:
    """The record that plain JSON values hold, replayed and counted. Raises `RecordRefused`."""
    return _examined(load_raw(raw))


def tally(data: bytes) -> Tallies:
    """What is counted of the record in the JSON text. Raises `RecordRefused`."""
    return examine(data).tallies


def check(data: bytes) -> Report:
    """The report on the record in the JSON text. Raises `RecordRefused` where it is no record."""
    return replay(load(data).record)


def check_raw(raw: Mapping[str, object]) -> Report:
    """The report on the record that plain JSON values hold. Raises `RecordRefused`."""
    return replay(load_raw(raw).record)


def check_bytes(data: bytes) -> bytes:
    """The report as JSON bytes. Raises `RecordRefused` where there is no record to report on."""
    return report_json(check(data))


def _examined(loaded: Loaded) -> Examined:
    return Examined(loaded, *tallied(loaded.record))
