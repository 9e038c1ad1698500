"""Real logs of the UECda server: results, cumulative points and rejected submissions are those of the server."""

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from replay.match import replay
from replay.report import DealReport
from schemas.fujigokoro.settle import import_fujigokoro
from schemas.raw import RawDeal
from schemas.record import read_record
from schemas.uecda.settle import import_server_log

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "uecda"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real logs is not beside the project")


def unpacked(path: Path) -> StringIO:
    return StringIO(gzip.decompress(path.read_bytes()).decode(), newline="\n")


def rejected(raw: RawDeal, deal: DealReport) -> list[int]:
    gifts = sum(" give " in text for text in raw["actions"])
    return sorted({fault.action - gifts for fault in deal.faults if fault.action is not None})


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.log.gz")), ids=lambda path: path.name)
def test_every_game_of_a_log_ends_as_the_server_wrote(path: Path) -> None:
    raw = import_server_log(unpacked(path)).record
    known: list[dict[str, Any]] = json.load(unpacked(path.with_name(path.name.replace(".log.", ".expected.json."))))[
        "games"
    ]
    report = replay(read_record(raw))
    totals = [0.0] * 5
    for game, written, deal in zip(known, raw["deals"], report.deals, strict=True):
        totals = [total + (points or 0) for total, points in zip(totals, deal.points, strict=True)]
        assert [player - 1 for player in deal.order] == game["result"]
        assert totals == (game["points"] or totals)
        assert rejected(written, deal) == game["rejected"]
        assert all(fault.action is not None for fault in deal.faults)


def test_a_champion_playing_itself_commits_no_fault() -> None:
    report = replay(read_record(import_fujigokoro(unpacked(CORPUS / "blaux5.dat.gz")).record))
    assert report.legal
    assert not any(deal.faults for deal in report.deals)
