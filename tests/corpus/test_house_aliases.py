"""Akagiri's cases and real UECda logs, judged under the house rules that play as these games do."""

import json
from pathlib import Path
from typing import Any

import pytest

from daifu.replay.games.akagiri.profile import local_rules
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Report, replay
from daifu.schemas.record.decode import load_raw_record, load_record
from daifu.schemas.uecda.importer import import_server_log
from tests.corpus.test_logs import open_log
from tests.support.houses import uecda_house
from tests.support.project import CORPUS

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of known cases is not beside the project")
LOGS = [path for path in sorted((CORPUS / "uecda").glob("*.log.gz")) if "6revers" not in path.name]


def judged(report: Report) -> list[Any]:
    """A report without the rules that its faults cite and their sentences."""
    deals: list[Any] = [
        [deal.order, deal.unfinished, deal.titles, deal.points, deal.verified, sorted(map(fault_facts, deal.faults))]
        for deal in report.deals
    ]
    return [*deals, report.totals, report.ranks]


def fault_facts(fault: Any) -> tuple[str, ...]:  # noqa: ANN401 - a fault of any deal
    facts = (fault.action, fault.player, fault.code, fault.severity, fault.resolution)
    return tuple(map(str, facts))


def test_akagiri_is_a_house() -> None:
    akagiri = PROFILES["akagiri"]
    for line in (CORPUS / "akagiri.ndjson").read_text().splitlines():
        record = json.loads(line)["record"]
        house = {**record, "rules": "daifugo", "options": local_rules(akagiri.complete(record.get("options", {})))}
        own, found = (replay(load_record(json.dumps(one).encode())) for one in (record, house))
        assert judged(found) == judged(own)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_uecda_is_a_house(path: Path) -> None:
    raw = import_server_log(open_log(path)).record
    house: Any = {**raw, "rules": "daifugo", "options": uecda_house(dict(raw["options"]))}
    assert judged(replay(load_raw_record(house))) == judged(replay(load_raw_record(raw)))
