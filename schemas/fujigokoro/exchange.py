"""The exchange of a FujiGokoro record: what was submitted, and what really moved (U-XCH-1)."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from schemas.fujigokoro import wording
from schemas.fujigokoro.cards import in_order
from schemas.log_errors import ReadingError
from schemas.uecda.plain_deals import EVERYBODY, Gift

Hands = Sequence[str]

DAIFUGO, FUGO, _HEIMIN, HINMIN, DAIHINMIN = range(5)
PAIRS: Final = ((DAIHINMIN, DAIFUGO), (HINMIN, FUGO))


def gifts_of(classes: Sequence[int], dealt: Hands, changed: Hands, original: Hands) -> tuple[Gift, ...]:
    """What moved between the hands as dealt and those after the exchange; nothing if nobody submitted anything.

    The poor submit what the server takes from them. What a rich player gave is what his hand lacks afterwards: his own
    choice may have been invalid, and then the server took other cards. Raises `ReadingError` if it does not work out.
    """
    gifts: list[Gift] = []
    if any(changed):
        pairs = [(classes.index(poor), classes.index(rich)) for poor, rich in PAIRS]
        gifts += [Gift(poor + 1, rich + 1, tuple(changed[poor].split())) for poor, rich in pairs]
        gifts += [Gift(rich + 1, poor + 1, _returned(poor, rich, dealt, changed, original)) for poor, rich in pairs]
    if hands_after(dealt, gifts) != [Counter(hand.split()) for hand in original]:
        raise ReadingError(wording.OTHER_HANDS, wording.AFTER_EXCHANGE)
    return tuple(gifts)


def submitted(gifts: Sequence[Gift]) -> tuple[str, ...]:
    """What each player gave, as the file has it where no choice was invalid."""
    return tuple(
        " ".join(card for gift in gifts if gift.giver == player for card in gift.cards) for player in EVERYBODY
    )


def hands_after(dealt: Hands, gifts: Sequence[Gift]) -> list[Counter[str]]:
    """The hands after the gifts have moved, by player; a card that its giver did not hold counts less than none."""
    hands = [Counter(hand.split()) for hand in dealt]
    for gift in gifts:
        hands[gift.giver - 1].subtract(gift.cards)
        hands[gift.receiver - 1].update(gift.cards)
    return hands


def _returned(poor: int, rich: int, dealt: Hands, changed: Hands, original: Hands) -> tuple[str, ...]:
    held = Counter(f"{dealt[rich]} {changed[poor]}".split())
    return in_order((held - Counter(original[rich].split())).elements())
