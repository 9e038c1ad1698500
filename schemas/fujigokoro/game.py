"""A game as a FujiGokoro file holds it, without the players of its plays, and its exchange (U-XCH-1)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from schemas.foreign_log import ReadingError
from schemas.fujigokoro import messages
from schemas.fujigokoro.cards import sort_cards
from schemas.uecda.plain_deals import ALL_PLAYERS, Gift

MOST_PLAYS: Final = 128
"""FujiGokoro records no further (rules digest, section 3)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An accepted set, or a pass; its player follows from the rules.

    `cards` is the set as a record writes it, empty for a pass; `spelt` the file's own word for it; `microseconds` the
    time it took, if it is written.
    """

    cards: str
    spelt: str
    microseconds: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """One game. What is by player has player 1 first; cards are written as in a record.

    `classes` and `result` are each player's rank before and after the game, counted from 0 like his seat in `seats`.
    `changed` is what each player submitted for exchange, `gifts` what really moved, `original` the hands after it.
    `line` is that of the plays in the file.
    """

    number: int | None
    classes: tuple[int, ...]
    seats: tuple[int, ...]
    dealt: tuple[str, ...]
    changed: tuple[str, ...]
    original: tuple[str, ...]
    gifts: tuple[Gift, ...]
    plays: tuple[Turn, ...]
    result: tuple[int, ...]
    line: int = 0


Hands = Sequence[str]

DAIFUGO, FUGO, _HEIMIN, HINMIN, DAIHINMIN = range(5)
PAIRS: Final = ((DAIHINMIN, DAIFUGO), (HINMIN, FUGO))


def derive_gifts(classes: Sequence[int], dealt: Hands, changed: Hands, original: Hands) -> tuple[Gift, ...]:
    """What moved between the hands as dealt and those after the exchange; nothing if nobody submitted anything.

    The poor submit what the server takes from them. What a rich player gave is what his hand lacks afterwards: his own
    choice may have been invalid, and then the server took other cards. Raises `ReadingError` if it does not work out.
    """
    gifts: list[Gift] = []
    if any(changed):
        pairs = [(classes.index(poor), classes.index(rich)) for poor, rich in PAIRS]
        gifts += [Gift(poor + 1, rich + 1, tuple(changed[poor].split())) for poor, rich in pairs]
        gifts += [
            Gift(rich + 1, poor + 1, _returned_cards(poor, rich, dealt, changed, original)) for poor, rich in pairs
        ]
    if hands_after(dealt, gifts) != [Counter(hand.split()) for hand in original]:
        raise ReadingError(messages.HANDS_WITHOUT_EXCHANGE, messages.AFTER_EXCHANGE)
    return tuple(gifts)


def submitted_cards(gifts: Sequence[Gift]) -> tuple[str, ...]:
    """What each player gave, as the file has it where no choice was invalid."""
    return tuple(
        " ".join(card for gift in gifts if gift.giver == player for card in gift.cards) for player in ALL_PLAYERS
    )


def hands_after(dealt: Hands, gifts: Sequence[Gift]) -> list[Counter[str]]:
    """The hands after the gifts have moved, by player; a card that its giver did not hold counts less than none."""
    hands = [Counter(hand.split()) for hand in dealt]
    for gift in gifts:
        hands[gift.giver - 1].subtract(gift.cards)
        hands[gift.receiver - 1].update(gift.cards)
    return hands


def _returned_cards(poor: int, rich: int, dealt: Hands, changed: Hands, original: Hands) -> tuple[str, ...]:
    held = Counter(f"{dealt[rich]} {changed[poor]}".split())
    return sort_cards((held - Counter(original[rich].split())).elements())
