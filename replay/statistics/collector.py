"""Counting while a deal is played: what each action did, seen from outside."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from replay.actions import GIVE, PASS, PLAY, Action
from replay.cards import size
from replay.counters import CANNOT_TELL, SetRow
from replay.engine import settle_pending, take_actions
from replay.faults import STANDS
from replay.legal import can_lay
from replay.melds import Combination, irregular_set
from replay.rules import Rules
from replay.statistics.rows import (
    DEAL_WON_ON_LEAD,
    OTHER_ACTION,
    PASS_WHEN_ABLE,
    PASS_WHEN_UNABLE,
    PASS_WITH_UNKNOWN_HAND,
    SUIT_LOCKED,
    TRICK_LED,
    TRICK_LED_AND_TAKEN,
    TRICK_TAKEN,
    own_row,
    row_left_by_jokers,
    row_of_set,
    row_with_square,
    shared_row,
    shared_row_with_square,
)
from replay.statistics.strength import StrengthScale, strength_scale
from replay.table import NOBODY, Table

if TYPE_CHECKING:
    from replay.counters import CounterRow


class PlayerRows:
    """The `rows` by which counters grew, by player, and first those of the table, which it shares with nobody.

    `scale` tells how strong cards are in these deals.
    """

    __slots__ = ("rows", "scale")

    def __init__(self, players: int, scale: StrengthScale) -> None:
        """Nothing is counted yet."""
        self.scale = scale
        self.rows: list[list[CounterRow]] = [[] for _ in range(players + 1)]


NEVER_ON_TABLE: Final = irregular_set(0, "")
"""What is never on a table: nobody has yet asked who can answer the top set."""


class PlayCollector:
    """Takes the steps of a sitting's deals and counts what they did.

    `sheets` and `table` are those of the deal at hand. `opener` led to its first trick, `leader` to the present one;
    `last` laid the last set. `under` is what the set below is counted as, while a set is looked at closely. `after` is
    the order of play at the beginning, `places` the ranking that the deal starts from, best first, or empty.
    """

    def __init__(self, rules: Rules, players: int) -> None:
        """Nothing is counted yet of a sitting of so many players."""
        self.rules = rules
        self.counting = rules.counting
        self.players = players
        self.rows_by_seated: dict[int, PlayerRows] = {}
        self.sheets: PlayerRows
        self.table: Table | None = None
        self.known = 0
        self.opener = self.leader = self.last = NOBODY
        self.under: SetRow | None = None
        self.after: list[int] = []
        self.places: tuple[int, ...] = ()

    def rows_for(self, seated: int) -> PlayerRows:
        """The sheets of deals with so many players, which become those at hand."""
        sheets = self.rows_by_seated.get(seated)
        if sheets is None:
            sheets = self.rows_by_seated[seated] = PlayerRows(self.players, strength_scale(self.rules, seated))
        self.sheets = sheets
        return sheets

    def steps(self, table: Table, actions: Sequence[Action]) -> None:
        """Take all actions of a deal and count them.

        Plain ones, a set or a pass by the player on turn while nothing is pending, go straight to their handlers.
        """
        self._open(table)
        asking, handlers, faults, hands = self.counting.asking, self.rules.handlers, table.faults, table.hands
        play, decline, quick = (
            handlers[PLAY],
            handlers[PASS],
            self.counting.only_plain_passes and not table.dealt_unknown,
        )
        note_down = [rows.append for rows in self.sheets.rows]
        top: Combination | None = NEVER_ON_TABLE
        some, asked = CANNOT_TELL.some, CANNOT_TELL.asked
        for index, action in enumerate(actions):
            player = action.player
            if action.turn != table.turn or table.pending is not None:
                top = NEVER_ON_TABLE
                self._aside(table, action, index)
            elif action.verb == PLAY:
                top, under, lock = NEVER_ON_TABLE, table.top, table.lock
                table.index = index
                play(table, action)
                if not faults or len(faults) == self.known or self._stood(table, action, index):
                    only = action.only
                    note = row_of_set(table, action) if only is None or only.note is None else only.note
                    note_down[player](note)
                    if under is None:
                        self._lead(table, player)
                    if note.special or table.lock != lock:
                        self._look_closely(table, player, note, under, lock)
                    self.last = player
            elif quick and action.verb == PASS:
                if table.top is not top:
                    top, question = table.top, asking(table)
                    some, asked = question.some, question.asked
                can = hands[player] & some and asked(hands[player])
                can = can_lay(table, player) if can is None else can
                table.index = index
                decline(table, action)
                if not faults or len(faults) == self.known or self._stood(table, action, index):
                    note_down[player](PASS_WHEN_ABLE if can else PASS_WHEN_UNABLE)
            else:
                top = NEVER_ON_TABLE
                self._aside(table, action, index)

    def _open(self, table: Table) -> None:
        self.table = table
        self.known = len(table.faults)
        self.opener = self.leader = self.last = NOBODY
        self.after = table.after
        self.places = table.places
        self.rows_for(table.active.bit_count())

    def _aside(self, table: Table, action: Action, index: int) -> None:
        """Take an action that is not plain, and count what it did."""
        if action.void:
            take_actions(table, (action,), index)
            self.known = len(table.faults)
            self.sheets.rows[action.player].append(OTHER_ACTION)
            return
        if action.verb == GIVE:
            self._give(table, action, index)
            return
        passing = self.counting.passing(table, action)
        can = self._can(table, action) if passing else None
        watch = self.counting.action_hooks.get(action.verb)
        watching = None if watch is None else watch(self, table, action)
        if watching is not None:
            next(watching)
        top, lock, leads = table.top, table.lock, table.leads
        take_actions(table, (action,), index)
        if len(table.faults) != self.known and not self._stood(table, action, index):
            return
        if watching is not None:
            next(watching, None)
        if action.verb == PLAY:
            leading = table.leads != leads
            self._laid(table, action, None if leading else top, 0 if leading else lock)
        elif passing:
            self.sheets.rows[action.player].append(
                PASS_WITH_UNKNOWN_HAND if can is None else PASS_WHEN_ABLE if can else PASS_WHEN_UNABLE
            )
        else:
            self.sheets.rows[action.player].append(OTHER_ACTION)

    def _give(self, table: Table, action: Action, index: int) -> None:
        """Take a gift, and count what came into the hand of the player it was given to."""
        held = table.hands[action.target]
        take_actions(table, (action,), index)
        if len(table.faults) == self.known or self._stood(table, action, index):
            self.sheets.rows[action.player].append(OTHER_ACTION)
            self._given(action.player, action.target, table.hands[action.target] - held)

    def _given(self, giver: int, taker: int, came: int) -> None:
        """Count the cards that came to another player, for both; what the giver had not did not move."""
        if giver != taker and came > 0:
            sheets = self.sheets
            given, received = sheets.scale.gift(came)
            sheets.rows[giver].append(given)
            sheets.rows[taker].append(received)

    def _laid(self, table: Table, action: Action, under: Combination | None, lock: int) -> None:
        """Count a set that was laid on this one, under such a lock; one on nothing is led."""
        player = action.player
        note = row_of_set(table, action)
        self.sheets.rows[player].append(note)
        if under is None:
            self._lead(table, player)
        self._look_closely(table, player, note, under, lock)
        self.last = player

    def _stood(self, table: Table, action: Action, index: int) -> bool:
        """Whether an action that brought faults took effect all the same; if not, that is all it counts as."""
        faults = table.faults[self.known :]
        self.known = len(table.faults)
        player = action.player
        for fault in faults:
            if fault.action == index and fault.player == player and fault.resolution != STANDS:
                self.sheets.rows[player].append(OTHER_ACTION)
                return False
        return True

    def _lead(self, table: Table, player: int) -> None:
        """A set that leads to a trick; the one before has ended."""
        if self.leader:
            self.end_trick(self.last)
        self.leader = player
        self.opener = self.opener or player
        if table.out and table.out[0] == player:
            self.sheets.rows[player].append(DEAL_WON_ON_LEAD)

    def end_trick(self, winner: int) -> None:
        """The last trick, which there was, went to this player, or to nobody."""
        rows, leader = self.sheets.rows, self.leader
        if leader == winner:
            rows[leader].append(TRICK_LED_AND_TAKEN)
        else:
            rows[leader].append(TRICK_LED)
            if winner:
                rows[winner].append(TRICK_TAKEN)

    def _look_closely(self, table: Table, player: int, note: SetRow, under: Combination | None, lock: int) -> None:
        """A set that binds the trick, or that counts as more than its kind."""
        if table.lock and table.lock != lock:
            self.sheets.rows[player].append(SUIT_LOCKED)
        if note.jokers:
            left = size(table.hands[player]) + table.unknown[player]
            self.sheets.rows[player].append(row_left_by_jokers(left, note.jokers))
        if note.then is not None:
            self.under = None if under is None else under.note
            note.then(self, table, player)

    def _can(self, table: Table, action: Action) -> bool | None:
        """Whether the player of a pass holds a set that he may lay, None where unknown cards hide it."""
        player = action.player
        if table.unknown[player] or table.closed >> player & 1:
            return None
        settled = self.counting.settled
        if not settled(table, action):
            table = table.copy()
            settle_pending(table, action)
            if not settled(table, action):
                return can_lay(table, player)
        can = self.counting.asking(table)(table.hands[player])
        return can_lay(table, player) if can is None else can > 0

    @property
    def is_on_joker(self) -> bool:
        """Whether the last set was laid on a lone joker."""
        return self.under is not None and self.under.jokers == self.under.count == 1

    @property
    def leading(self) -> bool:
        """Whether the last set led to its trick."""
        return self.under is None

    def add(self, player: int, name: str, number: int = 1) -> None:
        """Let a counter of the player grow, and that of the table with it."""
        self.sheets.rows[player].append(shared_row(name, number))

    def add_own(self, player: int, name: str, number: int = 1) -> None:
        """Let a counter of the player alone grow."""
        self.sheets.rows[player].append(own_row(name, number))

    def add_with_square(self, player: int, name: str, number: int) -> None:
        """Let a counter of the player grow, and that of the table with it, by what came all at once."""
        self.sheets.rows[player].append(shared_row_with_square(name, number))

    def add_own_with_square(self, player: int, name: str, number: int) -> None:
        """Let a counter of the player alone grow by what came all at once."""
        self.sheets.rows[player].append(row_with_square(name, number))

    def revolution(self, table: Table, player: int, number: int = 1) -> None:
        """The player has made a revolution, or taken it back (-1); all others who are still in suffer it."""
        self.add(player, "revolutions", number)
        for other in table.seated:
            if other != player and table.active >> other & 1:
                self.add_own(other, "revolutions.suffered", number)
