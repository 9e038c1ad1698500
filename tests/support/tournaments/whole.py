"""A whole tournament of forty by HTTP alone, and its standings computed on paper."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from tests.support.http_client import HttpScorekeeper, Json, penalty, round_change, sheet
from tests.support.playouts import legal_sitting

Value = Fraction | int | None
FAULT_POINTS = -1
"""What a fault costs."""


class PaperStandings:
    """All that was written down, by round and table; seats, places and points stand in the same order."""

    def __init__(self) -> None:
        self.entrants = 0
        self.sat: dict[tuple[int, int], list[int]] = {}
        self.places: dict[tuple[int, int], list[int]] = {}
        self.points: dict[tuple[int, int], list[int]] = {}
        self.awards: list[tuple[int, int, int]] = []
        self.faults: list[tuple[int, int]] = []
        self.lot: list[int] = []

    def writes(self, round_number: int, table: int, points: Sequence[int]) -> None:
        """The points of a table, by seat; places follow."""
        self.points[round_number, table] = list(points)
        self.places[round_number, table] = [1 + sum(other > own for other in points) for own in points]

    def table(self, until: int) -> list[dict[str, Any]]:
        """The lines of the standing after a round, best first."""
        before = {line["entrant"]: line["place"] for line in self._lines(until - 1)} if until > 1 else {}
        lines = self._lines(until)
        for line in lines:
            line["movement"] = before[line["entrant"]] - line["place"] if before else None
        return lines

    def _lines(self, until: int) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = []
        for level in self._order(list(range(1, self.entrants + 1)), self._tie_breaks(until)):
            place = len(lines) + 1
            lines += [{"place": place, "entrant": one, **self.numbers(one, until)} for one in sorted(level)]
        return lines

    def numbers(self, entrant: int, until: int) -> dict[str, Any]:
        """The line of an entrant without the place."""
        own = list(self.seats_of(entrant, until))
        kept = [number for number, _ in self._kept(entrant, until)]
        return {
            "points": self.total(entrant, until),
            "counted": sum(score for _, score in self._kept(entrant, until)),
            "referee": self._referee(entrant, until),
            "deals": len(own),
            "firsts": self._firsts(entrant, until),
            "best_round": self._best(entrant, until),
            "faults": self._faults(entrant, until),
            "opponents": self._strength(entrant, until),
            "dropped": [number for number, _ in self._scores(entrant, until) if number not in kept],
        }

    def seats_of(self, entrant: int, until: int) -> Iterator[tuple[int, int, int]]:
        """Where the entrant sat: round, table and place in the order of the seats."""
        for (number, table), sitters in sorted(self.sat.items()):
            if number <= until and entrant in sitters and (number, table) in self.points:
                yield number, table, sitters.index(entrant)

    def total(self, entrant: int, until: int) -> int:
        """The points of the entrant."""
        return sum(score for _, score in self._kept(entrant, until)) + self._referee(entrant, until)

    def _scores(self, entrant: int, until: int) -> list[tuple[int, int]]:
        return [(number, self.points[number, table][seat]) for number, table, seat in self.seats_of(entrant, until)]

    def _kept(self, entrant: int, until: int) -> list[tuple[int, int]]:
        """The rounds that count: all but the worst one, and all of them for those who missed a round."""
        scores = self._scores(entrant, until)
        worst_first = sorted(scores, key=lambda one: (one[1], one[0]))
        return sorted(worst_first[max(0, len(scores) - max(until - 1, 1)) :])

    def _referee(self, entrant: int, until: int) -> int:
        awarded = sum(points for who, number, points in self.awards if who == entrant and number <= until)
        return awarded + FAULT_POINTS * self._faults(entrant, until)

    def _faults(self, entrant: int, until: int) -> int:
        return sum(who == entrant and number <= until for who, number in self.faults)

    def _firsts(self, entrant: int, until: int) -> int:
        return sum(self.places[number, table][seat] == 1 for number, table, seat in self.seats_of(entrant, until))

    def _best(self, entrant: int, until: int) -> int | None:
        return max((score for _, score in self._scores(entrant, until)), default=None)

    def _strength(self, entrant: int, until: int) -> Fraction | None:
        met = [
            other
            for number, table, _ in self.seats_of(entrant, until)
            for other in self.sat[number, table]
            if other != entrant
        ]
        return Fraction(sum(self.total(other, until) for other in met), len(met)) if met else None

    def _share(self, one: int, other: int, until: int) -> Fraction | None:
        """The part of their meetings that the one won against the other."""
        won = []
        for number, table, seat in self.seats_of(one, until):
            if other in self.sat[number, table]:
                own, theirs = (self.points[number, table][s] for s in (seat, self.sat[number, table].index(other)))
                won.append(Fraction(1, 2) if own == theirs else Fraction(own > theirs))
        return sum(won, Fraction(0)) / len(won) if won else None

    def _head_to_head(self, entrant: int, tied: list[int], until: int) -> Fraction | None:
        if any(self._share(one, other, until) is None for one, other in combinations(tied, 2)):
            return None
        shares = (self._share(entrant, other, until) for other in tied if other != entrant)
        return sum((won for won in shares if won is not None), Fraction(0))

    def _tie_breaks(self, until: int) -> list[Callable[[int, list[int]], Value]]:
        return [
            lambda one, _: self.total(one, until),
            lambda one, tied: self._head_to_head(one, tied, until),
            lambda one, _: self._firsts(one, until),
            lambda one, _: self._best(one, until),
            lambda one, _: -self._faults(one, until),
            lambda one, _: self._strength(one, until),
            lambda one, tied: -self.lot.index(one) if set(tied) <= set(self.lot) else None,
        ]

    def _order(self, tied: list[int], tie_breaks: list[Callable[[int, list[int]], Value]]) -> Iterator[list[int]]:
        if len(tied) == 1 or not tie_breaks:
            yield tied
            return
        values = {one: tie_breaks[0](one, tied) for one in tied}
        known = sorted({value for value in values.values() if value is not None}, reverse=True)
        for value in [*known, None]:
            level = [one for one in tied if values[one] == value]
            if level:
                yield from self._order(level, tie_breaks[1:])


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
    "penalties": {"illegal": FAULT_POINTS},
}


class WholeTournament:
    """Plays it; whatever the service has to know is sent, and whatever it should come to is on paper."""

    def __init__(self, keeper: HttpScorekeeper, rng: Random) -> None:
        self.keeper = keeper
        self.paper = PaperStandings()
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
        self.keeper.make(*teams)
        self.keeper.open_stage(sizes=[4, 5], rounds=ROUNDS)
        self.keeper.make(*(round_change("withdrawn", 1, entrant=entrant) for entrant in NO_SHOWS), reason="no shows")
        wish = {"method": "balanced", "stage": 1, "rounds": ROUNDS, "wanted": 5, "seed": 5}
        self.quality = self.keeper.make(wish, to="draw")["quality"]
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
        self.keeper.make(round_change("round_closed", number))
        self.announced.append(self.keeper.reads("/standings", stage=1, round=number))

    def _sheet(self, number: int, table: int) -> None:
        """Every third sheet tells points of its own, on which two may be level; the others only places."""
        size = len(self.paper.sat[number, table])
        if table % 3:
            places = self.rng.sample(range(1, size + 1), size)
            self.paper.writes(number, table, [size - place for place in places])
            self.keeper.make(sheet(number, table, places=places))
        else:
            points = [self.rng.randint(-2, 6) for _ in range(size)]
            self.paper.writes(number, table, points)
            self.keeper.make(sheet(number, table, points=points))

    def _record(self, number: int, table: int) -> None:
        """The table was recorded move by move; in the fourth round somebody passed out of turn."""
        sitters = self.paper.sat[number, table]
        record: Any = legal_sitting("dalmuti", len(sitters), 1, self.rng)
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
            self.keeper.make(penalty(1, wrong, 2), penalty(2, right, 2, -3), reason="the clock")
            self.keeper.make({"change": "cancelled", "award": 1}, reason="it was somebody else")
            self.paper.awards.append((right, 2, -3))
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
        size = len(self.paper.sat[3, 4])
        places = list(range(1, size + 1))
        correction = sheet(3, 4, places=places)
        assert self.keeper.attempt(correction).get_json()["code"] == "round_closed"
        self.foreseen = self.keeper.attempt(correction, dry_run="true").get_json()
        steps = (round_change("round_reopened", 3), correction, round_change("round_closed", 3))
        self.keeper.make(*steps, reason="the sheet was misread")
        self.paper.writes(3, 4, [size - place for place in places])
        after = {line["entrant"]: line for line in self.keeper.reads("/standings", stage=1, round=4)["lines"]}
        for one in self.foreseen["consequences"]:
            assert one["round"] != 4 or one["after"] == after[one["entrant"]]

    def _notice_wrong_seats(self) -> None:
        """In the sixth round two had changed tables, which is noticed at the end."""
        first, second = self.paper.sat[6, 3], self.paper.sat[6, 4]
        first[0], second[0] = second[0], first[0]
        tables = [{"table": 3, "seats": first}, {"table": 4, "seats": second}]
        moved = round_change("seats_moved", 6, tables=tables)
        self.keeper.make(round_change("round_reopened", 6), moved, round_change("round_closed", 6))

    def _finish(self) -> None:
        self.paper.lot = [42, 41]
        self.keeper.make({"change": "lot_drawn", "entrants": self.paper.lot}, {"change": "finished"})
