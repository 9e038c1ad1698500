"""A game of a FujiGokoro file, which does not name the players of its plays, and its exchange (U-XCH-1)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from daifu.schemas.foreign_log import ReadingError
from daifu.schemas.fujigokoro import messages
from daifu.schemas.fujigokoro.cards import sort_cards
from daifu.schemas.uecda.plain_deals import ALL_PLAYERS, Gift

MOST_PLAYS: Final = 128
"""Plays of a game that FujiGokoro records at most (rules digest, section 3)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An accepted set, or a pass; its player follows from the rules.

    `cards` is the set as a record writes it, empty for a pass, and `spelt` as the file does; `microseconds` is the time
    that the player took, None if it is not written.
    """

    cards: str
    spelt: str
    microseconds: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """One game. Lists by player begin with player 1; cards are written as in a record.

    `classes` and `result` are each player's rank before and after the game, `seats` each player's seat, all counted
    from 0. `changed` is what each player submitted for exchange, `gifts` what was really exchanged, `original` the
    hands after that. `line` is the line of the plays in the file.
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
    """The gifts between the hands as dealt and those after the exchange; none if no player submitted anything.

    The poor submit what the server takes from them. A rich player gave the cards that their hand lacks afterwards: if
    their own choice was invalid, the server took other cards. Raises `ReadingError` if the hands do not agree.
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
    """The cards that each player gave, as the file has them if all choices were valid."""
    return tuple(
        " ".join(card for gift in gifts if gift.giver == player for card in gift.cards) for player in ALL_PLAYERS
    )


def hands_after(dealt: Hands, gifts: Sequence[Gift]) -> list[Counter[str]]:
    """The hands after the gifts, by player; a card that its giver did not hold has a negative count."""
    hands = [Counter(hand.split()) for hand in dealt]
    for gift in gifts:
        hands[gift.giver - 1].subtract(gift.cards)
        hands[gift.receiver - 1].update(gift.cards)
    return hands


def _returned_cards(poor: int, rich: int, dealt: Hands, changed: Hands, original: Hands) -> tuple[str, ...]:
    held = Counter(f"{dealt[rich]} {changed[poor]}".split())
    return sort_cards((held - Counter(original[rich].split())).elements())
