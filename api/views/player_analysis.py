"""What the analyses of a player's games say together: missed wins, accuracy, luck and play, and their mistakes."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from math import sqrt
from typing import Final, NamedTuple, TypeVar

from api.views.analysis import TurningPoint, all_mistakes, result_scale
from replay.analysis.proofs import PROVEN, REFUTED
from schemas.analysis import ActionAnalysis, ChoiceAnalysis, DealAnalysis, PlayerLuckAnalysis
from schemas.statistics.intervals import ENOUGH_SITTINGS, student_t

MOST_MISTAKES: Final = 30
"""The most mistakes that are listed, those of the latest games first."""

_OfPlayer = TypeVar("_OfPlayer", bound=ActionAnalysis | TurningPoint | PlayerLuckAnalysis)


class AnalysedGame(NamedTuple):
    """A game of a player that has been analysed: its number, the player's seats in it, and its deals."""

    id: int
    seats: Collection[int]
    deals: Sequence[DealAnalysis]


class Mistake(NamedTuple):
    """A turning point of a game at which the player acted; the deal is counted from 1."""

    game: int
    deal: int
    point: TurningPoint


class Mean(NamedTuple):
    """A mean over deals, and by how much its 95 % interval reaches to either side; None for few games."""

    value: float
    margin: float | None


class PlayerAnalysis(NamedTuple):
    """What analyses say of a player.

    `won` is the number of actions at which a proven win was kept, `missed` of those at which it was lost. Of the
    `compared` choices, `losses` are those with an estimated loss. `cards`, `seat` and `play` are what these gave in a
    deal, in places or points; None without any deal that was split.
    """

    games: int
    deals: int
    won: int
    missed: int
    compared: int
    losses: int
    cards: Mean | None
    seat: Mean | None
    play: Mean | None
    mistakes: Sequence[Mistake]

    @property
    def missed_a_deal(self) -> float:
        """The missed wins per deal."""
        return self.missed / self.deals

    @property
    def share_won(self) -> float | None:
        """The share of the proven wins that the player kept; None where there was none."""
        return self.won / (self.won + self.missed) if self.won + self.missed else None

    @property
    def accuracy(self) -> float | None:
        """The share of the compared choices without an estimated loss; None where nothing was compared."""
        return 1 - self.losses / self.compared if self.compared else None


def analyse_player(games: Iterable[AnalysedGame], points: int) -> PlayerAnalysis:
    """What the analyses of these games say of a player; `points` is the range of results that are points."""
    tried = [
        (game, number, deal)
        for game in games
        for number, deal in enumerate(game.deals, 1)
        if deal.reason is None and _took_part(game, deal)
    ]
    proofs = Counter(after for game, _number, deal in tried for after in _after_proven(game, deal))
    mistakes = [
        Mistake(game.id, number, point) for game, number, deal in tried for point in _own(game, all_mistakes(deal))
    ]
    deals = [(game, deal) for game, _number, deal in tried]
    cards, seat, play = (_mean(part, deals, points) for part in ("cards", "seat", "play"))
    return PlayerAnalysis(
        games=len({game.id for game, _number, _deal in tried}),
        deals=len(tried),
        won=proofs[PROVEN],
        missed=proofs[REFUTED],
        compared=sum(len(_own(game, deal.estimates.choices)) for game, _number, deal in tried if deal.estimates),
        losses=sum(isinstance(mistake.point, ChoiceAnalysis) for mistake in mistakes),
        cards=cards,
        seat=seat,
        play=play,
        mistakes=mistakes[:MOST_MISTAKES],
    )


def _took_part(game: AnalysedGame, deal: DealAnalysis) -> bool:
    """Whether the player acted in a deal, or has a part of its result."""
    return bool(_own(game, deal.actions) or _own(game, deal.luck or ()))


def _own(game: AnalysedGame, found: Iterable[_OfPlayer]) -> list[_OfPlayer]:
    """What is about the player."""
    return [one for one in found if one.player in game.seats]


def _after_proven(game: AnalysedGame, deal: DealAnalysis) -> list[str | None]:
    """What was proven after each action of the player before which they could force to go out next."""
    return [action.known.after for action in _own(game, deal.actions) if action.known.before == PROVEN]


def _mean(part: str, tried: Iterable[tuple[AnalysedGame, DealAnalysis]], points: int) -> Mean | None:
    """The mean of a part of the results over deals, in places or points.

    The deals of a game depend on each other, so the interval comes from how much games vary.
    """
    values: dict[int, list[float]] = {}
    for game, deal in tried:
        luck = deal.luck or ()
        step = abs(result_scale(len(luck), points).step)
        values.setdefault(game.id, []).extend(step * getattr(one, part) for one in _own(game, luck))
    found = [some for some in values.values() if some]
    deals = sum(map(len, found))
    if not deals:
        return None
    mean = sum(map(sum, found)) / deals
    if len(found) < ENOUGH_SITTINGS:
        return Mean(mean, None)
    freedom = len(found) - 1
    varied = sum((sum(some) - mean * len(some)) ** 2 for some in found) * len(found) / freedom
    return Mean(mean, student_t(freedom) * sqrt(varied) / deals)
