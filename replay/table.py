"""The table: one mutable position of a deal that changes action by action, with the exchange before play."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final, Self

from daifu.replay.actions import WORD_VERBS, Action
from daifu.replay.cards import LACKING, SUITS, Ladder
from daifu.replay.counters import GameTable
from daifu.replay.rules import Rules

if TYPE_CHECKING:
    from daifu.replay.faults import Fault
    from daifu.replay.melds import Combination

NOBODY: Final = 0
"""The turn before anybody has it: the first to act leads."""


Pending = Callable[[GameTable, Action], None]
"""What has to happen before the next play or pass takes effect."""


FIELDS: Final = (
    "active",
    "advance",
    "after",
    "cleared",
    "closed",
    "cut",
    "dealt",
    "down",
    "exchange",
    "faults",
    "hands",
    "index",
    "leads",
    "left",
    "lock",
    "out",
    "over",
    "owner",
    "passed",
    "passes",
    "pending",
    "places",
    "rights",
    "rules",
    "speaker",
    "sunk",
    "top",
    "turn",
    "turned",
    "under",
    "unknown",
)


class Table:
    """A position of a deal.

    Lists by player have an unused place 0, so that a player number is its own index. Sets of players are bit masks.

    `hands` are the known cards of each player and `unknown` the numbers of unknown ones. `dealt` are the cards that
    each is known to have been dealt: those of the hand as written, and those that turned out to be among the unknown
    ones. `after` is the next seat of each in the direction of play. `closed` are the players who may no longer act in
    this deal, `passed` those who have passed in this trick (in games without pass locks: since the last set), `passes`
    the number of passes in a row since the last set, in games that count them. `advance` passes the turn on after a set
    or a pass: the function of the rules, unless an effect of the set has replaced it, or None where it goes to the next
    player who has not passed. `out` are the players who went out, `sunk` those who took the last free places, in this
    order, and `left` those who left the deal with cards in hand.
    `top` is the set to beat, `under` the one before it, `owner` the player who laid it, `cleared` the top set of the
    trick that was just cleared, until the next lead. `turned` is 1 after a revolution, `down` is the order in force now
    (0 normal, 1 turned). `rights` are the words that the last set allows its player, the `speaker`, until anything else
    is done.
    """

    __slots__ = FIELDS
    fields: ClassVar[tuple[str, ...]] = FIELDS
    """The names of all attributes of a position; a game adds its own."""
    copied: ClassVar[tuple[str, ...]] = ()
    """Those of a game that a position does not share with its copies."""

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        """A table at the beginning of a deal.

        `ring` is the order of play, `places` the ranking that the deal starts from, best first, or empty.
        """
        self.rules = rules
        self.advance: Callable[[GameTable], None] | None = rules.advance
        self.places = places
        self.hands = hands
        self.unknown = unknown
        self.dealt = tuple(hands)
        self.after = [0] * len(hands)
        self.sit(ring)
        active = 0
        for player in ring:
            active |= 1 << player
        self.active = active
        self.closed = ~active
        self.passed = 0
        self.passes = 0
        self.turn = NOBODY
        self.top: Combination | None = None
        self.under: Combination | None = None
        self.cleared: Combination | None = None
        self.owner = NOBODY
        self.speaker = NOBODY
        self.rights: dict[str, int] = {}
        self.turned = 0
        self.down = 0
        self.lock = 0
        self.leads = 0
        self.left = 0
        self.cut = False
        self.over = False
        self.out: list[int] = []
        self.sunk: list[int] = []
        self.pending: Pending | None = None
        self.exchange: Exchange | None = None
        self.index = 0
        self.faults: list[Fault] = []

    def sit(self, ring: tuple[int, ...]) -> None:
        """Set the order of play."""
        after = self.after
        for place, player in enumerate(ring):
            after[ring[place - 1]] = player

    def copy(self) -> Self:
        """A copy of the position that can change on its own, with an empty list of faults."""
        twin = type(self)(self.rules, (), [], [], ())
        # One by one: a loop over the names is slower, and legal actions and searches copy a table for each trial.
        twin.active = self.active
        twin.advance = self.advance
        twin.cleared = self.cleared
        twin.closed = self.closed
        twin.cut = self.cut
        twin.dealt = self.dealt
        twin.down = self.down
        twin.index = self.index
        twin.leads = self.leads
        twin.left = self.left
        twin.lock = self.lock
        twin.over = self.over
        twin.owner = self.owner
        twin.passed = self.passed
        twin.passes = self.passes
        twin.pending = self.pending
        twin.places = self.places
        twin.speaker = self.speaker
        twin.top = self.top
        twin.turn = self.turn
        twin.turned = self.turned
        twin.under = self.under
        for name in self.fields[len(FIELDS) :]:
            setattr(twin, name, getattr(self, name))
        for name in self.copied:
            setattr(twin, name, getattr(self, name).copy())
        twin.hands = self.hands.copy()
        twin.unknown = self.unknown.copy()
        twin.after = self.after.copy()
        twin.out = self.out.copy()
        twin.sunk = self.sunk.copy()
        twin.rights = self.rights.copy()
        twin.exchange = self.exchange and self.exchange.copy()
        return twin

    @property
    def started(self) -> bool:
        """Whether a set has been laid in this deal."""
        return self.leads > 0

    @property
    def seated(self) -> list[int]:
        """The players of the deal, in player order."""
        return [player for player, following in enumerate(self.after) if following]

    def may_still_act(self, action: Action) -> bool:
        """Whether a player who is out may still do this for the last set. After the end words have no effect."""
        verbs = WORD_VERBS if self.over else self.rules.verbs_after_set
        return self.speaker == action.player and action.verb in verbs

    def next_order(self) -> int:
        """The order of strength at the beginning of the next trick, as far as it is known: 0 normal, 1 turned."""
        return self.turned

    def holds(self, player: int, cards: int) -> bool:
        """Whether the player's known and unknown cards can include these.

        A card named more often than the pack has it cannot be among the unknown ones.
        """
        alphabet, hand, unknown = self.rules.alphabet, self.hands[player], self.unknown[player]
        if not unknown or alphabet.holds(hand, cards):
            return alphabet.holds(hand, cards)
        lacking = alphabet.lacking(hand, cards)
        return alphabet.count(lacking) <= unknown and lacking == self._possibly_unknown(player, cards)

    def _possibly_unknown(self, player: int, cards: int) -> int:
        """Those of `cards` beyond the player's known hand that the pack has, too."""
        alphabet, hand = self.rules.alphabet, self.hands[player]
        pack = self.rules.sitting.pack(len(self.seated)).cards
        return alphabet.common(alphabet.lacking(hand, pack), alphabet.lacking(hand, cards))

    def unseen(self) -> int:
        """The cards of the pack that nobody is known to have been dealt: the unknown cards are among them."""
        alphabet = self.rules.alphabet
        left = self.rules.sitting.pack(len(self.seated)).cards
        for cards in self.dealt:
            left = alphabet.lacking(cards, left)
        return left

    def may_hold(self, player: int, cards: int) -> bool:
        """Whether the player can have these cards, as far as the known cards of all hands tell."""
        return self._may_add(player, self.rules.alphabet.lacking(self.hands[player], cards))

    def may_have_been_dealt(self, player: int, cards: int) -> bool:
        """Whether these cards can have been dealt to the player, as far as the known cards of all hands tell."""
        return self._may_add(player, self.rules.alphabet.lacking(self.dealt[player], cards))

    def _may_add(self, player: int, cards: int) -> bool:
        alphabet = self.rules.alphabet
        return not cards or (alphabet.count(cards) <= self.unknown[player] and alphabet.holds(self.unseen(), cards))

    def undealt(self) -> int:
        """How many of the unseen cards may be in no hand of those who are still in: 0 where a whole pack was dealt.

        If there are more unknown cards than unseen ones, nothing tells where the unseen ones are.
        """
        hidden = sum(count for player, count in enumerate(self.unknown) if self.active >> player & 1)
        unseen = self.rules.alphabet.count(self.unseen())
        return unseen - hidden if hidden <= unseen else unseen

    def is_in_unknown_hand(self, cards: int) -> bool:
        """Whether these cards, which no hand names, must all be among the unknown ones of those who are still in."""
        return any(self.unknown) and self.rules.alphabet.holds(self.unseen(), cards) and not self.undealt()

    def may_have_turn(self, player: int, cards: int = 0) -> bool:
        """Whether it is the player's turn, or nobody's yet, and theirs as far as the known cards tell.

        `cards` are those that the player lays: some of the unknown ones become known by that.
        """
        turn = self.turn
        return player == turn or (not turn and self.rules.may_begin(self, player, cards))

    def hand_size(self, player: int) -> int:
        """The number of the player's cards, known or not."""
        return self.rules.alphabet.count(self.hands[player]) + self.unknown[player]

    def holder(self, cards: int) -> int:
        """The player who is known to hold these cards, the lowest number of several; `NOBODY` if that is not known.

        Cards that no hand names are with the only player who has unknown cards, if the whole pack was dealt.
        """
        holds = self.rules.alphabet.holds
        for player, hand in enumerate(self.hands):
            if self.active >> player & 1 and holds(hand, cards):
                return player
        hidden = [player for player in self.seated if self.unknown[player] and self.active >> player & 1]
        return hidden[0] if len(hidden) == 1 and self.is_in_unknown_hand(cards) else NOBODY

    def missing(self, player: int, cards: int) -> list[str]:
        """The names of those among `cards` that the player is not known to hold."""
        alphabet = self.rules.alphabet
        return alphabet.list(alphabet.lacking(self.hands[player], cards))

    def take(self, player: int, cards: int) -> int:
        """Take the cards from the player's known hand, those missing there from the unknown ones.

        Returns the cards that were taken. A card taken from the unknown ones is thereby known.
        """
        alphabet = self.rules.alphabet
        left = alphabet.without(self.hands[player], cards)
        if left != LACKING:
            self.hands[player] = left
            return cards
        revealed = alphabet.list(self._possibly_unknown(player, cards))[: self.unknown[player]]
        known = alphabet.common(self.hands[player], cards)
        self.hands[player] = alphabet.without(self.hands[player], known)
        cards = alphabet.pack(revealed)
        self.reveal_dealt(player, cards)
        return alphabet.add(known, cards)

    def reveal_dealt(self, player: int, cards: int) -> None:
        """Note that these cards were among the unknown ones of the player."""
        alphabet = self.rules.alphabet
        self.unknown[player] -= alphabet.count(cards)
        dealt = self.dealt[player]
        pack = self.rules.sitting.pack(len(self.seated)).cards
        cards = alphabet.common(cards, alphabet.lacking(dealt, pack))  # no more of a card than the pack explains
        self.dealt = (*self.dealt[:player], alphabet.add(dealt, cards), *self.dealt[player + 1 :])

    def would_empty(self, player: int, cards: int) -> bool:
        """Whether the player would have no card left without those of `cards` that are in the hand."""
        alphabet = self.rules.alphabet
        hand = self.hands[player]
        unknown = self.unknown[player]
        if not alphabet.holds(cards, hand):
            return False
        return not unknown or unknown <= alphabet.count(self._possibly_unknown(player, cards))

    def lock_label(self) -> str:
        """The suits that the trick is locked to."""
        return " ".join(suit for bit, suit in enumerate(SUITS) if self.lock >> bit & 1)

    def reverse(self) -> None:
        """Turn the direction of play."""
        before = [0] * len(self.after)
        for player, following in enumerate(self.after):
            before[following] = player
        before[0] = 0
        self.after = before

    def following(self, player: int) -> int:
        """The next player after this one who is in the deal and has not passed. There must be one."""
        skipped = self.closed | self.passed
        following = self.after[player]
        while skipped >> following & 1:
            following = self.after[following]
        return following

    def ring_from(self, player: int) -> list[int]:
        """The players of the deal in the order of play, this one first."""
        ring = [player]
        while (following := self.after[ring[-1]]) != player:
            ring.append(following)
        return ring

    def next_active(self, player: int) -> int:
        """The next player after this one who is in the deal, passed or not."""
        following = self.after[player]
        while self.closed >> following & 1:
            following = self.after[following]
        return following

    def report(self, player: int | None, code: str, resolution: str, kind: str = "", **details: object) -> None:
        """Report a fault of the current action; `kind` selects the rule where a code stands for several."""
        self.report_at(self.index, player, code, resolution, kind, **details)

    def report_at(
        self, action: int | None, player: int | None, code: str, resolution: str, kind: str = "", **details: object
    ) -> None:
        """Report a fault of the given action, or of the whole deal if it is None."""
        self.faults.append(self.rules.fault(action, player, code, resolution, kind, **details))


