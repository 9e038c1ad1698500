"""Counts while a deal is played: what each action did to the table, and what it was to its trick."""

from dataclasses import dataclass
from typing import Final

from daifu.replay.actions import GIVE, PASS, PLAY, Action
from daifu.replay.counters import CANNOT_TELL, AnswerTest, CounterRow, SetRow
from daifu.replay.engine import settle_pending, take_actions
from daifu.replay.faults import AS_PASS, STANDS
from daifu.replay.legal import TooManySetsError, can_lay, possible_sets
from daifu.replay.melds import Combination, irregular_set
from daifu.replay.rules import Rules
from daifu.replay.statistics.rows import (
    DEAL_WON_ON_LEAD,
    OTHER_ACTION,
    SUIT_LOCKED,
    own_row,
    pass_row,
    row_left_by_jokers,
    row_of_set,
    set_just_played,
    shared_row,
    trick_row,
)
from daifu.replay.statistics.strength import StrengthScale, strength_scale
from daifu.replay.table import NOBODY, Table


class PlayerRows:
    """The rows that were counted, `by_player`; at 0 are those of the table alone.

    `scale` is the strength of the cards in these deals.
    """

    __slots__ = ("by_player", "scale")

    def __init__(self, players: int, scale: StrengthScale) -> None:
        """Nothing is counted yet."""
        self.scale = scale
        self.by_player: list[list[CounterRow]] = [[] for _ in range(players + 1)]


MOST_CARDS_OF_BOMBS: Final = 9
"""The most cards of a set that may answer a set of fewer cards: three triples in a row (B-BOMB-4)."""

NEVER_ON_TABLE: Final = irregular_set(0, "")
"""A set that is never on a table: the test for answers to the top set has to be looked up again."""


