"""Cards that nobody has seen: what depends on them is not judged, and nothing else changes."""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any, Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from daifu.replay.actions import NAME
from daifu.replay.cards import STANDARD
from daifu.replay.deal import Deal, Start
from daifu.replay.engine import take_actions
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import replay
from daifu.replay.sitting import even_sizes
from daifu.replay.table import Table
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.equivalent_records import map_deals
from tests.support.positions import Step, opening_tables, walk_deals
from tests.support.random_records import choose_carelessly
from tests.support.reports import fault_tuples, judge_deals, judge_record, result_values
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


Faults = tuple[set[str], set[str]]
"""The faults of the last action, and those of the actions before."""

MOST_UNKNOWN: Final = 4
SPECIAL: Final = {
    "dalmuti": ("J", "1", "2", "3"),
    "theater": ("D3", "X", "S2", "H2", "D2", "C2"),
    "akagiri": ("X", "S2", "H2", "D2", "C2", "SA"),
    "uecda": ("D3", "X", "S2", "H2", "D2", "C2"),
    "biga": ("HA", "SA"),
}
"""Cards on which checks depend, which are hidden more often than others."""

GIFTS: Final = {
    "dalmuti": ((4, 1, 2), (3, 2, 1), (1, 4, 2), (2, 3, 1)),
    "theater": ((4, 1, 2), (3, 2, 1), (1, 4, 2), (2, 3, 1)),
    "akagiri": ((4, 1, 1), (1, 4, 1)),
    "uecda": ((5, 1, 2), (4, 2, 1), (1, 5, 2)),
}
"""Giver, taker and number of cards of gifts, in an order in which they may be made."""

OPTIONS: Final = {"dalmuti": {}, "theater": {"gift_from_dealt_hand": True}}
CHANCE: Final = 0.5


class HiddenDeal:
    """A deal of which some cards are unknown, with the actions before the one that is looked at, and that one."""

    def __init__(self, rules: str, rng: Random) -> None:
        self.rules, self.rng = rules, rng
        profile = PROFILES[rules]
        self.players = 4 if 4 in profile.players else profile.players[0]
        pack = profile.rules({}).sitting.pack(self.players)
        names = pack.alphabet.list(pack.cards)
        rng.shuffle(names)
        seats = tuple(range(1, self.players + 1))
        self.hands: list[list[str]] = []
        for size in even_sizes(Start(Deal(), 0, self.players, seats, ()), pack):
            self.hands.append(names[:size])
            names = names[size:]
        if rules == "theater" and rng.random() < CHANCE:
            self._make_ittsu()
        self.hidden = self._places_to_hide()
        self.actions = self._actions()

    def _make_ittsu(self) -> None:
        """Give player 2 a card of almost every rank."""
        cards = [card for hand in self.hands for card in hand]
        self.rng.shuffle(cards)
        ranks: dict[str, str] = {}
        for card in cards:
            if card != "X":
                ranks.setdefault(card[1], card)
        own = list(ranks.values())
        if self.rng.random() < CHANCE:
            own[0] = next(card for card in cards if card not in own)
        others = [card for card in cards if card not in own]
        self.hands = [others[:14], own, others[14:27], others[27:]]

    def _places_to_hide(self) -> list[tuple[int, int]]:
        places = [(player, at) for player, hand in enumerate(self.hands) for at in range(len(hand))]
        special = [place for place in places if self.hands[place[0]][place[1]] in SPECIAL[self.rules]]
        number = self.rng.randint(1, MOST_UNKNOWN)
        pool = special if self.rng.random() < CHANCE else places
        few = self.rng.sample(range(len(self.hands)), self.rng.randint(1, 2))
        chosen = [place for place in pool if place[0] in few] or places
        return self.rng.sample(chosen, min(number, len(chosen)))

    def _actions(self) -> list[str]:
        deeds = [self._lead]
        if self.rules in GIFTS:
            deeds += [self._gifts] * 2
        if self.rules == "dalmuti":
            deeds.append(lambda: [f"{self._anybody()} say revolution"])
        if self.rules == "theater":
            deeds.append(lambda: [f"{self.rng.choice([2, self._anybody()])} show"])
        if self.rules == "biga":
            deeds += [self._declaration] * 2
        return self.rng.choice(deeds)()

    def _anybody(self) -> int:
        return self.rng.randint(1, self.players)

    def _some_of(self, player: int, count: int) -> list[str]:
        """Cards of a hand, mostly the strongest of it."""
        hand = sorted(self.hands[player - 1], key=lambda card: card in SPECIAL[self.rules], reverse=True)
        return hand[:count] if self.rng.random() < CHANCE else self.rng.sample(hand, count)

    def _gifts(self) -> list[str]:
        made = GIFTS[self.rules][: self.rng.randint(1, len(GIFTS[self.rules]))]
        return [f"{giver} give {taker} {' '.join(self._some_of(giver, count))}" for giver, taker, count in made]

    def _lead(self) -> list[str]:
        player = self._anybody()
        return [f"{player} {self.rng.choice(self.hands[player - 1])}"]

    def _declaration(self) -> list[str]:
        first, second = (self.rng.choice(["show HA", "show SA", "show HA HA", "say heart"]) for _ in range(2))
        actions = [f"{self._anybody()} {first}"]
        if self.rng.random() < CHANCE:
            actions.append(f"{self._anybody()} {self.rng.choice([second, 'say partner'])}")
        return actions

    def faults(self, cards: tuple[str, ...]) -> Faults:
        """The faults with these cards in the hidden places."""
        hands = [hand.copy() for hand in self.hands]
        for (player, at), card in zip(self.hidden, cards, strict=True):
            hands[player][at] = card
        deal: dict[str, Any] = {"hands": [" ".join(hand) for hand in hands], "actions": self.actions, "abandoned": True}
        if self.rules in GIFTS:
            deal["places"] = list(range(1, self.players + 1))
        report = judge_deals(self.rules, [deal], self.players, OPTIONS.get(self.rules))
        last = len(self.actions) - 1
        of_last = {code for action, _player, code in fault_tuples(report) if action == last}
        before = {f"{action} {code}" for action, _player, code in fault_tuples(report) if action not in (None, last)}
        return of_last, before

    def completed(self) -> Iterator[Faults]:
        """The faults with every way to fill the hidden places."""
        cards = [self.hands[player][at] for player, at in self.hidden]
        for filled in sorted(set(permutations(cards))):
            yield self.faults(filled)


@pytest.mark.parametrize("rules", list(SPECIAL))
@given(st.integers(0, 2**32))
def test_a_fault_stands_where_no_unknown_card_changes_it(rules: str, seed: int) -> None:
    deal = HiddenDeal(rules, Random(seed))
    judged, before = deal.faults(("?",) * len(deal.hidden))
    completed = [found for found, same in deal.completed() if same == before and "card_not_held" not in found]
    if completed and "card_not_held" not in judged:
        assert judged == set.intersection(*completed)
