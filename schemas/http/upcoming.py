"""What the next deal starts from, in the contract."""

from typing import Final

from marshmallow import fields

from replay.gifts import ANY, BEST, DEALT, SWAP
from schemas.http.answer_fields import Answer, by_player, parts, whole, wholes, word

CHOICES: Final = (BEST, DEALT, ANY, SWAP)
WHICH: Final = (
    "Which cards: the strongest of the hand as dealt, cards of that hand, any cards, or one drawn blindly by the taker."
)


class GiftSchema(Answer):
    """Cards that one player owes another before play."""

    giver = whole("Who gives.", 4, data_key="from")
    taker = whole("Who receives.", 1, data_key="to")
    cards = whole("How many cards.", 2)
    choice = word(CHOICES, WHICH, BEST)


class UpcomingSchema(Answer):
    """What the next deal starts from, if nobody joins or leaves and nothing is reset."""

    deal = whole("The number of that deal.", 3)
    seats = wholes("The players in clockwise order (biga: in the order of play).", [2, 1, 4, 3])
    places = wholes(
        "The ranking that it starts from, best first; null where there is none.", [2, 1, 4, 3], allow_none=True
    )
    titles = by_player(fields.String(), "The titles that the players hold.", ["fugo", "daifugo", "daihinmin", "hinmin"])
    lead = wholes("Who may lead; nobody where the cards or the table decide that.", [3])
    dealer = whole("akagiri: who deals; null where the table decides it.", 3, allow_none=True)
    first_drawer = whole("biga: who draws first; null where the table decides it.", None, allow_none=True)
    exchange = parts(GiftSchema, "The gifts owed before play.")
