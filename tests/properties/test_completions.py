"""Unknown cards beside a slow referee: what holds whatever they are is judged, and nothing else is.

Each deal is a whole pack with a few unknown cards. The referee judges it with every way to fill these in. A fault of
the last action stands where all ways have it in which the actions before went the same way and all named cards were
held.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.deal import Deal, Start
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.sitting import even_sizes
from tests.support.reports import fault_tuples, judge_deals

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
