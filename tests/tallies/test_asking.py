"""What a hand's number alone tells of an answer is what trying every set tells."""

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from replay.legal import may_lay
from replay.table import Table
from schemas.raw import RawRecord
from tests.support.garbage import careless
from tests.support.strategies import sittings
from tests.support.walk import steps

MOST_CARDS = 10
SOME = 0.3


@given(sittings(choose=careless), st.integers(0, 2**32))
def test_whatever_hand_would_be_held(raw: RawRecord, seed: int) -> None:
    rng = Random(seed)
    for table in positions(raw):
        if rng.random() < SOME:
            hand = table.hands[table.turn] = any_hand(table, rng)
            told = table.rules.counting.asking(table)(hand)
            assert told is None or (told > 0) == may_lay(table, table.turn)


def positions(raw: RawRecord) -> Iterator[Table]:
    """The positions in which somebody is to answer a set and nothing has to happen first."""
    tables = (step.before for step in steps(raw))
    return (table for table in tables if table.top and table.turn and table.pending is None and not table.over)


def any_hand(table: Table, rng: Random) -> int:
    """Some cards of the pack, by half the hands of few ranks only, so that there are large sets."""
    alphabet = table.rules.alphabet
    pack = alphabet.list(table.rules.sitting.pack(len(table.seated)).cards)
    rng.shuffle(pack)
    if rng.random() < 1 / 2:
        ranks = {name[-1] for name in pack[:3]}
        pack = [name for name in pack if name[-1] in ranks]
    return alphabet.pack(pack[: rng.randint(1, MOST_CARDS)])
