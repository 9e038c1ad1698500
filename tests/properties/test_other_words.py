"""The same games in other words: what does not matter in a record does not change its report."""

from collections.abc import Callable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from replay.games.catalogue import PROFILES
from schemas.raw import RawDeal, RawRecord
from tests.support.garbage import careless
from tests.support.outcome import judged, whole
from tests.support.strategies import sittings

Change = Callable[[RawDeal], RawDeal]
SEEDS = st.integers(0, 2**32).map(Random)


def with_deals(raw: RawRecord, change: Change) -> RawRecord:
    """The record with each of its deals written in another way."""
    return {**raw, "deals": [change(deal) for deal in raw["deals"]]}


def shuffled(words: str, rng: Random) -> str:
    return " ".join(rng.sample(words.split(" "), len(words.split(" "))))


def in_another_order(text: str, rng: Random) -> str:
    """An action with its cards in another order; what stands in front of them and behind stays."""
    body, mark = next(((text[:place], text[place:]) for sign in " void", " @", " #" if (place := text.find(sign)) > 0), (text, ""))
    return body + mark


@given(sittings(choose=careless))
def test_a_record_replayed_twice_gives_the_same_report(raw: RawRecord) -> None:
    assert whole(judged(raw)) == whole(judged(raw))
