"""A position of a deal, and what the next deal starts from: what they are made of, and how they are described.

A position says who holds what, what lies on the table, what has to be done and what may be done.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from daifu.replay.cards import JOKER, SUITS, Alphabet
from daifu.replay.deal import Deal, DealReport
from daifu.replay.exchange import gifts_due
from daifu.replay.match import Match, Record
from daifu.replay.melds import Meld
from daifu.replay.position import Position as ReachedPosition
from daifu.replay.position import go_on, legal_action_texts, position_after
from daifu.replay.table import ANY_CARDS, BEST_CARDS, BLIND_SWAP, DEALT_CARDS, NOBODY, WEAKEST_CARDS, Table
from daifu.replay.text import Text, number_range
from daifu.replay.tricks import PASSES_KEPT
from daifu.schemas.answer import Answer, about, one_of
from daifu.schemas.report import Fault, describe_fault

IN, PASSED, SHUT_OUT, OUT, SUNK, LEFT = "in", "passed", "shut_out", "out", "sunk", "left"
STATES: Final = (IN, PASSED, SHUT_OUT, OUT, SUNK, LEFT)
ORDERS: Final = ("normal", "turned")
"""The order of strength that is in force, by `Table.down`."""
CHOICES: Final = (BEST_CARDS, WEAKEST_CARDS, DEALT_CARDS, ANY_CARDS, BLIND_SWAP)
WHICH: Final = (
    "Which cards: the strongest or the weakest of the hand as dealt, cards of that hand, any cards, or one drawn "
    "blindly by the taker."
)
COUNTER: Final = "counter"
"""The answer that others may give to a set before it clears the trick; nobody has to."""
OBLIGATIONS: Final = ("gift", "discard", "name", "draw", "declaration", COUNTER)

Suit = Annotated[str, Meta(extra_json_schema={"enum": list(SUITS)})]


class Gift(Answer):
    """Cards that one player owes another before play."""

    giver: Annotated[int, about("The giver.", 4)] = msgspec.field(name="from")
    taker: Annotated[int, about("The receiver.", 1)] = msgspec.field(name="to")
    cards: Annotated[int, about("The number of cards.", 2)]
    choice: Annotated[str, one_of(CHOICES, WHICH, BEST_CARDS)]


class Upcoming(Answer):
    """What the next deal starts from, if nobody joins or leaves and nothing is reset.

    Where somebody left the last deal, the seats are those of the others, who may be too few: then nothing is known.
    """

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
            "is out; has sunk to the last free place; or has left the deal with the cards in hand.",
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
    """Something that has to happen before the play goes on, or a set that waits for answers."""

    what: Annotated[
        str,
        one_of(
            OBLIGATIONS,
            "A gift, a discard, a queen's name, the draw of a pass, a declaration; or an answer that may still be "
            "given to a set before it clears the trick.",
            "gift",
        ),
    ]
    giver: Annotated[int | UnsetType, about("Who owes it; left out if it is nobody in particular.", 4)] = msgspec.field(
        default=UNSET, name="from"
    )
    taker: Annotated[int | UnsetType, about("To whom a gift goes.", 1)] = msgspec.field(default=UNSET, name="to")
    cards: Annotated[int | UnsetType, about("How many cards are given or drawn.", 2)] = UNSET
    choice: Annotated[str | UnsetType, one_of(CHOICES, WHICH, BEST_CARDS)] = UNSET
    times: Annotated[int | UnsetType, about("How often something has to be named.", 1)] = UNSET
    by: Annotated[Sequence[int] | UnsetType, about("Who may give that answer.", [2, 3])] = UNSET


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
    locks: Annotated[
        Sequence[str] | UnsetType, about("daifugo: the local rules by which the trick is locked.", ["suit_lock"])
    ] = UNSET
    cutter: Annotated[
        int | UnsetType | None, about("daifugo: who laid the set that may be answered before the trick is cleared.")
    ] = UNSET
    skipped: Annotated[Sequence[int] | UnsetType, about("daifugo: who was skipped.", [3])] = UNSET
    order_fixed: Annotated[
        bool | UnsetType, about("daifugo: whether no revolution can turn the order any more.", example=False)
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
    owed: Annotated[Sequence[Owed], about("What has to happen before the play goes on, or may.")]
    rights: Annotated[Sequence[Right], about("Rights from the last set that its player has not used yet.")]
    particulars: Annotated[Particulars, about("What only this game has.")]
    faults: Annotated[Sequence[Fault], about("The faults of the last action.")]
    legal: Annotated[
        Sequence[str] | None,
        about(
            "Every action that is legal now, as records write it, but not that somebody leaves; null if a hand has "
            "more cards than the pack could give, because there may be no end of them.",
            ["4 S9", "4 -"],
        ),
    ]


def hand_text(alphabet: Alphabet, cards: int, unknown: int) -> str:
    """A hand in the order of the pack, `?` for each card that nobody knows."""
    marks = [] if not unknown else ["?" if unknown == 1 else f"?*{unknown}"]
    return " ".join([*alphabet.list(cards), *marks])


def meld_text(meld: Meld) -> str:
    """The cards of a set, each joker with what it stands for if that was said."""
    stand_ins = iter(meld.stand_ins)
    written = ((name, next(stand_ins, "") if name == JOKER else "") for name in meld.names)
    return " ".join(f"{name}={stand_in}" if stand_in else name for name, stand_in in written)


class NoSuchPosition(LookupError):
    """A deal or an action that the record does not have; `text` says what it has."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def position_at(record: Record, deal: int, at: int, known: Sequence[DealReport] = ()) -> Position:
    """The position after `at` actions of a deal, which is counted from 1. Raises `NoSuchPosition`.

    Deals before it need no replay if `known` has earlier reports on them.
    """
    check_deal(record, deal, at)
    return describe_position(position_after(record, deal - 1, at, known))


