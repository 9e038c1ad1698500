"""Cases with a known outcome: every report is the known one."""

import json
from pathlib import Path
from typing import Any

import pytest

from daifu.replay.deal import DealReport
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Report, replay
from daifu.schemas.record.decode import load_record
from tests.support.project import CORPUS

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of known cases is not beside the project")


def cases_of_games() -> list[Path]:
    """The files of cases of the games that there are; the corpus may be ahead of them."""
    return [path for path in sorted(CORPUS.glob("*.ndjson")) if path.stem in PROFILES]


SUPERSEDED = {"B-DRAW-1"}
"""Known cases that the record format has decided otherwise since: who holds the larger hands of biga is looked at where
the deal writes `first`, which this case does not."""


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


def differs(case: dict[str, Any]) -> bool:
    for deal in case["expect"]["deals"]:
        deal["faults"].sort(key=str)
    report: dict[str, Any] = cut_down(replay(load_record(json.dumps(case["record"]).encode())))
    return bool(report != case["expect"])


@pytest.mark.parametrize("path", cases_of_games(), ids=lambda path: path.stem)
def test_every_report_of_a_file_is_the_known_one(path: Path) -> None:
    cases = map(json.loads, path.read_text().splitlines())
    assert [case["id"] for case in cases if differs(case) and case["id"] not in SUPERSEDED] == []
