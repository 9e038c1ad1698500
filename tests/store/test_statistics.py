"""Every record is counted once, in its present state, and every answer equals a recount."""

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date
from itertools import combinations
from typing import Any

import pytest

from daifu.data.store.merged_statistics import counts_by_person, opponents_of
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import DealFilter, Location, RecordFilter, RevisionKind
from daifu.schemas.house_document import flattened, read_house, with_house
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_raw
from daifu.schemas.record.limits import LARGEST_INTEGER
from tests.support.evenings import (
    EXTREME_POINTS,
    PLAYERS,
    assert_statistics_agree,
    counted_deals,
    evening,
    evening_with_points,
    judged_results,
)
from tests.support.houses import CLUB
from tests.support.recount.store import counted_records, counts_of_opponents, counts_of_player
from tests.support.stores import ANN, judged_sitting, verification_errors

FOUR = PLAYERS[:4]
MU, JUNKO, SHIMO, AKI, *_ = PLAYERS


def test_an_empty_store_has_no_counts(store: Store) -> None:
    assert store.statistics.player([MU], "dalmuti") is None
    assert store.statistics.profile("dalmuti") == ({}, {})
    assert store.statistics.opponents([MU], "dalmuti") == []
    assert store.statistics.against([MU], [JUNKO], "dalmuti") == {}
    assert list(store.statistics.everybody("dalmuti")) == []
    assert store.statistics.version("dalmuti") == 0


def test_a_record_is_counted_at_once(store: Store) -> None:
    store.add([evening("A", [1, 2, 3, 4], [2, 1, 3, 4])], ANN)
    assert counted_deals(store) == 2
    assert_statistics_agree(store)


def test_a_record_that_is_sent_twice_is_counted_once(store: Store) -> None:
    store.add([evening("A"), evening("A")], ANN)
    store.add([evening("A")], ANN)
    assert counted_deals(store) == 1


def test_a_grown_record_counts_in_its_present_state(store: Store) -> None:
    store.add([evening("A", [1, 2, 3, 4])], ANN)
    store.add([evening("A", [1, 2, 3, 4], [4, 3, 2, 1])], ANN)
    assert counted_deals(store) == 2
    assert_statistics_agree(store)


def test_a_corrected_record_counts_in_its_present_state(store: Store) -> None:
    store.add([evening("A", [1, 2, 3, 4])], ANN)
    store.revise(1, evening("A", [4, 3, 2, 1]), ANN, expected=1)
    assert store.statistics.against([MU], [AKI], "dalmuti")["lower"] == 1
    assert_statistics_agree(store)


def test_a_player_who_is_corrected_away_has_no_counts(store: Store) -> None:
    store.add([judged_results(["Mu", "Junko", "Shimo", "Nao"], [[1, 2, 3, 4]])], ANN)
    assert counted_deals(store, "Nao") == 1
    store.revise(1, judged_results(FOUR, [[1, 2, 3, 4]]), ANN, expected=1)
    assert store.statistics.player(["Nao"], "dalmuti") is None
    assert_statistics_agree(store)


def test_a_withdrawn_record_is_not_counted(store: Store) -> None:
    store.add([evening("A"), evening("B")], ANN)
    store.withdraw(1, ANN, expected=1)
    assert counted_deals(store) == 1
    assert_statistics_agree(store)


def test_a_restored_record_is_counted_again(store: Store) -> None:
    store.add([evening("A")], ANN)
    store.withdraw(1, ANN, expected=1)
    store.revise(1, evening("A", [2, 1, 3, 4]), ANN, expected=2)
    assert store.revisions(1)[-1].kind is RevisionKind.RESTORED
    assert counted_deals(store) == 1
    assert_statistics_agree(store)


def test_actions_are_counted_as_well_as_results(store: Store) -> None:
    store.add(
        [judged_sitting("A"), judged_sitting("B", 5), judged_sitting("C", event={"name": "Cup", "date": "2025-04-01"})],
        ANN,
    )
    assert_statistics_agree(store)


def test_deals_are_chosen_by_day_tournament_and_number_of_players(store: Store) -> None:
    days = ["2025-04-01", "2025-04-02", "2025-04-03"]
    cup = [judged_results(FOUR, [[1, 2, 3, 4]], event={"name": "Cup", "date": day}) for day in days]
    five = judged_results(PLAYERS[:5], [[1, 2, 3, 4, 5]], event={"date": days[0]})
    store.add([*cup, five, evening("A")], ANN)
    for wanted, expected in (
        (DealFilter(), 5),
        (DealFilter(since=date(2025, 4, 2)), 2),
        (DealFilter(until=date(2025, 4, 2)), 3),
        (DealFilter(tournament="Cup"), 3),
        (DealFilter(seated=5), 1),
        (DealFilter(until=date(2025, 4, 1), seated=4), 1),
    ):
        found = store.statistics.player([MU], "dalmuti", wanted)
        assert found
        assert found["deals"] == expected
    assert_statistics_agree(store)


