"""The figures of games that were played must be possible, and fit each other."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest

from daifu.replay.figures.figures import Figures, ProfileFigures, pair_figures, player_figures, table_figures
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.record import RecordCounters, count_record
from daifu.schemas.record.decode import load_record
from tests.support.project import PROJECT_ROOT

SAMPLES: Final = PROJECT_ROOT / "data/samples"
EVENINGS: Final = 6


class Club(NamedTuple):
    """What was counted of all that a club played."""

    rules: str
    tallies: list[RecordCounters]
    whole: ProfileFigures
    seats: Counter[str]


@pytest.fixture(scope="module", params=PROFILES)
def club(request: pytest.FixtureRequest) -> Club:
    rules = request.param
    lines = (SAMPLES / f"{rules}.ndjson").read_bytes().splitlines()[:EVENINGS]
    tallies = [count_record(load_record(line))[1] for line in lines]
    tables, seats = Counter[str](), Counter[str]()
    for one in tallies:
        for counts in one.tables.values():
            tables.update(counts)
        for counts in one.seats.values():
            seats.update(counts)
    return Club(rules, tallies, table_figures(rules, tables, seats), seats)


def every_answer(club: Club) -> Iterator[Figures]:
    yield club.whole.figures
    yield club.whole.hardest
    yield from club.whole.transitions.values()
    for tallies in club.tallies:
        yield from (player_figures(club.rules, counts, club.seats) for counts in tallies.seats.values())
        yield from (pair_figures(club.rules, counts) for counts in tallies.pairs.values())


def test_every_interval_contains_its_value(club: Club) -> None:
    for figures in every_answer(club):
        for id, value in figures.items():
            if value.value is None or value.low is None or value.high is None:
                assert value.low is value.high is None, id
            else:
                assert value.low <= value.value <= value.high, id


def test_the_places_of_a_table_are_shared_out_evenly(club: Club) -> None:
    value = player_figures(club.rules, club.seats, club.seats)["place.relative"]
    assert value.value == pytest.approx(0.5)


def test_sets_of_each_kind_add_up_to_all_sets(club: Club) -> None:
    shares = [value.value or 0 for id, value in club.whole.figures.items() if id.startswith("set.")]
    assert sum(shares) == pytest.approx(1)


def test_each_row_of_the_matrix_adds_up_to_one(club: Club) -> None:
    assert bool(club.whole.transitions) == bool(PROFILES[club.rules].rules({}).counting.titles)
    for row in club.whole.transitions.values():
        assert sum(value.value or 0 for value in row.values()) == pytest.approx(1)


def test_deals_are_counted_once_for_the_table_and_once_for_each_seat(club: Club) -> None:
    of_seats = player_figures(club.rules, club.seats, club.seats)
    assert of_seats["sets"].numerator == club.whole.figures["sets"].numerator
    assert of_seats["deals"].numerator > club.whole.figures["deals"].numerator
