"""Random numbers, playouts, and the estimates of positions, choices and deals."""

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from daifu.replay.analysis.deals import DealEstimates, Effort, analyse_deals, estimate_deal
from daifu.replay.analysis.estimates import calibrated, estimate_position
from daifu.replay.analysis.playout import NoPlayoutsError, RandomNumbers
from daifu.replay.analysis.proofs import NOT_RECORDED
from daifu.replay.analysis.start import settled
from daifu.replay.analysis.worlds import COMPLETE, HIDDEN, known_view
from daifu.replay.deal import Start
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Record
from daifu.replay.position import Position, position_after, walk_deals, walk_positions
from daifu.replay.table import Table
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RECORD_FORMAT
from tests.support.playouts import Playout, legal_sitting, playout_record
from tests.support.positions import judge_line, line_of
from tests.support.strategies import sittings

GAMES: Final = ("akagiri", "biga", "dalmuti", "floor13", "theater", "uecda")
OPENED_BY_A_CARD: Final = ("theater", "uecda")
"""Games that begin with a card that small hands may lack."""
LINES: Final = 2
POSITIONS: Final = 3
seeds = st.integers(0, 2**40)


def assert_lines_are_legal(start: Start, table: Table, seed: int) -> None:
    base = settled(table)
    first, work = base.rules.playouts.start(base, seed), base.rules.playouts.start(base, seed)
    for _ in range(LINES):
        line = line_of(work, first)
        found = judge_line(start, base, line, work)
        assert found.faults == [], line
        assert found.judged is None or found.judged == found.placed[: len(found.judged)], line


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), seed=seeds)
def test_a_playout_is_legal_and_ends_as_the_judge_says(name: str, data: st.DataObject, seed: int) -> None:
    record = load_raw_record(data.draw(sittings((name,), whole=name in OPENED_BY_A_CARD, deals=1)))
    open_steps = [step for step in walk_positions(record, 0) if not step.table.over]
    for step in Random(seed).sample(open_steps, min(POSITIONS, len(open_steps))):
        try:
            assert_lines_are_legal(step.start, step.table, seed)
        except NoPlayoutsError:
            assume(False)  # noqa: FBT003 - the next example


def test_the_numbers_of_a_seed_are_these_in_every_build() -> None:
    numbers = RandomNumbers(7)
    assert [numbers.draw() for _ in range(3)] == [2676471471, 904482431, 271108203]


@pytest.mark.parametrize("seed", [0, -1, 2**80 + 5])
def test_any_integer_is_a_seed(seed: int) -> None:
    numbers = RandomNumbers(seed)
    assert len({numbers.draw() for _ in range(100)}) == 100


def test_neighbouring_seeds_give_unlike_numbers() -> None:
    firsts = [RandomNumbers(seed).draw() for seed in range(1_000)]
    differences = Counter((after - before) % 2**32 for before, after in pairwise(firsts))
    assert max(differences.values()) == 1


def test_a_die_falls_evenly() -> None:
    numbers = RandomNumbers(1)
    thrown = Counter(numbers.below(6) for _ in range(60_000))
    assert set(thrown) == set(range(6))
    assert sum((count - 10_000) ** 2 / 10_000 for count in thrown.values()) < 20.5  # 0.1 % of fair dice exceed it


QUICK: Final = Effort(playouts=20, screening=2, kept=2)
PLAYERS: Final = {"akagiri": 4, "biga": 5, "dalmuti": 4, "floor13": 4, "theater": 4, "uecda": 5}


def short_deal(name: str, seed: int = 3) -> Record:
    """A deal with small hands, so that it is over soon; in theater and UECda it must have the diamond 3."""
    playout = Playout(PROFILES[name].rules({}), PLAYERS[name], Random(seed), most=4)
    return load_raw_record(playout_record(playout, [playout.deal({})]))


def first_deal(record: Record) -> list[Position]:
    return next(walk_deals(record))


@cache
def estimated(name: str, effort: Effort = QUICK) -> DealEstimates:
    return estimate_deal(first_deal(short_deal(name)), effort)


@pytest.mark.parametrize("name", ["akagiri", "dalmuti", "floor13", "theater", "uecda"])
def test_each_player_has_some_place_and_each_place_some_player(name: str) -> None:
    for position in filter(None, estimated(name).positions):
        assert [sum(chances.places) for chances in position.players] == pytest.approx([1.0] * PLAYERS[name])
        columns = zip(*(chances.places for chances in position.players), strict=True)
        assert [sum(column) for column in columns] == pytest.approx([1.0] * PLAYERS[name])
        assert sum(position.first) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["akagiri", "dalmuti", "floor13", "theater", "uecda"])
def test_the_values_of_all_players_have_the_mean_one_half(name: str) -> None:
    for position in filter(None, estimated(name).positions):
        assert sum(chances.value for chances in position.players) / PLAYERS[name] == pytest.approx(0.5)


def test_equal_calls_give_equal_answers() -> None:
    assert estimate_deal(first_deal(short_deal("akagiri")), QUICK) == estimated("akagiri")


