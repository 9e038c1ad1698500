"""Whatever a record says that can be read, it gets a report."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.engine import run
from replay.games.catalogue import PROFILES
from replay.legal import legal_actions
from replay.match import Match, replay
from schemas.raw import RawRecord
from schemas.record import read_record
from schemas.report import report_json
from tests.support.garbage import any_record, careless
from tests.support.strategies import GAMES, options_of, sittings


@given(sittings(choose=careless))
def test_careless_play_is_reported(raw: RawRecord) -> None:
    report_json(replay(read_record(raw)))


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), rng=st.randoms(use_true_random=False))
def test_so_is_what_nobody_can_have_played(name: str, data: st.DataObject, rng: Random) -> None:
    raw = any_record(name, data.draw(options_of(PROFILES[name])), rng)
    report_json(replay(read_record(raw)))


@given(sittings(choose=careless, deals=1), st.integers(0, 50))
def test_legal_actions_can_be_told_in_every_position(raw: RawRecord, taken: int) -> None:
    record = read_record(raw)
    match = Match(record.rules, len(record.players))
    table = match.open(match.start(record.deals[0], []))
    run(table, (record.deals[0].actions or ())[:taken])
    legal_actions(table, record.rules.notation(match.count))
