"""What could have been in a deal: its turning points, what would have been better, and what was luck or play."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from flask import Response
from markupsafe import Markup
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http import problem_types
from daifu.api.http.access import requires_read_access, requires_role
from daifu.api.http.errors import HttpProblem
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.analysis import order_job
from daifu.api.http.services import services
from daifu.api.views.analysis import (
    ResultScale,
    TurningPoint,
    all_mistakes,
    better_line,
    hand_value,
    positions_left_out,
    record_with_line,
    result_scale,
    turning_points,
)
from daifu.api.views.game_tables import DealTable, deal_table
from daifu.api.web import addresses
from daifu.api.web.drawings import action_mark, action_sentence
from daifu.api.web.languages import page_language
from daifu.api.web.pages.games.deals import DealPage, kept_analysis
from daifu.api.web.pages.games.games import Game
from daifu.api.web.plots.line_plots import course_plot, courses
from daifu.api.web.plots.plot import Plot, ThemeQuery, plot_response, specification_response
from daifu.api.web.queries import AnalysisQuery, LineQuery, takes_page_query
from daifu.api.web.responses import Values, page, see_other, uncached_page
from daifu.data.store.values import SCOREKEEPER
from daifu.replay.actions import PASS, Action
from daifu.replay.analysis.deals import METHOD
from daifu.replay.analysis.worlds import HIDDEN
from daifu.schemas.analysis import ChoiceAnalysis, DealAnalysis, MissedWinAnalysis
from daifu.schemas.position import NoSuchPosition, check_deal
from daifu.schemas.report import read_results


class AnalysisPlotQuery(ThemeQuery, AnalysisQuery):
    """The theme of a plot, and the revision that it is about."""


class LineStep(NamedTuple):
    """An action of a better line, and the address of the position after it."""

    mark: Markup
    address: str


class Turn(NamedTuple):
    """A turning point as the page shows it.

    `number` is its action, counted from 1, and `address` that of the position before it. One of `missed` and `loss` is
    None.
    """

    number: int
    player: int
    played: Markup
    address: str
    missed: MissedWinAnalysis | None
    loss: ChoiceAnalysis | None
    line: Sequence[LineStep]


class AnalysedDeal:
    """A deal with its kept analysis, as pages show it."""

    def __init__(self, game: Game, deal: int, analysis: DealAnalysis) -> None:
        self.game = game
        self.number = deal
        self.analysis = analysis
        self.points = turning_points(analysis)
        self._actions: list[Action] = game.record.deals[deal - 1].actions or []
        self._notation = game.record.rules.notation(len(game.record.players))

    def scale(self, players: int) -> ResultScale:
        """How results of this number of players are said."""
        return result_scale(players, self.game.record.rules.playouts.points)

    @property
    def left_out(self) -> int:
        """The number of positions that have no estimate."""
        return positions_left_out(self.analysis)

    hand_value = staticmethod(hand_value)

    @property
    def turns(self) -> list[Turn]:
        """The turning points in the order of play."""
        return [self._turn(point) for point in self.points]

    def _turn(self, point: TurningPoint) -> Turn:
        game, number = self.game, point.action + 1
        missed = point if isinstance(point, MissedWinAnalysis) else None
        steps = [self._line_step(number, at, text) for at, text in enumerate(better_line(point), 1)]
        return Turn(
            number,
            point.player,
            action_sentence(self._actions[point.action], tuple(game.names)),
            game.link(addresses.position_page(game.id, self.number, point.action)),
            missed,
            None if isinstance(point, MissedWinAnalysis) else point,
            [step for step in steps if step is not None],
        )

    def _line_step(self, number: int, at: int, text: str) -> LineStep | None:
        """A step of a better line; passes are left out, unless the pass itself is what would have been better."""
        action = self._notation[text]
        if action.verb == PASS and at > 1:
            return None
        address = addresses.better_line_page(self.game.id, self.number, number, at)
        return LineStep(action_mark(action, self.game.names[action.player - 1]), self.game.link(address))

    @staticmethod
    def is_hidden(missed: MissedWinAnalysis) -> bool:
        """Whether the win could be forced whatever the others held."""
        return missed.view == HIDDEN

    @cached_property
    def plots(self) -> Mapping[str, Plot]:
        """The plots of the deal by the names in their addresses; none where nothing was estimated."""
        estimates = self.analysis.estimates
        if estimates is None or self.left_out == len(estimates.positions):
            return {}
        game, positions = self.game, estimates.positions
        scale = self.scale(next(len(position.players) for position in positions if position is not None))
        links = [game.link(addresses.position_page(game.id, self.number, at)) for at in range(len(positions))]
        turns = {point.action for point in self.points}
        people = list(zip(game.names, game.colours, strict=True))
        return {
            name: course_plot(course, estimates, scale, people, turns, links, page_language())
            for name, course in courses(scale).items()
        }


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(AnalysisQuery)
def show_analysis(query: dict[str, Any], id: int, deal: int) -> Response:
    """Show what could have been in a deal, or how far the analysis of its game is."""
    game = _game_with_deal(id, deal, query.get("revision"))
    analysis = kept_analysis(game, deal)
    job = services().store.jobs.find(id, game.stored.revision, METHOD)
    if analysis is None:
        return uncached_page("analysis_job.html", game=game, deal=deal, job=job)
    return page("analysis.html", game=game, deal=deal, job=job, analysed=AnalysedDeal(game, deal, analysis))


@requires_role(SCOREKEEPER)
@takes_page_query(AnalysisQuery)
def order_analysis(query: dict[str, Any], id: int, deal: int) -> Answer:
    """Order the analysis of the record, and lead back to the deal."""
    game = _game_with_deal(id, deal, query.get("revision"))
    order_job(id, game.stored.revision)
    return see_other(game.link(addresses.analysis_page(id, deal)))


@lane(Lane.PLOTS)
@requires_read_access
@takes_page_query(AnalysisPlotQuery)
def show_plot(query: dict[str, Any], id: int, deal: int, plot: str, ending: str) -> Response:
    """Draw a plot of a deal."""
    found = _plot(id, deal, plot, query.get("revision"))
    return plot_response(("analysis", id, deal, plot), found.encoded_specification(), query, ending, lambda: found)


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(AnalysisPlotQuery)
def send_plot_specification(query: dict[str, Any], id: int, deal: int, plot: str) -> Response:
    """Send the specification of a plot of a deal."""
    return specification_response(_plot(id, deal, plot, query.get("revision")), f"{id}-{deal}-{plot}")


def _plot(id: int, deal: int, plot: str, revision: int | None) -> Plot:
    """The plot. Raises `NotFound` where there is none."""
    game = _game_with_deal(id, deal, revision)
    analysis = kept_analysis(game, deal)
    plots = {} if analysis is None else AnalysedDeal(game, deal, analysis).plots
    if plot not in plots:
        raise NotFound
    return plots[plot]


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(LineQuery)
def show_better_line(query: dict[str, Any], id: int, deal: int, action: int, at: int) -> Response:
    """Show the table after some actions of the line that was better than an action."""
    game = _game_with_deal(id, deal, query.get("revision"))
    analysis = kept_analysis(game, deal)
    mistakes = [] if analysis is None else all_mistakes(analysis)
    line = next((better_line(mistake) for mistake in mistakes if mistake.action == action - 1), None)
    if line is None or at > len(line):
        raise NotFound
    return page("better_line.html", **_line_values(game, deal, action, at, line, query))


class LinePage(DealPage):
    """What the page of a position of a better line shows. Steps before the line lead to the deal as it was played."""

    def __init__(self, game: Game, deal: int, table: DealTable, action: int, asked: Mapping[str, Any]) -> None:
        super().__init__(game, deal, table, asked)
        self._action = action

    has_pictures = False

    def path(self, at: int) -> str:
        """The path of the position after `at` actions."""
        before = self._action - 1
        if at < before:
            return super().path(at)
        return addresses.better_line_page(self._game.id, self._deal, self._action, at - before)


def _line_values(game: Game, deal: int, action: int, at: int, line: Sequence[str], query: Mapping[str, Any]) -> Values:
    other = record_with_line(game.record, deal, action - 1, line)
    table = deal_table(other, deal, action - 1 + at, read_results(game.stored.report))
    return {"game": game, "deal": deal, "action": action, "at": at, "page": LinePage(game, deal, table, action, query)}


def _game_with_deal(id: int, deal: int, revision: int | None) -> Game:
    """The game. Raises the problem `not-found` where it has no such deal, or only its result."""
    game = Game(id, {"revision": revision} if revision else {})
    try:
        check_deal(game.record, deal)
    except NoSuchPosition as nothing:
        raise HttpProblem(problem_types.NOT_FOUND, nothing.text) from nothing
    return game