def test_several_ids_of_one_person_are_added_up(store: Store) -> None:
    store.add([evening("A"), judged_results(["Nao", "Junko", "Rei", "Aki"], [[1, 2, 3, 4]])], ANN)
    records, ids = counted_records(store, "dalmuti"), [MU, "Nao"]
    assert store.statistics.player(ids, "dalmuti") == counts_of_player(records, ids, DealFilter())
    opponents = dict(store.statistics.opponents(ids, "dalmuti"))
    assert opponents == counts_of_opponents(records, ids)
    assert store.statistics.against(ids, [JUNKO], "dalmuti") == opponents[JUNKO]
    assert opponents.keys() == {JUNKO, SHIMO, AKI, "Rei"}


def test_everybody_leaves_out_players_with_fewer_deals(store: Store) -> None:
    store.add(
        [evening("A", [1, 2, 3, 4], [1, 2, 3, 4]), judged_results(["Mu", "Junko", "Nao", "Rei"], [[1, 2, 3, 4]])], ANN
    )
    assert {player for player, _ in store.statistics.everybody("dalmuti", 3)} == {MU, JUNKO}


def test_counts_of_everybody_can_be_limited_to_some_counters(store: Store) -> None:
    store.add([evening("A")], ANN)
    store.statistics.catch_up()
    store.add([evening("B")], ANN)
    expected = [
        (player, {name: counts[name] for name in ("deals", "first") if name in counts})
        for player, counts in store.statistics.everybody("dalmuti")
    ]
    assert list(store.statistics.everybody("dalmuti", counters=["first"])) == expected


def test_a_reader_who_cannot_write_limits_pending_counts_too(store: Store, location: Location) -> None:
    store.add([evening("A")], ANN)
    store.statistics.catch_up()
    store.add([evening("B")], ANN)
    with closing(open_store(location, read_only=True)) as reader:
        counts = dict(reader.statistics.everybody("dalmuti", counters=["first"]))
    assert {player: one["deals"] for player, one in counts.items()} == dict.fromkeys(FOUR, 2)
    assert set().union(*counts.values()) == {"deals", "first"}


def test_everybody_comes_in_the_order_of_their_first_records(store: Store) -> None:
    store.add([evening("A")], ANN)
    store.statistics.catch_up()
    store.add([judged_results(["Nao", "Junko", "Rei", "Mu"], [[1, 2, 3, 4]])], ANN)
    store.statistics.catch_up()
    assert [player for player, _ in store.statistics.everybody("dalmuti")] == [*FOUR, "Nao", "Rei"]
    assert [one for one, other, _ in store.statistics.pairs("dalmuti") if other == "Rei"] == [MU, JUNKO, "Nao"]


def test_who_met_are_the_pairs_that_have_deals(store: Store) -> None:
    game = store.add([evening("A")], ANN)[0].id
    store.statistics.catch_up()
    assert {frozenset(both) for both in store.statistics.meetings("dalmuti")} == set(
        map(frozenset, combinations(FOUR, 2))
    )
    store.withdraw(game, ANN, expected=1)
    assert store.statistics.meetings("dalmuti") == []


def test_a_reader_who_cannot_write_counts_what_others_write(store: Store, location: Location) -> None:
    with closing(open_store(location, read_only=True)) as reader:
        for table in "ABC":
            store.add([evening(table)], ANN)
            assert_statistics_agree(reader)
        store.statistics.catch_up()
        assert_statistics_agree(reader)


def test_the_version_of_a_profile_changes_with_it_and_with_nothing_else(store: Store) -> None:
    seen = [store.statistics.version("dalmuti")]
    store.add([evening("A")], ANN)
    seen.append(store.statistics.version("dalmuti"))
    store.add([judged_sitting("A")], ANN)
    assert store.statistics.version("dalmuti") == seen[-1]
    assert counted_deals(store) == 1
    assert store.statistics.version("dalmuti") == seen[-1]
    store.revise(1, evening("A", [2, 1, 3, 4]), ANN, expected=1)
    seen.append(store.statistics.version("dalmuti"))
    store.withdraw(1, ANN, expected=2)
    seen.append(store.statistics.version("dalmuti"))
    assert seen == sorted(set(seen))


def test_everybody_is_of_one_moment(store: Store) -> None:
    store.add([evening("A")], ANN)
    everybody = store.statistics.everybody("dalmuti")
    next(everybody)
    store.add([evening("B")], ANN)
    assert {counts["deals"] for _, counts in everybody} == {1}


