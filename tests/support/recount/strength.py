"""How strong cards and hands are beside the pack they come from, worked out card by card."""

from math import sqrt
from statistics import NormalDist

from replay.cards import Pack

Steps = tuple[tuple[str, ...], ...]
"""The cards of a game from the weakest up, equals together."""

CUTS = tuple(round(NormalDist().inv_cdf(tenth / 10), 4) for tenth in range(1, 10))


def worth(pack: Pack, order: Steps, name: str) -> int:
    """The share of the pack that is weaker than a card, in thousandths."""
    cards = pack.alphabet.list(pack.cards)
    step = _step(order, name)
    return 1000 * sum(_step(order, other) < step for other in cards) // len(cards)


def tenth(pack: Pack, order: Steps, hand: list[str]) -> int:
    """The tenth of all hands of its size in which a hand stands, 0 the weakest."""
    steps = [_step(order, name) for name in pack.alphabet.list(pack.cards)]
    mean = sum(steps) / len(steps)
    variance = sum((step - mean) ** 2 for step in steps) / len(steps)
    not_drawn = max(0, len(steps) - len(hand)) / (len(steps) - 1)
    spread = sqrt(len(hand) * variance * not_drawn)
    above = sum(_step(order, name) for name in hand) - len(hand) * mean
    return sum(above >= cut * spread for cut in CUTS)


def _step(order: Steps, name: str) -> int:
    return next(step for step, names in enumerate(order) if name in names)
