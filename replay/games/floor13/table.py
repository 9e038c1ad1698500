"""The position of a thirteenth-floor game: its table, its stock, and how the game ends.

Rules: F-PASS, F-OUTBAN-1, F-END, F-Q-31.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from daifu.replay.actions import Action
from daifu.replay.cards import STANDARD
from daifu.replay.deal import Deal
from daifu.replay.engine import end_deal
from daifu.replay.games.floor13.sets import JOKER_POINTS, PACK, ROLE_CARDS, SANDSTORM, card_points, hand_points
from daifu.replay.melds import Combination
from daifu.replay.rules import Rules
from daifu.replay.table import NOBODY, Table
from daifu.replay.text import Text

UNKNOWN_CARDS: Final = -1
"""The value for drawn cards that the record does not name."""


class Stock:
    """The face-down cards of a deal.

    `cards` are those left, the top one last, or None if the record does not say; then `hidden` is their number.
    `named` are cards that cannot be among those left, or not beside them: those dealt, and those drawn so far or
    written as stock. Of `total` cards of a deal (option `reshuffle`), those laid aside, `spare` in number, are shuffled
    and become stock when it runs short; without a total they do not come back. Methods with a parameter `hands` take
    the known cards of all players.
    """

    __slots__ = ("cards", "hidden", "named", "spare", "total")

    def __init__(
        self, cards: list[int] | None, *, hidden: int = 0, named: int = 0, total: int | None = None, spare: int = 0
    ) -> None:
        self.cards = cards
        self.hidden = hidden
        self.named = named
        self.total = total
        self.spare = spare

    @property
    def left(self) -> int:
        """The number of cards left."""
        return self.hidden if self.cards is None else len(self.cards)

    def copy(self) -> "Stock":
        """A copy of the stock that can change on its own."""
        cards = None if self.cards is None else [*self.cards]
        return Stock(cards, hidden=self.hidden, named=self.named, total=self.total, spare=self.spare)

    def due(self, wanted: int) -> int:
        """The number of cards drawn if `wanted` are due: at most those left or laid aside (F-PASS-4)."""
        return min(wanted, self.left + self.spare)

    def deal(self, player: int, wanted: int, hands: list[int], unknown: list[int]) -> int:
        """Give the player `wanted` cards from the top, those missing from the cards laid aside, or all there are.

        Returns these cards, or `UNKNOWN_CARDS` if some are not known. `unknown` has the number of unknown cards of each
        player.
        """
        if self.spare and wanted > self.left:
            missing = wanted - self.left
            self.deal(player, self.left, hands, unknown)
            self._renew(STANDARD.add_all(hands))
            return self.deal(player, missing, hands, unknown)
        cards = self.cards
        if cards is None:
            count = min(wanted, self.hidden)
            self.hidden -= count
            unknown[player] += count
            return UNKNOWN_CARDS if count else 0
        known = take_from_top(cards, wanted)
        hands[player] = STANDARD.add(hands[player], known)
        return known

    def hand_out(self, cards: int, hands: Sequence[int]) -> bool:
        """Let these named cards leave the stock; returns whether they can have been on top."""
        count = STANDARD.count(cards)
        if self.spare and count > self.left:
            rest = 0 if self.cards is None else take_from_top(self.cards, len(self.cards))
            self._renew(STANDARD.add_all([*hands, rest]))
            found = STANDARD.common(cards, rest)
            return self.hand_out(STANDARD.without(cards, found), hands) and found == rest
        if self.cards is not None:
            return take_from_top(self.cards, count) == cards
        self.hidden = max(0, self.hidden - count)
        self.named = STANDARD.add(self.named, cards)
        return STANDARD.holds(PACK.cards, self.named)

    def set_aside(self, cards: int) -> None:
        """Note cards that have left the game until the stock runs short."""
        if self.total is not None:
            self.spare += STANDARD.count(cards)

    def _renew(self, named: int) -> None:
        self.hidden = self.left + self.spare
        self.cards = None
        self.named = named
        self.spare = 0


def take_from_top(cards: list[int], count: int) -> int:
    """Take `count` cards from the top, or all there are."""
    if count == 1 and cards:  # the usual draw
        return cards.pop()
    taken = 0
    for _ in range(min(count, len(cards))):
        taken = STANDARD.add(taken, cards.pop())
    return taken


LASTING_FIELDS: Final = (
    "blast",
    "drawer",
    "drawn",
    "flips_next",
    "opener",
    "receiver",
    "resting",
    "stride",
    "stuck",
    "waiting",
)
"""The fields on which the rest of a game depends, if there is no stock."""
OWN_FIELDS: Final = (*LASTING_FIELDS, "announced", "bomb", "clockwise", "costs", "opened", "stock", "total")


class Floor13Table(Table):
    """A table with a stock, and with the lasting effects of the role cards.

    Drawing: `drawer` may still play after drawing for a pass, `drawn` are the cards of that draw; `announced` is the
    action of a pass whose draw has yet to come; `stuck` counts the stuck players in a row who drew nothing (F-END-3).

    Leads: `opened` is the number of leads counted, `opener` opened the last trick, and `resting` is the same player if
    they opened the one before, too, so that another player has the lead (F-LEAD3-1).

    Effects: `waiting` is 1 while an odd number of revolutions waits for the clear (F-REV-3), `stride` how far the 5s of
    this set move the turn, 0 without any (F-5). Of the last set, `receiver` is the player to whom its 7s give (F-FX-6),
    `flips_next` tells that its jacks came after its 8 (F-FX-5), `bomb` is the action in which its queens were laid and
    `blast` the order of play at that time (F-END-2). `total` is the sum of the numbers on the last set, for x10 scoring
    only.

    `clockwise` are the players as they sit, `costs` the points of the known cards of each hand at the end of the game.
    The `stock` is laid out when the game begins.
    """

    __slots__ = OWN_FIELDS
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN_FIELDS)
    copied: ClassVar[tuple[str, ...]] = ("stock",)

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.clockwise = ring
        self.costs: list[int] = []
        self.stock: Stock
        self.drawer = NOBODY
        self.drawn = 0
        self.announced = 0
        self.stuck = 0
        self.opener = NOBODY
        self.resting = NOBODY
        self.opened = 0
        self.waiting = 0
        self.stride = 0
        self.receiver = NOBODY
        self.flips_next = False
        self.bomb = 0
        self.blast = self.after
        self.total = 0

    def unseen(self) -> int:
        """The cards of the pack that nothing has named so far; where cards come back, all that no hand names."""
        stock, left = self.stock, PACK.cards
        for cards in (stock.named,) if stock.total is None else self.hands:
            left = STANDARD.lacking(cards, left)
        return left

    def reveal_dealt(self, player: int, cards: int) -> None:
        """Note that these cards were among the unknown ones of the player, dealt or drawn."""
        self.unknown[player] -= STANDARD.count(cards)
        named = self.stock.named
        self.stock.named = STANDARD.add(named, STANDARD.common(cards, STANDARD.lacking(named, PACK.cards)))

    def next_order(self) -> int:
        """The order of strength that the next trick begins with: a revolution waits for it (F-REV-1)."""
        return self.turned ^ self.waiting

    def costs_between(self, players: Sequence[int]) -> tuple[int, int]:
        """The fewest and the most points that the hands of these players can have together at the end."""
        known = sum(self.costs[player] for player in players)
        hidden = sum(self.unknown[player] for player in players)
        if not hidden:
            return known, known
        points = sorted(map(card_points, STANDARD.list(self.unseen())))
        if hidden > len(points):  # nothing tells what these cards are
            return known, known + JOKER_POINTS * hidden
        return known + sum(points[:hidden]), known + sum(points[-hidden:])

    def cost(self, players: Sequence[int]) -> int | None:
        """The points of the hands of these players together; None if they depend on unknown cards."""
        fewest, most = self.costs_between(players)
        return fewest if fewest == most else None

    def is_empty(self, player: int) -> bool:
        """Whether the player has no cards."""
        return not self.hands[player] and not self.unknown[player]

    def right(self, player: int, word: str) -> int:
        """How often the player may still use this right of the last set."""
        return self.rights.get(word, 0) if self.speaker == player else 0


STOCK_LEFT: Final = Text("cards are still drawn from the stock", "山札からまだカードを引きます")
HANDS_CHANGE: Final = Text(
    "here cards also move between hands and leave them, so that a hidden hand may change in any way",
    "カードが手札間で移動し、手札から除かれることもあるため、見えない手札がどう変わるかわかりません",
)
"""The reason against a proof with one hand known (F-7, F-10, F-QBOMB)."""


def stock_is_left(table: Floor13Table) -> Text | None:
    """The reason against a proof while there is anything to draw, or cards come back as stock."""
    return STOCK_LEFT if table.stock.left or table.rules.options["reshuffle"] else None


def ban_on_roles(_table: Floor13Table, action: Action, combination: Combination | None) -> str:
    """The code if a last set has a role card or is a sandstorm, or "" (F-OUTBAN-1, F-Q-11)."""
    storm = combination is not None and combination.kind == SANDSTORM
    return "finish_banned" if storm or STANDARD.part(action.cards, ROLE_CARDS) else ""


def win_game(table: Floor13Table, player: int) -> None:
    """End the game with the player as winner."""
    table.out.append(player)
    close_game(table)


def close_game(table: Floor13Table) -> None:
    """End the game and count the hands (F-END, F-PT-1)."""
    table.costs = list(map(hand_points, table.hands))
    end_deal(table)


def final_order(table: Floor13Table, _deal: Deal) -> list[int] | None:
    """The winner, then the others by hand points; None while the game is undecided (F-Q-31).

    Of players with equal points, the nearest clockwise of the winner is last; without a winner they are as they sit
    (F-END-3). Who left is behind all others. Nobody has a place from the first on that depends on an unknown card.
    """
    if not table.over:
        return None
    others = [player for player in table.clockwise if player not in table.sunk]
    if table.out:
        place = others.index(table.out[0])
        others = (others[place + 1 :] + others[:place])[::-1]
    # Hardly any record leaves cards unknown.
    placed = surely_placed(table, others) if any(table.unknown) else sorted(others, key=table.costs.__getitem__)
    return table.out + placed + (table.sunk[::-1] if len(placed) == len(others) else [])


def surely_placed(table: Floor13Table, others: Sequence[int]) -> list[int]:
    """The players by hand points, equals in the given order, as far as no unknown card decides."""
    costs = [(*table.costs_between((player,)), place) for place, player in enumerate(others)]
    by_most = sorted(costs, key=lambda cost: cost[1:])
    placed: list[int] = []
    for _fewest, most, place in by_most:
        if any((fewest, other) < (most, place) for fewest, _most, other in by_most[len(placed) + 1 :]):
            break
        placed.append(others[place])
    return placed
