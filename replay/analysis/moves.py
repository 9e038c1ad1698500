"""The legal actions of a position as a search takes them: in turn, each with the position after it."""

from collections.abc import Iterator
from typing import Any, Final

from daifu.replay.actions import DRAW, PASS, Action, Notation
from daifu.replay.engine import judge_play, take_actions
from daifu.replay.legal import players_in
from daifu.replay.rules import Rules
from daifu.replay.table import NOBODY, Exchange, Table
from daifu.replay.tricks import cut_trick

NO_FAULTS: Final[frozenset[str]] = frozenset()

TURN_VERBS: Final = frozenset({PASS, DRAW})
"""The verbs that need the turn; all others but sets are words on the set just laid, or shown before the first lead."""

Move = tuple[Action, Table]
"""A legal action, and the position after it."""

PositionKey = tuple[Any, ...]
"""What the rest of a deal depends on: positions with equal keys go on alike."""


MOST_KEPT: Final = 1_000_000
"""A search that has found something about more positions forgets them before the next question."""


class BudgetSpent(Exception):
    """A search has looked at as many positions as it may."""


class Moves:
    """The legal actions of the positions of one deal. The sets of each hand are found once."""

    def __init__(self, rules: Rules, players: int) -> None:
        """The actions of a table of this number of players under these rules."""
        self.rules = rules
        self.notation: Notation = rules.notation(players)
        self._fields = rules.proofs.fields
        self._passes = [self.notation[f"{player} -"] for player in range(1, players + 1)]
        self._sets: dict[tuple[int, int], list[Action]] = {}
        self._largest: dict[int, tuple[int, list[Action]]] = {}

    def key(self, table: Table) -> PositionKey:
        """What the rest of the deal depends on."""
        common = (
            tuple(table.hands),
            table.turn,
            table.top,
            table.owner,
            table.passed,
            table.closed,
            table.turned,
            table.down,
            table.lock,
            table.leads > 0,
        )
        if not self._fields:
            return common
        return common, *[hashable(getattr(table, name)) for name in self._fields]

    def sets(self, table: Table, player: int) -> list[Action]:
        """The sets of the player's hand, legal or not, in the order in which a search tries them."""
        hand = table.hands[player]
        found = self._sets.get((player, hand))
        if found is None:
            found = self._sets[player, hand] = self._sets_of(table, player, hand)
        return found

    def _sets_of(self, table: Table, player: int, hand: int) -> list[Action]:
        rules = self.rules
        largest, known = self._largest.get(player, (0, []))
        if largest and rules.proofs.nested_sets and rules.alphabet.holds(largest, hand):
            return [action for action in known if rules.alphabet.holds(hand, action.cards)]
        found = [self.notation[f"{player} {text}"] for text in rules.sets(table, player)]
        found = sorted((action for action in found if action.readings), key=search_order)
        self._largest[player] = hand, found
        return found

    def legal_sets(self, table: Table, player: int, forgiven: frozenset[str] = NO_FAULTS) -> Iterator[Move]:
        """The legal sets of a player. Sets with faults of the `forgiven` codes alone count as legal."""
        settled = table.pending is None
        for action in self.sets(table, player):
            if settled:
                breaches: list[str] = []
                judge_play(table, action, breaches)
                if breaches and not forgiven.issuperset(breaches):
                    continue
            after = position_after(table, action, forgiven)
            if after is not None:
                yield action, after

    def pass_of(self, player: int) -> Action:
        """The action of passing."""
        return self._passes[player - 1]

    def pass_or_draw(self, table: Table, player: int) -> Iterator[Move]:
        """The legal passes and draws of a player."""
        actions = [self._passes[player - 1]]
        actions += [action for action in self._offers(table, player) if action.verb in TURN_VERBS]
        for action in actions:
            after = position_after(table, action)
            if after is not None:
                yield action, after

    def number_up_to(self, table: Table, player: int, most: int) -> int:
        """How many legal sets, passes and draws the player has, counted up to `most`."""
        found = 0
        for moves in (self.legal_sets(table, player), self.pass_or_draw(table, player)):
            for _move in moves:
                found += 1
                if found == most:
                    return found
        return found

    def words(self, table: Table, player: int) -> Iterator[Move]:
        """What the player may say or do for the set just laid, or show before the first lead."""
        for action in self._offers(table, player):
            if action.verb not in TURN_VERBS:
                after = position_after(table, action)
                if after is not None:
                    yield action, after

    def _offers(self, table: Table, player: int) -> list[Action]:
        return [self.notation[f"{player} {text}"] for text in self.rules.offers(table, player)]


def hashable(value: Any) -> Any:  # noqa: ANN401 - a field of any game's table
    """The value of a field as part of a key."""
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    if isinstance(value, Exchange):
        return tuple(sorted(value.owed)), tuple(sorted(value.made))
    return value


def search_order(action: Action) -> tuple[int, bool, int]:
    """Sets of more cards come first, those that end the trick before others, and weak sets before strong ones."""
    reading = action.readings[0]
    return -reading.count, cut_trick not in reading.effects, reading.floor[0]


def position_after(table: Table, action: Action, forgiven: frozenset[str] = NO_FAULTS) -> Table | None:
    """The position after an action, None if it has a fault whose code is not `forgiven`."""
    after = table.copy()
    take_actions(after, [action], table.index + 1)
    for fault in after.faults:
        if fault.code not in forgiven:
            return None
    return after


def speakers(table: Table) -> list[int]:
    """The players who may have a word to say: the one who laid the last set, and everybody before the first lead."""
    if not table.started:
        return players_in(table)
    return [table.speaker] if table.speaker != NOBODY and table.rights else []
