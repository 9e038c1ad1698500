"""Real logs: read, written again byte for byte, settled, and judged as their server judged them."""

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from daifu.replay.deal import DealReport
from daifu.replay.match import replay
from daifu.schemas.fujigokoro.importer import FujiGokoroFile, import_fujigokoro
from daifu.schemas.fujigokoro.writer import fujigokoro_lines, write_fujigokoro
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawDeal
from daifu.schemas.uecda.importer import import_server_log
from daifu.schemas.uecda.writer import write_server_log
from tests.support.project import CORPUS
from tests.support.server_logs import judge_as_whole, judge_deal_by_deal
from tests.support.small_records import unsettled_record

LOG_FOLDER = CORPUS / "uecda"

pytestmark = pytest.mark.skipif(not LOG_FOLDER.is_dir(), reason="the corpus of real logs is not beside the project")


def open_log(path: Path) -> StringIO:
    return StringIO(gzip.decompress(path.read_bytes()).decode(), newline="\n")


def rejected_actions(raw: RawDeal, deal: DealReport) -> list[int]:
    gifts = sum(" give " in text for text in raw["actions"])
    return sorted({fault.action - gifts for fault in deal.faults if fault.action is not None})


@pytest.mark.parametrize("path", sorted(LOG_FOLDER.glob("*.log.gz")), ids=lambda path: path.name)
def test_every_game_of_a_log_ends_as_the_server_wrote(path: Path) -> None:
    raw = import_server_log(open_log(path)).record
    known: list[dict[str, Any]] = json.load(open_log(path.with_name(path.name.replace(".log.", ".expected.json."))))[
        "games"
    ]
    report = replay(load_raw_record(raw))
    totals = [0.0] * 5
    for game, written, deal in zip(known, raw["deals"], report.deals, strict=True):
        totals = [total + (points or 0) for total, points in zip(totals, deal.points, strict=True)]
        assert [player - 1 for player in deal.order] == game["result"]
        assert totals == (game["points"] or totals)
        assert rejected_actions(written, deal) == game["rejected"]
        assert all(fault.action is not None for fault in deal.faults)


def test_a_champion_playing_itself_commits_no_fault() -> None:
    report = replay(load_raw_record(import_fujigokoro(open_log(LOG_FOLDER / "blaux5.dat.gz")).record))
    assert report.legal
    assert not any(deal.faults for deal in report.deals)


def cut_log(log: bytes) -> bytes:
    """A log as a crash may leave it: after the result of a game there are only NUL bytes."""
    log = log[: len(log) * 2 // 3]
    return log[: log.index(b"\n", log.rindex(b"%result% ")) + 1] + bytes(512)


@pytest.mark.parametrize("path", sorted(LOG_FOLDER.glob("*.log.gz")), ids=lambda path: path.name)
def test_a_log_has_the_same_report_deal_by_deal_and_as_a_whole(path: Path) -> None:
    whole = gzip.decompress(path.read_bytes())
    for log in (whole, cut_log(whole)):
        [report] = judge_deal_by_deal(log)
        assert isinstance(report, tuple)
        assert [report] == judge_as_whole(log)


def read_log(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def sorted_gifts(gifts: list[tuple[int, int, list[str]]]) -> list[tuple[int, int, list[str]]]:
    return sorted((giver, taker, sorted(cards)) for giver, taker, cards in gifts)


@pytest.mark.parametrize("path", sorted(LOG_FOLDER.glob("*.log.gz")), ids=lambda path: path.name)
def test_every_log_shows_its_trick_end_rule(path: Path) -> None:
    expected = "all_but_one" if path.name.startswith("other-trick-end") else "all"
    log = read_log(path)
    record, _notices = import_server_log(StringIO(log, newline="\n"))
    assert record["options"]["trick_end"] == expected
    assert write_server_log(record) == log


def test_the_exchange_that_an_old_server_did_not_write_is_found_in_every_game() -> None:
    record, notices = import_server_log(StringIO(read_log(LOG_FOLDER / "no-exchange-written.log.gz"), newline="\n"))
    known: dict[str, Any] = json.loads(read_log(LOG_FOLDER / "no-exchange-written.expected.json.gz"))
    assert notices == []
    for deal, game in zip(record["deals"], known["games"], strict=True):
        texts = [text.split() for text in deal["actions"] if " give " in text]
        found = [(int(words[0]) - 1, int(words[2]) - 1, words[3:]) for words in texts]
        expected = [
            (giver, taker, ["X" if card == "J3" else card for card in cards])
            for giver, taker, cards in game["gifts"] or []
        ]
        assert sorted_gifts(found) == sorted_gifts(expected)


def test_the_plays_of_a_fujigokoro_file_find_their_players() -> None:
    text = read_log(LOG_FOLDER / "blaux5.dat.gz")
    record, notices = import_fujigokoro(StringIO(text, newline="\n"))
    assert record["options"] == {"illegal_play": "stands", "trick_end": "all"}
    assert notices == []
    assert write_fujigokoro(record) == text


@pytest.mark.parametrize("path", sorted(LOG_FOLDER.glob("*.log.gz")), ids=lambda path: path.name)
def test_a_server_log_comes_back_byte_for_byte(path: Path) -> None:
    log = read_log(path)
    assert write_server_log(unsettled_record(StringIO(log, newline="\n"))) == log


@pytest.mark.parametrize("path", sorted(LOG_FOLDER.glob("*.dat.gz")), ids=lambda path: path.name)
def test_a_fujigokoro_record_comes_back_byte_for_byte(path: Path) -> None:
    text = read_log(path)
    file = FujiGokoroFile(StringIO(text, newline="\n"))
    assert "".join(fujigokoro_lines(file.names, file.games())) == text
    assert file.tail is None
