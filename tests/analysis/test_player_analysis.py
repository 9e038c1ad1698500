"""What the analyses of a player's games say together."""

import json

import pytest

from api.views.analysis import kept_deals
from api.views.player_analysis import AnalysedGame, analyse_player
from replay.analysis.deal_estimates import effort_of
from replay.analysis.deal_proofs import DEFAULT_POSITIONS
from replay.analysis.deals import analyse_deals
from replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from replay.statistics.record import RecordCounters
from schemas.analysis import (
    ActionAnalysis,
    DealAnalysis,
    EstimatesAnalysis,
    MissedWinAnalysis,
    PlayerLuckAnalysis,
    ViewAnalysis,
    analysis_json,
)
from schemas.analysis_counters import add_analysis
from schemas.http.answers import Text
from schemas.judgement import check_json
from schemas.record.decode import load_record
from tests.support.analyses import choice
from tests.support.small_records import LOST


def proof(action: int, player: int, before: str, after: str | None = None) -> ActionAnalysis:
    return ActionAnalysis(action, player, ViewAnalysis(UNKNOWN), ViewAnalysis(before, after))


def deal(cards: float, *losses: float) -> DealAnalysis:
    """A deal of two players; the first kept a proven win, missed another, and had choices with these losses."""
    choices = [choice(at, loss) for at, loss in enumerate(losses, 5)]
    luck = [PlayerLuckAnalysis(player, 0.5, 0.5, 0.0, share, 0.0, 0.1) for player, share in ((1, cards), (2, -cards))]
    return DealAnalysis(
        *("daifu-analysis/1", "", "", 10, 0),
        [proof(1, 1, PROVEN, PROVEN), proof(2, 1, PROVEN, REFUTED), proof(3, 1, UNKNOWN), proof(4, 2, PROVEN, PROVEN)],
        [MissedWinAnalysis(2, 1, "known", ["1 S3"])],
        estimates=EstimatesAnalysis("hidden", 1, 10, [], choices),
        luck=luck,
    )


def test_only_what_is_about_the_player_counts() -> None:
    found = analyse_player([AnalysedGame(7, {1}, [deal(0.1)])], points=0)
    assert (found.games, found.deals, found.won, found.missed) == (1, 1, 1, 1)
    assert found.share_won == 0.5
    assert analyse_player([AnalysedGame(7, {2}, [deal(0.1)])], points=0).missed == 0


def test_accuracy_is_the_share_of_choices_without_a_loss() -> None:
    found = analyse_player([AnalysedGame(7, {1}, [deal(0.1, 0.0, 0.3, 0.01, 0.0)])], points=0)
    assert (found.losses, found.compared, found.accuracy) == (1, 4, 0.75)


def test_luck_is_a_mean_over_deals_with_an_interval_by_games() -> None:
    games = [AnalysedGame(game, {1}, [deal(0.25 if game % 2 else 0.75)]) for game in range(10)]
    found = analyse_player(games, points=128)
    assert found.cards is not None
    assert found.cards.value == 64
    assert found.cards.margin == pytest.approx(2.262 * 32 / 9**0.5, rel=0.001)


def test_few_games_have_no_interval() -> None:
    games = [AnalysedGame(game, {1}, [deal(0.25), deal(0.75)]) for game in range(9)]
    assert analyse_player(games, points=128).cards == (64, None)


def test_mistakes_are_in_the_order_of_games_deals_and_actions() -> None:
    games = [AnalysedGame(9, {1}, [deal(0.1), deal(0.1, 0.4)]), AnalysedGame(7, {1}, [deal(0.1)])]
    found = analyse_player(games, points=0)
    places = [(mistake.game, mistake.deal, mistake.point.action) for mistake in found.mistakes]
    assert places == [(9, 1, 2), (9, 2, 2), (9, 2, 5), (7, 1, 2)]


def test_a_deal_that_was_not_tried_does_not_count() -> None:
    untried = DealAnalysis("daifu-analysis/1", "", "", 10, 0, [], [], Text("only the result was recorded", ""))
    found = analyse_player([AnalysedGame(7, {1}, [untried])], points=0)
    assert (found.games, found.deals, found.accuracy, found.share_won, found.cards) == (0, 0, None, None, None)


def test_the_counters_of_an_analysis_are_what_the_page_of_the_player_says() -> None:
    text = json.dumps(LOST).encode()
    effort = effort_of(8)
    deals = [analysis_json(found, DEFAULT_POSITIONS) for found in analyse_deals(load_record(text), effort=effort)]
    analysis = b"[" + b",".join(deals) + b"]"
    counted = add_analysis(RecordCounters(), check_json(text), analysis).seats
    for player in (1, 2, 3):
        page = analyse_player([AnalysedGame(1, {player}, kept_deals(analysis))], points=0)
        counts = counted[player, 3]
        assert (counts["analysed"], counts.get("wins.missed", 0)) == (page.deals, page.missed)
        assert (counts.get("wins.played", 0), counts.get("choices", 0)) == (page.won, page.compared)
        assert page.cards is not None
        assert page.play is not None
        assert counts.get("luck.cards", 0) == pytest.approx(10_000 * page.cards.value / 2)
        assert counts.get("luck.play", 0) == pytest.approx(10_000 * page.play.value / 2)
    assert counted[3, 3]["wins.missed"] > 0
