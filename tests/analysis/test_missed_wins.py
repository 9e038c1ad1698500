"""Missed wins and verdicts on known positions, and the turning points of a deal."""

from typing import Any

import pytest

import daifu
from daifu.api.views.analysis import turning_points
from daifu.replay.analysis.deals import DEFAULT_POSITIONS, DealProofs, prove_deal
from daifu.replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from daifu.replay.analysis.worlds import HIDDEN, KNOWN
from daifu.replay.engine import take_actions
from daifu.replay.match import Match
from daifu.replay.position import walk_deals
from daifu.schemas.analysis import (
    ActionAnalysis,
    ChoiceAnalysis,
    DealAnalysis,
    EstimatesAnalysis,
    MissedWinAnalysis,
    ViewAnalysis,
)
from tests.support.analyses import choice
from tests.support.project import PROJECT_ROOT
from tests.support.strategies import GAMES

SAMPLES = PROJECT_ROOT / "data" / "samples"


def record_of(rules: str, hands: list[str], *actions: str, **options: Any) -> daifu.Record:  # noqa: ANN401 - any JSON
    deal = {"hands": hands, "dealer": 1, "first": 1, "actions": list(actions), "abandoned": True}
    players = [f"P{number}" for number in range(1, len(hands) + 1)]
    return daifu.load({"format": "daifu/1", "rules": rules, "options": options, "players": players, "deals": [deal]})


def prove_first(record: daifu.Record, positions: int = DEFAULT_POSITIONS) -> DealProofs:
    """What is proven about the first deal of a record."""
    return prove_deal(next(walk_deals(record.loaded)), positions)


def proofs_of(rules: str, hands: list[str], *actions: str, **options: Any) -> DealProofs:  # noqa: ANN401
    (steps,) = walk_deals(record_of(rules, hands, *actions, **options).loaded)
    return prove_deal(steps)


def verdicts(proofs: DealProofs, action: int) -> tuple[str, str]:
    """The verdicts before an action, in the hidden view and with all hands known."""
    (found,) = [found for found in proofs.actions if found.action == action]
    return found.hidden, found.known


def missed(proofs: DealProofs) -> list[tuple[int, str, tuple[str, ...]]]:
    return [(win.action, win.view, win.line) for win in proofs.missed_wins]


def test_a_win_that_no_hidden_card_can_stop_is_missed_in_the_hidden_view() -> None:
    proofs = proofs_of("akagiri", ["S3 H3 C2 D7", "H9", "HT"], "1 S3 H3", "2 -", "3 -", "1 D7", "2 H9")
    assert verdicts(proofs, 3) == (PROVEN, PROVEN)
    assert missed(proofs) == [(3, HIDDEN, ("1 C2", "2 -", "3 -", "1 D7"))]


def test_a_win_that_depends_on_the_hands_is_missed_with_all_hands_known() -> None:
    hands = ["S3 H3 C9 D7 C7", "HT", "ST SQ"]
    proofs = proofs_of("akagiri", hands, "1 S3 H3", "2 -", "3 -", "1 C9", "2 HT")
    assert verdicts(proofs, 3) == (UNKNOWN, PROVEN)
    assert missed(proofs) == [(3, KNOWN, ("1 D7 C7", "2 -", "3 -", "1 C9"))]


def test_an_eight_and_any_card_win_where_eights_end_the_trick() -> None:
    hands = ["S3 S8 H4", "SA HA", "S2 H2"]
    assert verdicts(proofs_of("akagiri", hands, "1 S3", "2 SA", "3 -", "1 -", eight_stop=True), 0)[1] == REFUTED
    proofs = proofs_of("akagiri", ["S3 H3 S8 H4", "SA", "HT"], "1 S3 H3", "2 -", "3 -", "1 H4", eight_stop=True)
    assert missed(proofs) == [(3, HIDDEN, ("1 S8", "1 H4"))]


