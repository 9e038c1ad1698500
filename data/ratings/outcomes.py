"""The outcomes of deals for ratings: who did better than whom, by the report.

A deal counts if it was decided, at least two players sat in it, and at least one of them has a place. It makes no
difference whether it was replayed (`verified`) or only its result is known. Players without a place share the last one.
Where only points were written, players with equal points share a place. The deals behind `sitting.counted` count as
well: they were played.

Where teams win points, places say little: the first player out may have lost. There the players who won points are one
team and those who lost points are another. Deals whose points do not tell the teams apart change no ratings.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from daifu.replay.actions import says_leave
from daifu.replay.faults import DEAL_INCOMPLETE
from daifu.replay.games.catalogue import PROFILES, kept_by_game

MIN_PLAYERS: Final = 2
"""The fewest players of whom one can do better than another."""


class _Fault(msgspec.Struct):
    code: str


class _Deal(msgspec.Struct):
    """The fields of a deal of a report that count here."""

    order: list[int]
    unfinished: list[int]
    titles: list[str | None]
    points: list[float | None]
    faults: list[_Fault]
    shared_places: list[int | None] = []


class _Report(msgspec.Struct):
    deals: list[_Deal]


class _Played(msgspec.Struct):
    """The fields of a deal of a record that count here: the report does not say whether the table stopped playing.

    Where teams play, it does so when somebody leaves.
    """

    abandoned: bool = False
    actions: list[str] = []


class _Record(msgspec.Struct):
    deals: list[_Played]


_report: Final = msgspec.json.Decoder(_Report).decode
_record: Final = msgspec.json.Decoder(_Record).decode

Teams = list[list[int]]


class Outcome(NamedTuple):
    """The outcome of a deal, by player numbers.

    `order` are the players who have a place, best first, `others` those who share the last one. `rated` are the teams
    from which ratings follow, best first, with their `ranks` where some are equal; without teams no rating changes.
    `titled` tells whether the first place gave a title. Where players share places, nobody is in the `order`, and
    `shared_places` are the places by player.
    """

    order: list[int]
    others: list[int]
    titled: bool
    rated: Teams
    ranks: list[float] | None
    shared_places: Sequence[int | None] = ()


def read_outcomes(rules: str, record: bytes, report: bytes) -> Iterator[Outcome | None]:
    """The outcome of each deal of a record under these rules, None where it does not count; both texts are JSON."""
    teams = _teams_of(rules)
    abandoned: list[bool] | None = None
    for number, deal in enumerate(_report(report).deals):
        placed = deal.order or deal.shared_places
        is_incomplete = any(fault.code == DEAL_INCOMPLETE for fault in deal.faults)
        if not placed or len(deal.order) + len(deal.unfinished) < MIN_PLAYERS or is_incomplete:
            yield None
            continue
        # Undecided deals give neither titles nor points, and neither do some games.
        if not any(deal.titles) and deal.points.count(None) == len(deal.points):
            abandoned = abandoned or [
                played.abandoned or any(map(says_leave, played.actions)) for played in _record(record).deals
            ]
            if abandoned[number]:
                yield None
                continue
        titled = bool(deal.order) and deal.titles[deal.order[0] - 1] is not None
        yield Outcome(deal.order, deal.unfinished, titled, *teams(deal), tuple(deal.shared_places))


@kept_by_game
def _teams_of(rules: str) -> Callable[[_Deal], tuple[Teams, list[float] | None]]:
    return _by_points if PROFILES[rules].in_teams else _by_places


def _by_places(deal: _Deal) -> tuple[Teams, list[float] | None]:
    """The teams where everybody plays alone."""
    if deal.shared_places:
        shared_places = sorted((deal.shared_places[player - 1] or 0, player) for player in deal.unfinished)
        return [[player] for _, player in shared_places], [place - 1.0 for place, _ in shared_places]
    placed, shared = len(deal.order), len(deal.unfinished)
    rated = [[player] for player in (*deal.order, *deal.unfinished)]
    return rated, [float(min(place, placed)) for place in range(placed + shared)] if shared > 1 else None


def _by_points(deal: _Deal) -> tuple[Teams, None]:
    """The teams by points: those who won some, those with none, and those who lost some."""
    seated = sorted((*deal.order, *deal.unfinished))
    points = {player: deal.points[player - 1] for player in seated}
    if None in points.values():
        return [], None
    won = [player for player, gain in points.items() if gain is not None and gain > 0]
    even = [player for player, gain in points.items() if gain == 0]
    lost = [player for player, gain in points.items() if gain is not None and gain < 0]
    teams = [team for team in (won, even, lost) if team]
    return (teams, None) if len(teams) >= MIN_PLAYERS else ([], None)
