"""The same games in other words: what does not matter in a record does not change its report."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from replay.games.catalogue import PROFILES
from schemas.raw import RawRecord
from tests.support.garbage import careless
from tests.support.outcome import found, judged, results, whole
from tests.support.rewrite import (
    cards_shuffled,
    commented,
    gifts_made,
    places_written,
    renumbered,
    seats_written,
    suits_changed,
)
from tests.support.strategies import sittings

chance = st.integers(0, 2**32).map(Random)

EXCHANGING = ("dalmuti", "theater", "akagiri", "uecda")
LAST_BY_PLACE_ALONE = ("dalmuti", "theater", "akagiri", "biga", "uecda")
"""Games where a written ranking says no more than the replayed one does; elsewhere it settles ties (F-Q-31)."""

ALIKE = [
    ("akagiri", "HDC"),  # A-RANK-1; the spade 3 may be a special card (A-OPT-S3)
    ("theater", "SC"),  # the diamond 3 opens (T-OPEN-1), the heart 3 takes the joker (T-H3-1)
    ("floor13", "HDC"),  # the spade 3 is a role (F-S3-1)
]
"""The suits that a game does not tell apart."""


@given(sittings(choose=careless))
def test_a_record_replayed_twice_gives_the_same_report(raw: RawRecord) -> None:
    assert whole(judged(raw)) == whole(judged(raw))


@given(sittings(choose=careless), chance)
def test_the_order_in_which_options_are_written_does_not_matter(raw: RawRecord, rng: Random) -> None:
    options = raw.get("options", {})
    shuffled = {name: options[name] for name in rng.sample(list(options), len(options))}
    assert whole(judged({**raw, "options": shuffled})) == whole(judged(raw))


@given(sittings(choose=careless))
def test_options_may_be_written_out_where_they_are_as_by_default(raw: RawRecord) -> None:
    defaults = {option.name: option.default for option in PROFILES[raw["rules"]].options}
    assert whole(judged({**raw, "options": {**defaults, **raw.get("options", {})}})) == whole(judged(raw))


@given(sittings(choose=careless), chance)
def test_the_order_of_cards_does_not_matter(raw: RawRecord, rng: Random) -> None:
    assert whole(judged(cards_shuffled(raw, rng))) == whole(judged(raw))


@given(sittings(choose=careless))
def test_times_and_comments_do_not_matter(raw: RawRecord) -> None:
    assert whole(judged(commented(raw))) == whole(judged(raw))


@given(sittings(choose=careless, deals=3))
def test_seats_may_be_written_out_where_they_follow_from_the_rules(raw: RawRecord) -> None:
    assert whole(judged(seats_written(raw))) == whole(judged(raw))


@given(sittings(LAST_BY_PLACE_ALONE, choose=careless, deals=3))
def test_so_may_places(raw: RawRecord) -> None:
    assert whole(judged(places_written(raw))) == whole(judged(raw))


@given(sittings(EXCHANGING, choose=careless, deals=3))
def test_a_deal_that_names_its_seats_and_places_stands_on_its_own(raw: RawRecord) -> None:
    assume(not raw.get("options", {}).get("first_hand_no_tax"))  # the first deal is different (D-OPT-1)
    written = seats_written(places_written(raw))
    for deal, report in zip(written["deals"], judged(raw).deals, strict=True):
        alone = judged({**written, "deals": [deal]}).deals[0]
        assert (alone.order, alone.titles, alone.points) == (report.order, report.titles, report.points)
        assert found(alone) == found(report)


@given(sittings(EXCHANGING, deals=3))
def test_hands_may_be_written_as_they_are_after_the_exchange(raw: RawRecord) -> None:
    report, exchanged = judged(raw), judged(gifts_made(raw))
    assert results(exchanged) == results(report)
    assert exchanged.legal == report.legal


@given(sittings(choose=careless, deals=3), chance)
def test_it_does_not_matter_who_has_which_number(raw: RawRecord, rng: Random) -> None:
    seated = seats_written(raw)
    numbers = range(1, len(raw["players"]) + 1)
    new = dict(zip(numbers, rng.sample(numbers, len(numbers)), strict=True))
    report, other = judged(seated), judged(renumbered(seated, new))
    for mine, theirs in zip(report.deals, other.deals, strict=True):
        assert theirs.order == [new[player] for player in mine.order]
        assert {new[place]: points for place, points in enumerate(mine.points, 1)} == dict(enumerate(theirs.points, 1))
        assert {fault._replace(player=fault.player and new[fault.player]) for fault in found(mine)} == set(
            found(theirs)
        )


@pytest.mark.parametrize(("game", "suits"), ALIKE)
@given(data=st.data(), rng=chance)
def test_suits_that_no_rule_names_are_alike(game: str, suits: str, data: st.DataObject, rng: Random) -> None:
    raw = data.draw(sittings((game,), choose=careless))
    other = suits_changed(raw, dict(zip(suits, rng.sample(suits, len(suits)), strict=True)))
    assert results(judged(other)) == results(judged(raw))
    assert [found(deal) for deal in judged(other).deals] == [found(deal) for deal in judged(raw).deals]


@given(sittings(("biga",)), chance)
def test_in_big_a_all_suits_are_alike_unless_the_heart_ace_is_declared_by_default(raw: RawRecord, rng: Random) -> None:
    """B-DEF-1."""
    assume(not any("say heart" in text for deal in raw["deals"] for text in deal["actions"]))
    other = suits_changed(raw, dict(zip("SHDC", rng.sample("SHDC", 4), strict=True)))
    assert results(judged(other)) == results(judged(raw))
    assert [found(deal) for deal in judged(other).deals] == [found(deal) for deal in judged(raw).deals]
