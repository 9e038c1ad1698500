"""Judging a server log deal by deal gives the same as judging it as a whole, in as many parts where it is broken."""

import gzip
import json
from collections.abc import Iterable
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import SpooledTemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.samples import log_lines
from daifu.schemas.record import limits
from daifu.schemas.sources.conversion import log_parts
from daifu.schemas.sources.deal_by_deal import DealByDealJudge
from daifu.schemas.sources.items import UECDA, Item, SourceProblem
from daifu.schemas.uecda import importer
from tests.support.command_line import daifu
from tests.support.processes import peak_memory
from tests.support.server_logs import (
    DAMAGES,
    FIRST_LINE,
    SAMPLE,
    Damage,
    JudgingOutcome,
    judge_as_whole,
    judge_deal_by_deal,
    open_log,
    without_exchanges_and_points,
)
from tests.support.small_records import UECDA_LOG

HEAD, GAME = 12, 7
"""Lines of the header of the sample, and of each of its games."""

OLD = without_exchanges_and_points(b"".join(islice(SAMPLE.splitlines(keepends=True), HEAD + 4 * GAME)))


def reasons(outcomes: list[JudgingOutcome]) -> list[tuple[int, str, str]]:
    """Line, pointer and sentence of each problem."""
    problems = [reason for outcome in outcomes if isinstance(outcome, list) for reason in outcome]
    return [(reason.line, reason.pointer, reason.expected.en) for reason in problems]


def deals(outcomes: list[JudgingOutcome]) -> list[int]:
    """How many deals each record has."""
    return [len(json.loads(outcome[0])["deals"]) for outcome in outcomes if isinstance(outcome, tuple)]


def game_of(log: bytes, number: int, key: str, value: bytes) -> bytes:
    """The log with one line of a game replaced."""
    prefix = f"%{number:05}%{key}%".encode()
    before, _, rest = log.partition(prefix)
    return before + prefix + b" " + value + b"\n" + rest.partition(b"\n")[2]


@pytest.mark.parametrize("log", [UECDA_LOG, SAMPLE, OLD, SAMPLE.replace(b"\n", b"\r\n"), SAMPLE[:-200]])
def test_the_report_and_the_notices_are_those_of_the_whole_log(log: bytes) -> None:
    assert len(deals(judge_deal_by_deal(log))) == 1
    assert judge_deal_by_deal(log) == judge_as_whole(log)


@given(
    st.sampled_from([UECDA_LOG, SAMPLE, OLD]), st.lists(st.sampled_from(DAMAGES), min_size=1, max_size=3), st.integers()
)
def test_a_damaged_log_falls_into_the_same_parts_either_way(log: bytes, damages: list[Damage], seed: int) -> None:
    rng = Random(seed)
    for damage in damages:
        log = damage(log, rng) or b"%-----%"
    assert judge_deal_by_deal(log) == judge_as_whole(log)


def test_every_deal_that_cannot_be_read_is_named() -> None:
    log = game_of(SAMPLE, 3, "play", b" 0" + b"S3" * 128 + b"EE")
    log = game_of(log, 7, "palyer_cards", b"D3 H9 S5 S6 " + b"S7" * 200 + b" ")
    assert [pointer for _, pointer, _ in reasons(judge_deal_by_deal(log))] == [
        "/deals/3/actions/4",
        "/deals/7/hands/4",
    ]
    assert judge_deal_by_deal(log) == judge_as_whole(log)


def test_problems_of_the_header_are_listed_before_those_of_the_deals() -> None:
    log = game_of(SAMPLE.replace(b"Tanuki", b"Tanu\x07ki"), 0, "play", b" 0EE" * 20_001)
    assert [pointer for _, pointer, _ in reasons(judge_deal_by_deal(log))] == [
        "/players/3/id",
        "/players/3/name",
        "/deals/0/actions",
    ]
    assert judge_deal_by_deal(log) == judge_as_whole(log)


def test_a_refusal_lists_as_many_problems_as_that_of_a_whole_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROBLEMS", 3)
    log = SAMPLE
    for number in range(5):
        log = game_of(log, number, "play", b" 0" + b"S3" * 128 + b"EE")
    assert len(reasons(judge_deal_by_deal(log))) == 3
    assert judge_deal_by_deal(log) == judge_as_whole(log)


def line_of(game: int, row: int) -> int:
    return FIRST_LINE + HEAD + game * GAME + row


def test_every_broken_place_is_named_and_loses_its_game_alone() -> None:
    log = game_of(SAMPLE, 3, "result", b"01233").replace(b"%00019%seat", b"%00019%s\xffat")
    found = judge_deal_by_deal(log)
    assert reasons(found) == [
        (line_of(3, 5), "", "expected the digits 0 to 4, each once: found '01233'"),
        (line_of(19, 1), "", "expected UTF-8, found the byte 0xff"),
    ]
    games = SAMPLE.count(b"%result%")
    assert deals(found) == [count for count in (3, 15, games - 20) if count]
    assert found == judge_as_whole(log)


