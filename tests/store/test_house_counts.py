"""A record that names a house counts in its game and in the house; a game has the results of all its houses."""

from collections.abc import Sequence
from typing import Any

import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter
from daifu.schemas.house_document import flattened, read_house, with_house
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_raw
from tests.support.houses import CLUB
from tests.support.stores import ANN, verification_errors

GAME, CLUBS, OTHERS = "daifugo", "daifugo_club", "daifugo_other"


def evening(order: Sequence[int], house: str | None = "club", day: int | None = 1, player: str = "Mu") -> JudgedRecord:
    """An evening of one deal under house rules, or under none."""
    raw: dict[str, Any] = {
        "format": "daifu/1",
        "rules": GAME,
        "players": [player, "Junko", "Shimo"],
        "event": {"date": f"2026-05-{day:02}"} if day else {"name": player},
        "deals": [{"result": {"order": list(order)}}],
    }
    if house is None:
        return judge_raw(raw)
    text = CLUB.replace('"club"', f'"{house}"')
    return judge_raw(with_house(raw, flattened(read_house(text.encode(), is_toml=True), lambda _slug, _version: None)))


@pytest.fixture
def three(store: Store) -> Store:
    """An evening of the club, one of others, and one of nobody."""
    store.add([evening((1, 2, 3)), evening((3, 2, 1), "other", 2), evening((2, 1, 3), None, 3)], ANN)
    return store


def deals(store: Store) -> dict[str, int | None]:
    """How many deals are counted where."""
    return {name: store.statistics.profile(name)[0].get("deals") for name in (GAME, CLUBS, OTHERS)}


def best(store: Store) -> list[list[str]]:
    """Who is rated where, the best first."""
    return [[one.person for one in store.ratings.ratings(name).rated] for name in (GAME, CLUBS, OTHERS)]


def test_a_game_has_the_results_of_all_its_houses(three: Store) -> None:
    assert three.statistics.houses() == [CLUBS, OTHERS]
    assert deals(three) == {GAME: 3, CLUBS: 1, OTHERS: 1}
    assert (three.statistics.player(["Mu"], CLUBS) or {})["deals"] == 1
    assert three.statistics.player(["Mu"], "daifugo_nobody") is None
    assert verification_errors(three) == []


def test_each_house_has_its_own_ratings(three: Store) -> None:
    found = best(three)
    assert (len(found[0]), found[1:]) == (3, [["Mu", "Junko", "Shimo"], ["Shimo", "Junko", "Mu"]])
    assert three.ratings.form(["Mu"], CLUBS).places != three.ratings.form(["Mu"], OTHERS).places
    assert three.ratings.catch_up()


def test_records_are_listed_by_house(three: Store) -> None:
    found = [[one.id for one in three.page(RecordFilter(rules=name)).records] for name in (GAME, CLUBS, OTHERS)]
    assert found == [[3, 2, 1], [1], [2]]
    assert [one.id for one in three.each(RecordFilter(rules=OTHERS))] == [2]


def test_a_withdrawn_record_counts_nowhere(three: Store) -> None:
    assert len(best(three)[1]) == 3
    three.withdraw(1, ANN, expected=1)
    assert deals(three) == {GAME: 2, CLUBS: None, OTHERS: 1}
    assert best(three)[1] == []
    assert verification_errors(three) == []


def test_a_record_that_is_corrected_to_another_house_counts_there(three: Store) -> None:
    assert len(best(three)[1]) == 3
    three.revise(1, evening((1, 2, 3), "other"), ANN, expected=1, reason="a test")
    assert deals(three) == {GAME: 3, CLUBS: None, OTHERS: 2}
    assert best(three)[1] == []
    assert three.statistics.houses() == [OTHERS]
    assert verification_errors(three) == []


def test_people_who_are_merged_are_one_in_each_house(three: Store) -> None:
    three.add([evening((1, 2, 3), "club", 4)], ANN)
    before = best(three)
    assert len(before[1]) == 3
    assert all(repair.is_done for repair in three.repair(lambda _count: None))
    assert best(three) == before


def test_a_house_keeps_its_name_and_results_when_somebody_called_like_it_is_made_anonymous(store: Store) -> None:
    store.add([evening((1, 2, 3), player="club"), evening((2, 1, 3), day=None, player="club")], ANN)
    before, ranked = deals(store), best(store)[1]
    store.people.make_anonymous("club", ANN)
    assert (deals(store), store.statistics.houses()) == (before, [CLUBS])
    assert best(store)[1] == ["anonymous-1" if one == "club" else one for one in ranked]
    assert verification_errors(store) == []
