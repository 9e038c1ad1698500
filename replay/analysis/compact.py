"""The search of `proofs.py` on positions of a few integers, for games that can be said in a few numbers.

While no cards move between hands, the cards that are left tell all hands: each card of each player has a field of bits
in one number. The sets of all hands are listed once, with their strengths and effects as numbers. What a set does
is taken from the rules of the game. Where strengths alone do not decide whether a set answers another, as with jokers,
the rules are asked once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from daifu.replay.analysis.moves import MOST_KEPT, BudgetSpent, Moves
from daifu.replay.analysis.rules import (
    CUT,
    CUT_ON_JOKER,
    FLIP,
    LOCK_SHAPES,
    LOCK_SINGLES,
    REVERSE,
    REVOLUTION,
    UNLOCK,
    CompactRules,
)
from daifu.replay.engine import objections
from daifu.replay.legal import players_in
from daifu.replay.melds import GROUP, IRREGULAR, JOKER_STRENGTH, Combination, is_lone_joker
from daifu.replay.rules import no_ban
from daifu.replay.table import NOBODY, Table
from daifu.replay.tricks import is_suited_single

if TYPE_CHECKING:
    from mypy_extensions import i64

    from daifu.replay.actions import Action

WIDEST_CARDS: Final = 36
"""The most bits of the cards that are left, so that a position is one number of less than 62 bits."""
MOST_SETS: Final = 255
"""The most sets that have a number, those on the table included."""
PLAYERS: Final = 8
"""Players have numbers below this."""

PAIR: Final = 2

EVERY_PLAYER: Final = 255

DOWN: Final = 1
TURNED: Final = 2
TURNED_ROUND: Final = 4
"""The parts of the order: turned for this trick, turned for the deal, and the other direction of play."""

NO_ANSWER: Final = 0
ANSWER: Final = 1
WAY_OUT: Final = 2
"""What a hand has for the set on the table: nothing, a set to lay on it, or one with which its player goes out."""

TURN_SHIFT: Final = 8
PASSED_SHIFT: Final = 11
ORDER_SHIFT: Final = 19
LOCK_SHIFT: Final = 22
CARDS_SHIFT: Final = 26
"""Where the parts of a position begin in its number; the set on the table comes first."""

DOWN_SHIFT: Final = 4
LAID_SHIFT: Final = 5
"""The same of what the replies to a set depend on; the lock comes first."""
REPLY_LISTS: Final = 1 << LAID_SHIFT
"""How many lists of replies a set may have, for each player."""


class CompactSet:
    """A set as numbers.

    `number` counts the sets of all players from 1. `asks` tells that the rules have to be asked whether this set
    follows another, or another follows it.
    """

    __slots__ = (
        "asks",
        "bar_down",
        "bar_up",
        "bound",
        "cards",
        "effects",
        "floor_down",
        "floor_up",
        "joker",
        "number",
        "player",
        "reading",
        "shape",
        "single",
        "suits",
    )

    def __init__(self, reading: Combination, player: i64, number: i64, cards: i64) -> None:
        self.reading = reading
        self.player: i64 = player
        self.number: i64 = number
        self.cards: i64 = cards
        self.shape: i64 = 0
        self.effects: i64 = 0
        self.floor_up: i64 = reading.floor[0]
        self.floor_down: i64 = reading.floor[1]
        self.bar_up: i64 = reading.bar[0]
        self.bar_down: i64 = reading.bar[1]
        self.suits: i64 = 0
        self.single = is_suited_single(reading)
        self.joker = is_lone_joker(reading)
        self.bound = True
        self.asks = reading.bar[0] > JOKER_STRENGTH or reading.floor[0] >= JOKER_STRENGTH


class OutsideForm(Exception):
    """A player could go out with a foul, after which the others play on: the compact form has no such positions."""


class CompactSearch:
    """Searches whether a side can force that one of it is the next to go out, in compact form.

    Everybody stays in until that is decided, so the players in the deal do not change.
    """

    def __init__(self, table: Table, side: int, rules: CompactRules) -> None:
        """A search for positions after this table, until somebody goes out; `compact_positions` adds its sets."""
        self._table = table.copy()
        self._side: i64 = side
        self._active: i64 = table.active
        self._two = table.active.bit_count() == PAIR
        self._rules = rules
        self._waiting: i64 = rules.waiting
        self._kept: i64 = table.rules.passing.kept & EVERY_PLAYER
        self._passes_on_lead = rules.passes_on_lead
        self._bans = table.rules.finish_ban is not no_ban
        self._fouls = table.rules.proofs.fouls
        self._bounds: i64 = 0
        self._after = table.after.copy()
        turned_round = table.copy()
        turned_round.reverse()
        self._before = turned_round.after
        self._hands = [0] * len(table.hands)
        self._sets: list[list[CompactSet]] = [[] for _hand in table.hands]
        self._shaped: list[list[list[CompactSet]]] = [[] for _hand in table.hands]
        self._all: list[CompactSet | None] = [None]
        self._owners: list[int] = [NOBODY]
        self._actions: dict[int, Action] = {}
        self._numbers: dict[tuple[int, Combination], int] = {}
        self._shapes: dict[str, int] = {}
        self._known: dict[int, bool] = {}
        self._replies: list[list[list[CompactSet] | None]] = [[None] * REPLY_LISTS for _hand in table.hands]
        self._banned: dict[tuple[int, int], str] = {}
        self._left: i64 = 0

    def fields(self, hands: dict[int, list[str]]) -> dict[tuple[int, str], int]:
        """Lay out the fields of the cards of each player: the bit of each card; none if they do not fit."""
        fields: dict[tuple[int, str], int] = {}
        inner = end = 0
        for player, names in hands.items():
            begin = end
            for name in dict.fromkeys(names):
                bits = names.count(name).bit_length()
                fields[player, name] = 1 << end
                inner |= (1 << end + bits) - (2 << end)
                end += bits if bits == 1 else bits + 1
            self._hands[player] = (1 << end) - (1 << begin)
            if end > WIDEST_CARDS:
                return {}
        self._bounds = ~inner
        return fields

    def add(self, action: Action, reading: Combination, cards: int, effects: int, *, bound: bool) -> None:
        """Add a set of a player's hand."""
        added = self._add_set(action.player, reading, cards)
        added.effects = effects
        added.bound = bound
        self._actions[added.number] = action
        self._sets[action.player].append(added)
        self._shaped[action.player][added.shape].append(added)

    def _shape_number(self, shape: str) -> int:
        """The number of a shape, with a list of sets for each player."""
        number = self._shapes.setdefault(shape, len(self._shapes))
        if number == len(self._shaped[NOBODY]):
            for sets in self._shaped:
                sets.append([])
        return number

    def add_top(self, player: int, reading: Combination) -> None:
        """Add a set that lies on the table and is in no hand."""
        self._add_set(player, reading, 0)

    def _add_set(self, player: int, reading: Combination, cards: i64) -> CompactSet:
        """Give a set a number, with room for the replies to it."""
        number = len(self._all)
        added = CompactSet(reading, player, number, cards)
        added.suits = self._rules.suits(reading.suits)
        added.shape = self._shape_number(reading.shape)
        self._all.append(added)
        self._owners.append(player)
        self._numbers[player, reading] = number
        for replies in self._replies:
            replies.extend([None] * REPLY_LISTS)
        return added

    @property
    def number_of_sets(self) -> int:
        """How many sets have a number."""
        return len(self._all) - 1

    def knows(self, player: int, top: Combination | None) -> bool:
        """Whether this set of a player has a number."""
        return top is None or (player, top) in self._numbers

    def forces(self, table: Table, cards: int, positions: int) -> tuple[bool | None, int]:
        """Whether the side reaches its goal, None if that leads to other forms, and the positions left.

        Raises `BudgetSpent`.
        """
        self._left = positions
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        top = 0 if table.top is None else self._numbers[table.owner, table.top]
        order = table.down | table.turned << 1 | (TURNED_ROUND if table.after != self._after else 0)
        try:
            found = self._forces(cards, top, table.turn, table.passed, order, self._rules.suits(table.lock))
        except OutsideForm:
            return None, self._left
        return found, self._left

    def _forces(self, cards: i64, top: i64, turn: i64, passed: i64, order: i64, lock: i64) -> bool:
        laid: CompactSet | None = self._all[top]
        if laid is not None:
            if self._two:  # within a trick of two players hardly any position comes again
                return self._try_sets(cards, top, turn, passed, order, lock)
            reply = self._best_reply(cards, laid, turn, order, lock)
            if reply == NO_ANSWER:
                return self._after_pass(cards, top, turn, passed, order, lock)
            if reply == WAY_OUT:
                return self._side >> turn & 1 != 0
        key: i64 = (
            cards << CARDS_SHIFT
            | lock << LOCK_SHIFT
            | order << ORDER_SHIFT
            | passed << PASSED_SHIFT
            | turn << TURN_SHIFT
            | top
        )
        known = self._known.get(key)
        if known is not None:
            return known
        least: i64 = self._left - 1
        found = self._try_sets(cards, top, turn, passed, order, lock)
        if self._left < least:  # a position that leads to no other is found again sooner than it is looked up
            self._known[key] = found
        return found

    def _best_reply(self, cards: i64, laid: CompactSet, turn: i64, order: i64, lock: i64) -> i64:
        """What the player on turn has for the set on the table: `NO_ANSWER`, `ANSWER` or `WAY_OUT`."""
        bounds = self._bounds
        hand: i64 = self._hands[turn]
        found: i64 = NO_ANSWER
        for new in self._replies_to(laid, turn, order, lock):
            left: i64 = cards - new.cards
            if (left ^ cards ^ new.cards) & bounds == 0:
                ban = self._ban(new, order) if self._bans and left & hand == 0 else ""
                if left & hand == 0 and not ban:
                    return WAY_OUT
                if not ban or ban in self._fouls:
                    found = ANSWER
        return found

    def _try_sets(self, cards: i64, top: i64, turn: i64, passed: i64, order: i64, lock: i64) -> bool:
        own = self._side >> turn & 1 != 0
        laid = self._all[top]
        hand: i64 = self._hands[turn]
        bounds = self._bounds
        stuck = True
        for new in self._sets[turn] if laid is None else self._replies_to(laid, turn, order, lock):
            left: i64 = cards - new.cards
            if (left ^ cards ^ new.cards) & bounds != 0:
                continue
            if left & hand == 0:
                ban = self._ban(new, order) if self._bans else ""
                if ban in self._fouls and not own:
                    raise OutsideForm
                if ban:
                    continue
                return own
            if stuck:
                if self._left == 0:
                    raise BudgetSpent
                self._left -= 1  # only positions with a set to lay are counted
                stuck = False
            if self._after_set(new, laid, left, passed, order, lock) == own:
                return own
        if laid is None and (own or not self._passes_on_lead):
            return not stuck and not own
        passing = self._after_pass(cards, top, turn, passed, order, lock)
        return own if passing == own else not own

    def _replies_to(self, laid: CompactSet, turn: i64, order: i64, lock: i64) -> list[CompactSet]:
        """The sets of a player's first hand that follow another set."""
        lists = self._replies[turn]
        at: i64 = laid.number << LAID_SHIFT | (order & DOWN) << DOWN_SHIFT | lock
        known = lists[at]
        if known is None:
            known = [new for new in self._shaped[turn][laid.shape] if self._follows(laid, new, order, lock)]
            lists[at] = known
        return known

    def _follows(self, laid: CompactSet, new: CompactSet, order: i64, lock: i64) -> bool:
        """Whether a set follows another of the same shape."""
        if laid.asks or new.asks:
            table = self._table
            table.top, table.owner, table.down = laid.reading, laid.player, order & DOWN
            table.lock = self._rules.lock(lock)
            return not objections(table, laid.reading, new.reading)
        if order & DOWN != 0:
            if new.floor_down <= laid.bar_down:
                return False
        elif new.floor_up <= laid.bar_up:
            return False
        return lock == 0 or not new.bound or new.suits == lock

    def _ban(self, new: CompactSet, order: i64) -> str:
        """The code of the fault of going out with a set, empty if it is allowed."""
        key = (new.number, order & DOWN)
        known = self._banned.get(key)
        if known is None:
            self._table.down = order & DOWN
            action = self._actions[new.number]
            known = self._banned[key] = self._table.rules.finish_ban(self._table, action, new.reading)
        return known

    def _after_set(
        self, new: CompactSet, laid: CompactSet | None, cards: i64, passed: i64, order: i64, lock: i64
    ) -> bool:
        """Whether the goal is reached after a set that its player did not go out with."""
        effects = new.effects
        if effects != 0:
            if laid is not None and lock == 0:
                lock = locked_suits(new, laid)
            if effects & UNLOCK != 0:
                lock = 0
            if effects & REVOLUTION != 0:
                order ^= DOWN | TURNED
            if effects & FLIP != 0:
                order ^= DOWN
            if effects & REVERSE != 0:
                order ^= TURNED_ROUND
            if effects & CUT != 0 or (effects & CUT_ON_JOKER != 0 and laid is not None and laid.joker):
                return self._clear(cards, new.player, order)
        return self._go_on(cards, new.number, new.player, passed & self._kept, order, lock)

    def _after_pass(self, cards: i64, top: i64, turn: i64, passed: i64, order: i64, lock: i64) -> bool:
        """Whether the goal is reached after a pass."""
        one: i64 = 1
        passed |= one << turn
        if top != 0:
            return self._go_on(cards, top, turn, passed, order, lock)
        waiting = self._active & ~passed
        if waiting & (waiting - self._waiting) == 0:
            return False  # all others pass until the game is stopped
        return self._forces(cards, 0, self._following(turn, waiting, order), passed, order, lock)

    def _go_on(self, cards: i64, top: i64, turn: i64, passed: i64, order: i64, lock: i64) -> bool:
        """Pass the turn on, or clear the trick if nobody is left to answer."""
        one: i64 = 1
        owner = self._owners[top]
        waiting = self._active & ~passed
        left = waiting & ~(one << owner) if self._waiting < 0 else waiting & (waiting - self._waiting)
        if left == 0:
            return self._clear(cards, owner, order)
        return self._forces(cards, top, self._following(turn, waiting, order), passed, order, lock)

    def _clear(self, cards: i64, owner: i64, order: i64) -> bool:
        """End the trick; its owner leads, or the next player."""
        order = order & ~DOWN | order >> 1 & DOWN
        leader = owner if self._active >> owner & 1 != 0 else self._following(owner, self._active, order)
        return self._forces(cards, 0, leader, 0, order, 0)

    def _following(self, player: i64, waiting: i64, order: i64) -> i64:
        """The next of the waiting players."""
        ring = self._after if order & TURNED_ROUND == 0 else self._before
        following: i64 = ring[player]
        while waiting >> following & 1 == 0:
            following = ring[following]
        return following


