"""The strength of cards and hands."""

import pytest

from replay.cards import STANDARD
from replay.games.catalogue import PROFILES
from replay.tallies.strength import Scale


def scale(rules: str, players: int) -> Scale:
    chosen = PROFILES[rules].rules({})
    return Scale(chosen.sitting.pack(players), chosen.counting.order)


@pytest.mark.parametrize(
    ("hand", "tenth"), [("S3 H3 D4 C4 S5", 0), ("S9 HT S8 H9 DT", 5), ("S3 H5 SK HA DT", 4), ("S2 H2 D2 C2 X", 9)]
)
def test_a_hand_stands_in_a_tenth_of_all_hands(hand: str, tenth: int) -> None:
    assert scale("uecda", 5).tenth(STANDARD.pack(hand.split()), 5) == tenth


@pytest.mark.parametrize("rules", PROFILES)
def test_stronger_cards_are_worth_more(rules: str) -> None:
    chosen = PROFILES[rules].rules({})
    worth = [scale(rules, 5).worth(names[:1]) for names in chosen.counting.order]
    assert worth == sorted(worth)
    assert worth[0] == 0
    assert worth[-1] < 1000


@pytest.mark.parametrize("rules", PROFILES)
def test_every_card_of_the_alphabet_has_its_strength(rules: str) -> None:
    chosen = PROFILES[rules].rules({})
    assert sorted(name for names in chosen.counting.order for name in names) == sorted(chosen.alphabet.names)


@pytest.mark.parametrize("rules", PROFILES)
def test_a_hand_is_as_high_as_its_cards(rules: str) -> None:
    chosen = PROFILES[rules].rules({})
    steps = {name: step for step, names in enumerate(chosen.counting.order) for name in names}
    pack = chosen.sitting.pack(5)
    cards = [name for name, step in steps.items() for _ in range(chosen.alphabet.counts(pack.cards)[step % 3])][:20]
    held = [name for name in cards if chosen.alphabet.holds(pack.cards, chosen.alphabet.one[name])]
    once = list(dict.fromkeys(held))
    assert scale(rules, 5).height(chosen.alphabet.pack(once)) == sum(map(steps.__getitem__, once))
    assert scale(rules, 5).height(pack.cards) == sum(steps[name] for name in chosen.alphabet.list(pack.cards))
