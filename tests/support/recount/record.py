"""A record counted once more, deal by deal."""

from typing import Final

from replay.record import Record
from tests.support.recount import floor13, other_games, play, results, standard_games, titles
from tests.support.recount.course import courses
from tests.support.recount.game import Game
from tests.support.recount.results import Outcomes
from tests.support.recount.sheet import Scribe, Sheet

GAMES: Final = {
    "dalmuti": Game(other_games.DALMUTI_ORDER, other_games.DALMUTI_JOKERS, other_games.dalmuti),
    "theater": Game(standard_games.ORDER, standard_games.JOKERS, standard_games.theater),
    "akagiri": Game(standard_games.ORDER, standard_games.JOKERS, standard_games.akagiri, standard_games.akagiri_end),
    "floor13": Game(floor13.ORDER, standard_games.JOKERS, floor13.floor13, passing=floor13.passing),
    "biga": Game(other_games.BIGA_ORDER, other_games.BIGA_JOKERS, other_games.biga, other_games.biga_teams),
    "uecda": Game(standard_games.ORDER, standard_games.JOKERS, standard_games.uecda),
}


def recount(record: Record) -> Sheet:
    """All counters of a record."""
    sheet, game, before, decided = Sheet(), GAMES[record.rules.profile.name], None, 0
    counted = record.rules.sitting.counted
    for course in courses(record):
        scribe = Scribe(sheet, len(course.seated))
        results.count_deal(scribe, course)
        outcomes = Outcomes(course, scored=counted is None or decided < counted)
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
            titles.count_titles(scribe, outcomes, before)
            if course.played:
                play.count_end(scribe, outcomes, game)
                game.ended(scribe, outcomes)
        before = course
    return sheet
