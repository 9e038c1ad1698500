"""A whole tournament of forty by HTTP alone: every number is that of an independent computation."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from api.http.app import create_app
from api.settings import Settings
from api.views.tournaments.standings import standing_view
from api.views.values import plain_json
from data.store.open import open_store
from data.store.values import SCOREKEEPER
from data.tournaments.handlers.dispatch import apply_all
from data.tournaments.log import decode_change
from data.tournaments.standings.standing import compute_standing
from data.tournaments.state import EMPTY_STATE
from tests.support.http_app import bearer_headers, check_against_contract
from tests.support.http_client import HttpScorekeeper, Json
from tests.support.parquet import read_rows
from tests.support.tournaments.whole import LEAVER, NAME, NO_SHOWS, PLAYERS, ROUNDS, SETTINGS, WholeTournament

COLUMNS = ("place", "entrant", "points", "counted", "referee", "deals", "firsts", "best_round", "faults", "opponents")
FRACTIONS = ("points", "counted", "referee", "best_round", "opponents")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeTournament]:
    """The tournament when it is over."""
    store = open_store(tmp_path_factory.mktemp("whole") / "test.db")
    app = create_app(Settings(), store)
    app.testing = True
    check_against_contract(app)
    headers = bearer_headers(store.create_token("Haru", SCOREKEEPER).secret)
    found = WholeTournament(HttpScorekeeper(app.test_client(), headers, name=NAME, settings=SETTINGS), Random(40))
    found.play()
    yield found
    store.close()


def exact(line: Json) -> dict[str, Any]:
    """A line with its points as exact numbers."""
    return {
        name: Fraction(str(value)) if isinstance(value, float) or (name == "opponents" and value is not None) else value
        for name, value in line.items()
    }


def test_every_number_of_the_final_table_is_right(whole: WholeTournament) -> None:
    lines = list(map(exact, whole.keeper.reads("/standings")["lines"]))
    expected = whole.paper.table(ROUNDS)
    names = [*COLUMNS, "dropped", "movement"]
    assert [[line[name] for name in names] for line in lines] == [[line[name] for name in names] for line in expected]


@pytest.mark.parametrize("number", range(1, ROUNDS + 1))
def test_so_is_every_number_after_each_round(whole: WholeTournament, number: int) -> None:
    lines = list(map(exact, whole.keeper.reads("/standings", stage=1, round=number)["lines"]))
    expected = whole.paper.table(number)
    assert [[line[name] for name in COLUMNS] for line in lines] == [
        [line[name] for name in COLUMNS] for line in expected
    ]


def test_nobody_shares_a_place_for_the_lot_has_decided(whole: WholeTournament) -> None:
    lines = whole.keeper.reads("/standings")["lines"]
    assert [line["place"] for line in lines] == list(range(1, PLAYERS + len(NO_SHOWS) + 1))
    by_lot = [line["entrant"] for line in lines if line["tie_breaks"][-1]["tie_break"] == "lot"]
    assert set(NO_SHOWS) <= set(by_lot)
    assert by_lot.index(42) < by_lot.index(41)


def test_the_draw_is_as_good_as_it_says(whole: WholeTournament) -> None:
    drawn = [entry["change"] for entry in entries(whole.keeper) if entry["change"]["change"] == "drawn"]
    met = Counter(pair for one in drawn for table in one["tables"] for pair in combinations(sorted(table), 2))
    assert whole.quality["repeats"] == sum(count - 1 for count in met.values()) <= 24
    seats = Counter((entrant, seat) for one in drawn for table in one["tables"] for seat, entrant in enumerate(table))
    counts = [[seats[entrant, seat] for seat in range(5)] for entrant in range(1, PLAYERS + 1)]
    assert whole.quality["imbalance"] == max(max(sat) - min(sat) for sat in counts) <= 1


def test_what_was_played_stayed_when_somebody_left(whole: WholeTournament) -> None:
    rounds = whole.keeper.reads()["stages"][0]["rounds"]
    sizes = [sorted(len(table["seats"]) for table in one["tables"]) for one in rounds]
    assert sizes == [[5] * 8] * 4 + [[4] + [5] * 7] * 4
    seated = [{seat["drawn"] for table in one["tables"] for seat in table["seats"]} for one in rounds]
    assert [LEAVER in one for one in seated] == [True] * 4 + [False] * 4


def test_what_a_correction_would_do_was_told_before(whole: WholeTournament) -> None:
    assert whole.foreseen["made"] == 0
    assert {one["round"] for one in whole.foreseen["consequences"]} <= {3, 4}
    assert all(one["before"] != one["after"] for one in whole.foreseen["consequences"])
    assert whole.foreseen["consequences"]


def test_every_line_is_explained_down_to_its_deals(whole: WholeTournament) -> None:
    for line in whole.keeper.reads("/standings")["lines"]:
        told = whole.keeper.reads(f"/standings/{line['entrant']}")
        account = told["account"]
        assert told["line"] == line
        deals = [[deal["worth"] for deal in one["deals"]] for one in account["rounds"] if not one["dropped"]]
        awards = [award["points"] for award in account["awards"]] + [fault["cost"] for fault in account["faults"]]
        assert sum(map(sum, deals)) + sum(awards) == line["points"]


def test_the_teams_have_the_points_of_their_entrants(whole: WholeTournament) -> None:
    expected = Counter({"ABCD"[(line["entrant"] - 1) % 4]: 0 for line in whole.paper.table(ROUNDS)})
    for line in whole.paper.table(ROUNDS):
        expected["ABCD"[(line["entrant"] - 1) % 4]] += line["points"]
    teams = whole.keeper.reads("/teams")["teams"]
    assert {team["team"]: team["points"] for team in teams} == dict(expected)
    assert all(one["points"] >= other["points"] for one, other in pairwise(teams))


def test_the_spreadsheet_has_the_same_table(whole: WholeTournament) -> None:
    answer = whole.keeper.client.get(f"{whole.keeper.address}/standings", headers={"Accept": "text/csv"})
    rows = list(csv.DictReader(io.StringIO(answer.get_data().decode("utf-8-sig"))))
    lines = whole.keeper.reads("/standings")["lines"]
    assert [(row["place"], row["name"], row["points"]) for row in rows] == [
        (str(line["place"]), line["name"], str(line["points"])) for line in lines
    ]


def test_statistics_get_the_same_table(whole: WholeTournament) -> None:
    headers = {"Accept": "application/vnd.apache.parquet"}
    rows = read_rows(whole.keeper.client.get(f"{whole.keeper.address}/standings", headers=headers).get_data())
    lines = whole.keeper.reads("/standings")["lines"]
    told = [{name: row.get(f"{name}_exact") or row[name] for name in COLUMNS} for row in rows]
    assert told == [{name: exact_column(name, line) for name in COLUMNS} for line in lines]
    assert [(row["name"], row["lot"]) for row in rows] == [(line["name"], lot_of(line)) for line in lines]


@pytest.mark.parametrize("number", range(1, ROUNDS + 1))
def test_what_was_announced_is_kept(whole: WholeTournament, number: int) -> None:
    """Two rounds were corrected and closed anew."""
    first = whole.announced[number - 1]
    last = whole.keeper.reads("/standings", stage=1, round=number, announced="true")
    assert (last == first) is (number not in {3, 6})
    assert whole.keeper.reads("/standings", stage=1, round=number, announced="true", version=first["version"]) == first


def test_the_log_alone_gives_the_same_table(whole: WholeTournament) -> None:
    log = list(entries(whole.keeper))
    assert [entry["number"] for entry in log] == list(range(1, whole.keeper.version + 1))
    state = apply_all(EMPTY_STATE, (decode_change(json.dumps(entry["change"])) for entry in log))
    assert plain_json(standing_view(len(log), compute_standing(state))) == whole.keeper.reads("/standings")


def test_nothing_is_left_to_do(whole: WholeTournament) -> None:
    assert whole.keeper.reads("/missing")["missing"] == []
    assert whole.keeper.reads("/faults")["faults"] == []
    assert whole.keeper.reads("/landing")["problems"] == []
    assert whole.keeper.reads()["finished"]


def exact_column(name: str, line: Json) -> Any:  # noqa: ANN401 - any JSON
    """What stands in a column of a table in which fractions are texts."""
    value = exact(line)[name]
    return str(value) if name in FRACTIONS and value is not None else value


def lot_of(line: Json) -> int | None:
    """The place in the lot, where it was needed."""
    return next((step["value"] for step in line["tie_breaks"] if step["tie_break"] == "lot"), None)


def entries(keeper: HttpScorekeeper) -> Iterator[Json]:
    """The whole log, page by page."""
    after = 0
    while page := keeper.reads("/log", after=after, limit=100)["entries"]:
        yield from page
        after = page[-1]["number"]
