"""A whole tournament of forty by HTTP alone, from the first chair to the final table, written down on paper as well."""

from random import Random
from typing import Any

from tests.support.paper import FAULT, Paper
from tests.support.playout import sitting
from tests.support.scorekeeping import Json, Scorekeeper, of_round, penalty, sheet

NAME = "Winter cup"
ROUNDS = 8
PLAYERS = 40
NO_SHOWS = (41, 42)
LEAVES = 17
"""Goes home after four rounds."""
SETTINGS = {
    "tie_breaks": [
        *("points", "head_to_head", "firsts", "best_round", "fewest_faults"),
        *("strength_of_opponents", "lot"),
    ],
    "drop_worst": 1,
    "penalties": {"illegal": FAULT},
}


class WholeTournament:
    """Plays it; whatever the service has to know is sent, and whatever it should come to is on paper."""

    def __init__(self, keeper: Scorekeeper, rng: Random) -> None:
        self.keeper = keeper
        self.paper = Paper()
        self.rng = rng
        self.quality: Json = {}
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
        self.paper.entrants = len(names)
        teams = [{"change": "entered", "name": name, "team": "ABCD"[place % 4]} for place, name in enumerate(names)]
        self.keeper.makes(*teams)
        self.keeper.opens(sizes=[4, 5], rounds=ROUNDS)
        self.keeper.makes(*(of_round("withdrawn", 1, entrant=entrant) for entrant in NO_SHOWS), reason="no shows")
        wish = {"method": "balanced", "stage": 1, "rounds": ROUNDS, "wanted": 5, "seed": 5}
        self.quality = self.keeper.makes(wish, to="draw")["quality"]
        self._take_down_seats(1)

    def _take_down_seats(self, since: int) -> None:
        for found in self.keeper.reads()["stages"][0]["rounds"][since - 1 :]:
            for table in [key for key in self.paper.sat if key[0] == found["number"]]:
                del self.paper.sat[table]
            for table in found["tables"]:
                self.paper.sat[found["number"], table["number"]] = [seat["drawn"] for seat in table["seats"]]

    def _round(self, number: int) -> None:
        tables = sorted(table for at, table in self.paper.sat if at == number)
        for table in tables:
            self._record(number, table) if table in {1, 2} else self._sheet(number, table)
        self._referee(number)
        self.keeper.makes(of_round("round_closed", number))
        self.announced.append(self.keeper.reads("/standings", stage=1, round=number))

    def _sheet(self, number: int, table: int) -> None:
        """Every third sheet tells points of its own, on which two may be level; the others only places."""
        size = len(self.paper.sat[number, table])
        if table % 3:
            places = self.rng.sample(range(1, size + 1), size)
            self.paper.writes(number, table, [size - place for place in places])
            self.keeper.makes(sheet(number, table, places=places))
        else:
            points = [self.rng.randint(-2, 6) for _ in range(size)]
            self.paper.writes(number, table, points)
            self.keeper.makes(sheet(number, table, points=points))

    def _record(self, number: int, table: int) -> None:
        """The table was recorded move by move; in the fourth round somebody passed out of turn."""
        sitters = self.paper.sat[number, table]
        record: Any = sitting("dalmuti", len(sitters), 1, self.rng)
        order = record["deals"][0]["result"]["order"]
        self.paper.writes(number, table, [len(order) - 1 - order.index(seat) for seat in range(1, len(order) + 1)])
        if (number, table) == (4, 1):
            self._pass_out_of_turn(number, record["deals"][0], sitters)
        landing = self.sends(record, number, table)
        assert landing["problem"] is None, landing
        self.keeper.version = landing["version"]

    def _pass_out_of_turn(self, number: int, deal: Json, sitters: list[int]) -> None:
        actions = deal["actions"]
        lead = next(place for place, action in enumerate(actions) if action.split()[1].isdigit())
        in_turn = {int(actions[place].split()[0]) for place in (lead, lead + 1)}
        offender = next(seat for seat in range(1, len(sitters) + 1) if seat not in in_turn)
        actions.insert(lead + 1, f"{offender} -")
        self.paper.faults.append((sitters[offender - 1], number))

    def sends(self, record: Json, number: int, table: int) -> Json:
        """What becomes of a record of a table whose players sit there in the order of the record."""
        names = [f"Player {entrant}" for entrant in self.paper.sat.get((number, table), self.paper.sat[1, 1])]
        event = {"name": NAME, "stage": 1, "round": number, "table": table}
        body = {**record, "players": names, "event": event}
        answer = self.keeper.client.post("/v1/records", json=body, headers=self.keeper.headers)
        assert answer.status_code == 201, answer.get_json()
        [landing] = answer.get_json()["landings"]
        found: Json = landing
        return found

    def _referee(self, number: int) -> None:
        if number == 2:
            wrong, right = self.paper.sat[2, 3][0], self.paper.sat[2, 4][0]
            self.keeper.makes(penalty(1, wrong, 2), penalty(2, right, 2, -3), reason="the clock")
            self.keeper.makes({"change": "cancelled", "award": 1}, reason="it was somebody else")
            self.paper.awards.append((right, 2, -3))
        if number == 4:
            [fault] = self.keeper.reads("/faults")["faults"]
            named = {name: fault[name] for name in ("table", "deal", "action", "seat", "code")}
            self.keeper.makes(of_round("fault_decided", 4, decision="upheld", **named))

    def _somebody_leaves(self) -> None:
        self.keeper.makes(of_round("withdrawn", 5, entrant=LEAVES))
        self.keeper.makes({"stage": 1, "wanted": 5, "seed": 6}, to="redraw")
        self._take_down_seats(5)

    def _correct_a_closed_round(self) -> None:
        """It is asked what that would do before it is done."""
        size = len(self.paper.sat[3, 4])
        places = list(range(1, size + 1))
        correction = sheet(3, 4, places=places)
        assert self.keeper.tries(correction).get_json()["code"] == "round_closed"
        self.foreseen = self.keeper.tries(correction, dry_run="true").get_json()
        steps = (of_round("round_reopened", 3), correction, of_round("round_closed", 3))
        self.keeper.makes(*steps, reason="the sheet was misread")
        self.paper.writes(3, 4, [size - place for place in places])
        after = {line["entrant"]: line for line in self.keeper.reads("/standings", stage=1, round=4)["lines"]}
        for one in self.foreseen["consequences"]:
            assert one["round"] != 4 or one["after"] == after[one["entrant"]]

    def _notice_wrong_seats(self) -> None:
        """In the sixth round two had changed tables, which is noticed at the end."""
        first, second = self.paper.sat[6, 3], self.paper.sat[6, 4]
        first[0], second[0] = second[0], first[0]
        tables = [{"table": 3, "seats": first}, {"table": 4, "seats": second}]
        moved = of_round("seats_moved", 6, tables=tables)
        self.keeper.makes(of_round("round_reopened", 6), moved, of_round("round_closed", 6))

    def _finish(self) -> None:
        self.paper.lot = [42, 41]
        self.keeper.makes({"change": "lot_drawn", "entrants": self.paper.lot}, {"change": "finished"})
