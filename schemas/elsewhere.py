"""The same record judged by other rules, to see what would have been legal there."""

from typing import Any

import msgspec

from replay.options import Options
from schemas.pipeline import check_raw
from schemas.report import report_json


def judged_elsewhere(record: bytes, rules: str | None, options: Options | None) -> bytes:
    """The report on a record, whose JSON text this is, by another profile, other options, or both.

    Options take the place of the record's own. Where none are given the record's own hold on, but not under another
    profile, whose options mean other things. Written points are left out then: they were counted by the rules of the
    record, and contradict no others.

    Raises `RecordRefused` where the cards, the number of players or anything else cannot be read there.
    """
    raw: dict[str, Any] = msgspec.json.decode(record)
    own = raw["rules"], raw.get("options", {})
    raw["rules"] = rules or own[0]
    raw["options"] = options if options is not None else own[1] if raw["rules"] == own[0] else {}
    if (raw["rules"], raw["options"]) != own:
        for deal in raw["deals"]:
            deal.get("result", {}).pop("points", None)
    return report_json(check_raw(raw))
