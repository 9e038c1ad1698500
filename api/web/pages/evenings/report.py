"""The report of an evening, to be read and sent around."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from flask import Response

from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.services import services
from daifu.api.languages import LANGUAGES, say
from daifu.api.views.analysis import TurningPoint, turning_points
from daifu.api.views.match_table import match_table
from daifu.api.views.reports.evening import (
    EveningReport,
    Kept,
    Part,
    Played,
    evening_report,
    markdown,
    plain_text,
    told_of,
)
from daifu.api.web import addresses
from daifu.api.web.languages import page_language
from daifu.api.web.pages.games.game import Game
from daifu.api.web.responses import page
from daifu.data.store.values import DealFilter, RecordFilter
from daifu.replay.analysis.deals import METHOD
from daifu.replay.statistics.record import count_record
from daifu.replay.text import Text
from daifu.schemas.analysis import read_analysis

_MOST_GAMES: Final = 200
"""Of how many games, the latest ones, the report of several tells."""


@lane(Lane.COSTLY)
@requires_read_access
def show_report(id: int) -> Response:
    """Show the report of an evening, with its text to be copied."""
    game = Game(id, {})
    report = _report(game)
    return report_page(
        report, addresses.game_page(game.id), say(Text(f"Game {game.id}", f"対局{game.id}"), page_language())
    )


def report_page(report: EveningReport, address: str, name: str) -> Response:
    """The page of a report with its text to be copied; `address` is that of what it is about, `name` its name."""
    place = LANGUAGES.index(page_language())
    plain, marked = plain_text(report, place), markdown(report, place)
    return page("report.html", address=address, name=name, report=report, plain=plain, markdown=marked)


def _report(game: Game) -> EveningReport:
    store = services().store
    merged = store.people.merged()
    people = {merged.get(id, id): name for id, name in zip(game.ids, game.names, strict=True)}
    rules = game.record.rules.profile.name
    counted = Counter[str]()
    for counts in count_record(game.record)[1].tables.values():
        counted.update(counts)
    usual, _ = store.statistics.profile(rules)
    kept = Kept({game.id}, store.ratings.records(rules, 1), people, counted, usual)
    return evening_report(report_title(game), _played(game), kept)


def _played(game: Game, label: Text = Text("", "")) -> Played:  # noqa: B008 - it cannot be changed
    return Played(game.names, match_table(game.record, game.report, 1, None), _turning(game), label)


def told_of_several(rules: str, wanted: DealFilter, label: Callable[[Game], Text], *remarks: Text) -> list[Part]:
    """What was remarkable and what was wrong in the wanted deals of a game, the latest ones, after these remarks."""
    store = services().store
    found = RecordFilter(rules=rules, tournament=wanted.tournament, since=wanted.since, until=wanted.until)
    games = [Game(one.id, {}) for one in reversed(store.page(found, limit=_MOST_GAMES).records)]
    merged = store.people.merged()
    people = {merged.get(id, id): name for one in games for id, name in zip(one.ids, one.names, strict=True)}
    (counted, _), (usual, _) = (store.statistics.profile(rules, some) for some in (wanted, DealFilter()))
    kept = Kept({one.id for one in games}, store.ratings.records(rules, 1), people, counted, usual)
    return told_of([_played(game, label(game)) for game in games], kept, *remarks)


def day_label(game: Game) -> Text:
    """What a game is called among evenings."""
    day = game.event.get("date")
    return Text(str(day), str(day)) if day else Text(f"Game {game.id}", f"対局{game.id}")


def round_label(game: Game) -> Text:
    """What a game is called among those of a tournament."""
    number, table = game.event.get("round"), game.event.get("table")
    return Text(f"Round {number}, table {table}", f"{number}回戦{table}卓") if number and table else day_label(game)


def report_title(game: Game) -> Text:
    """The event, its day and the game."""
    name, day, book = game.event.get("name"), game.event.get("date"), game.rulebook.title
    parts = [str(part) for part in (name, day) if part]
    return Text(" · ".join([*parts, book.en]), " · ".join([*parts, book.ja]))


def _turning(game: Game) -> dict[int, TurningPoint]:
    """The turning point of each deal that was analysed: a missed win before a loss, the largest loss before others."""
    analysis = services().store.analyses.find(game.id, game.stored.revision, METHOD)
    found: dict[int, TurningPoint] = {}
    for number, deal in enumerate([] if analysis is None else read_analysis(analysis), 1):
        if points := turning_points(deal):
            found[number] = max(points, key=lambda point: getattr(point, "loss", float("inf")))
    return found
