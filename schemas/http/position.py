"""A position of a deal, and what the next deal starts from."""

from typing import Final

from marshmallow import fields, validate

from replay.cards import SUITS
from replay.table import ANY_CARDS, BEST_CARDS, BLIND_SWAP, DEALT_CARDS
from schemas.http.answer_fields import Answer, by_player, flag, part, parts, text, whole, wholes, word
from schemas.http.report import FaultSchema
from schemas.position import IN, ORDERS, STATES

CHOICES: Final = (BEST_CARDS, DEALT_CARDS, ANY_CARDS, BLIND_SWAP)
WHICH: Final = (
    "Which cards: the strongest of the hand as dealt, cards of that hand, any cards, or one drawn blindly by the taker."
)


class GiftSchema(Answer):
    """Cards that one player owes another before play."""

    giver = whole("Who gives.", 4, data_key="from")
    taker = whole("Who receives.", 1, data_key="to")
    cards = whole("How many cards.", 2)
    choice = word(CHOICES, WHICH, BEST_CARDS)


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


OBLIGATIONS: Final = ("gift", "name", "draw", "declaration")


class SeatedSchema(Answer):
    """A player at the table."""

    player = whole("The player's number.", 2)
    title = text("The title that he holds in this deal; null where he has none.", "daifugo", allow_none=True)
    hand = text("The cards in his hand, `?` for those that nobody knows.", "D3 S5 ?*3")
    cards = whole("How many cards he holds.", 5)
    hidden = whole("How many of them nobody knows.", 3, data_key="unknown")
    state = word(
        STATES,
        "Whether he is in; has passed, but will be asked again after the next set; is shut out of this trick; is out; "
        "or has sunk to the last free place.",
        IN,
    )
    place = whole("The place that he has taken so far; null where he has none yet.", None, allow_none=True)


class StrengthSchema(Answer):
    """The order in which cards are strong."""

    now = word(ORDERS, "In this trick.", "turned")
    next_trick = word(ORDERS, "In the next trick, as far as it is known by now: the lasting order.", "normal")


class TopSchema(Answer):
    """The set to beat."""

    player = whole("Who laid it.", 1)
    cards = text("The cards, a joker with what it was said to stand for.", "S5 S6 X=S7")
    kind = text("What it is: `irregular` where it is no combination and stood all the same.", "run")
    count = whole("How many cards it has.", 3)


class LaidSchema(Answer):
    """A set of this trick, or a pass."""

    player = whole("Who laid it, or passed.", 1)
    cards = text("The cards; null for a pass.", "S5", allow_none=True)


class OwedSchema(Answer):
    """Something that has to happen before the play goes on."""

    what = word(OBLIGATIONS, "A gift of the exchange, a queen's name, the draw of a pass, a declaration.", "gift")
    giver = whole("Who owes it; nobody in particular where this is left out.", 4, required=False, data_key="from")
    taker = whole("To whom a gift goes.", 1, required=False, data_key="to")
    cards = whole("How many cards are given or drawn.", 2, required=False)
    choice = word(CHOICES, WHICH, BEST_CARDS, required=False)
    times = whole("How often something has to be named.", 1, required=False)


class RightSchema(Answer):
    """Something that the last set lets its player do."""

    player = whole("Who may do it.", 2)
    word = text("What he may say or do, as it is written in an action.", "flip")
    times = whole("How often.", 1)


class FaceUpSchema(Answer):
    """Cards that lie open before a player."""

    player = whole("Before whom they lie.", 2)
    cards = text("The cards.", "S4")


class ParticularsSchema(Answer):
    """What only some games have on their tables."""

    face_up = parts(FaceUpSchema, "theater: cards that were shown by mistake.", required=False)
    stock = whole("floor13: how many cards are left to draw.", 24, required=False)
    drawer = whole("floor13: who has drawn and may still play.", 3, required=False, allow_none=True)
    declarer = whole("biga: who declared.", 1, required=False, allow_none=True)
    big_ace = text("biga: the Big A.", "HA", required=False, allow_none=True)
    partner = whole("biga: the declarer's partner.", 4, required=False, allow_none=True)
    alone = flag(
        "biga: whether the declarer has no partner; null while nothing tells.",
        example=False,
        required=False,
        allow_none=True,
    )
    teams_known = flag("biga: whether all players know the teams.", example=False, required=False)


class PositionSchema(Answer):
    """The table after some actions of a deal."""

    deal = whole("The deal, counted from 1.", 2)
    at = whole("How many of its actions were taken.", 17)
    actions = whole("How many actions the deal has.", 63)
    action = text("The action just taken; null before the first.", "3 S6 S7 S8", allow_none=True)
    turn = whole("Whose turn it is; null where whoever acts first may, and when the deal is over.", 4, allow_none=True)
    over = flag("Whether the deal is over.", example=False)
    circle = wholes("The players in the order of play, from the one on turn.", [4, 1, 2, 3])
    reversed = flag("Whether the turn goes round the other way than at the beginning.", example=False)
    players = parts(SeatedSchema, "Those who take part, in the order of their numbers.")
    strength = part(StrengthSchema, "Whether strong cards are weak now.")
    top = part(TopSchema, "The set to beat; null where the turn leads.", allow_none=True)
    trick = parts(LaidSchema, "The sets and passes since the last lead.")
    suits = fields.List(
        fields.String(validate=validate.OneOf(tuple(SUITS))),
        required=True,
        metadata={"description": "The suits that bind in this trick.", "example": ["S"]},
    )
    owed = parts(OwedSchema, "What has to happen before the play goes on.")
    rights = parts(RightSchema, "What the last set lets its player do, and he has not done yet.")
    particulars = part(ParticularsSchema, "What only this game has on its table.")
    faults = parts(FaultSchema, "What was wrong with the action just taken.")
    legal = fields.List(
        fields.String(),
        required=True,
        allow_none=True,
        metadata={
            "description": "Every action that is legal now, as records write it; null where a hand is more than the "
            "pack could give, and there may be no end of them.",
            "example": ["4 S9", "4 -"],
        },
    )
