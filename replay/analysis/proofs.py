"""Proofs: whether a player can force one of the next places, and what makes a proof impossible.

With all hands known, a search tries every legal action of every player, who is against all others together. It proves
that the player can force the place, or that the others can prevent it, or it gives up when it has looked at as many
positions as it may. It never guesses.

With one hand known, the others are taken for one opponent who holds all cards that the player does not see, and who may
answer with any set of them. The player can go out next if they have a way to lay one set after the other that no such
hand answers, until the last set leaves their hand. Where nothing is found, the player may still have a way.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from daifu.replay.actions import Action
from daifu.replay.analysis.compact import compact_positions
from daifu.replay.analysis.moves import (
    MOST_KEPT,
    NO_FAULTS,
    BudgetSpent,
    Move,
    Moves,
    PositionKey,
    position_after,
    speakers,
)
from daifu.replay.engine import settle_pending
from daifu.replay.exchange import gifts_due
from daifu.replay.legal import players_in
from daifu.replay.position import candidates_are_few, hands_are_of_the_pack
from daifu.replay.rules import Rules, nobody_interrupts
from daifu.replay.table import NOBODY, Table
from daifu.replay.text import Text

if TYPE_CHECKING:
    from daifu.replay.cards import Alphabet


UNKNOWN_CARDS: Final = Text("some cards of the hands are unknown", "手札に不明なカードがあります")
GIFTS_OWED: Final = Text("gifts of the exchange are still owed", "カード交換がまだ終わっていません")
NO_LEADER: Final = Text("it is not known who leads", "最初の親がわかりません")
NOT_RECORDED: Final = Text("only the result was recorded", "結果だけが記録されています")
OTHER_CARDS: Final = Text(
    "a hand has too many cards, or some not of the pack",
    "手札に、使うカードにないものがあるか、枚数が多すぎます",
)
NOT_STARTED: Final = Text("nobody has led yet", "まだ誰もカードを出していません")
SOMEBODY_LEFT: Final = Text(
    "a player has left the deal, and the cards of that hand are out of play",
    "途中で抜けたプレイヤーがいて、その手札はもう使われません",
)
DEAL_OVER: Final = Text("the deal is over", "この回は終わっています")


def obstacle(table: Table) -> Text | None:
    """The reason why nothing is proven with all hands known; None if there is none."""
    if table.over:
        return DEAL_OVER
    if table.left:
        return SOMEBODY_LEFT
    if any(table.unknown):
        return UNKNOWN_CARDS
    if gifts_due(table):
        return GIFTS_OWED
    if table.turn == NOBODY and not table.started:
        return NO_LEADER
    return table.rules.proofs.obstacle(table)


def hidden_obstacle(table: Table) -> Text | None:
    """The reason why nothing is proven with one hand known; None if there is none."""
    if not table.started:
        return NOT_STARTED
    return obstacle(table) or table.rules.proofs.hidden_obstacle(table)


def hands_obstacle(table: Table) -> Text | None:
    """The reason why hands like these are not searched: their sets may have no end. None if there is none."""
    return None if hands_are_of_the_pack(table) and candidates_are_few(table) else OTHER_CARDS


PROVEN: Final = "proven"
"""The player can force it."""
REFUTED: Final = "refuted"
"""The others can prevent it."""
UNKNOWN: Final = "unknown"
"""Neither is proven."""


class ForceSearch:
    """Searches whether a player can force a place.

    The player and their team, if the game has teams, play against all others, who play together. They reach their goal
    if one of them takes one of the next `places` places. Positions of the same deal share what was found before, as
    long as nobody has gone out in between.

    A player who may act out of turn is asked before the player on turn, and the player of the last set is asked for
    words before anybody else acts. An action that leads back to a position which its own player has just left is left
    out, and so is a pass of the player or team on the lead: if all others pass, too, it changes nothing. A player
    without a legal action does not reach the goal.
    """

    def __init__(self, moves: Moves, table: Table, player: int, places: int = 1) -> None:
        """A search for positions after this table, until somebody goes out; earlier ones take longer."""
        rules: Rules = table.rules
        self._moves = moves
        self._fouls = rules.proofs.fouls
        self._anybody_interrupts = rules.interrupts is not nobody_interrupts
        self.side: int = (rules.team(table, player) or 1 << player) & table.active
        self._first_place = len(table.out)
        self._last_place = self._first_place + places
        self._known: dict[PositionKey, bool] = {}
        self._path: set[PositionKey] = set()
        self._left = 0
        self._compact = compact_positions(moves, table, self.side) if places == 1 else None

    @property
    def is_compact(self) -> bool:
        """Whether the position from which this search begins, and later ones, are searched in compact form."""
        return self._compact is not None

    def verdict(self, table: Table, positions: int) -> str:
        """`PROVEN`, `REFUTED`, or `UNKNOWN` after this number of positions."""
        self._left = positions
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        try:
            return PROVEN if self._forces(table) else REFUTED
        except BudgetSpent:
            self._path.clear()
            return UNKNOWN

    def line(self, table: Table, positions: int) -> list[Action]:
        """The actions by which a proven place is reached while the others resist; empty if the budget is too small.

        The position must be proven.
        """
        self._left = positions
        actions: list[Action] = []
        try:
            while self._outcome(table) is None:
                action, table = self._step(table)
                actions.append(action)
        except BudgetSpent:
            self._path.clear()
            return []
        return actions

    def _outcome(self, table: Table) -> bool | None:
        """Whether the goal is reached, None while that is open."""
        out = table.out
        for place in range(self._first_place, min(len(out), self._last_place)):
            if self.side >> out[place] & 1:
                return True
        if len(out) >= self._last_place:
            return False
        left = table.active
        if not left & self.side:
            return False
        if left & (left - 1) == 0:
            return True  # the last player who has not sunk takes the next place
        return False if table.over else None

    def _forces(self, table: Table) -> bool:
        outcome = self._outcome(table)
        if outcome is not None:
            return outcome
        if self._compact is not None:
            compact, self._left = self._compact.forces(table, self._left)
            if compact is not None:
                return compact
        key = self._moves.key(table)
        if key in self._path:
            return False  # the others can go round in circles until the game is stopped
        known = self._known.get(key)
        if known is not None:
            return known
        if not self._left:
            raise BudgetSpent
        self._left -= 1
        self._path.add(key)
        found = self._try_actions(table)
        self._path.discard(key)
        self._known[key] = found
        return found

    def _try_actions(self, table: Table) -> bool:
        """Whether an own action keeps the goal in reach, or no action of the others prevents it."""
        spoken = False
        for speaker in speakers(table):
            own = self._is_own(speaker)
            for _action, after in self._new_words(table, speaker):
                spoken = True
                if self._forces_after_word(after) is own:
                    return own
        found = self._try_turns(table)
        if found is None:  # a word is owed, or nobody can go on
            return spoken and not self._is_own(table.speaker)
        return found

    def _try_turns(self, table: Table) -> bool | None:
        """The same if nothing more is said; None if nobody has a legal action then."""
        acting = self._acting(table)
        stuck = True
        for group in acting:
            own = self._is_own(group[0])
            for player in group:
                for _action, after in self._turn_moves(table, player):
                    stuck = False
                    if self._forces(after) is own:
                        return own
        return None if stuck else not self._is_own(acting[-1][0])

    def _is_own(self, player: int) -> bool:
        return bool(self.side >> player & 1)

    def _new_words(self, table: Table, speaker: int) -> Iterator[Move]:
        """The words that change something and do not lead back."""
        for action, after in self._moves.words(table, speaker):
            if self._outcome(after) is not None or self._moves.key(after) not in self._path:
                yield action, after

    def _forces_after_word(self, table: Table) -> bool:
        """Like `_forces`, but what is found depends on the words said before and is not kept."""
        found = self._forces(table)
        if self._outcome(table) is None:
            self._known.pop(self._moves.key(table), None)
        return found

    def _acting(self, table: Table) -> list[list[int]]:
        """The players who may act, those of the other side than the player on turn first."""
        if table.turn and table.pending is None and not self._anybody_interrupts:
            return [[table.turn]]
        able = [player for player in players_in(table) if any(True for _move in self._turn_moves(table, player))]
        if not able:
            return [[players_in(table)[0]]]
        main = self._is_own(table.turn if table.turn in able else self._next_on_turn(table, able))
        groups = [[player for player in able if self._is_own(player) is own] for own in (not main, main)]
        return [group for group in groups if group]

    def _next_on_turn(self, table: Table, able: list[int]) -> int:
        """The player who may pass, where something has to happen before it is somebody's turn."""
        for player in able:
            for _move in self._moves.pass_or_draw(table, player):
                return player
        return able[0]

    def _turn_moves(self, table: Table, player: int) -> Iterator[Move]:
        """The sets, passes and draws of a player."""
        own = self._is_own(player)
        led = False
        for move in self._moves.legal_sets(table, player, NO_FAULTS if own else self._fouls):
            led = True
            yield move
        if not (own and led and table.top is None):
            yield from self._moves.pass_or_draw(table, player)

    def _step(self, table: Table) -> Move:
        """The next action of a line: one of the side that keeps the goal in reach, or one of the others."""
        key = self._moves.key(table)
        self._path.add(key)
        try:
            return self._find_step(table)
        finally:
            self._path.discard(key)

    def _find_step(self, table: Table) -> Move:
        acting = self._acting(table)
        for group in acting[::-1]:
            if self._is_own(group[0]):
                for player in group:
                    for action, after in self._turn_moves(table, player):
                        if self._forces(after):
                            return action, after
        if not self._try_turns(table):
            for speaker in speakers(table):
                for action, after in self._new_words(table, speaker):
                    if self._forces_after_word(after):
                        return action, after
        return next(self._turn_moves(table, acting[-1][0]))


