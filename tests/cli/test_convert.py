"""`daifu convert` writes a record in another format."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import daifu, write_file
from tests.support.small_records import FUJIGOKORO_FILE, LEGAL_RECORD, UECDA_LOG, json_line, json_lines


@pytest.mark.parametrize(("data", "to"), [(UECDA_LOG, "uecda"), (FUJIGOKORO_FILE, "fujigokoro")])
def test_a_log_comes_back_byte_for_byte_by_way_of_a_record(data: bytes, to: str) -> None:
    record = daifu("convert", "--to", "daifu", "-", data=data).stdout_bytes
    again = daifu("convert", "--to", to, "-", data=record)
    assert (again.stdout_bytes, again.stderr) == (data, "")


def test_line_endings_are_kept() -> None:
    data = UECDA_LOG.replace(b"\n", b"\r\n")
    assert daifu("convert", "--to", "uecda", "-", data=data).stdout_bytes == data


def test_a_record_is_one_line_of_json(tmp_path: Path) -> None:
    result = daifu("convert", "--to", "daifu", write_file(tmp_path / "match.log.gz", UECDA_LOG))
    record = json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    assert (record["rules"], record["source"]["file"], len(record["deals"])) == ("uecda", "match.log.gz", 2)


def test_a_record_that_was_written_over_many_lines_fits_one() -> None:
    data = json.dumps(LEGAL_RECORD, indent=2).encode()
    assert json.loads(daifu("convert", "--to", "daifu", "-", data=data).stdout) == LEGAL_RECORD


def test_notices_of_the_importer_go_to_standard_error() -> None:
    data = UECDA_LOG + b"%00002%mi"
    result = daifu("convert", "--to", "uecda", "-", data=data)
    assert result.stdout_bytes == data
    assert result.stderr.startswith("-:1: note: the log ends within a game")
    assert result.exit_code == 0


LOST = {
    "event": {"name": "League", "round": 3},
    "notes": "rain",
    "players": [{"id": f"p{number}", "name": name} for number, name in enumerate("ABCDE")],
}


def rich_record(to: str) -> dict[str, Any]:
    """A record that says more than a log of either format can hold."""
    data = {"uecda": UECDA_LOG, "fujigokoro": FUJIGOKORO_FILE}[to]
    record = json.loads(daifu("convert", "--to", "daifu", "-", data=data).stdout)
    deal = record["deals"][0]
    deal["actions"] = [f"{deal['actions'][0].split(' @')[0]} @1234 # slow", *deal["actions"][1:]]
    del record["source"]
    return {**record, **LOST, "deals": [{**deal, "notes": "late"}, *record["deals"][1:]]}


@pytest.mark.parametrize(("to", "times"), [("uecda", "times of actions (1), "), ("fujigokoro", "")])
def test_what_a_format_has_no_place_for_is_named(to: str, times: str) -> None:
    result = daifu("convert", "--to", to, "-", data=json_line(rich_record(to)))
    assert result.exit_code == 0
    [note] = result.stderr.splitlines()
    for part in ("the event (name, round)", "the notes of the record", "the ids of players (p0, p1, p2, p3, p4)"):
        assert part in note
    assert "the notes of deals (1)" in note
    assert "comments of actions (1)" in note
    assert ("times of actions (1)" in note) is bool(times)
    assert "この形式には" in daifu("--lang", "ja", "convert", "--to", to, "-", data=json_line(rich_record(to))).stderr


@pytest.mark.parametrize("to", ["uecda", "fujigokoro"])
def test_what_is_not_named_as_lost_is_the_same_after_the_way_back(to: str) -> None:
    record = rich_record(to)
    log = daifu("convert", "--to", to, "-", data=json_line(record)).stdout_bytes
    again = json.loads(daifu("convert", "--to", "daifu", "-", data=log).stdout)
    assert [deal["hands"] for deal in again["deals"]] == [deal["hands"] for deal in record["deals"]]
    assert [deal["result"]["order"] for deal in again["deals"]] == [deal["result"]["order"] for deal in record["deals"]]
    said = [[action.split(" @")[0] for action in deal["actions"]] for deal in record["deals"]]
    assert [[action.split(" @")[0] for action in deal["actions"]] for deal in again["deals"]] == said
    assert [player["name"] for player in again["players"]] == list("ABCDE")
    once_more = daifu("convert", "--to", to, "-", data=json_line(again))
    assert (once_more.stdout_bytes, once_more.stderr) == (log, "")


def test_one_record_of_several_is_chosen_by_its_line(tmp_path: Path) -> None:
    path = write_file(tmp_path / "a.ndjson", json_lines(LEGAL_RECORD, {**LEGAL_RECORD, "notes": "second"}))
    assert json.loads(daifu("convert", "--to", "daifu", "--line", "2", path).stdout)["notes"] == "second"
    assert daifu("convert", "--to", "daifu", path).exit_code == 2


def test_the_hand_notation_is_written_whole_with_aids_for_the_eye_or_exactly() -> None:
    hands = ["S4 D5", "S9 H9", "C7"]
    deal = {"hands": hands, "hands_are": "dealt", "actions": ["1 S4", "2 S9", "3 -", "1 -", "2 H9"]}
    record = {"format": "daifu/1", "rules": "akagiri", "players": ["A", "B", "C"], "deals": [deal]}

    def convert(*options: str, language: str = "en") -> list[str]:
        result = daifu("convert", "--to", "fu", *options, "-", data=json_line(record), language=language)
        return result.stdout.splitlines()[7:]

    assert convert() == ["1:S4 S9", "2:H9 ."]
    assert convert("--full") == ["1:S4 2:S9 3:- 1:-", "2:H9 ."]
    assert convert("--aids", language="ja") == ["1:S4 S9", "2:H9 {=Bが上がり} ."]
    assert convert("--exact") == ["1:S4 S9", "2:H9 .", '%/deals/0/hands_are "dealt"']
    assert daifu("convert", "--to", "daifu", "--full", "-", data=json_line(record)).exit_code == 2
