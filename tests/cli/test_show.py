"""`daifu show` draws the table at any moment of a game."""

import re
from pathlib import Path

import pytest

from daifu.api.cli.program.sentences import player_label, player_names
from tests.support.command_line import daifu, write_file
from tests.support.games.theater import FULL_HANDS
from tests.support.small_records import (
    FAULTY_RECORD,
    LEGAL_RECORD,
    RESULT_RECORD,
    json_line,
    json_lines,
    theater_record,
)


@pytest.mark.parametrize(
    ("id", "name", "shown"),
    [
        ("Mu", "Mu", "Mu"),
        ("j", "Junko", "Junko (j)"),
        ("mu2", "mu", "mu (mu2)"),
        ("Annabel", "Ann", "Ann (Annabel)"),
        ("mu#", "mu", "mu (mu#)"),
        ("mu#12", "mu", "mu (mu#12)"),
        ("mu#3", "mu", "mu#3"),
        ("#3", "mu", "mu (#3)"),
    ],
)
def test_a_player_is_shown_by_name_unless_the_id_contains_it(id: str, name: str, shown: str) -> None:
    assert player_label({"id": id, "name": name}) == shown


def test_players_of_the_same_name_are_shown_with_their_ids() -> None:
    shown = player_names([{"id": "mu#1", "name": "mu"}, {"id": "mu2", "name": "mu"}, "Junko"])
    assert shown == ["mu#1", "mu (mu2)", "Junko"]


def drawn_table(record: object, *args: str, language: str = "en_GB.UTF-8") -> str:
    """What is drawn of a record."""
    result = daifu("show", "-", *args, data=json_line(record), language=language)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def table_fact(picture: str, heading: str) -> str:
    """What stands behind a heading."""
    found = [line for line in picture.splitlines() if line.startswith(f"{heading} ")]
    return found[0].removeprefix(heading).strip() if found else ""


def record_with_known_hands(*actions: str, **fields: object) -> dict[str, object]:
    """A theater record with known hands."""
    record = theater_record(*actions, **fields)
    record["deals"][0]["hands"] = FULL_HANDS
    return record


def test_faults_of_the_whole_deal_are_shown_at_every_position() -> None:
    record = record_with_known_hands()
    record["deals"][0]["hands"] = ["D3 D3", "", "", ""]  # type: ignore[index]
    assert "[bad_deck, record, T-DECK-1, stands]" in drawn_table(record, "--at", "1")


def test_cards_that_lie_open_are_shown() -> None:
    assert table_fact(drawn_table(record_with_known_hands("1 D5", "2 S4 void")), "face up") == "Junko: ♠4"


def test_every_kind_of_action_has_its_sentence(tmp_path: Path) -> None:
    actions = ["2 give 1 S2", "1 draw", "2 draw S4", "1 discard D9", "1 name Q", "2 say flip", "3 show", "4 C7 # oh"]
    path = write_file(tmp_path / "a.json", json_line(record_with_known_hands(*actions)))
    told = {at: daifu("show", path, "--at", str(at)).stdout for at in range(5, 13)}
    assert [told[at].partition(f"  {at}. ")[2].splitlines()[0] for at in told] == [
        "Junko gives ♠2 to Mu",
        "Mu draws from the stock",
        "Junko draws ♠4",
        "Mu discards ♦9",
        "Mu names Q",
        "Junko says “flip”",
        "Shimo shows the whole hand",
        "Aki plays ♣7  # oh",
    ]


@pytest.mark.parametrize("line", ["3", "7"])
def test_a_line_without_a_record_is_refused(line: str, tmp_path: Path) -> None:
    path = write_file(tmp_path / "a.ndjson", json_lines(LEGAL_RECORD) + b"\n\n" + json_lines(LEGAL_RECORD))
    assert (
        f"a.ndjson:{line}: expected a record that begins here, found none" in daifu("show", path, "--line", line).stderr
    )


def test_a_folder_cannot_be_shown(tmp_path: Path) -> None:
    assert f"{tmp_path}: expected a file, found a folder" in daifu("show", tmp_path).stderr


def test_an_action_is_shown_with_the_table_before_it_and_its_faults() -> None:
    picture = drawn_table(FAULTY_RECORD, "--action", "7")
    assert picture.startswith("theater, deal 1 of 1, after action 6 of 9\n")
    assert table_fact(picture, "turn") == "Shimo"
    then = picture.splitlines()[picture.splitlines().index("Then") :]
    assert then[1] == "  7. Shimo plays ♦6"
    assert then[2].startswith("     ✗ 6 is not stronger than the 6 on the table")


def test_the_number_of_an_action_is_that_which_check_prints() -> None:
    checked = daifu("check", "-", data=json_line(FAULTY_RECORD)).stdout
    number = re.findall(r"action (\d+) \(4 C4\), Aki", checked)[0]
    assert f"  {number}. Aki plays ♣4" in drawn_table(FAULTY_RECORD, "--action", number)
    assert f"after action {number} of" in drawn_table(FAULTY_RECORD, "--at", number)


def test_what_would_have_been_legal_is_shown_before_an_action() -> None:
    assert "Aki passes  4 -" in drawn_table(LEGAL_RECORD, "--action", "4", "--legal")


def test_an_action_that_the_deal_does_not_have_is_refused() -> None:
    result = daifu("show", "-", "--action", "10", data=json_line(FAULTY_RECORD))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("daifu: --action: this record has 1 to 9, found 10\n")


def test_a_moment_is_named_in_one_way() -> None:
    result = daifu("show", "-", "--action", "1", "--at", "1", data=json_line(FAULTY_RECORD))
    assert result.exit_code == 2
    assert result.stderr.startswith("daifu: --at and --action exclude each other\n")


def test_a_table_may_be_drawn_by_the_rules_of_another_game() -> None:
    picture = drawn_table(FAULTY_RECORD, "--rules", "akagiri", "--at", "7")
    assert picture.startswith("akagiri, deal 1 of 1, after action 7 of 9\n")
    assert "A-FOLLOW-1" in picture


def test_the_sentence_of_a_fault_has_the_names_of_players() -> None:
    assert "✗ Aki had passed and was shut out of this trick" in drawn_table(FAULTY_RECORD, "--at", "9")
    assert "✗ Akiはパスしており" in drawn_table(FAULTY_RECORD, "--at", "9", language="ja_JP.UTF-8")


def test_a_deal_is_printed_with_a_column_for_each_player_and_a_rule_before_each_trick() -> None:
    result = daifu("show", "--columns", "-", data=json_line(theater_record("1 S5", "2 H6 @5 # slow", "3 -")))
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in result.stdout.splitlines() if "│" in line]
    assert rows[-1][:3] == ["♠5", "♥6@5{slow}", "-"]
    assert rows[0] == ["♦3?12", "?13", "?13", "?14"]
    assert daifu("show", "--columns", "-", data=json_line(RESULT_RECORD)).exit_code == 2