class PlayCollector:
    """Takes the actions of a sitting's deals and counts them.

    `rows` and `table` are those of the present deal. `opener` led to its first trick, `leader` to the present one;
    `last` played the last set, `NOBODY` before the first. `under` is the row of the set below, while a set is examined.
    `after` is the order of play at the beginning, `places` the ranking that the deal starts from, best first, or empty.
    `block` is the number of the block of deals that are counted together.

    Passes and tricks are added up by player and become rows at the end of the deal, because they are many.
    """

    def __init__(self, rules: Rules, players: int) -> None:
        """Begin a sitting of this number of players."""
        self.rules = rules
        self.counting = rules.counting
        self.players = players
        self.block = 0
        self.rows_by_block: dict[tuple[int, int], PlayerRows] = {}
        self.rows: PlayerRows
        self.table: Table | None = None
        self.known = 0
        self.opener = self.leader = self.last = NOBODY
        self.under: SetRow | None = None
        self.after: list[int] = []
        self.places: tuple[int, ...] = ()
        self._passes_able: list[int] = []
        self._passes_unable: list[int] = []
        self._passes_unseen: list[int] = []
        self._leads: list[int] = []
        self._leads_won: list[int] = []
        self._tricks: list[int] = []

    def rows_for(self, seated: int) -> PlayerRows:
        """The rows of deals of this number of players in the block, which become those of the present deal."""
        rows = self.rows_by_block.get((seated, self.block))
        if rows is None:
            rows = self.rows_by_block[seated, self.block] = PlayerRows(self.players, strength_scale(self.rules, seated))
        self.rows = rows
        return rows

    def steps(self, table: Table, actions: list[Action]) -> None:
        """Take all actions of a deal and count them.

        Plain actions go straight to their handlers: sets and passes by the player on turn while nothing is pending.
        """
        self._open(table)
        asking, handlers, faults, hands = self.counting.asking, self.rules.handlers, table.faults, table.hands
        play, decline, quick = (
            handlers[PLAY],
            handlers[PASS],
            self.counting.only_plain_passes and not any(table.unknown),
        )
        append = [rows.append for rows in self.rows.by_player]
        passes_able, passes_unable, passes_unseen = self._passes_able, self._passes_unable, self._passes_unseen
        # The question for an answer to a set is made at the first pass on it, and holds for the passes that follow.
        top: Combination | None = NEVER_ON_TABLE
        some, asked = CANNOT_TELL.some, CANNOT_TELL.asked
        for index, action in enumerate(actions):
            player = action.player
            if action.turn != table.turn or table.pending is not None:
                top = NEVER_ON_TABLE
                self._take_other(table, action, index)
            elif action.verb == PLAY:
                top, under, lock = NEVER_ON_TABLE, table.top, table.lock
                table.index = index
                play(table, action)
                if not faults or len(faults) == self.known or self._stood(table, action, index):
                    only = action.only
                    row = row_of_set(table, action) if only is None or only.note is None else only.note
                    append[player](row)
                    if under is None:
                        self._lead(table, player)
                    if row.special or table.lock != lock or table.top is None or table.over:
                        self._examine(table, player, row, under, lock)
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
                    (passes_able if can else passes_unseen if can is None else passes_unable)[player] += 1
            else:
                top = NEVER_ON_TABLE
                self._take_other(table, action, index)

    def _open(self, table: Table) -> None:
        self.table = table
        self.known = len(table.faults)
        self.opener = self.leader = self.last = NOBODY
        self.after = table.after
        self.places = table.places
        self.rows_for(table.active.bit_count())
        size = self.players + 1
        self._passes_able, self._passes_unable, self._passes_unseen = [0] * size, [0] * size, [0] * size
        self._leads, self._leads_won, self._tricks = [0] * size, [0] * size, [0] * size

    def _take_other(self, table: Table, action: Action, index: int) -> None:
        """Take an action that is not plain, and count it."""
        if action.void:
            take_actions(table, [action], index)
            self.known = len(table.faults)
            self.rows.by_player[action.player].append(OTHER_ACTION)
            return
        if action.verb == GIVE:
            self._give(table, action, index)
            return
        passing = self.counting.passing(table, action)
        can = self._can(table, action) if passing else None
        watch = None if table.over else self.counting.action_hooks.get(action.verb)
        watching = None if watch is None else watch(self, table, action)
        if watching is not None:
            next(watching)
        top, lock, leads = table.top, table.lock, table.leads
        take_actions(table, [action], index)
        if len(table.faults) != self.known and not self._stood(table, action, index):
            return
        if watching is not None:
            next(watching, None)
        if action.verb == PLAY:
            leading = table.leads != leads
            self._count_set(table, action, None if leading else top, 0 if leading else lock)
        elif passing and can is None:
            self._passes_unseen[action.player] += 1
        elif passing:
            (self._passes_able if can else self._passes_unable)[action.player] += 1
        else:
            self.rows.by_player[action.player].append(OTHER_ACTION)

    def _give(self, table: Table, action: Action, index: int) -> None:
        """Take a gift and count it."""
        held, is_effect = table.hands[action.target], table.leads > 0
        take_actions(table, [action], index)
        if len(table.faults) == self.known or self._stood(table, action, index):
            came = self.rules.alphabet.lacking(held, table.hands[action.target])
            self._count_gift(action.player, action.target, came)
            if is_effect and came and self.counting.given:
                self.add(action.player, self.counting.given)

    def _count_gift(self, giver: int, taker: int, came: int) -> None:
        """Count the action, and for both players the cards that the other one received.

        Cards that the giver did not have do not move.
        """
        rows = self.rows
        if giver == taker or not came:
            rows.by_player[giver].append(OTHER_ACTION)
        else:
            given, received = rows.scale.gift(came)
            rows.by_player[giver].append(given)
            rows.by_player[taker].append(received)

    def _count_set(self, table: Table, action: Action, under: Combination | None, lock: int) -> None:
        """Count a set that was played on `under`, under such a lock; without a set below, it leads."""
        player = action.player
        row = row_of_set(table, action)
        self.rows.by_player[player].append(row)
        if under is None:
            self._lead(table, player)
        self._examine(table, player, row, under, lock)
        self.last = player

    def _stood(self, table: Table, action: Action, index: int) -> bool:
        """Whether an action with faults took effect all the same; if not, count it as an action and nothing else."""
        faults = table.faults[self.known :]
        self.known = len(table.faults)
        player = action.player
        effective = (STANDS, AS_PASS) if action.verb == PASS else (STANDS,)
        for fault in faults:
            if fault.action == index and fault.player == player and fault.resolution not in effective:
                self.rows.by_player[player].append(OTHER_ACTION)
                return False
        return True

    def _lead(self, table: Table, player: int) -> None:
        """Count a lead, and who won the trick before it. `NOBODY` leads when the last trick has been won."""
        winner = self.last
        if winner:
            self._tricks[winner] += 1
            if winner == self.leader:
                self._leads_won[winner] += 1
        else:
            self.opener = player
        self._leads[player] += 1
        self.leader = player
        if table.out and table.out[0] == player:
            self.rows.by_player[player].append(DEAL_WON_ON_LEAD)

    def end_play(self, table: Table) -> None:
        """Make rows of the passes and tricks of each player.

        Nobody won the last trick where the deal was broken off inside.
        """
        if self.last and (table.over or table.top is None):
            self._lead(table, NOBODY)
        for player in range(1, self.players + 1):
            rows = self.rows.by_player[player]
            able, unable, unseen = self._passes_able[player], self._passes_unable[player], self._passes_unseen[player]
            if able or unable or unseen:
                rows.append(pass_row(able, unable, unseen))
            led, taken = self._leads[player], self._tricks[player]
            if led or taken:
                rows.append(trick_row(led, self._leads_won[player], taken))

    def _examine(self, table: Table, player: int, row: SetRow, under: Combination | None, lock: int) -> None:
        """Count what depends on the position: a suit lock, cards left by jokers, and what the game looks at."""
        if (table.lock != lock or table.top is None or table.over) and self._has_locked(table, under, lock):
            self.rows.by_player[player].append(SUIT_LOCKED)
            if self.counting.locked is not None:
                self.counting.locked(self, table, player, lock)
        if row.jokers:
            left = table.hand_size(player)
            self.rows.by_player[player].append(row_left_by_jokers(left, row.jokers))
        if row.then is not None:
            self.under = None if under is None else under.note
            row.then(self, table, player)

    def _has_locked(self, table: Table, under: Combination | None, lock: int) -> bool:
        """Whether the set that was played on `under` locked its trick, which may be over: all others had passed."""
        if table.top is not None and not table.over:
            locks = self.counting.locks
            return bool(table.lock & locks) and (table.lock ^ lock) & locks != 0
        laid = table.top or table.cleared
        return not lock and under is not None and laid is not None and self.counting.locks_on(under, laid)

    def _can(self, table: Table, action: Action) -> bool | None:
        """Whether the player who passes holds a legal set; None where unknown cards or many sets leave that open."""
        player = action.player
        if table.closed >> player & 1:
            return None
        settled = self.counting.settled
        if not settled(table, action):
            table = table.copy()
            settle_pending(table, action)
        test = self.counting.asking(table) if settled(table, action) else CANNOT_TELL
        if table.unknown[player]:
            return self._may(table, player, test)
        can = test(table.hands[player])
        return can_lay(table, player) if can is None else can > 0

    def _may(self, table: Table, player: int, test: AnswerTest) -> bool | None:
        """Whether a player with unknown cards holds a legal set; None where these decide.

        The known cards hold one, or not even all unseen cards besides do, or it takes more of these than are unknown.
        """
        able = can_lay(table, player)
        if able is not False:
            return able
        unseen = table.unseen()
        most = test(self.rules.alphabet.add(table.hands[player], unseen))
        if most == 0:
            return False
        top = table.top
        if most and test(unseen) and top is not None and table.unknown[player] >= max(top.count, MOST_CARDS_OF_BOMBS):
            return None
        notation = self.rules.notation(len(table.hands) - 1)
        try:
            return None if any(True for _set in possible_sets(table, notation, player, unseen)) else False
        except TooManySetsError:
            return None

    @property
    def is_on_joker(self) -> bool:
        """Whether the last set was laid on a lone joker."""
        return self.under is not None and self.under.jokers == self.under.cards == 1

    @property
    def is_on_jokers(self) -> bool:
        """Whether the last set was laid on jokers alone."""
        return self.under is not None and self.under.jokers == self.under.cards

    @property
    def leading(self) -> bool:
        """Whether the last set led to its trick."""
        return self.under is None

    def add(self, player: int, name: str, number: int = 1) -> None:
        """Add to a counter of the player and of the table."""
        self.rows.by_player[player].append(shared_row(name, number))

    def add_own(self, player: int, name: str, number: int = 1) -> None:
        """Add to a counter of the player alone."""
        self.rows.by_player[player].append(own_row(name, number))

    def revolution(self, table: Table, player: int, number: int = 1) -> None:
        """Count a revolution of the player, or one taken back (-1); the others who are still in suffer it."""
        self.add(player, "revolutions", number)
        for other in table.seated:
            if other != player and table.active >> other & 1:
                self.add_own(other, "revolutions.suffered", number)


