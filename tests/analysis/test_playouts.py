"""Whatever the game and its options, a playout is a legal deal, and it ends with the places that the judge gives."""

from random import Random
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from daifu.replay.analysis.playout import NoPlayoutsError
from daifu.replay.analysis.start import settled
from daifu.replay.deal import Start
from daifu.replay.position import walk_positions
from daifu.replay.table import Table
from daifu.schemas.record.decode import load_raw_record
from tests.support.positions import judge_line, line_of
from tests.support.strategies import sittings

GAMES: Final = ("akagiri", "biga", "dalmuti", "floor13", "theater", "uecda")
OPENED_BY_A_CARD: Final = ("theater", "uecda")
"""Games that begin with a card that small hands may lack."""
LINES: Final = 2
POSITIONS: Final = 3
seeds = st.integers(0, 2**40)


def assert_lines_are_legal(start: Start, table: Table, seed: int) -> None:
    base = settled(table)
    first, work = base.rules.playouts.start(base, seed), base.rules.playouts.start(base, seed)
    for _ in range(LINES):
        line = line_of(work, first)
        found = judge_line(start, base, line, work)
        assert found.faults == [], line
        assert found.judged is None or found.judged == found.placed[: len(found.judged)], line


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), seed=seeds)
def test_a_playout_is_legal_and_ends_as_the_judge_says(name: str, data: st.DataObject, seed: int) -> None:
    record = load_raw_record(data.draw(sittings((name,), whole=name in OPENED_BY_A_CARD, deals=1)))
    open_steps = [step for step in walk_positions(record, 0) if not step.table.over]
    for step in Random(seed).sample(open_steps, min(POSITIONS, len(open_steps))):
        try:
            assert_lines_are_legal(step.start, step.table, seed)
        except NoPlayoutsError:
            assume(False)  # noqa: FBT003 - the next example