def test_another_seed_gives_other_playouts() -> None:
    assert (
        estimated("akagiri").positions
        != estimated("akagiri", Effort(seed=1, playouts=20, screening=2, kept=2)).positions
    )


def test_the_last_position_is_the_result() -> None:
    record = short_deal("dalmuti")
    last = estimate_deal(first_deal(record), QUICK).positions[-1]
    assert last is not None
    order = record.deals[0].result.order or ()
    assert [chances.places[order.index(chances.player)] for chances in last.players] == [1.0] * 4
    assert last.playouts == 0


@pytest.mark.parametrize("view", ["known", HIDDEN])
def test_a_choice_is_weighed_against_the_best_of_the_others(view: str) -> None:
    choices = estimated("akagiri", Effort(view=view, playouts=20, screening=2, kept=2)).choices
    assert choices
    for choice in choices:
        values = [other.chances.value for other in choice.others]
        assert values == sorted(values, reverse=True)
        assert choice.taken.action not in {other.action for other in choice.others}
        assert choice.loss == max(0.0, values[0] - choice.taken.chances.value)
        assert 1 <= len(choice.others) <= min(2, choice.legal - 1)


def test_a_win_at_once_is_certain() -> None:
    record = load_raw_record(
        {
            "format": RECORD_FORMAT,
            "rules": "dalmuti",
            "options": {"first_hand_no_tax": True},
            "players": ["A", "B", "C", "D"],
            "deals": [{"hands": ["2 2", "12 12", "11 11", "10 10"], "actions": []}],
        }
    )
    reached = position_after(record, 0, 0)
    found = estimate_position(reached.table, reached.start, COMPLETE, seed=1, playouts=20)
    assert found.of(1).places[0] == 1.0
    assert found.of(1).errors[0] == 0.0


def test_a_standard_error_is_that_of_a_share() -> None:
    position = estimated("akagiri").positions[0]
    assert position is not None
    for chances in position.players:
        for chance, error in zip(chances.places, chances.errors, strict=True):
            assert error == pytest.approx((chance * (1 - chance) / 20) ** 0.5)


def test_calibration_keeps_the_order_and_draws_the_chances_together() -> None:
    found = calibrated([0.9, 0.1, 0.0])
    assert sum(found) == pytest.approx(1.0)
    assert found[0] > found[1] > found[2] > 0
    assert found[0] < 0.9


def test_a_record_gives_each_deal_or_the_reason_why_not() -> None:
    raw = legal_sitting("akagiri", 4, 2, Random(2))
    del raw["deals"][0]["actions"]
    effort = Effort(playouts=2, screening=1, kept=1)
    left_out, analysed = analyse_deals(load_raw_record(raw), effort=effort)
    assert (left_out.estimates, left_out.no_estimates, left_out.no_luck) == (None, NOT_RECORDED, NOT_RECORDED)
    assert analysed.estimates is not None
    assert analysed.estimates.number == 1


@pytest.mark.parametrize("name", ["akagiri", "dalmuti"])
def test_unknown_cards_of_a_record_are_dealt_by_chance(name: str) -> None:
    raw = legal_sitting(name, 4, 1, Random(2))
    hand = raw["deals"][0]["hands"][1]
    raw["deals"][0]["hands"][1] = f"?*{len((hand or '').split())}"
    record = load_raw_record(raw)
    found = estimate_deal(first_deal(record), Effort(playouts=2, screening=1, kept=1))
    assert None not in found.positions
    first = position_after(record, 0, 0)
    view = known_view(first.table, ())
    assert [hidden.player for hidden in view.hands] == [2]
    assert len(view.unseen) == first.table.unknown[2]


def test_a_player_without_cards_who_is_still_in_cannot_be_played_out() -> None:
    raw = legal_sitting("dalmuti", 4, 1, Random(2))
    raw["deals"][0]["hands"] = ["", "1", "2", "3"]
    reached = position_after(load_raw_record(raw), 0, 0)
    with pytest.raises(NoPlayoutsError):
        estimate_position(reached.table, reached.start, COMPLETE, seed=1)


def test_a_position_that_cannot_be_played_out_says_why() -> None:
    raw = legal_sitting("akagiri", 4, 1, Random(0))
    reached = position_after(load_raw_record({**raw, "options": {"decks": 2}}), 0, 0)
    with pytest.raises(NoPlayoutsError) as raised:
        estimate_position(reached.table, reached.start, COMPLETE, seed=1)
    assert raised.value.reason.en == "Deals with two packs are not played out."


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("akagiri", {"no_finish_group": True, "illegal_play": "pass"}),
        ("theater", {"joker_out": "illegal", "illegal_play": "pass"}),
    ],
)
def test_deals_in_which_a_banned_last_set_counts_as_a_pass_are_not_played_out(
    rules: str, options: dict[str, object]
) -> None:
    raw = {**legal_sitting(rules, 4, 1, Random(0)), "options": options}
    reached = position_after(load_raw_record(raw), 0, 0)
    with pytest.raises(NoPlayoutsError) as raised:
        estimate_position(reached.table, reached.start, COMPLETE, seed=1)
    assert raised.value.reason.en == "Deals in which a banned last set counts as a pass are not played out."
