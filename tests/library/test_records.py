"""The library's records: loaded, read from files and sheets, replayed, walked through, analysed, and written."""

import gzip
import json
from pathlib import Path

import pytest

import daifu
from tests.support.command_line import daifu as run_daifu
from tests.support.command_line import write_file
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import FAULTY_RECORD, LEGAL_RECORD, LOST, RESULT_RECORD, json_bytes, json_lines

SERVER_LOG = SAMPLES_FOLDER / "uecda-server.log.gz"

GAMES = ("akagiri", "biga", "dalmuti", "floor13", "theater", "uecda")

AKAGIRI = SAMPLES_FOLDER / "akagiri.ndjson"

SHEET = "date,Mu,Junko,Shimo\n2025-04-04,1,2,3\n2025-04-04,3,1,2\n2025-04-11,1,1,3\n"


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


def test_it_is_what_the_command_prints(tmp_path: Path) -> None:
    file = write_file(tmp_path / "lost.ndjson", json_lines(LOST))
    options = {"positions": 100, "playouts": 20, "seed": 7}
    (deal,) = daifu.analyse(daifu.load(LOST), **options)
    given = [text for name, number in options.items() for text in (f"--{name}", str(number))]
    printed = json.loads(run_daifu("analyse", file, "--json", *given).stdout)
    del printed["source"]
    assert json.loads(daifu.analysis_json(deal)) == printed


def test_without_playouts_nothing_is_estimated() -> None:
    (deal,) = daifu.analyse(daifu.load(LOST))
    assert (deal.estimates, deal.no_estimates, deal.luck, deal.no_luck) == (None, None, None, None)


def test_another_seed_gives_other_estimates_and_the_same_proofs() -> None:
    one, other = (next(daifu.analyse(daifu.load(LOST), playouts=20, seed=seed)) for seed in (1, 2))
    assert one.estimates != other.estimates
    assert (one.actions, one.missed_wins) == (other.actions, other.missed_wins)


@pytest.mark.parametrize("number", ["positions", "playouts"])
def test_a_negative_number_is_refused(number: str) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        daifu.analyse(daifu.load(LOST), **{number: -1})


def sample(game: str) -> daifu.Record:
    return next(daifu.read(SAMPLES_FOLDER / f"{game}.ndjson"))


@pytest.mark.parametrize("game", GAMES)
def test_a_walk_passes_through_every_position_of_a_deal(game: str) -> None:
    record = sample(game)
    walked = [position.json() for position in daifu.positions(record, 2)]
    assert len(walked) == walked[0]["actions"] + 1
    assert walked == [daifu.position_after(record, 2, at).json() for at in range(len(walked))]


@pytest.mark.parametrize("game", GAMES)
def test_attributes_say_what_the_values_say(game: str) -> None:
    for position in daifu.positions(sample(game), 1):
        values = position.json()
        assert (position.deal, position.at, position.action) == (values["deal"], values["at"], values["action"])
        assert (position.turn, position.over) == (values["turn"], values["over"])
        assert position.hands == {player["player"]: player["hand"] for player in values["players"]}
        assert position.top == (values["top"] and values["top"]["cards"])
        assert position.legal_actions() == values["legal"]


def test_what_was_played_in_a_legal_game_was_a_legal_action() -> None:
    before, *later = daifu.positions(sample("dalmuti"), 1)
    for position in later:
        assert position.action in (before.legal_actions() or [])
        before = position


def test_positions_stay_as_they_are_while_the_walk_goes_on() -> None:
    walk = daifu.positions(daifu.load(LEGAL_RECORD), 1)
    first = next(walk)
    before = first.json()
    list(walk)
    assert first.json() == before


@pytest.mark.parametrize(("deal", "at"), [(0, 0), (2, 0), (1, -1), (1, 99)])
def test_a_position_that_does_not_exist_is_a_lookup_error(deal: int, at: int) -> None:
    with pytest.raises(LookupError):
        daifu.position_after(daifu.load(LEGAL_RECORD), deal, at)


def test_a_deal_of_which_only_the_result_is_known_has_no_positions() -> None:
    with pytest.raises(LookupError):
        daifu.positions(daifu.load(RESULT_RECORD), 1)


def test_a_row_of_deals_is_a_player_of_a_deal() -> None:
    record = daifu.load(LOST)
    first, *others = daifu.table(record)
    report = daifu.replay(record).deals[0]
    assert len(others) == 2
    assert first["name"] == "Mu"
    assert [row["place"] for row in (first, *others)] == [report.order.index(player) + 1 for player in (1, 2, 3)]


def test_faults_say_where_and_what() -> None:
    game = daifu.Game.from_record(daifu.load(LEGAL_RECORD), 1, 0)
    game.push(f"{game.turn} -", faulty=True)
    found = list(daifu.table(game.record(), "faults"))
    assert [(row["deal"], row["action"], row["code"]) for row in found if row["action"] is not None] == [
        (1, 0, "pass_on_lead")
    ]


def test_figures_of_a_player_count_all_records() -> None:
    found = daifu.table(AKAGIRI, "figures")
    deals = {row["player"]: row["value"] for row in found if row["figure"] == "deals"}
    expected: dict[str, int] = {}
    for row in daifu.table(AKAGIRI):
        expected[row["name"]] = expected.get(row["name"], 0) + 1
    assert deals == expected


def test_records_are_listed_with_their_totals() -> None:
    found = list(daifu.table(daifu.read(AKAGIRI), "records"))
    assert found[0]["totals"] == daifu.replay(next(daifu.read(AKAGIRI))).totals
    assert len(found) == sum(1 for _ in daifu.read(AKAGIRI))


def test_a_table_becomes_arrow() -> None:
    found = daifu.table(AKAGIRI)
    frame = found.to_arrow()
    assert tuple(frame.column_names) == found.columns
    assert frame.to_pylist() == list(found)


@pytest.mark.parametrize(("library", "method"), [("pandas", "to_pandas"), ("polars", "to_polars")])
def test_a_table_becomes_a_frame_where_the_library_is_installed(library: str, method: str) -> None:
    pytest.importorskip(library)
    found = daifu.table(AKAGIRI)
    assert getattr(found, method)().shape == (len(found), len(found.columns))


def test_a_notebook_shows_the_first_rows() -> None:
    html = daifu.table(AKAGIRI)._repr_html_()
    assert html.count("<tr>") == 21


def test_another_table_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="records, deals, faults, figures"):
        daifu.table(AKAGIRI, "pictures")


def test_a_sheet_gives_a_record_an_evening_with_its_errors_questions_and_map(tmp_path: Path) -> None:
    path = tmp_path / "april.csv"
    path.write_text(SHEET)
    found = daifu.read_sheet(path, "akagiri")
    assert [(record.rules, record.players, record.deals) for record in found.records] == [
        ("akagiri", ["Mu", "Junko", "Shimo"], 2)
    ]
    assert [error.cell for error in found.errors] == ["C4"]
    again = daifu.read_sheet(SHEET.encode(), columns={**found.columns, "layout": "P"})
    assert (again.records, again.questions) == (found.records, ())


def test_a_sheet_that_cannot_be_read_is_refused_as_other_sources_are() -> None:
    with pytest.raises(daifu.SourceRefused, match="expected the rules of the game"):
        daifu.read_sheet(SHEET.encode())
