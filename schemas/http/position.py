"""A position of a deal, and what the next deal starts from."""

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from replay.cards import SUITS
from replay.table import ANY_CARDS, BEST_CARDS, BLIND_SWAP, DEALT_CARDS
from schemas.http.answers import Answer, about, one_of
from schemas.http.report import Fault
from schemas.position import IN, ORDERS, STATES

CHOICES: Final = (BEST_CARDS, DEALT_CARDS, ANY_CARDS, BLIND_SWAP)
WHICH: Final = (
    "Which cards: the strongest of the hand as dealt, cards of that hand, any cards, or one drawn blindly by the taker."
)
OBLIGATIONS: Final = ("gift", "name", "draw", "declaration")

Suit = Annotated[str, Meta(extra_json_schema={"enum": list(SUITS)})]


class Gift(Answer):
    """Cards that one player owes another before play."""

    giver: Annotated[int, about("The giver.", 4)] = msgspec.field(name="from")
    taker: Annotated[int, about("The receiver.", 1)] = msgspec.field(name="to")
    cards: Annotated[int, about("The number of cards.", 2)]
    choice: Annotated[str, one_of(CHOICES, WHICH, BEST_CARDS)]


class Upcoming(Answer):
    """What the next deal starts from, if nobody joins or leaves and nothing is reset."""

    deal: Annotated[int, about("The number of that deal.", 3)]
    seats: Annotated[Sequence[int], about("The players in clockwise order (biga: in the order of play).", [2, 1, 4, 3])]
    places: Annotated[
        Sequence[int] | None,
        about("The ranking that it starts from, best first; null if there is none.", [2, 1, 4, 3]),
    ]
    titles: Annotated[
        Sequence[str | None], about("The titles that the players hold.", ["fugo", "daifugo", "daihinmin", "hinmin"])
    ]
    lead: Annotated[Sequence[int], about("Who may lead; empty if the cards or the table decide that.", [3])]
    dealer: Annotated[int | None, about("akagiri: who deals; null if the table decides it.", 3)]
    first_drawer: Annotated[int | None, about("biga: who draws first; null if the table decides it.")]
    exchange: Annotated[Sequence[Gift], about("The gifts owed before play.")]


class Seated(Answer):
    """A player at the table."""

    player: Annotated[int, about("The player's number.", 2)]
    title: Annotated[str | None, about("The player's title in this deal; null if there is none.", "daifugo")]
    hand: Annotated[str, about("The cards in hand, `?` for unknown ones.", "D3 S5 ?*3")]
    cards: Annotated[int, about("The number of cards in hand.", 5)]
    hidden: Annotated[int, about("The number of unknown cards among them.", 3)] = msgspec.field(name="unknown")
    state: Annotated[
        str,
        one_of(
            STATES,
            "Whether the player is in; has passed, but may play again after the next set; is shut out of this trick; "
            "is out; or has sunk to the last free place.",
            IN,
        ),
    ]
    place: Annotated[int | None, about("The place that the player has taken; null if there is none yet.")]


class Strength(Answer):
    """The order in which cards are strong."""

    now: Annotated[str, one_of(ORDERS, "In this trick.", "turned")]
    next_trick: Annotated[str, one_of(ORDERS, "In the next trick, as far as it is known: the lasting order.", "normal")]


class Top(Answer):
    """The set to beat."""

    player: Annotated[int, about("Who laid it.", 1)]
    cards: Annotated[str, about("The cards, a joker with what it was said to stand for.", "S5 S6 X=S7")]
    kind: Annotated[str, about("The kind of set; `irregular` if it is no legal combination but was accepted.", "run")]
    count: Annotated[int, about("How many cards it has.", 3)]


class Laid(Answer):
    """A set of this trick, or a pass."""

    player: Annotated[int, about("Who laid it, or passed.", 1)]
    cards: Annotated[str | None, about("The cards; null for a pass.", "S5")]