def test_reads_during_writes_count_nothing_twice(store: Store) -> None:
    tables = [str(number) for number in range(30)]

    def write(turn: int) -> None:
        for table in tables[turn::2]:
            store.add([evening(table)], ANN)

    def read(_turn: int) -> None:
        seen = [counted_deals(store) for _ in tables]
        assert seen == sorted(seen)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda work: work[0](work[1]), [(write, 0), (read, 0), (write, 1), (read, 1)]))
    assert counted_deals(store) == len(tables)
    assert_statistics_agree(store)


def test_the_largest_points_are_counted_exactly(store: Store) -> None:
    store.add([evening_with_points("1")], ANN)
    counts = store.statistics.player([MU], "dalmuti")
    assert counts
    assert counts["points"] == 1000 * LARGEST_INTEGER
    assert counts["points_squared"] == (1000 * LARGEST_INTEGER) ** 2
    assert store.statistics.against([MU], [AKI], "dalmuti")["points"] == 2 * 1000 * LARGEST_INTEGER
    assert store.statistics.against([AKI], [MU], "dalmuti")["points"] == -2 * 1000 * LARGEST_INTEGER
    assert_statistics_agree(store)
    assert verification_errors(store) == []


@pytest.mark.parametrize("points", EXTREME_POINTS, ids=str)
def test_large_points_of_one_commit_are_counted_exactly(store: Store, points: list[int]) -> None:
    for batch in range(4):
        store.add([evening_with_points(f"{batch}.{number}", *[points] * 20) for number in range(10)], ANN)
    assert_statistics_agree(store)
    assert verification_errors(store) == []


def test_large_points_of_several_commits_are_counted_exactly(store: Store) -> None:
    random.seed(1)
    for number in range(12):
        store.add([evening_with_points(str(number), *random.choices(EXTREME_POINTS, k=5))], ANN)
        assert_statistics_agree(store)
    assert verification_errors(store) == []


GAME, CLUBS, OTHERS = "daifugo", "daifugo_club", "daifugo_other"


def house_evening(
    order: Sequence[int], house: str | None = "club", day: int | None = 1, player: str = "Mu"
) -> JudgedRecord:
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
    store.add([house_evening((1, 2, 3)), house_evening((3, 2, 1), "other", 2), house_evening((2, 1, 3), None, 3)], ANN)
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
    three.revise(1, house_evening((1, 2, 3), "other"), ANN, expected=1, reason="a test")
    assert deals(three) == {GAME: 3, CLUBS: None, OTHERS: 2}
    assert best(three)[1] == []
    assert three.statistics.houses() == [OTHERS]
    assert verification_errors(three) == []


def test_people_who_are_merged_are_one_in_each_house(three: Store) -> None:
    three.add([house_evening((1, 2, 3), "club", 4)], ANN)
    before = best(three)
    assert len(before[1]) == 3
    assert all(repair.is_done for repair in three.repair(lambda _count: None))
    assert best(three) == before


def test_a_house_keeps_its_name_and_results_when_somebody_called_like_it_is_made_anonymous(store: Store) -> None:
    store.add([house_evening((1, 2, 3), player="club"), house_evening((2, 1, 3), day=None, player="club")], ANN)
    before, ranked = deals(store), best(store)[1]
    store.people.make_anonymous("club", ANN)
    assert (deals(store), store.statistics.houses()) == (before, [CLUBS])
    assert best(store)[1] == ["anonymous-1" if one == "club" else one for one in ranked]
    assert verification_errors(store) == []


RULES = "dalmuti"


@pytest.fixture
def two(store: Store) -> Store:
    """A store with two deals, one with Aki and one with aki2."""
    for player in ("Aki", "aki2"):
        store.add([judged_results(["Mu", "Junko", "Shimo", player], [[1, 2, 3, 4]])], ANN)
    return store


def deals_of_people(store: Store, least: int = 1) -> dict[str, int]:
    """The number of deals of each person."""
    return {person: counts["deals"] for person, counts in counts_by_person(store, RULES, least)}


def test_everybody_is_counted_by_the_id_that_stands_for_the_person(two: Store) -> None:
    two.people.merge("aki2", "Aki", ANN, "one and the same")
    assert deals_of_people(two) == {"Mu": 2, "Junko": 2, "Shimo": 2, "Aki": 2}


def test_the_least_number_of_deals_is_that_of_all_ids_together(two: Store) -> None:
    assert "Aki" not in deals_of_people(two, least=2)
    two.people.merge("aki2", "Aki", ANN, "one and the same")
    assert deals_of_people(two, least=2)["Aki"] == 2


def test_an_opponent_with_several_ids_is_one(two: Store) -> None:
    two.people.merge("aki2", "Aki", ANN, "one and the same")
    two.people.rename("Aki", "Akiko", ANN, "as she is called")
    met = opponents_of(two, two.people.one("Mu"), RULES)
    assert [(other.id, other.name, other.counts["deals"]) for other in met] == [
        ("Aki", "Akiko", 2),
        ("Junko", "Junko", 2),
        ("Shimo", "Shimo", 2),
    ]