def locked_suits(new: CompactSet, laid: CompactSet) -> i64:
    """The suits to which a set on another locks the trick, 0 if it does not."""
    if laid.suits == new.suits:
        same_shapes = new.effects & LOCK_SHAPES != 0 and laid.shape == new.shape
        if same_shapes or (new.effects & LOCK_SINGLES != 0 and laid.single and new.single):
            return new.suits
    return 0


class CompactPositions:
    """The positions of a deal in compact form, from a table on."""

    def __init__(self, search: CompactSearch, table: Table, fields: dict[tuple[int, str], int]) -> None:
        self._search = search
        self._fields = fields
        self._hands = {player: table.hands[player] for player in players_in(table)}
        self._active = table.active

    def forces(self, table: Table, positions: int) -> tuple[bool | None, int]:
        """What `CompactSearch.forces` finds; None as well for a table that does not have this form."""
        holds = table.rules.alphabet.holds
        if table.active != self._active or table.pending is not None or table.turn not in self._hands:
            return None, positions
        if table.rights and "rights" in table.rules.proofs.fields:
            return None, positions
        if not all(holds(largest, table.hands[player]) for player, largest in self._hands.items()):
            return None, positions
        top = table.top
        if top is None:
            if table.passed:
                return None, positions
        elif not self._search.knows(table.owner, top):
            if top.kind == IRREGULAR or self._search.number_of_sets == MOST_SETS:
                return None, positions
            self._search.add_top(table.owner, top)
        return self._search.forces(table, self._cards(table), positions)

    def _cards(self, table: Table) -> int:
        cards = 0
        for player in self._hands:
            for name in table.rules.alphabet.list(table.hands[player]):
                cards += self._fields[player, name]
        return cards


def compact_positions(moves: Moves, table: Table, side: int) -> CompactPositions | None:
    """The compact form of the positions after a table; None if the game or the hands do not have it."""
    rules = table.rules.proofs.compact
    if rules is None or not table.started or len(table.hands) > PLAYERS:
        return None
    alphabet = table.rules.alphabet
    search = CompactSearch(table, side, rules)
    fields = search.fields({player: alphabet.list(table.hands[player]) for player in players_in(table)})
    if not fields:
        return None
    for player in players_in(table):
        for action in moves.sets(table, player):
            reading = only_group(action)
            if reading is None or not set(reading.effects) <= rules.effects.keys():
                return None
            cards = sum([fields[player, name] for name in action.meld.names])
            effects = 0
            for effect in reading.effects:
                effects |= rules.effects[effect]
            search.add(action, reading, cards, effects, bound=rules.bound(reading))
    return CompactPositions(search, table, fields) if search.number_of_sets <= MOST_SETS else None


def only_group(action: Action) -> Combination | None:
    """The one reading of an action, or its one reading as a group: as a run it has another spelling as well."""
    readings = action.readings
    if len(readings) > 1:
        readings = tuple([reading for reading in readings if reading.kind == GROUP])
    return readings[0] if len(readings) == 1 else None
