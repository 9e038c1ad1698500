"""Parts of records and reports as the JSON text that they are, without reading what is in them."""

from typing import Final

import msgspec


class ReportParts(msgspec.Struct):
    """The parts of a report that answers on single deals are made of."""

    deals: list[msgspec.Raw]
    totals: msgspec.Raw
    ranks: msgspec.Raw


class _RecordParts(msgspec.Struct):
    deals: list[msgspec.Raw]


report_parts: Final = msgspec.json.Decoder(ReportParts).decode

_record_parts: Final = msgspec.json.Decoder(_RecordParts).decode


def deals_of(record: bytes) -> list[msgspec.Raw]:
    """The deals of a record."""
    return _record_parts(record).deals
