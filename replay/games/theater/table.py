"""The position of a theater game, and its opening: the diamond 3 and the gifts that may move it.

Rules: T-OPEN, T-XCH, T-PUN.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from daifu.replay.actions import PLAY, Action
from daifu.replay.cards import STANDARD
from daifu.replay.deal import Start
from daifu.replay.exchange import exchange_pairings, gifts_between, give, report_missing_gifts
from daifu.replay.games.theater.sets import LARGEST_GROUP
from daifu.replay.melds import GROUP, STANDARD_LADDER, TRIPLE_RUN, Combination
from daifu.replay.options import Value
from daifu.replay.rules import Fact, Rules
from daifu.replay.table import ANY_CARDS, DEALT_CARDS, NOBODY, Exchange, Table
from daifu.replay.text import Text

TITLES: Final = ("daifugo", "fugo", "hinmin", "daihinmin")
"""The titles by place (T-TITLE-1)."""

ANYBODY: Final = -1
"""The opener of a game after its lead has become free."""

OWN_FIELDS: Final = ("before_call", "exposed", "opener", "taking")


class TheaterTable(Table):
    """A table that also knows about the diamond 3, the heart 3, and cards shown by mistake.

    `opener` is the holder of the diamond 3, who has to lead it: `NOBODY` if no hand names it, `ANYBODY` after the lead
    has become free. `exposed` are the cards that each player has shown by mistake (T-PUN-1). `taking` is true while a
    heart 3 interrupts the lead after a joker (T-Q-16). `before_call` is what a call on the last jacks has changed.
    """

    __slots__ = OWN_FIELDS
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN_FIELDS)

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.before_call: tuple[object, ...] = ()
        self.opener = NOBODY
        self.exposed = (0,) * len(hands)
        self.taking = False

    @property
    def must_open(self) -> bool:
        """Whether the next lead opens the game with the diamond 3, whoever holds it (T-OPEN-1).

        It need not where the lead has become free, or where the diamond 3 may be in no hand.
        """
        if self.leads or self.turn != self.opener:
            return False
        return self.opener > NOBODY or self.is_in_unknown_hand(DIAMOND_3)

    def open_cards(self, player: int) -> int:
        """The open cards of the player's known hand (T-PUN-1)."""
        return self.rules.alphabet.common(self.exposed[player], self.hands[player])


def expose_cards(table: TheaterTable, action: Action) -> None:
    """Lay open the cards of a play that was taken back, for the rest of the game (T-PUN-2)."""
    if action.verb == PLAY:
        player, exposed = action.player, table.exposed
        shown = STANDARD.add(exposed[player], STANDARD.lacking(exposed[player], action.cards))
        table.exposed = (*exposed[:player], shown, *exposed[player + 1 :])


DIAMOND_3: Final = STANDARD.one["D3"]


def begin_game(table: TheaterTable, start: Start) -> None:
    """Open a game: gifts if there is a ranking, then the lead of the diamond 3.

    The gifts are two cards between daifugo and daihinmin, one between fugo and hinmin. Rules: T-XCH-1 to T-XCH-4,
    T-OPEN-1.
    """
    owed = {}
    if start.ranking and not start.deal.exchanged:
        back = DEALT_CARDS if table.rules.options["gift_from_dealt_hand"] else ANY_CARDS
        owed = gifts_between(start.ranking, exchange_pairings(TITLES, [2, 1]), back)
    table.exchange = Exchange(owed, STANDARD_LADDER)
    table.pending = settle_opening
    set_opener(table)


def set_opener(table: TheaterTable) -> None:
    """Give the lead to the holder of the diamond 3; if nothing tells who that is, to the first to act.

    Rules: T-OPEN-1, T-Q-23.
    """
    table.opener = table.turn = table.holder(DIAMOND_3)


def may_open(table: TheaterTable, player: int, cards: int) -> bool:
    """Whether a player who lays these cards may have the diamond 3, which no hand names, or it may be in none."""
    if table.started or not table.is_in_unknown_hand(DIAMOND_3):
        return True
    hidden = STANDARD.lacking(table.hands[player], cards)
    return STANDARD.holds(hidden, DIAMOND_3) or table.unknown[player] > STANDARD.count(hidden)


def give_before_opening(table: TheaterTable, action: Action) -> None:
    """Move a gift, which may carry the diamond 3 and with it the lead to another hand (T-Q-23)."""
    give(table, action)
    if "D3" in action.meld.names and not table.started and table.turn == table.opener:
        set_opener(table)


def settle_opening(table: TheaterTable, action: Action) -> None:
    """Report the gifts not made at the first play, and free a lead that was passed on."""
    if table.turn == NOBODY:
        set_opener(table)  # what has been shown may tell by now who holds the diamond 3
    free_lead(table)
    report_missing_gifts(table, action)


def free_lead(table: TheaterTable) -> None:
    """Free the opening if the holder of the diamond 3 no longer has the lead (record format, section 4)."""
    if table.turn != table.opener:
        table.opener = ANYBODY


def ban_on_lead(table: TheaterTable, action: Action, combination: Combination | None) -> str:
    """The code if the set that opens the game is without the diamond 3 (T-OPEN-2), or "".

    With the option `opening_listed_only` it is the same for four 3s and a triple run (T-Q-24).
    """
    if table.leads or not table.must_open:
        return ""
    if combination is not None and table.rules.options["opening_listed_only"]:
        four = combination.kind == GROUP and combination.count == LARGEST_GROUP
        if four or combination.kind == TRIPLE_RUN:
            return "opening_card_missing"
    return "" if STANDARD.holds(action.cards, DIAMOND_3) else "opening_card_missing"


def face_up_cards(table: TheaterTable) -> Iterator[tuple[int, list[str]]]:
    """Each player with open cards, and these cards."""
    for player in table.seated:
        cards = table.open_cards(player)
        if cards:
            yield player, table.rules.alphabet.list(cards)


def position_fields(table: TheaterTable) -> dict[str, Value]:
    """The cards that lie open, by player."""
    return {"face_up": [{"player": player, "cards": " ".join(names)} for player, names in face_up_cards(table)]}


def position_facts(table: TheaterTable) -> list[Fact]:
    """The same for people, a fact for each player."""
    return [Fact(Text("face up", "公開"), [player, ": ", names]) for player, names in face_up_cards(table)]
