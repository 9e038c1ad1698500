"""A whole tournament of forty by HTTP alone: every number is that of a second, simple computation."""

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec import structs

from daifu.api.http.app import create_app
from daifu.api.settings import Settings
from daifu.api.views.tournaments.standings import standing_view
from daifu.api.views.values import plain_json
from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.log import apply_all, decode_change
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import EMPTY_STATE, RoundId
from tests.support.http_app import bearer_headers, check_against_contract
from tests.support.http_client import HttpScorekeeper, Json, penalty, round_change, sheet
from tests.support.naive_standings import NaiveTournament
from tests.support.playouts import legal_sitting
from tests.support.tables import read_rows

COLUMNS = ("place", "entrant", "points", "counted", "referee", "deals", "firsts", "best_round", "faults", "opponents")
FRACTIONS = ("points", "counted", "referee", "best_round", "opponents")


NAME = "Winter cup"
ROUNDS = 8
PLAYERS = 40
NO_SHOWS = (41, 42)
LEAVER = 17
"""Goes home after four rounds."""
SETTINGS = {
    "tie_breaks": [
        *("points", "head_to_head", "firsts", "best_round", "fewest_faults"),
        *("strength_of_opponents", "lot"),
    ],
    "drop_worst": 1,
    "penalties": {"illegal": -1},
}