def test_a_foreign_line_between_two_games_loses_none() -> None:
    before, mark, behind = SAMPLE.partition(b"%00006%mibun%")
    log = before + b"Segmentation fault\n" + mark + behind
    found = judge_deal_by_deal(log)
    assert [line for line, _, _ in reasons(found)] == [line_of(6, 0)]
    assert sum(deals(found)) == SAMPLE.count(b"%result%")
    assert found == judge_as_whole(log)


@pytest.mark.parametrize("row", range(7))
def test_a_foreign_line_in_a_game_loses_at_most_that_game(row: int) -> None:
    lines = SAMPLE.splitlines(keepends=True)
    lines.insert(HEAD + 6 * GAME + row, b"core dumped\n")
    found = judge_deal_by_deal(b"".join(lines))
    lost = 0 if row in {0, 6} else 1
    assert [line for line, _, _ in reasons(found)] == [line_of(6, row)]
    assert sum(deals(found)) == SAMPLE.count(b"%result%") - lost
    assert found == judge_as_whole(b"".join(lines))


@pytest.mark.parametrize("cut", [0, 30, 700, 2_000])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_a_log_behind_another_is_a_record_of_its_own(cut: int, ends: bytes) -> None:
    first = SAMPLE[: len(SAMPLE) - cut]
    first = first[: first.rindex(b"\n") + 1]
    found = judge_deal_by_deal(first + SAMPLE.replace(b"\n", ends))
    assert deals(found)[1] == SAMPLE.count(b"%result%")
    assert bool(reasons(found)) == (cut > 0)
    assert found == judge_as_whole(first + SAMPLE.replace(b"\n", ends))


def test_a_log_that_is_broken_in_very_many_places_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROBLEMS", 3)
    log = SAMPLE
    for number in range(2, 12):
        log = game_of(log, number, "result", b"01233")
    parts = log_parts(Item("a.log", FIRST_LINE, UECDA, log))
    places = [part.line for part in parts if isinstance(part, SourceProblem)]
    assert places == [line_of(2, 5), line_of(3, 5), line_of(4, 5), line_of(5, 0)]
    assert isinstance(parts[-1], SourceProblem)
    assert "the rest is not read" in parts[-1].expected.en


def test_what_a_cut_gzip_file_holds_of_a_log_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "a.log.gz"
    packed = gzip.compress(SAMPLE)
    path.write_bytes(packed[: len(packed) * 3 // 4])
    result = daifu("check", "--json", path)
    assert result.exit_code == 2
    assert "expected more of this gzip file, found its end" in result.stderr
    assert len(json.loads(result.stdout)["deals"]) > 5


@pytest.mark.parametrize("in_memory", [0, 1 << 20])
def test_games_are_spooled_until_one_shows_the_trick_end(in_memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "SPOOL_IN_MEMORY", in_memory)
    log = SAMPLE
    for number in range(19):
        log = game_of(log, number, "play", b"")
    assert judge_deal_by_deal(log) == judge_as_whole(log)
    assert judge_deal_by_deal(log[:-200]) == judge_as_whole(log[:-200])


def test_a_malformed_line_among_spooled_games_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "SPOOL_IN_MEMORY", 0)
    log = game_of(game_of(game_of(SAMPLE, 0, "play", b""), 1, "play", b""), 2, "seat", b"01233")
    assert [line for line, _, _ in reasons(judge_deal_by_deal(log))] == [FIRST_LINE + HEAD + 2 * GAME + 1]


def test_a_log_may_be_longer_than_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    as_a_record = judge_as_whole(SAMPLE)
    monkeypatch.setattr(limits, "RECORD_BYTES", len(SAMPLE) // 2)
    monkeypatch.setattr(limits, "DEALS", 10)
    assert judge_deal_by_deal(SAMPLE) == as_a_record


def peak(log: Iterable[bytes]) -> int:
    """Bytes of memory that judging the log needs."""
    content = b"".join(log)

    def judge() -> None:
        for _ in DealByDealJudge(open_log(BytesIO(content))).deals():
            pass

    return peak_memory(judge)


@pytest.mark.soak
def test_memory_does_not_grow_with_the_games() -> None:
    few, many = peak(log_lines(50)), peak(log_lines(500))
    assert many < 3 * few  # garbage may be collected late; the games themselves are 50 times as large


def test_a_log_that_is_left_after_a_deal_leaves_no_temporary_file_open(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[SpooledTemporaryFile[bytes]] = []

    def open_temporary(size: int) -> SpooledTemporaryFile[bytes]:
        opened.append(SpooledTemporaryFile(size))  # noqa: SIM115 - what is tested closes it
        return opened[-1]

    monkeypatch.setattr(importer, "SpooledTemporaryFile", open_temporary)
    judging = DealByDealJudge(open_log(BytesIO(SAMPLE)))
    for _ in judging.deals():
        break
    assert [file.closed for file in opened] == [True]