def test_of_two_players_left_the_place_is_exact() -> None:
    proofs = proofs_of("akagiri", ["S3 H4", "S2", "HK SA"], "1 S3", "2 S2", "3 -", "1 -", "3 HK", "1 -", "3 SA")
    (found,) = [found for found in proofs.actions if found.action == 4]
    assert found.place == 2


def test_the_heart_3_can_take_a_joker_whatever_the_view() -> None:
    hands = ["D3 S3 X D7", "H3 H9", "C4 D4", "S5 HT"]
    proofs = proofs_of("theater", hands, "1 S3 D3", "2 -", "3 -", "4 -", "1 D7", joker_out="illegal")
    assert verdicts(proofs, 4) == (UNKNOWN, REFUTED)


def test_without_the_heart_3_a_joker_wins_the_trick() -> None:
    hands = ["D3 S3 X D7", "H9", "C4", "S5"]
    proofs = proofs_of("theater", hands, "1 S3 D3", "2 -", "3 -", "4 -", "1 D7")
    assert missed(proofs) == [(4, HIDDEN, ("1 X", "2 -", "3 -", "4 -", "1 D7"))]


def test_nothing_is_proven_of_unknown_cards() -> None:
    proofs = proofs_of("akagiri", ["S3 H4", "?*2", "HK SA"], "1 S3", "2 -", "3 HK")
    assert {found.reason.en for found in proofs.actions if found.reason} == {"some cards of the hands are unknown"}


def test_nothing_is_proven_while_gifts_are_owed() -> None:
    hands = ["1 2", "2 3", "3 4", "4 5"]
    proofs = proofs_of("dalmuti", hands, "4 give 1 4 5", "1 give 4 1 2")
    assert {found.reason and found.reason.en for found in proofs.actions} <= {"gifts of the exchange are still owed"}


def test_a_deal_with_only_a_result_says_so() -> None:
    deal = {"hands": ["S3", "S4", "S5"], "dealer": 1, "result": {"order": [1, 2, 3]}}
    record = daifu.load({"format": "daifu/1", "rules": "akagiri", "players": ["A", "B", "C"], "deals": [deal]})
    proofs = prove_first(record)
    assert (proofs.actions, proofs.reason and proofs.reason.en) == ([], "only the result was recorded")


def test_hands_whose_sets_have_no_end_are_not_tried() -> None:
    proofs = proofs_of("akagiri", ["X " * 60 + "S3 S4", "S5", "S6"], "1 S3", "2 S5")
    assert proofs.reason
    assert proofs.reason.en == "a hand has too many cards, or some not of the pack"


@pytest.mark.parametrize("name", GAMES)
def test_every_missed_win_of_a_sample_has_a_line_that_the_judge_accepts(name: str) -> None:
    record = next(daifu.read(SAMPLES / f"{name}.ndjson"))
    proofs = prove_first(record, positions=60)
    match = Match(record.loaded.rules, len(record.players))
    deal = record.loaded.deals[0]
    notation = record.loaded.rules.notation(len(record.players))
    for win in proofs.missed_wins:
        table = match.open(match.start(deal, []))
        take_actions(table, (deal.actions or [])[: win.action])
        out, table.faults = len(table.out), []
        take_actions(table, [notation[text] for text in win.line], win.action)
        assert table.faults == []
        assert table.rules.team(table, win.player) or table.out[out] == win.player


def test_the_same_number_of_positions_gives_the_same_answers() -> None:
    record = next(daifu.read(SAMPLES / "uecda.ndjson"))
    assert prove_first(record, positions=100) == prove_first(record, positions=100)


def test_more_positions_take_nothing_back() -> None:
    record = next(daifu.read(SAMPLES / "uecda.ndjson"))
    few, many = (prove_first(record, positions=positions).actions for positions in (20, 200))
    for less, more in zip(few, many, strict=True):
        assert less.known in (more.known, UNKNOWN)
        assert less.hidden in (more.hidden, UNKNOWN)


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
