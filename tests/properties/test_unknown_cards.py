"""Cards that nobody has seen: what depends on them is not judged, and nothing else changes."""

from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from replay.actions import NAME
from replay.games.floor13.bombs import around
from replay.games.floor13.table import Floor13Table
from schemas.raw import RawDeal, RawRecord
from tests.support.garbage import careless
from tests.support.outcome import judged, results
from tests.support.rewrite import with_deals
from tests.support.strategies import sittings
from tests.support.walk import Step, walks

chance = st.integers(0, 2**32).map(Random)

SCORED_BY_PLACE = ("dalmuti", "theater", "akagiri", "uecda")


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


def with_discards(raw: RawRecord) -> RawRecord:
    """Whom a queen hits lays open what is gone, until somebody has nothing left (F-END-2)."""
    deals: list[RawDeal] = []
    for written, walk in zip(raw["deals"], walks(raw), strict=True):
        actions = [text for step in walk for text in [step.action.text, *discards(step)]]
        deals.append({**written, "actions": actions})
    return {**raw, "deals": deals}


def discards(step: Step) -> list[str]:
    """What the players discard who are hit by the name of a queen, nearest to her player first."""
    action, before, after = step
    if action.verb != NAME or not isinstance(after, Floor13Table):
        return []
    alphabet, told = before.rules.alphabet, []
    for player in (*around(after, action.player), action.player):
        hit = alphabet.list(before.hands[player] - after.hands[player])
        if hit:
            told.append(f"{player} discard {' '.join(hit)}")
        if not after.hands[player]:
            break
    return told


@given(sittings(deals=3))
def test_whoever_hides_all_hands_has_played_a_legal_game_all_the_same(raw: RawRecord) -> None:
    faults = [fault.code for deal in judged(hidden(with_discards(raw))).deals for fault in deal.faults]
    assert set(faults) <= {"bad_deal", "deal_incomplete"}


@given(sittings(deals=3), chance)
def test_so_has_who_hides_some_cards(raw: RawRecord, rng: Random) -> None:
    assume(not any(" name " in text for deal in raw["deals"] for text in deal["actions"]))
    faults = [fault.code for deal in judged(half_hidden(raw, rng)).deals for fault in deal.faults]
    assert set(faults) <= {"bad_deal", "deal_incomplete"}


@given(sittings(SCORED_BY_PLACE, deals=3))
def test_places_do_not_depend_on_hands_that_were_played_out(raw: RawRecord) -> None:
    assert results(judged(hidden(raw))) == results(judged(raw))


@given(sittings(choose=careless))
def test_who_has_unknown_cards_enough_can_have_held_anything(raw: RawRecord) -> None:
    plenty = with_deals(raw, lambda deal: {**deal, "hands": [hand and f"{hand} ?*200" for hand in deal["hands"]]})
    assert "card_not_held" not in {fault.code for deal in judged(plenty).deals for fault in deal.faults}
