"""Luck and play: what a result is made of."""

from random import Random
from typing import Final

import pytest

from daifu.replay.analysis.deals import Effort, estimate_positions
from daifu.replay.analysis.estimates import Chances, Estimate
from daifu.replay.analysis.luck import DealLuck, deal_luck, mean_luck, others_beyond_share, record_luck
from daifu.replay.match import Record
from daifu.replay.position import Position, walk_deals
from daifu.schemas.record.decode import load_raw_record
from tests.support.playouts import legal_sitting

PLAYERS: Final = {"akagiri": 4, "biga": 5, "dalmuti": 4, "floor13": 4, "theater": 4, "uecda": 5}


def sitting(name: str, deals: int = 1, seed: int = 4) -> Record:
    return load_raw_record(legal_sitting(name, PLAYERS[name], deals, Random(seed)))


def deal_of(record: Record, number: int = 0) -> list[Position]:
    return next(walk_deals(record, number))


@pytest.mark.parametrize("name", PLAYERS)
def test_a_result_is_the_mean_the_seat_the_cards_and_the_play(name: str) -> None:
    for luck in deal_luck(deal_of(sitting(name)), playouts=10, redeals=4).players:
        assert luck.result == pytest.approx(luck.mean + luck.seat + luck.cards + luck.play)


@pytest.mark.parametrize("name", PLAYERS)
def test_each_part_sums_to_nothing_over_the_players(name: str) -> None:
    players = deal_luck(deal_of(sitting(name)), playouts=10, redeals=4).players
    for part in ("seat", "cards", "play"):
        assert sum(getattr(luck, part) for luck in players) == pytest.approx(0.0, abs=1e-9)


def with_estimates(name: str) -> DealLuck:
    """The luck of a deal, with what others did."""
    steps = deal_of(sitting(name))
    return deal_luck(steps, estimate_positions(steps, Effort(playouts=10)), playouts=10, redeals=4)


@pytest.mark.parametrize("name", PLAYERS)
def test_what_others_did_sums_to_nothing_over_the_players(name: str) -> None:
    players = with_estimates(name).players
    assert sum(luck.others for luck in players) == pytest.approx(0.0, abs=1e-9)
    assert name == "floor13" or any(luck.others for luck in players)


def test_half_of_what_others_did_is_no_part_of_the_adjusted_result() -> None:
    for luck in with_estimates("uecda").players:
        assert luck.adjusted == pytest.approx(luck.mean + luck.play - luck.others / 2)


def test_without_estimates_it_stays_unknown_what_others_did() -> None:
    assert {luck.others for luck in deal_luck(deal_of(sitting("uecda")), playouts=10, redeals=4).players} == {0.0}


def test_with_a_position_that_has_no_estimate_it_stays_unknown_what_others_did() -> None:
    steps = deal_of(sitting("uecda"))
    estimates = [*estimate_positions(steps, Effort(playouts=2))]
    estimates[3] = None
    assert others_beyond_share(steps, estimates) == {}


def valued(*values: float) -> Estimate:
    """The estimate of a position by these values of the players."""
    players = tuple(Chances(player, (), (), value, 0.0) for player, value in enumerate(values, 1))
    return Estimate(players, values, 1)


def test_a_player_who_loses_less_than_an_equal_share_gains_the_difference() -> None:
    """The first player gains 0.3, which only the second one loses."""
    steps = deal_of(sitting("theater"))
    first = steps[0].actions[0].player
    loser, *rest = (player for player in range(1, 5) if player != first)
    before = [0.5] * 4
    after = list(before)
    after[first - 1], after[loser - 1] = 0.8, 0.2
    found = others_beyond_share(steps[:2], [valued(*before), valued(*after)])
    assert found == pytest.approx({first: 0.0, loser: -0.2, **dict.fromkeys(rest, 0.1)})


def test_a_place_before_the_exchange_is_worth_something() -> None:
    ranking = sitting("dalmuti", 2)
    players = deal_luck(deal_of(ranking, 1), playouts=10, redeals=20).players
    order = ranking.deals[0].result.order or ()
    seats = {luck.player: luck.seat for luck in players}
    assert seats[order[0]] > 0 > seats[order[-1]]


@pytest.mark.soak
def test_the_luck_of_the_cards_has_the_mean_zero() -> None:
    found = [deal_luck(deal_of(sitting("theater", seed=seed)), seed=seed, playouts=8, redeals=8) for seed in range(60)]
    for mean in mean_luck(found):
        assert abs(mean.cards) < 3 * mean.error


def test_a_record_names_the_deals_that_it_leaves_out() -> None:
    raw = legal_sitting("uecda", 5, 2, Random(1))
    raw["deals"][1]["actions"] = raw["deals"][1]["actions"][:20]
    raw["deals"][1].pop("result", None)
    found = record_luck(load_raw_record(raw), playouts=5)
    assert [deal.number for deal in found.deals] == [0]
    assert [number for number, _reason in found.left_out] == [1]
