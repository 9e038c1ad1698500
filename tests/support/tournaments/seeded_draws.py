"""A tournament with all kinds of draws from fixed seeds.

`python -m tests.support.tournaments.seeded_draws` prints its log.
"""

import sys
from collections.abc import Iterator
from typing import Final

import msgspec

from daifu.data.tournaments.changes import AnyChange, Entered, LotDrawn, Withdrawn
from daifu.data.tournaments.draw_requests import Anew, DrawRequest
from daifu.data.tournaments.draws import plan_redraw, plan_rounds
from daifu.data.tournaments.log import encode_change
from daifu.data.tournaments.standings import draw_lot
from tests.support.tournaments.log import TournamentLog, points_sheet, tournament_with_stage

_wish: Final = msgspec.json.Decoder(DrawRequest).decode
DRAW_REQUESTS: Final = (
    b'{"method": "balanced", "stage": 1, "rounds": 3, "wanted": 4, "seed": 5, "work": 1000}',
    b'{"method": "balanced", "stage": 1, "rounds": 1, "wanted": 5, "seed": 6, "work": 1000, "apart": "teams"}',
    b'{"method": "swiss", "stage": 1, "wanted": 4}',
    b'{"method": "swiss", "stage": 1, "wanted": 4, "apart": "teams"}',
    b'{"method": "snake", "stage": 1}',
)


def seeded_draws() -> Iterator[AnyChange]:
    """All draws in their order: rounds with every method, again after a withdrawal, and a lot."""
    keeper = tournament_with_stage(12)
    keeper.make(*(Entered(name=f"Guest {number}", team="AB"[number % 2]) for number in range(11)))
    yield from _append(keeper, *plan_rounds(keeper.state, _wish(DRAW_REQUESTS[0])))
    for number, table in enumerate(keeper.state.stages[0].rounds[0].tables, 1):
        keeper.make(points_sheet(1, number, points=[(7 * number + seat) % 5 for seat in range(len(table.seats))]))
    keeper.make(Withdrawn(entrant=4, stage=1, round=2))
    yield from _append(keeper, *plan_redraw(keeper.state, Anew(stage=1, wanted=4, seed=8, work=1_000)))
    for wish in DRAW_REQUESTS[1:]:
        yield from _append(keeper, *plan_rounds(keeper.state, _wish(wish)))
    yield from _append(keeper, LotDrawn(entrants=draw_lot(range(1, 24), 9), seed=9))


def _append(keeper: TournamentLog, *changes: AnyChange) -> tuple[AnyChange, ...]:
    keeper.make(*changes)
    return changes


def seeded_draws_json() -> str:
    """The same as text, a line each."""
    return b"\n".join(map(encode_change, seeded_draws())).decode()


if __name__ == "__main__":
    sys.stdout.write(seeded_draws_json())