@dataclass(slots=True)
class ActionFacts:
    """What one action was to its trick.

    `hand` is the number of cards that its player held before it, and `stood` whether it took effect. `trick` is the
    number of tricks that had been led to when it was taken, its own lead included. A set that stood has its kind
    (`form`), whether it `led` to the trick, and whether it `won` it. `could_answer` is None except for a pass that
    counts as one by a player whose hand is known: whether that hand held a legal set.
    """

    hand: int
    stood: bool
    trick: int = 0
    form: str | None = None
    led: bool | None = None
    won: bool | None = None
    could_answer: bool | None = None


class ActionCollector(PlayCollector):
    """Takes the actions of a sitting's deals; `facts` has what each action of the present deal was, in their order."""

    def __init__(self, rules: Rules, players: int) -> None:
        """Begin a sitting of this number of players."""
        super().__init__(rules, players)
        self.facts: list[ActionFacts] = []
        self._tricks_led = 0
        self._last_set: ActionFacts | None = None

    def steps(self, table: Table, actions: list[Action]) -> None:
        """Take all actions of a deal and note what each of them was."""
        self._open(table)
        self.facts = []
        self._tricks_led = 0
        self._last_set = None
        for index, action in enumerate(actions):
            held = table.hand_size(action.player)
            facts = ActionFacts(held, stood=not action.void)
            self.facts.append(facts)
            self._take_other(table, action, index)
            facts.trick = self._tricks_led
        self.end_play(table)

    def _count_set(self, table: Table, action: Action, under: Combination | None, lock: int) -> None:
        super()._count_set(table, action, under, lock)
        facts = self._last_set = self.facts[-1]
        facts.form = set_just_played(table, action).form
        facts.led = under is None
        facts.won = False

    def _lead(self, table: Table, player: int) -> None:
        super()._lead(table, player)
        self._tricks_led += 1
        if self._last_set is not None:  # it won the trick before
            self._last_set.won = True

    def _can(self, table: Table, action: Action) -> bool | None:
        can = self.facts[-1].could_answer = super()._can(table, action)
        return can

    def _stood(self, table: Table, action: Action, index: int) -> bool:
        stood = super()._stood(table, action, index)
        if not stood:
            self.facts[-1].stood = False
            self.facts[-1].could_answer = None
        return stood
