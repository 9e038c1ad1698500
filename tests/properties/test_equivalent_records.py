"""The same games written in another form have the same report."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from daifu.replay.actions import DRAW
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.equivalent_records import (
    add_comments,
    apply_gifts,
    change_suits,
    map_deals,
    renumber_players,
    shuffle_cards,
    write_places,
    write_seats,
)
from tests.support.positions import Step, walk_deals
from tests.support.random_records import choose_carelessly
from tests.support.reports import fault_outcomes, judge_record, report_values, result_values
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


@given(sittings(choose=choose_carelessly))
def test_a_record_replayed_twice_gives_the_same_report(raw: RawRecord) -> None:
    assert report_values(judge_record(raw)) == report_values(judge_record(raw))


@given(sittings(choose=choose_carelessly), chance)
def test_the_order_in_which_options_are_written_does_not_matter(raw: RawRecord, rng: Random) -> None:
    options = raw.get("options", {})
    shuffled = {name: options[name] for name in rng.sample(list(options), len(options))}
    assert report_values(judge_record({**raw, "options": shuffled})) == report_values(judge_record(raw))


@given(sittings(choose=choose_carelessly))
def test_options_may_be_written_out_where_they_are_as_by_default(raw: RawRecord) -> None:
    defaults = {option.name: option.default for option in PROFILES[raw["rules"]].options}
    assert report_values(judge_record({**raw, "options": {**defaults, **raw.get("options", {})}})) == report_values(
        judge_record(raw)
    )


@given(sittings(choose=choose_carelessly), chance)
def test_the_order_of_cards_does_not_matter(raw: RawRecord, rng: Random) -> None:
    assert report_values(judge_record(shuffle_cards(raw, rng))) == report_values(judge_record(raw))


@given(sittings(choose=choose_carelessly))
def test_times_and_comments_do_not_matter(raw: RawRecord) -> None:
    assert report_values(judge_record(add_comments(raw))) == report_values(judge_record(raw))


@given(sittings(choose=choose_carelessly, deals=3))
def test_seats_may_be_written_out_where_they_follow_from_the_rules(raw: RawRecord) -> None:
    assert report_values(judge_record(write_seats(raw))) == report_values(judge_record(raw))


@given(sittings(LAST_BY_PLACE_ALONE, choose=choose_carelessly, deals=3))
def test_so_may_places(raw: RawRecord) -> None:
    assert report_values(judge_record(write_places(raw))) == report_values(judge_record(raw))


@given(sittings(EXCHANGING, choose=choose_carelessly, deals=3))
def test_a_deal_that_names_its_seats_and_places_stands_on_its_own(raw: RawRecord) -> None:
    assume(not raw.get("options", {}).get("first_hand_no_tax"))  # the first deal is different (D-OPT-1)
    written = write_seats(write_places(raw))
    for deal, report in zip(written["deals"], judge_record(raw).deals, strict=True):
        alone = judge_record({**written, "deals": [deal]}).deals[0]
        assert (alone.order, alone.titles, alone.points) == (report.order, report.titles, report.points)
        assert fault_outcomes(alone) == fault_outcomes(report)


@given(sittings(EXCHANGING, deals=3))
def test_hands_may_be_written_as_they_are_after_the_exchange(raw: RawRecord) -> None:
    report, exchanged = judge_record(raw), judge_record(apply_gifts(raw))
    assert result_values(exchanged) == result_values(report)
    assert exchanged.legal == report.legal


@given(sittings(choose=choose_carelessly, deals=3), chance)
def test_it_does_not_matter_who_has_which_number(raw: RawRecord, rng: Random) -> None:
    seated = write_seats(raw)
    numbers = range(1, len(raw["players"]) + 1)
    new = dict(zip(numbers, rng.sample(numbers, len(numbers)), strict=True))
    report, other = judge_record(seated), judge_record(renumber_players(seated, new))
    for mine, theirs in zip(report.deals, other.deals, strict=True):
        assert theirs.order == [new[player] for player in mine.order]
        assert {new[place]: points for place, points in enumerate(mine.points, 1)} == dict(enumerate(theirs.points, 1))
        assert {fault._replace(player=fault.player and new[fault.player]) for fault in fault_outcomes(mine)} == set(
            fault_outcomes(theirs)
        )


@pytest.mark.parametrize(("game", "suits"), ALIKE)
@given(data=st.data(), rng=chance)
def test_suits_that_no_rule_names_are_alike(game: str, suits: str, data: st.DataObject, rng: Random) -> None:
    raw = data.draw(sittings((game,), choose=choose_carelessly))
    other = change_suits(raw, dict(zip(suits, rng.sample(suits, len(suits)), strict=True)))
    assert result_values(judge_record(other)) == result_values(judge_record(raw))
    assert [fault_outcomes(deal) for deal in judge_record(other).deals] == [
        fault_outcomes(deal) for deal in judge_record(raw).deals
    ]


@given(sittings(("biga",)), chance)
def test_in_big_a_all_suits_are_alike_unless_the_heart_ace_is_declared_by_default(raw: RawRecord, rng: Random) -> None:
    """B-DEF-1."""
    assume(not any("say heart" in text for deal in raw["deals"] for text in deal["actions"]))
    other = change_suits(raw, dict(zip("SHDC", rng.sample("SHDC", 4), strict=True)))
    assert result_values(judge_record(other)) == result_values(judge_record(raw))
    assert [fault_outcomes(deal) for deal in judge_record(other).deals] == [
        fault_outcomes(deal) for deal in judge_record(raw).deals
    ]


def as_drawn(step: Step) -> str:
    """The action; a draw names the cards that came."""
    action, before, after = step
    if action.verb != DRAW or action.cards:
        return action.text
    alphabet, player = before.rules.alphabet, action.player
    drawn = alphabet.list(alphabet.lacking(before.hands[player], after.hands[player]))
    return " ".join([action.text, *drawn])


def draws_named(raw: RawRecord) -> RawRecord:
    """The record with the cards of every draw."""
    deals: list[RawDeal] = [
        {**deal, "actions": [as_drawn(step) for step in walk]}
        for deal, walk in zip(raw["deals"], walk_deals(raw), strict=True)
    ]
    return {**raw, "deals": deals}


def without_stock(deal: RawDeal) -> RawDeal:
    other = deal.copy()
    other.pop("stock", None)
    return other


@given(sittings(("floor13",), deals=3))
def test_draws_may_be_named_beside_the_stock(raw: RawRecord) -> None:
    report, named = judge_record(raw), judge_record(draws_named(raw))
    assert result_values(named) == result_values(report)
    assert list(map(fault_outcomes, named.deals)) == list(map(fault_outcomes, report.deals))


@given(sittings(("floor13",), deals=3))
def test_they_may_be_named_instead_of_it(raw: RawRecord) -> None:
    report, named = judge_record(raw), judge_record(map_deals(draws_named(raw), without_stock))
    assert result_values(named) == result_values(report)
    assert list(map(fault_outcomes, named.deals)) == list(map(fault_outcomes, report.deals))