class WholeTournament:
    """Plays it. `sat` are the entrants at each round and table, in the order of their seats."""

    def __init__(self, keeper: HttpScorekeeper, rng: Random) -> None:
        self.keeper = keeper
        self.sat: dict[tuple[int, int], list[int]] = {}
        self.rng = rng
        self.announced: list[Json] = []
        self.foreseen: Json = {}

    def play(self) -> None:
        """All of it, in the order in which it happened."""
        self._begin()
        for number in range(1, 5):
            self._round(number)
        self._somebody_leaves()
        self._correct_a_closed_round()
        for number in range(5, ROUNDS + 1):
            self._round(number)
        self._notice_wrong_seats()
        self._finish()

    def _begin(self) -> None:
        names = [f"Player {number}" for number in range(1, PLAYERS + len(NO_SHOWS) + 1)]
        teams = [{"change": "entered", "name": name, "team": "ABCD"[place % 4]} for place, name in enumerate(names)]
        self.keeper.make(*teams)
        self.keeper.open_stage(sizes=[4, 5], rounds=ROUNDS)
        self.keeper.make(*(round_change("withdrawn", 1, entrant=entrant) for entrant in NO_SHOWS), reason="no shows")
        wish = {"method": "balanced", "stage": 1, "rounds": ROUNDS, "wanted": 5, "seed": 5}
        self.keeper.make(wish, to="draw")
        self._take_down_seats(1)

    def _take_down_seats(self, since: int) -> None:
        for found in self.keeper.reads()["stages"][0]["rounds"][since - 1 :]:
            for table in [key for key in self.sat if key[0] == found["number"]]:
                del self.sat[table]
            for table in found["tables"]:
                self.sat[found["number"], table["number"]] = [seat["drawn"] for seat in table["seats"]]

    def _round(self, number: int) -> None:
        tables = sorted(table for at, table in self.sat if at == number)
        for table in tables:
            self._record(number, table) if table in {1, 2} else self._sheet(number, table)
        self._referee(number)
        self.keeper.make(round_change("round_closed", number))
        self.announced.append(self.keeper.reads("/standings", stage=1, round=number))

    def _sheet(self, number: int, table: int) -> None:
        """Every third sheet tells points of its own, on which two may be level; the others only places."""
        size = len(self.sat[number, table])
        if table % 3:
            places = self.rng.sample(range(1, size + 1), size)
            self.keeper.make(sheet(number, table, places=places))
        else:
            points = [self.rng.randint(-2, 6) for _ in range(size)]
            self.keeper.make(sheet(number, table, points=points))

    def _record(self, number: int, table: int) -> None:
        """The table was recorded move by move; in the fourth round somebody passed out of turn."""
        sitters = self.sat[number, table]
        record: Any = legal_sitting("dalmuti", len(sitters), 1, self.rng)
        if (number, table) == (4, 1):
            _pass_out_of_turn(record["deals"][0], len(sitters))
        event = {"name": NAME, "stage": 1, "round": number, "table": table}
        body = {**record, "players": [f"Player {entrant}" for entrant in sitters], "event": event}
        answer = self.keeper.client.post("/v1/records", json=body, headers=self.keeper.headers)
        [landing] = answer.get_json()["landings"]
        assert landing["problem"] is None, landing
        self.keeper.version = landing["version"]

    def _referee(self, number: int) -> None:
        if number == 2:
            wrong, right = self.sat[2, 3][0], self.sat[2, 4][0]
            self.keeper.make(penalty(1, wrong, 2), penalty(2, right, 2, -3), reason="the clock")
            self.keeper.make({"change": "cancelled", "award": 1}, reason="it was somebody else")
        if number == 4:
            [fault] = self.keeper.reads("/faults")["faults"]
            named = {name: fault[name] for name in ("table", "deal", "action", "seat", "code")}
            self.keeper.make(round_change("fault_decided", 4, decision="upheld", **named))

    def _somebody_leaves(self) -> None:
        self.keeper.make(round_change("withdrawn", 5, entrant=LEAVER))
        self.keeper.make({"stage": 1, "wanted": 5, "seed": 6}, to="redraw")
        self._take_down_seats(5)

    def _correct_a_closed_round(self) -> None:
        """It is asked what that would do before it is done."""
        size = len(self.sat[3, 4])
        places = list(range(1, size + 1))
        correction = sheet(3, 4, places=places)
        assert self.keeper.attempt(correction).get_json()["code"] == "round_closed"
        self.foreseen = self.keeper.attempt(correction, dry_run="true").get_json()
        steps = (round_change("round_reopened", 3), correction, round_change("round_closed", 3))
        self.keeper.make(*steps, reason="the sheet was misread")
        after = {line["entrant"]: line for line in self.keeper.reads("/standings", stage=1, round=4)["lines"]}
        for one in self.foreseen["consequences"]:
            assert one["round"] != 4 or one["after"] == after[one["entrant"]]

    def _notice_wrong_seats(self) -> None:
        """In the sixth round two had changed tables, which is noticed at the end."""
        first, second = self.sat[6, 3], self.sat[6, 4]
        first[0], second[0] = second[0], first[0]
        tables = [{"table": 3, "seats": first}, {"table": 4, "seats": second}]
        moved = round_change("seats_moved", 6, tables=tables)
        self.keeper.make(round_change("round_reopened", 6), moved, round_change("round_closed", 6))

    def _finish(self) -> None:
        self.keeper.make({"change": "lot_drawn", "entrants": [42, 41]}, {"change": "finished"})


def _pass_out_of_turn(deal: Json, players: int) -> None:
    actions = deal["actions"]
    lead = next(place for place, action in enumerate(actions) if action.split()[1].isdigit())
    in_turn = {int(actions[place].split()[0]) for place in (lead, lead + 1)}
    offender = next(seat for seat in range(1, players + 1) if seat not in in_turn)
    actions.insert(lead + 1, f"{offender} -")


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


@pytest.mark.parametrize(
    "number", [*(pytest.param(number, marks=pytest.mark.soak) for number in range(1, ROUNDS)), ROUNDS]
)
def test_every_number_after_each_round_is_right(whole: WholeTournament, number: int) -> None:
    changes = [decode_change(json.dumps(entry["change"])) for entry in entries(whole.keeper)]
    standing = compute_standing(apply_all(EMPTY_STATE, changes), RoundId(1, number))
    told = whole.keeper.reads("/standings", stage=1, round=number)
    assert told["lines"] == plain_json(standing_view(len(changes), standing))["lines"]
    again = NaiveTournament(changes).lines(1, number)
    lines = [structs.asdict(line) for line in standing.lines]
    assert [{column: line[column] for column in again[0]} for line in lines] == again


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
