"""Views of analyses: jobs, what one says of a deal (turning points, what cards and play gave), and mistakes."""

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from daifu.api.views.addresses import analysis_address, analysis_job_address
from daifu.data.store.jobs import Job
from daifu.replay.analysis.deals import METHOD
from daifu.replay.match import Record
from daifu.replay.text import Text, filled
from daifu.schemas.analysis import (
    ChoiceAnalysis,
    DealAnalysis,
    MissedWinAnalysis,
    PlayerLuckAnalysis,
    estimated_losses,
    read_analysis,
)
from daifu.schemas.http.records import AnalysisJob, RecordAnalysis

MOST_LOSSES: Final = 3
"""The most estimated losses that are turning points of a deal; missed wins are all of them."""


class ResultScale(NamedTuple):
    """How the value of a result, from 0 to 1, is said: as a place, or as points.

    The number said for a value is `start` + `step` * value.
    """

    start: int
    step: int
    mean_words: Text
    result_words: Text

    @property
    def has_places(self) -> bool:
        """Whether results are places: then less is better."""
        return self.step < 0

    def worth(self, value: float) -> Text:
        """A mean value in words."""
        return filled(self.mean_words, f"{self.number(value):.1f}")

    def result(self, value: float) -> Text:
        """The value of a result in words."""
        return filled(self.result_words, f"{self.number(value):.0f}")

    def number(self, value: float) -> float:
        """The place or the points for a value, with one digit after the point."""
        return round(self.start + self.step * value, 1) + 0.0  # no negative zero

    def difference(self, value: float) -> str:
        """A difference of values with its sign; what is good for the player has a plus."""
        found = round(abs(self.step) * value, 1)
        return f"{found:+.1f}" if found else "0"

    def error(self, value: float) -> str:
        """A standard error, at least 0.1."""
        return f"{max(0.1, abs(self.step) * value):.1f}"


def result_scale(players: int, points: int = 0) -> ResultScale:
    """How results of a deal with this number of players are said: as places, or as this range of points."""
    if points:
        return ResultScale(
            -points // 2, points, Text("{} in points on average", "平均{}点"), Text("{} in points", "{}点")
        )
    return ResultScale(players, 1 - players, Text("place {} on average", "平均{}位"), Text("place {}", "{}位"))


TurningPoint = MissedWinAnalysis | ChoiceAnalysis
"""An action after which its player could reach less: a missed win, which is proven, or an estimated loss."""


def turning_points(deal: DealAnalysis) -> list[TurningPoint]:
    """The turning points of a deal in the order of play.

    They are its missed wins and the largest estimated losses.
    """
    largest = sorted(_losses_beside_missed_wins(deal), key=lambda choice: -choice.loss)[:MOST_LOSSES]
    return sorted([*deal.missed_wins, *largest], key=lambda point: point.action)


def all_mistakes(deal: DealAnalysis) -> list[TurningPoint]:
    """The missed wins and all estimated losses of a deal in the order of play."""
    return sorted([*deal.missed_wins, *_losses_beside_missed_wins(deal)], key=lambda point: point.action)


def _losses_beside_missed_wins(deal: DealAnalysis) -> list[ChoiceAnalysis]:
    missed = {point.action for point in deal.missed_wins}
    return [choice for choice in estimated_losses(deal) if choice.action not in missed]


def positions_left_out(deal: DealAnalysis) -> int:
    """The number of positions of a deal that were not played out."""
    return 0 if deal.estimates is None else sum(position is None for position in deal.estimates.positions)


def hand_value(luck: PlayerLuckAnalysis) -> float:
    """What seat and cards of a player were worth together, from 0 to 1."""
    return luck.mean + luck.seat + luck.cards


def better_line(point: TurningPoint) -> Sequence[str]:
    """The actions that would have been better than a turning point: all that win, or the best one by the estimate."""
    return point.line if isinstance(point, MissedWinAnalysis) else [point.others[0].action]


def record_with_line(record: Record, deal: int, at: int, line: Sequence[str]) -> Record:
    """The record with a deal, counted from 1, that goes on after `at` actions with a line, as far as that goes."""
    notation = record.rules.notation(len(record.players))
    deals = list(record.deals)
    other = copy(deals[deal - 1])  # the record that was given stays as it is
    other.actions = [*(other.actions or [])[:at], *[notation[text] for text in line]]
    other.abandoned = True
    deals[deal - 1] = other
    return replace(record, deals=deals)


def kept_deal(analysis: bytes, deal: int) -> DealAnalysis | None:
    """The analysis of a deal, counted from 1, in a kept analysis of its record; None where that has no such deal."""
    deals = msgspec.json.decode(analysis, type=list[msgspec.Raw])
    return msgspec.json.decode(deals[deal - 1], type=DealAnalysis) if deal <= len(deals) else None


def job_view(job: Job) -> AnalysisJob:
    """A job, and where its analysis will be."""
    return AnalysisJob(
        *job[:-1],
        address=analysis_job_address(*job[:2]),
        analysis=analysis_address(job.record, job.revision),
        cancelled_by=job.cancelled_by,
    )


def analysis_view(record: int, revision: int, analysis: bytes) -> RecordAnalysis:
    """The analysis of a revision, given as JSON."""
    return RecordAnalysis(record, revision, METHOD, read_analysis(analysis))


MOST_MISTAKES: Final = 30
"""The most mistakes that are listed, those of the first games."""


class AnalysedGame(NamedTuple):
    """A game of a player that has been analysed: its number, the player's seats in it, and its deals."""

    id: int
    seats: Collection[int]
    deals: Iterable[DealAnalysis]


class Mistake(NamedTuple):
    """A turning point of a game at which the player acted; the deal is counted from 1."""

    game: int
    deal: int
    point: TurningPoint


def mistakes(games: Iterable[AnalysedGame]) -> list[Mistake]:
    """The first mistakes of a player in these games, in the order of games, deals and actions."""
    found = (
        Mistake(game.id, number, point)
        for game in games
        for number, deal in enumerate(game.deals, 1)
        for point in all_mistakes(deal)
        if point.player in game.seats
    )
    return list(islice(found, MOST_MISTAKES))
