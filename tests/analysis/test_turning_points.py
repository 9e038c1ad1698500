"""The turning points of a deal: which actions are shown as mistakes."""

from daifu.api.views.analysis import turning_points
from daifu.replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from daifu.schemas.analysis import (
    ActionAnalysis,
    ChoiceAnalysis,
    DealAnalysis,
    EstimatesAnalysis,
    MissedWinAnalysis,
    ViewAnalysis,
)
from tests.support.analyses import choice


def proof(action: int, after: str) -> ActionAnalysis:
    return ActionAnalysis(action, 1, ViewAnalysis(UNKNOWN), ViewAnalysis(PROVEN, after))


def points(
    *choices: ChoiceAnalysis, proofs: tuple[ActionAnalysis, ...] = (), missed: tuple[MissedWinAnalysis, ...] = ()
) -> list[int]:
    estimates = EstimatesAnalysis("hidden", 1, 10, [], choices)
    deal = DealAnalysis("daifu-analysis/1", "", "", 10, 0, proofs, missed, estimates=estimates)
    return [point.action for point in turning_points(deal)]


def test_a_loss_within_two_standard_errors_is_none() -> None:
    assert points(choice(3, loss=0.02), choice(4, loss=0.021)) == [4]


def test_the_three_largest_losses_are_shown_in_the_order_of_play() -> None:
    assert points(choice(2, 0.4), choice(4, 0.1), choice(6, 0.3), choice(8, 0.5)) == [2, 6, 8]


def test_an_action_that_keeps_a_proven_force_is_no_loss() -> None:
    assert points(choice(3, 0.4), choice(5, 0.4), proofs=(proof(3, PROVEN), proof(5, UNKNOWN))) == [5]


def test_a_missed_win_is_shown_once() -> None:
    win = MissedWinAnalysis(3, 1, "known", ["1 S3"])
    assert points(choice(3, 0.4), proofs=(proof(3, REFUTED),), missed=(win,)) == [3]


def test_all_missed_wins_are_shown_beside_the_largest_losses() -> None:
    wins = tuple(MissedWinAnalysis(action, 1, "known", ["1 S3"]) for action in (1, 5, 9, 11))
    assert points(choice(7, 0.4), missed=wins) == [1, 5, 7, 9, 11]
