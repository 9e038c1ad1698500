"""What is plain to the judge at a glance, beside what he finds when he looks closely."""

from collections.abc import Iterator
from itertools import islice

import pytest

from replay.actions import Action
from replay.games.catalogue import PROFILES
from replay.judge import is_plain, judge_play
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


def judged(table: Table, action: Action) -> tuple[bool, list[str]]:
    """Whether nothing is wrong with a play at a glance, and all that is wrong with it."""
    left = table.hands[action.player] - action.cards
    plain = action.only is not None and is_plain(table, action, action.only, left)
    breaches: list[str] = []
    judge_play(table, action, breaches)
    return plain, breaches


@pytest.mark.parametrize("profile", PROFILES)
def test_nothing_is_wrong_with_a_play_that_is_plain(profile: str) -> None:
    found = [judged(table, action) for table in positions(profile) for action in tries(table)]
    assert [breaches for plain, breaches in found if plain and breaches] == []
    assert any(plain for plain, _breaches in found)
    assert any(breaches for _plain, breaches in found)