def describe_position(reached: ReachedPosition) -> Position:
    """Everything that is known of a position."""
    return msgspec.structs.replace(describe_table(reached), legal=legal_texts(reached))


def describe_table(reached: ReachedPosition) -> Position:
    """Everything that is known of a position, but without the legal actions, which take longest to find."""
    table, at, places = reached.table, reached.at, _places_so_far(reached)
    first, second, *others = reached.ring
    top = reached.top
    # The words and actions that the last set gave its player, with how often each is left.
    rights = [] if table.speaker == NOBODY else [one for one in table.rights.items() if one[1] and " " not in one[0]]
    return Position(
        deal=reached.number + 1,
        at=at,
        actions=len(reached.actions),
        action=reached.actions[at - 1].text if at else None,
        turn=table.turn or None,
        over=table.over,
        circle=table.ring_from(table.turn or reached.ring[0]),
        reversed=bool(others) and table.after[second] == first,  # between two there is no other way
        players=[
            Seated(
                player=player,
                title=reached.titles.get(player),
                hand=hand_text(table.rules.alphabet, table.hands[player], table.unknown[player]),
                cards=table.hand_size(player),
                hidden=table.unknown[player],
                state=_player_state(table, player),
                place=places.get(player),
            )
            for player in table.seated
        ],
        strength=Strength(now=ORDERS[table.down], next_trick=ORDERS[table.next_order()]),
        top=None
        if table.top is None or top is None
        else Top(player=table.owner, cards=meld_text(top.meld), kind=table.top.form, count=table.top.count),
        trick=[Laid(one.player, meld_text(one.meld) or None) for one in reached.trick],
        suits=list(dict.fromkeys(table.lock_label().split())),
        owed=_pending_actions(table),
        rights=[Right(table.speaker, word, times) for word, times in rights],
        particulars=msgspec.convert(table.rules.position.fields(table), Particulars),
        faults=list(map(describe_fault, reached.faults_of(at - 1))),
        legal=(),
    )


