"""What was proven about the actions of a recorded deal: forced places, and wins that were missed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from daifu.replay.analysis.hidden import LeadSearch
from daifu.replay.analysis.moves import Moves
from daifu.replay.analysis.obstacles import NOT_RECORDED, hands_obstacle, hidden_obstacle, obstacle
from daifu.replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN, ForceSearch
from daifu.replay.analysis.worlds import HIDDEN, KNOWN
from daifu.replay.position import Position
from daifu.replay.table import Table
from daifu.replay.text import Text

PROOFS_VERSION: Final = "proofs/3"
"""The version of the proofs. It grows with every change after which the same deal may be judged differently."""

DEFAULT_POSITIONS: Final = 3_000
"""How many positions are looked at for a question, unless the caller says otherwise."""


@dataclass(frozen=True, slots=True)
class ActionProofs:
    """What was proven about an action, which is counted from 0, for its player.

    `known` tells whether the player could force to go out next before this action, with all hands known, and `hidden`
    whatever the hidden cards were. `known_after` and `hidden_after` tell the same of the position after the action;
    they are `UNKNOWN` unless there was something to lose. `place` is the best place, counted from 1, that the player
    could force with all hands known; None if that is not known. `reason` says why nothing was proven with all hands
    known, and `hidden_reason` the same of the hidden view, None if it was tried.
    """

    action: int
    player: int
    known: str = UNKNOWN
    known_after: str = UNKNOWN
    hidden: str = UNKNOWN
    hidden_after: str = UNKNOWN
    place: int | None = None
    reason: Text | None = None
    hidden_reason: Text | None = None


@dataclass(frozen=True, slots=True)
class MissedWin:
    """An action after which its player could no longer force to go out next, as both views agree.

    The win could be forced in this `view`: `HIDDEN` if it could whatever the hidden cards were. `line` are actions that
    win from the position before, as records write them, with those of the others; the judge accepts each of them.
    """

    action: int
    player: int
    view: str
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealProofs:
    """What was proven about a deal, which is counted from 0: each action with a choice, and the missed wins.

    `reason` says why nothing was tried in the whole deal, None if it was.
    """

    deal: int
    actions: list[ActionProofs]
    missed_wins: list[MissedWin]
    reason: Text | None = None


def prove_deal(steps: Sequence[Position], positions: int = DEFAULT_POSITIONS) -> DealProofs:
    """What can be proven about a deal, of which all positions are given.

    `positions` is how many positions are looked at for a question at most: the same number gives the same answers.
    """
    first = steps[0]
    if first.start.deal.actions is None:
        return DealProofs(first.number, [], [], NOT_RECORDED)
    return _Deal(steps, positions).proofs()


class _Deal:
    """The positions of a deal, and the searches that share what they find."""

    def __init__(self, steps: Sequence[Position], positions: int) -> None:
        first = steps[0]
        self._number = first.number
        self._budget = positions
        self._actions = first.actions
        self._tables = [step.table for step in steps]
        self._moves = Moves(first.table.rules, len(first.table.hands) - 1)
        self._force: dict[tuple[int, int, int], ForceSearch] = {}
        self._lead: dict[int, LeadSearch] = {}

    def proofs(self) -> DealProofs:
        """The proofs on all actions with a choice. The last ones are searched first: earlier ones lead to them."""
        for table in (self._tables[0], self._first_started()):
            reason = hands_obstacle(table)
            if reason is not None:
                return DealProofs(self._number, [], [], reason)
        actions: list[ActionProofs] = []
        missed: list[MissedWin] = []
        for index in range(len(self._actions) - 1, -1, -1):
            if self._has_choice(index):
                found = self._prove(index)
                actions.append(found)
                missed += self._missed_win(found)
        return DealProofs(self._number, actions[::-1], missed[::-1])

    def _first_started(self) -> Table:
        """The first position after the exchange and the first lead, or the last one if there was none."""
        return next((table for table in self._tables if table.started), self._tables[-1])

    def _has_choice(self, index: int) -> bool:
        """Whether the player of an action had another legal one."""
        action, table = self._actions[index], self._tables[index]
        if action.void or table.closed >> action.player & 1:
            return False
        return self._moves.number_up_to(table, action.player, 2) > 1

    def _prove(self, index: int) -> ActionProofs:
        player = self._actions[index].player
        before, after = self._tables[index], self._tables[index + 1]
        reason = obstacle(before)
        if reason is not None:
            return ActionProofs(index, player, reason=reason, hidden_reason=reason)
        hidden_reason = hidden_obstacle(before)
        lead = self._lead_search(before, player)
        hidden = UNKNOWN if hidden_reason else lead.verdict(before, self._budget)
        known = PROVEN if hidden == PROVEN else self._verdict(before, player)
        known_after = hidden_after = UNKNOWN
        if known == PROVEN:
            hidden_after = UNKNOWN if hidden != PROVEN else lead.verdict_after(before, after, self._budget)
            known_after = PROVEN if hidden_after == PROVEN else self._verdict_after(before, after, player)
        place = self._forced_place(before, player, known)
        return ActionProofs(index, player, known, known_after, hidden, hidden_after, place, hidden_reason=hidden_reason)

    def _missed_win(self, found: ActionProofs) -> list[MissedWin]:
        """The missed win, if this action was one and its line was found within the budget."""
        if found.known != PROVEN or found.known_after != REFUTED:
            return []
        before = self._tables[found.action]
        if found.hidden == PROVEN:
            view, line = HIDDEN, self._lead_search(before, found.player).line(before, self._budget)
        else:
            view, line = KNOWN, self._search(before, found.player).line(before, self._budget)
        return [MissedWin(found.action, found.player, view, tuple([action.text for action in line]))] if line else []

    def _verdict(self, table: Table, player: int, places: int = 1) -> str:
        return self._search(table, player, places).verdict(table, self._budget)

    def _verdict_after(self, before: Table, after: Table, player: int) -> str:
        """The verdict on the goal of the position before, in the position after an action."""
        return self._search(before, player).verdict(after, self._budget)

    def _search(self, table: Table, player: int, places: int = 1) -> ForceSearch:
        key = (player, len(table.out), places)
        if key not in self._force:
            self._force[key] = self._new_search(table, player, places)
        return self._force[key]

    def _new_search(self, table: Table, player: int, places: int) -> ForceSearch:
        """A search for this and earlier positions, from the first on that has a compact form."""
        if places == 1:
            for earlier in self._tables:
                if len(earlier.out) == len(table.out) and earlier.active >> player & 1:
                    search = ForceSearch(self._moves, earlier, player)
                    if search.is_compact:
                        return search
        return ForceSearch(self._moves, table, player, places)

    def _lead_search(self, table: Table, player: int) -> LeadSearch:
        if player not in self._lead:
            self._lead[player] = LeadSearch(self._moves, table, player)
        return self._lead[player]

    def _forced_place(self, table: Table, player: int, known: str) -> int | None:
        """The best place that the player can force, None if that is not known. A team has no places of its own."""
        if table.rules.profile.in_teams:
            return None
        places, last = 1, table.active.bit_count()
        while known == REFUTED:
            places += 1
            known = PROVEN if places == last else self._verdict(table, player, places)
        return len(table.out) + places if known == PROVEN else None