class Owed(Answer):
    """Something that has to happen before the play goes on."""

    what: Annotated[
        str, one_of(OBLIGATIONS, "A gift of the exchange, a queen's name, the draw of a pass, a declaration.", "gift")
    ]
    giver: Annotated[int | UnsetType, about("Who owes it; left out if it is nobody in particular.", 4)] = msgspec.field(
        default=UNSET, name="from"
    )
    taker: Annotated[int | UnsetType, about("To whom a gift goes.", 1)] = msgspec.field(default=UNSET, name="to")
    cards: Annotated[int | UnsetType, about("How many cards are given or drawn.", 2)] = UNSET
    choice: Annotated[str | UnsetType, one_of(CHOICES, WHICH, BEST_CARDS)] = UNSET
    times: Annotated[int | UnsetType, about("How often something has to be named.", 1)] = UNSET


class Right(Answer):
    """Something that the last set lets its player do."""

    player: Annotated[int, about("Who may do it.", 2)]
    word: Annotated[str, about("What may be said or done, as written in an action.", "flip")]
    times: Annotated[int, about("How often.", 1)]


class FaceUp(Answer):
    """Cards that lie open before a player."""

    player: Annotated[int, about("Before whom they lie.", 2)]
    cards: Annotated[str, about("The cards.", "S4")]


class Particulars(Answer):
    """What only some games have on their tables."""

    face_up: Annotated[Sequence[FaceUp] | UnsetType, about("theater: cards that were shown by mistake.")] = UNSET
    stock: Annotated[int | UnsetType, about("floor13: how many cards are left to draw.", 24)] = UNSET
    drawer: Annotated[int | UnsetType | None, about("floor13: who has drawn and may still play.", 3)] = UNSET
    declarer: Annotated[int | UnsetType | None, about("biga: who declared.", 1)] = UNSET
    big_ace: Annotated[str | UnsetType | None, about("biga: the Big A.", "HA")] = UNSET
    partner: Annotated[int | UnsetType | None, about("biga: the declarer's partner.", 4)] = UNSET
    alone: Annotated[
        bool | UnsetType | None,
        about("biga: whether the declarer has no partner; null while nothing tells.", example=False),
    ] = UNSET
    teams_known: Annotated[bool | UnsetType, about("biga: whether all players know the teams.", example=False)] = UNSET


class Position(Answer):
    """The table after some actions of a deal."""

    deal: Annotated[int, about("The deal, counted from 1.", 2)]
    at: Annotated[int, about("The number of actions taken.", 17)]
    actions: Annotated[int, about("The number of actions of the deal.", 63)]
    action: Annotated[str | None, about("The last action; null before the first.", "3 S6 S7 S8")]
    turn: Annotated[int | None, about("Whose turn it is; null if anybody may act first, and when the deal is over.", 4)]
    over: Annotated[bool, about("Whether the deal is over.", example=False)]
    circle: Annotated[Sequence[int], about("The players in the order of play, from the one on turn.", [4, 1, 2, 3])]
    reversed: Annotated[bool, about("Whether the turn goes round the other way than at the beginning.", example=False)]
    players: Annotated[Sequence[Seated], about("The players of the deal, by number.")]
    strength: Annotated[Strength, about("Whether strong cards are weak now.")]
    top: Annotated[Top | None, about("The set to beat; null where the turn leads.")]
    trick: Annotated[Sequence[Laid], about("The sets and passes since the last lead.")]
    suits: Annotated[Sequence[Suit], about("The suits that bind in this trick.", ["S"])]
    owed: Annotated[Sequence[Owed], about("What has to happen before the play goes on.")]
    rights: Annotated[Sequence[Right], about("Rights from the last set that its player has not used yet.")]
    particulars: Annotated[Particulars, about("What only this game has.")]
    faults: Annotated[Sequence[Fault], about("The faults of the last action.")]
    legal: Annotated[
        Sequence[str] | None,
        about(
            "Every action that is legal now, as records write it; null if a hand has more cards than the pack could "
            "give, because there may be no end of them.",
            ["4 S9", "4 -"],
        ),
    ]