class LeadSearch:
    """Searches a way for a player to go out next without ever losing the lead."""

    def __init__(self, moves: Moves, table: Table, player: int) -> None:
        """A search in positions after this table, in which only the hand of the player is known."""
        self._moves = moves
        self._alphabet: Alphabet = table.rules.alphabet
        self._intrudes = table.rules.proofs.intrudes
        self._asking = table.rules.counting.asking
        self.player = player
        self._failed: set[PositionKey] = set()
        self._unseen = 0
        self._first_place = 0
        self._left = 0

    def verdict(self, table: Table, positions: int) -> str:
        """`PROVEN`, or `UNKNOWN` if no such way was found among this number of positions."""
        return PROVEN if self.line(table, positions) else UNKNOWN

    def verdict_after(self, before: Table, after: Table, positions: int) -> str:
        """The same after an action of the player that left the position `before`."""
        self._begin(before, positions)
        return UNKNOWN if self._way_with_words(after, set()) is None else PROVEN

    def _begin(self, table: Table, positions: int) -> None:
        self._left = positions
        self._first_place = len(table.out)
        others = [table.hands[player] for player in table.seated if player != self.player]
        self._unseen = self._alphabet.add_all(others)

    def line(self, table: Table, positions: int) -> list[Action]:
        """The actions by which the player goes out while all others pass; empty if no such way was found."""
        self._begin(table, positions)
        if self._settled(table).turn != self.player or self._others_interfere(table):
            return []
        return self._way_out(table) or []

    def _others_interfere(self, table: Table) -> bool:
        """Whether others may lay something out of turn, or say something about their set, before the player acts."""
        if self._intrudes(table, self._unseen):
            return True
        others = [player for player in speakers(table) if player != self.player]
        return any(True for player in others for _word in self._moves.words(table, player))

    def _settled(self, table: Table) -> Table:
        """The table after what has to happen before the next pass or play."""
        if table.pending is None:
            return table
        settled = table.copy()
        settle_pending(settled, self._moves.pass_of(self.player))
        return settled

    def _way_out(self, table: Table) -> list[Action] | None:
        """The actions from a position with the player on turn until they are out; None if there is no way."""
        key = self._moves.key(table)
        if key in self._failed or not self._left:
            return None
        self._left -= 1
        for action, after in self._moves.legal_sets(table, self.player):
            way = self._way_with_words(after, set())
            if way is not None:
                return [action, *way]
        if self._left:
            self._failed.add(key)
        return None

    def _way_with_words(self, table: Table, said: set[PositionKey]) -> list[Action] | None:
        """The same after a set of the player, who may say something about it; `said` are positions already tried."""
        out = table.out
        if len(out) > self._first_place:
            return [] if out[self._first_place] == self.player else None
        if table.over:
            return None
        key = self._moves.key(table)
        if key in said:
            return None
        said.add(key)
        way = self._way_after_passes(table)
        if way is not None:
            return way
        if table.speaker == self.player and table.rights:
            for action, after in self._moves.words(table, self.player):
                way = self._way_with_words(after, said)
                if way is not None:
                    return [action, *way]
        return None

    def _way_after_passes(self, table: Table) -> list[Action] | None:
        """The same if all others have to pass on the set, which no unseen cards answer."""
        passes: list[Action] = []
        settled = self._settled(table)
        if settled.top is not None and self._asking(settled)(self._unseen) != 0:
            return None
        while settled.top is not None:
            if self._intrudes(settled, self._unseen):
                return None
            action = self._moves.pass_of(settled.turn)
            after = position_after(table, action)
            if after is None:
                return None
            passes.append(action)
            table = after
            settled = self._settled(table)
        if settled.turn != self.player or self._intrudes(settled, self._unseen):
            return None
        way = self._way_out(table)
        return None if way is None else [*passes, *way]
