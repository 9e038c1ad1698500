"""The holders of feats, and the ratings of each day."""

from datetime import date

from daifu.data.ratings.values import (
    Best,
    DayRating,
    DealPlace,
    Feat,
    FeatHolder,
    Progress,
    Rating,
    Streak,
    daily_ratings,
    rank_holders,
    recent_form,
)

APRIL_1 = date(2025, 4, 1).toordinal()


def progress(reign: int, record: int = 1, day: int = APRIL_1) -> Progress:
    """The progress of a player with this longest reign."""
    return Progress(Streak(), Streak(), Streak(0, reign, record, day))


def reigns(players: dict[str, Progress], limit: int = 10) -> list[str]:
    """The holders of the longest reigns, best first."""
    return [holder.person for holder in rank_holders(players.items(), limit)[Feat.REIGN]]


def test_the_longest_reign_comes_first() -> None:
    assert reigns({"A": progress(2), "B": progress(3)}) == ["B", "A"]


def test_a_player_who_never_reigned_holds_no_feat() -> None:
    assert reigns({"A": progress(0)}) == []


def test_of_equal_reigns_the_earliest_day_comes_first_then_the_first_record_then_the_id() -> None:
    later = APRIL_1 + 1
    players = {"D": progress(2, 1, later), "C": progress(2, 2), "B": progress(2, 1), "A": progress(2, 1)}
    assert reigns(players) == ["A", "B", "C", "D"]


def test_only_the_best_are_listed() -> None:
    assert reigns({"A": progress(1), "B": progress(3), "C": progress(2)}, limit=2) == ["B", "C"]


def test_a_holder_is_told_with_the_record_and_its_day() -> None:
    found = rank_holders({"A": progress(2, 7)}.items(), 1)
    assert found[Feat.REIGN] == [FeatHolder("A", Best(2, 7, date(2025, 4, 1)))]


def test_the_recent_form_of_somebody_who_has_not_played_is_empty() -> None:
    assert recent_form(Progress.new(), behind=3) == ([], 0, 0, None, None, None, None, 3)


def test_the_recent_form_has_places_streaks_and_the_peak() -> None:
    found = recent_form(
        Progress(Streak(1, 2, 5, APRIL_1), Streak(), Streak(), 12.5, 6, APRIL_1, [(1, 3), (2, 4)]), behind=0
    )
    assert found.places == [DealPlace(1, 3), DealPlace(2, 4)]
    assert (found.first, found.longest_first) == (1, Best(2, 5, date(2025, 4, 1)))
    assert found.peak == Best(12.5, 6, date(2025, 4, 1))


def test_the_rating_of_a_day_is_that_at_its_end() -> None:
    ratings = [Rating(25, 8, 1, deals) for deals in (1, 2, 3)]
    found = daily_ratings([(APRIL_1, ratings[0]), (APRIL_1, ratings[1]), (APRIL_1 + 1, ratings[2])])
    assert found == [DayRating(date(2025, 4, 1), ratings[1]), DayRating(date(2025, 4, 2), ratings[2])]


def test_a_day_without_a_rated_deal_has_no_rating() -> None:
    rating = Rating(25, 8, 1, 1)
    assert daily_ratings([(APRIL_1, rating), (APRIL_1 + 1, rating)]) == [DayRating(date(2025, 4, 1), rating)]