def legal_texts(reached: ReachedPosition) -> list[str] | None:
    """Every legal action as records write it; None where there may be no end of them."""
    record = reached.record
    return legal_action_texts(reached.table, record.rules.notation(len(record.players)))


def check_deal(record: Record, deal: int, at: int = 0) -> None:
    """Raise `NoSuchPosition` unless the record has this deal, counted from 1, and `at` actions of it."""
    if not 1 <= deal <= len(record.deals):
        raise NoSuchPosition(_out_of_range(Text("deal", "回"), 1, len(record.deals), deal))
    actions = record.deals[deal - 1].actions
    if actions is None:
        raise NoSuchPosition(
            Text(
                f"deal {deal}: expected actions to follow, but only its result was recorded",
                f"{deal}回目：たどる行動が必要ですが、結果だけが記録されています",
            )
        )
    if not 0 <= at <= len(actions):
        raise NoSuchPosition(_out_of_range(Text("action", "行動"), 0, len(actions), at))


def _out_of_range(what: Text, least: int, most: int, found: int) -> Text:
    there = number_range(least, most)
    return Text(
        f"{what.en}: expected {there.en}, which is what there is; found {found}",
        f"{what.ja}：{there.ja}のはずですが、{found}と指定されています",
    )


def _places_so_far(reached: ReachedPosition) -> dict[int, int]:
    """The places taken so far, first and last ones; of a decided deal, all."""
    table = reached.table
    if table.over:
        order = table.rules.sitting.order(table, reached.start.deal) or []
        return {player: place for place, player in enumerate(order, 1)}
    sunk = {player: len(table.seated) - place for place, player in enumerate(table.sunk)}
    return {player: place for place, player in enumerate(table.out, 1)} | sunk


def _player_state(table: Table, player: int) -> str:
    if table.left >> player & 1:
        return LEFT
    if player in table.out:
        return OUT
    if player in table.sunk:
        return SUNK
    if not table.passed >> player & 1:
        return IN
    return SHUT_OUT if table.rules.passing.kept == PASSES_KEPT else PASSED


def _pending_actions(table: Table) -> list[Owed]:
    """Everything that has to happen before the play goes on; what is not done is a fault then."""
    if table.over:
        return []
    gifts = [
        Owed(what="gift", giver=gift.giver, taker=gift.taker, cards=gift.size, choice=gift.choice)
        for gift in gifts_due(table)
    ]
    return gifts + msgspec.convert(table.rules.position.pending(table), list[Owed])


def next_deal(record: Record, seats: tuple[int, ...] | None = None, known: Sequence[DealReport] = ()) -> Upcoming:
    """What the deal after the last one of the record starts from, if the ranking is not reset.

    `seats` are the players in clockwise order; by default nobody joins or leaves, and they sit as the rules say. Deals
    of which earlier reports are `known` need no replay.
    """
    match = Match(record.rules, len(record.players))
    for deal, report in zip_longest(record.deals, known[: len(record.deals)]):
        go_on(match, deal, report)
    start = match.start(Deal(seats=seats), [])
    if len(start.seats) not in record.rules.sitting.players:  # somebody left, and others have to be seated
        return Upcoming(
            deal=match.number + 1,
            seats=list(start.seats),
            places=None,
            titles=[None] * start.count,
            lead=[],
            dealer=None,
            first_drawer=None,
            exchange=[],
        )
    table = match.open(start)
    titles: list[str | None] = [None] * start.count
    for player, title in zip(table.places, table.rules.sitting.titles(len(start.seats)), strict=False):
        titles[player - 1] = title
    owed = table.exchange.owed.values() if table.exchange else ()
    upcoming = Upcoming(
        deal=match.number + 1,
        seats=list(start.seats),
        places=list(table.places) or None,
        titles=titles,
        lead=[table.turn] if table.turn else [],
        dealer=None,
        first_drawer=None,
        exchange=[Gift(giver=gift.giver, taker=gift.taker, cards=gift.size, choice=gift.choice) for gift in owed],
    )
    return msgspec.structs.replace(upcoming, **table.rules.sitting.first_players(start))
