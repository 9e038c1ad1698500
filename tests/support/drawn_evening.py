"""A tournament in which everything is drawn that can be, from fixed seeds: `python -m tests.support.drawn_evening`."""

import sys
from collections.abc import Iterator
from typing import Final

import msgspec

from data.tournaments.changes import AnyChange, Entered, LotDrawn, Withdrawn
from data.tournaments.log import change_json
from data.tournaments.lots import lot
from data.tournaments.planning import planned, planned_anew
from data.tournaments.wishes import Anew, Wish
from tests.support.tournaments import Keeper, opened, sheet

_wish: Final = msgspec.json.Decoder(Wish).decode
WISHES: Final = (
    b'{"method": "balanced", "stage": 1, "rounds": 3, "wanted": 4, "seed": 5, "work": 20000}',
    b'{"method": "balanced", "stage": 1, "rounds": 1, "wanted": 5, "seed": 6, "work": 20000, "apart": "teams"}',
    b'{"method": "swiss", "stage": 1, "wanted": 4}',
    b'{"method": "swiss", "stage": 1, "wanted": 4, "apart": "teams"}',
    b'{"method": "snake", "stage": 1}',
)


def evening() -> Iterator[AnyChange]:
    """All that is drawn, in its order: rounds in every way, anew when somebody has gone, and a lot."""
    keeper = opened(12)
    keeper.make(*(Entered(name=f"Guest {number}", team="AB"[number % 2]) for number in range(11)))
    yield from _makes(keeper, *planned(keeper.state, _wish(WISHES[0])))
    for number, table in enumerate(keeper.state.stages[0].rounds[0].tables, 1):
        keeper.make(sheet(1, number, points=[(7 * number + seat) % 5 for seat in range(len(table.seats))]))
    keeper.make(Withdrawn(entrant=4, stage=1, round=2))
    yield from _makes(keeper, *planned_anew(keeper.state, Anew(stage=1, wanted=4, seed=8, work=20_000)))
    for wish in WISHES[1:]:
        yield from _makes(keeper, *planned(keeper.state, _wish(wish)))
    yield from _makes(keeper, LotDrawn(entrants=lot(range(1, 24), 9), seed=9))


def _makes(keeper: Keeper, *changes: AnyChange) -> tuple[AnyChange, ...]:
    keeper.make(*changes)
    return changes


def evening_json() -> str:
    """The same as text, a line each."""
    return b"\n".join(map(change_json, evening())).decode()


if __name__ == "__main__":
    sys.stdout.write(evening_json())
