"""The library's records: loaded, read, replayed and written."""

import gzip
import json
from pathlib import Path

import pytest

import daifu
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import FAULTY_RECORD, LEGAL_RECORD, json_bytes, json_lines

SERVER_LOG = SAMPLES_FOLDER / "uecda-server.log.gz"


@pytest.mark.parametrize("source", [LEGAL_RECORD, json_bytes(LEGAL_RECORD), json.dumps(LEGAL_RECORD)])
def test_values_bytes_and_text_give_the_same_record(source: object) -> None:
    assert daifu.load(source) == daifu.load(LEGAL_RECORD)  # type: ignore[arg-type]


def test_a_record_can_be_taken_apart_and_loaded_again() -> None:
    record = daifu.load(LEGAL_RECORD)
    assert daifu.load(record.values()) == daifu.load(record.json) == record


def test_changing_the_values_leaves_the_record_alone() -> None:
    record = daifu.load(LEGAL_RECORD)
    record.values()["players"].clear()
    assert len(record.values()["players"]) == len(record.players)


def test_players_are_told_by_their_names() -> None:
    players = ["Haru", {"id": "n", "name": "Natsu"}, "Aki", "Fuyu"]
    assert daifu.load({**LEGAL_RECORD, "players": players}).players == ["Haru", "Natsu", "Aki", "Fuyu"]


def test_every_reason_is_given_for_what_is_not_a_record() -> None:
    with pytest.raises(daifu.RecordRefused) as refused:
        daifu.load({"format": "daifu/1", "rules": "bridge", "players": []})
    assert [problem.pointer for problem in refused.value.problems] == ["/deals", "/players", "/rules"]


def test_a_file_may_hold_several_records(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    file.write_bytes(json_lines(LEGAL_RECORD, FAULTY_RECORD))
    assert [daifu.replay(record).legal for record in daifu.read(file)] == [True, False]


def test_a_broken_record_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    file.write_bytes(json_lines(LEGAL_RECORD, {"format": "daifu/1"}))
    records = daifu.read(file)
    assert next(records).rules == "theater"
    with pytest.raises(daifu.SourceRefused) as refused:
        next(records)
    assert {reason.line for reason in refused.value.reasons} == {2}


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(daifu.SourceRefused):
        next(daifu.read(tmp_path / "nothing.json"))


def test_a_log_comes_out_byte_for_byte() -> None:
    (log,) = daifu.read(SERVER_LOG)
    assert daifu.write(log, "uecda") == gzip.decompress(SERVER_LOG.read_bytes())


def test_the_games_before_the_end_of_a_cut_log_are_read(tmp_path: Path) -> None:
    file = tmp_path / "games.log.gz"
    file.write_bytes(SERVER_LOG.read_bytes()[:-8])
    records = daifu.read(file)
    assert next(records).deals == next(daifu.read(SERVER_LOG)).deals
    with pytest.raises(daifu.SourceRefused):
        next(records)


def test_a_written_record_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record = daifu.load(LEGAL_RECORD)
    file.write_bytes(daifu.write(record))
    assert list(daifu.read(file)) == [record]


def test_a_format_that_nobody_knows_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="expected one of the formats daifu, uecda, fujigokoro, fu, found 'pgn'"):
        daifu.write(daifu.load(LEGAL_RECORD), "pgn")
    with pytest.raises(ValueError, match="'pgn'"):
        next(daifu.read("game.pgn", "pgn"))


def test_a_report_by_the_own_rules_is_that_of_a_plain_replay() -> None:
    record = daifu.load(FAULTY_RECORD)
    assert daifu.report_json(daifu.replay(record, rules="theater")) == daifu.report_json(daifu.replay(record))


def test_other_rules_give_another_report() -> None:
    record = daifu.load(LEGAL_RECORD)
    assert daifu.replay(record, rules="akagiri").rules == "akagiri"
    with pytest.raises(daifu.RecordRefused):
        daifu.replay(record, rules="biga")


def test_the_next_deal_begins_where_the_record_ends() -> None:
    record = daifu.load(LEGAL_RECORD)
    assert daifu.next_deal(record)["deal"] == record.deals + 1
