"""What the analyses of a player's games say together: counters of their figures, and mistakes to try again."""

import json

import msgspec
import pytest

from daifu.api.views.analysis import MOST_MISTAKES, AnalysedGame, mistakes
from daifu.data.store.sql.statistics.analysis_counters import add_analysis
from daifu.replay.analysis.deals import effort_of
from daifu.replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from daifu.replay.statistics.record import RecordCounters
from daifu.schemas.analysis import DealAnalysis, MissedWinAnalysis, deal_analyses
from daifu.schemas.judgement import check_json
from daifu.schemas.record.decode import load_record
from tests.support.analyses import analysed_deal, choice, deal_not_analysed, luck, proof
from tests.support.small_records import LOST

REPORT = json.dumps({"deals": [{"order": [1, 2], "unfinished": []}]}).encode()


def deal(*losses: float) -> DealAnalysis:
    """A deal of two players; the first kept a proven win, missed another, and had choices with these losses."""
    return analysed_deal(
        [proof(1, 1, PROVEN, PROVEN), proof(2, 1, PROVEN, REFUTED), proof(3, 1, UNKNOWN), proof(4, 2, PROVEN, PROVEN)],
        [MissedWinAnalysis(2, 1, "known", ["1 S3"])],
        [choice(at, loss) for at, loss in enumerate(losses, 5)],
        [luck(1, 0.0, 0.25, 0.125), luck(2, 0.0, -0.25, -0.125)],
    )


def counters(player: int, found: DealAnalysis) -> dict[str, int]:
    """What the analysis of a deal of two adds to the counters of a player."""
    counted = add_analysis(RecordCounters(), REPORT, msgspec.json.encode([found])).seats
    return dict(counted.get((player, 2), {}))


def test_a_proven_win_was_kept_or_missed() -> None:
    counts = counters(1, deal())
    assert (counts["analysed"], counts["wins"], counts["wins.played"], counts["wins.missed"]) == (1, 2, 1, 1)


def test_only_what_is_about_the_player_counts() -> None:
    counts = counters(2, deal(0.3))
    assert (counts["wins"], counts.get("wins.missed", 0), counts.get("choices", 0)) == (1, 0, 0)


def test_an_accurate_choice_has_no_loss_beyond_its_error() -> None:
    counts = counters(1, deal(0.0, 0.3, 0.02, 0.0))
    assert (counts["choices"], counts["choices.accurate"]) == (4, 3)


def test_an_action_after_which_a_win_is_proven_is_accurate_whatever_the_estimate_says() -> None:
    found = analysed_deal([proof(1, 1, UNKNOWN, PROVEN)], choices=[choice(1, 0.3), choice(2, 0.3)])
    counts = counters(1, found)
    assert (counts["choices"], counts["choices.accurate"]) == (2, 1)


def test_a_missed_win_with_an_estimated_loss_is_no_accurate_choice() -> None:
    found = analysed_deal([proof(1, 1, PROVEN, REFUTED)], choices=[choice(1, 0.3)])
    assert "choices.accurate" not in counters(1, found)


def test_a_deal_that_was_not_analysed_does_not_count() -> None:
    assert counters(1, deal_not_analysed()) == {}


def test_a_real_analysis_counts_what_it_says() -> None:
    text = json.dumps(LOST).encode()
    written = msgspec.json.encode(list(deal_analyses(load_record(text), effort=effort_of(8))))
    counted = add_analysis(RecordCounters(), check_json(text), written).seats
    [said] = json.loads(written)
    for player in (1, 2, 3):
        [split] = [one for one in said["luck"] if one["player"] == player]
        counts = counted[player, 3]
        proven = [
            action["known"]["after"]
            for action in said["actions"]
            if action["player"] == player and action["known"]["before"] == PROVEN
        ]
        assert counts["analysed"] == 1
        assert counts.get("wins.played", 0) == proven.count(PROVEN)
        assert counts.get("wins.missed", 0) == proven.count(REFUTED)
        assert counts.get("choices", 0) == sum(one["player"] == player for one in said["estimates"]["choices"])
        assert counts.get("luck.cards", 0) == pytest.approx(10_000 * split["cards"])
        assert counts.get("luck.play", 0) == pytest.approx(10_000 * split["play"])
    assert counted[3, 3]["wins.missed"] > 0


def test_mistakes_are_in_the_order_of_games_deals_and_actions() -> None:
    games = [AnalysedGame(9, {1}, [deal(), deal(0.4)]), AnalysedGame(7, {1}, [deal()])]
    places = [(mistake.game, mistake.deal, mistake.point.action) for mistake in mistakes(games)]
    assert places == [(9, 1, 2), (9, 2, 2), (9, 2, 5), (7, 1, 2)]


def test_mistakes_of_others_are_left_out() -> None:
    assert mistakes([AnalysedGame(7, {2}, [deal(0.4)])]) == []


def test_a_long_list_of_mistakes_ends() -> None:
    assert len(mistakes([AnalysedGame(7, {1}, [deal(0.4)] * MOST_MISTAKES)])) == MOST_MISTAKES
