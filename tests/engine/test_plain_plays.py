"""What the engine lets pass at a glance, beside what the judge finds when he looks closely."""

from collections.abc import Iterator
from itertools import islice

import pytest

from replay.actions import Action
from replay.engine import run
from replay.games.catalogue import PROFILES
from replay.judge import judge_play
from replay.table import Table
from schemas.record import load_record
from tests.support.samples import FOLDER
from tests.support.walk import tables, walk

EVERY_FEW_ACTIONS = 4


def positions(profile: str) -> Iterator[Table]:
    """Positions of a sample deal in which nothing has to happen before the next play."""
    with (FOLDER / f"{profile}.ndjson").open("rb") as file:
        record = load_record(file.readline())
    table, actions = next(tables(record))
    for step in islice(walk(table, actions), 0, None, EVERY_FEW_ACTIONS):
        if step.before.pending is None and not step.before.over:
            yield step.before


def tries(table: Table) -> Iterator[Action]:
    """Whatever anybody holds, laid by everybody who is in the deal."""
    notation = table.rules.notation(len(table.hands) - 1)
    texts = {text for player in table.seated for text in table.rules.sets(table, player)}
    players = [player for player in table.seated if not table.closed >> player & 1]
    return (notation[f"{player} {text}"] for player in players for text in sorted(texts))


def judged(table: Table, action: Action) -> tuple[list[str], list[str]]:
    """What the engine reports of a play that it takes, and what is wrong with it on a close look."""
    trial = table.copy()
    run(trial, [action])
    breaches: list[str] = []
    judge_play(table, action, breaches)
    return [fault.code for fault in trial.faults], breaches


@pytest.mark.parametrize("profile", PROFILES)
def test_nothing_is_wrong_with_a_play_that_passes_at_a_glance(profile: str) -> None:
    found = [judged(table, action) for table in positions(profile) for action in tries(table)]
    assert [breaches for reported, breaches in found if breaches and not reported] == []
    assert any(breaches for _reported, breaches in found)
    assert any(not breaches for _reported, breaches in found)
