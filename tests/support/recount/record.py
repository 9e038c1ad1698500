"""Count a record once more, deal by deal."""

from typing import Final

from replay.match import Record
from tests.support.recount import games, play, results
from tests.support.recount.deals import CounterSheet, SheetWriter, played_deals
from tests.support.recount.play import GameCounting
from tests.support.recount.results import DealResults

GAMES: Final = {
    "dalmuti": GameCounting(games.DALMUTI_ORDER, games.DALMUTI_JOKERS, games.count_dalmuti),
    "theater": GameCounting(games.STANDARD_ORDER, games.STANDARD_JOKERS, games.count_theater),
    "akagiri": GameCounting(games.STANDARD_ORDER, games.STANDARD_JOKERS, games.count_akagiri, games.count_akagiri_end),
    "floor13": GameCounting(games.ORDER, games.STANDARD_JOKERS, games.count_floor13, passing=games.is_floor13_pass),
    "biga": GameCounting(games.BIGA_ORDER, games.BIGA_JOKERS, games.count_biga, games.count_biga_teams),
    "uecda": GameCounting(games.STANDARD_ORDER, games.STANDARD_JOKERS, games.count_uecda),
}


def recount(record: Record) -> CounterSheet:
    """All counters of a record."""
    sheet, game, before, decided = CounterSheet(), GAMES[record.rules.profile.name], None, 0
    counted = record.rules.sitting.counted
    for course in played_deals(record):
        scribe = SheetWriter(sheet, len(course.seated))
        results.count_deal(scribe, course)
        outcomes = DealResults(course, scored=counted is None or decided < counted)
        if course.played:
            play.count_actions(scribe, course)
            play.count_sets(scribe, course, game)
            play.count_tricks(scribe, course)
            play.count_passes(scribe, course, game)
            play.count_winner(scribe, course)
            play.count_gifts(scribe, course, game)
            game.played(scribe, course)
        if course.report.decided:
            decided += 1
            results.count_results(scribe, outcomes)
            results.count_titles(scribe, outcomes, before)
            if course.played:
                play.count_end(scribe, outcomes, game)
                game.ended(scribe, outcomes)
        before = course
    return sheet
