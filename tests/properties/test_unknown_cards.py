"""Cards that nobody has seen: what depends on them is not judged, and nothing else changes."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from replay.games.catalogue import PROFILES
from schemas.raw import RawDeal, RawRecord
from tests.support.garbage import careless
from tests.support.outcome import judged
from tests.support.rewrite import with_deals
from tests.support.strategies import sittings

chance = st.integers(0, 2**32).map(Random)


def hidden(raw: RawRecord) -> RawRecord:
    """Nobody's hand is known."""

    def deal(written: RawDeal) -> RawDeal:
        return {**written, "hands": [hand and f"?*{len(hand.split())}" for hand in written["hands"]]}

    return with_deals(raw, deal)


def half_hidden(raw: RawRecord, rng: Random) -> RawRecord:
    """Of each hand some cards are known."""

    def hand(text: str | None) -> str | None:
        return text and " ".join(rng.choice([name, "?"]) for name in text.split())

    return with_deals(raw, lambda deal: {**deal, "hands": list(map(hand, deal["hands"]))})
