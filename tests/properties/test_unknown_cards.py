"""Cards that nobody has seen: what depends on them is not judged, and nothing else changes."""

from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from daifu.replay.actions import NAME
from daifu.replay.cards import STANDARD
from daifu.replay.engine import take_actions
from daifu.replay.match import replay
from daifu.replay.table import Table
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.equivalent_records import map_deals
from tests.support.positions import Step, opening_tables, walk_deals
from tests.support.random_records import choose_carelessly
from tests.support.reports import judge_record, result_values
from tests.support.strategies import sittings

chance = st.integers(0, 2**32).map(Random)

SCORED_BY_PLACE = ("dalmuti", "theater", "akagiri", "uecda")
WITHOUT_PARTNERS = (*SCORED_BY_PLACE, "floor13")


def hidden(raw: RawRecord) -> RawRecord:
    """Nobody's hand is known."""

    def deal(written: RawDeal) -> RawDeal:
        return {**written, "hands": [hand and f"?*{len(hand.split())}" for hand in written["hands"]]}

    return map_deals(raw, deal)


def half_hidden(raw: RawRecord, rng: Random) -> RawRecord:
    """Of each hand some cards are known."""

    def hand(text: str | None) -> str | None:
        return text and " ".join(rng.choice([name, "?"]) for name in text.split())

    return map_deals(raw, lambda deal: {**deal, "hands": list(map(hand, deal["hands"]))})


def hidden_with_discards(raw: RawRecord) -> RawRecord:
    """The same; whom a queen hits lays open what nobody knew of (F-QBOMB-1)."""
    other = hidden(raw)
    deals: list[RawDeal] = []
    for written, known, (table, _) in zip(
        other["deals"], walk_deals(raw), opening_tables(load_raw_record(other)), strict=True
    ):
        actions: list[str] = []
        for step in known:
            before = table.copy()
            take_actions(table, [step.action])
            actions += [step.action.text, *(discards := unknown_hits(step, before, table))]
            take_actions(table, [table.rules.notation(len(raw["players"]))[text] for text in discards])
        deals.append({**written, "actions": actions})
    return {**other, "deals": deals}


def unknown_hits(step: Step, before: Table, after: Table) -> list[str]:
    """What the players discard who are hit by the name of a queen."""
    told = []
    for player in step.before.seated if step.action.verb == NAME else ():
        hit = STANDARD.lacking(step.after.hands[player], step.before.hands[player])
        known = STANDARD.lacking(after.hands[player], before.hands[player])
        unknown = STANDARD.list(STANDARD.without(hit, known))
        told += [f"{player} discard {' '.join(unknown)}"] if unknown else []
    return told


def codes(raw: RawRecord) -> set[str]:
    """The codes of all faults but those that short deals and unknown cards bring with them."""
    return {fault.code for deal in judge_record(raw).deals for fault in deal.faults} - {"bad_deal", "deal_incomplete"}


@given(sittings(WITHOUT_PARTNERS, deals=3))
def test_a_legal_game_stays_legal_when_all_hands_are_hidden(raw: RawRecord) -> None:
    assume(not any(" name " in deal["actions"][-1] for deal in raw["deals"]))  # it is not known whom it leaves nothing
    assert codes(hidden_with_discards(raw)) == set()


@given(sittings(WITHOUT_PARTNERS, deals=3), chance)
def test_a_legal_game_stays_legal_when_some_cards_are_hidden(raw: RawRecord, rng: Random) -> None:
    assume(not any(" name " in text for deal in raw["deals"] for text in deal["actions"]))
    assert codes(half_hidden(raw, rng)) == set()


@given(sittings(("biga",), whole=True), chance)
def test_partners_may_hide_as_well_while_both_big_aces_are_in_the_game(raw: RawRecord, rng: Random) -> None:
    """B-TEAM-1."""
    assert codes(hidden(raw)) | codes(half_hidden(raw, rng)) == set()


@given(sittings(SCORED_BY_PLACE, deals=3))
def test_places_do_not_depend_on_hands_that_were_played_out(raw: RawRecord) -> None:
    assert result_values(judge_record(hidden(raw))) == result_values(judge_record(raw))


@given(sittings(choose=choose_carelessly))
def test_a_player_with_enough_unknown_cards_can_have_held_anything_that_the_pack_has(raw: RawRecord) -> None:
    plenty = map_deals(raw, lambda deal: {**deal, "hands": [hand and f"{hand} ?*200" for hand in deal["hands"]]})
    record = load_raw_record(plenty)
    for deal, report in zip(record.deals, replay(record).deals, strict=True):
        pack = record.rules.sitting.pack(sum(hand is not None for hand in deal.hands or ()))
        refused = {fault.action for fault in report.faults if fault.code == "card_not_held"}
        named = [action.cards for at, action in enumerate(deal.actions or ()) if at in refused]
        assert not any(pack.alphabet.holds(pack.cards, cards) for cards in named)
