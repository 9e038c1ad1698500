"""Makes the sample tournament: `python -m tests.support.sample_tournament` writes it anew, always the same.

A cup of twenty in theater daihinmin: four rounds of five tables, two deals each, with faults, decisions and awards.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any, Final

from daifu.data.tournaments.changes import (
    AnyChange,
    Awarded,
    Created,
    Entered,
    Finished,
    RoundClosed,
    StageOpened,
)
from daifu.data.tournaments.draw_requests import Balanced
from daifu.data.tournaments.draws import plan_rounds
from daifu.data.tournaments.log import apply_all, encode_change
from daifu.data.tournaments.settings import Settings, TieBreak
from daifu.data.tournaments.state import EMPTY_STATE, State, Table
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Options
from daifu.schemas.record.model import RECORD_FORMAT, RawPlayer, RawRecord
from tests.support.playouts import Playout, choose_sensibly, playout_record
from tests.support.project import PROJECT_ROOT
from tests.support.samples import CLUB, record_lines

FOLDER: Final = PROJECT_ROOT / "data" / "sample_tournament"
RULES: Final = "theater"
NAME: Final = "Daifu Cup 2025"
ENTRANTS: Final = CLUB[:20]
TEAMS: Final = ("Pine", "Bamboo", "Plum", "Crane")
ROUNDS: Final = 4
DEALS: Final = 2
DAY: Final = date(2025, 9, 6)
OPTIONS: Final[Options] = {"title_points": {"daifugo": 3, "fugo": 1, "hinmin": -1, "daihinmin": -3}}
SEED: Final = 2025


def opening() -> list[AnyChange]:
    """The changes before the first game: the tournament, its entrants, its stage, and the draw of all rounds."""
    settings = Settings(
        deals=DEALS,
        tie_breaks=(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.FIRSTS, TieBreak.STRENGTH_OF_OPPONENTS),
        penalties={"illegal": Fraction(-1)},
    )
    changes: list[AnyChange] = [Created(name=NAME, rules=RULES, options=OPTIONS, settings=settings)]
    changes += [Entered(name=name, team=TEAMS[number % len(TEAMS)]) for number, name in enumerate(ENTRANTS)]
    changes.append(StageOpened(name="Preliminaries", rounds=ROUNDS))
    state = apply_all(EMPTY_STATE, changes)
    return [*changes, *plan_rounds(state, Balanced(stage=1, rounds=ROUNDS, seed=SEED, apart="teams"))]


def games(state: State) -> Iterator[RawRecord]:
    """The game of each table, with the event by which its results find their way."""
    rng = Random("sample tournament")
    rules = PROFILES[RULES].rules(OPTIONS)
    for number, found in enumerate(state.stages[0].rounds, 1):
        for table_number, table in enumerate(found.tables, 1):
            playout = Playout(rules, len(table.seats), rng, choose=choose_sensibly)
            record = playout_record(playout, [playout.deal({}) for _ in range(DEALS)])
            event = {
                "name": NAME,
                "round": number,
                "table": table_number,
                "date": (DAY + timedelta(weeks=number - 1)).isoformat(),
            }
            yield {**record, "format": RECORD_FORMAT, "players": _players(state, table), "event": event}


def _players(state: State, table: Table) -> list[str | RawPlayer]:
    return [state.entrants[seat.drawn - 1].name for seat in table.seats]


def closing() -> list[AnyChange]:
    """The changes after the last game: a penalty, a bonus, and the end of all rounds and of the tournament."""
    awards = [
        Awarded(id=1, entrant=7, stage=1, round=2, points=Fraction(-1), reason="late at the table / 遅刻"),
        Awarded(id=2, entrant=12, stage=1, points=Fraction(1), reason="best hat / 帽子賞"),
    ]
    closed = [RoundClosed(stage=1, round=number) for number in range(1, ROUNDS + 1)]
    return [*awards, *closed, Finished()]


def change_lines(changes: Sequence[AnyChange]) -> str:
    """One change a line."""
    return "".join(f"{json.dumps(_as_json(change), ensure_ascii=False)}\n" for change in changes)


def _as_json(change: AnyChange) -> Any:  # noqa: ANN401 - any JSON
    return json.loads(encode_change(change))


def tournament_files() -> Iterator[tuple[str, str]]:
    """The name and the content of each file of the sample tournament."""
    first = opening()
    yield "opening.ndjson", change_lines(first)
    yield "games.ndjson", record_lines(games(apply_all(EMPTY_STATE, first)))
    yield "closing.ndjson", change_lines(closing())


def main() -> None:
    """Write the sample tournament."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in tournament_files():
        (FOLDER / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
