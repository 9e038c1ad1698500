"""Cases with a known outcome: every report is the known one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replay.deal import DealReport
from replay.match import Report, replay
from schemas.record.decode import load_record

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of known cases is not beside the project")


def cases() -> Iterator[Any]:
    for path in sorted(CORPUS.glob("*.ndjson")):
        for line in path.read_text().splitlines():
            case = json.loads(line)
            yield pytest.param(case, id=f"{path.stem} {case['id']}")


def cut_down(report: Report) -> dict[str, Any]:
    return {"legal": report.legal, "totals": report.totals, "deals": [cut_deal(deal) for deal in report.deals]}


def cut_deal(deal: DealReport) -> dict[str, Any]:
    return {
        "order": deal.order,
        "unfinished": deal.unfinished,
        "titles": deal.titles,
        "points": deal.points,
        "verified": deal.verified,
        "faults": sorted([[fault.action, fault.player, fault.code] for fault in deal.faults], key=str),
    }


@pytest.mark.parametrize("case", list(cases()))
def test_the_report_is_the_known_one(case: dict[str, Any]) -> None:
    for deal in case["expect"]["deals"]:
        deal["faults"].sort(key=str)
    assert cut_down(replay(load_record(json.dumps(case["record"]).encode()))) == case["expect"]