BEST_CARDS: Final = "best"
"""The strongest cards of the hand as dealt: the gifts of the poor."""
WEAKEST_CARDS: Final = "weakest"
"""The weakest cards of the hand as dealt."""
DEALT_CARDS: Final = "dealt"
"""Any cards of the hand as dealt, not those just received."""
ANY_CARDS: Final = "any"
"""Any cards of the hand."""
BLIND_SWAP: Final = "swap"
"""A card drawn blindly for another one, which needs no judgement (D-OPT-4)."""


class Gift:
    """A gift that one player owes another: the number of cards, and which they may be (`choice`).

    `kind` selects the rules that its faults cite; by default it is the choice.
    """

    __slots__ = ("choice", "giver", "kind", "size", "taker")

    def __init__(self, giver: int, taker: int, size: int, choice: str, kind: str = "") -> None:
        self.giver = giver
        self.taker = taker
        self.size = size
        self.choice = choice
        self.kind = kind


class Exchange:
    """The gifts owed in a deal, by giver, and the givers who have made theirs; `ladder` ranks the cards.

    The exchange is `closed` by the first play, even if that is turned down. `waived` tells why no gifts are owed where
    the deal would otherwise owe some: it selects the rule that `exchange_not_owed` cites.

    `weakest` ranks the cards from the weakest up, where somebody owes those. With `from_deal` nobody may give a card
    just received, and with `only_known` nothing is judged by a hand with unknown cards.
    """

    __slots__ = ("closed", "from_deal", "ladder", "made", "only_known", "owed", "waived", "weakest")

    def __init__(
        self,
        owed: dict[int, Gift],
        ladder: Ladder,
        waived: str = "",
        weakest: Ladder | None = None,
        *,
        from_deal: bool = False,
        only_known: bool = False,
    ) -> None:
        self.owed = owed
        self.ladder = ladder
        self.made: set[int] = set()
        self.closed = False
        self.waived = waived
        self.weakest = weakest
        self.from_deal = from_deal
        self.only_known = only_known

    def ladder_of(self, gift: Gift) -> Ladder | None:
        """The cards from the first that has to be given on; None if any will do."""
        if gift.choice == BEST_CARDS:
            return self.ladder
        return self.weakest if gift.choice == WEAKEST_CARDS else None

    def copy(self) -> "Exchange":
        """A copy of the exchange that can change on its own."""
        twin = Exchange(
            self.owed.copy(),
            self.ladder,
            self.waived,
            self.weakest,
            from_deal=self.from_deal,
            only_known=self.only_known,
        )
        twin.made = self.made.copy()
        twin.closed = self.closed
        return twin
