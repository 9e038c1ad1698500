"""The analysis of recorded deals: what is proven, what is estimated, and what is luck or play.

Proofs are of forced places and of wins that were missed. Estimates are the chances after each action, and what each
choice gained or lost. All follow from the record, the view, the seed and the numbers of playouts: equal calls give
equal answers.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, TypeVar

from daifu.replay.actions import Action
from daifu.replay.analysis.estimates import ENOUGH, PLAYOUTS_VERSION, Chances, Estimate, estimate_position
from daifu.replay.analysis.luck import LUCK_VERSION, REDEALS, DealLuck, deal_luck
from daifu.replay.analysis.moves import Moves
from daifu.replay.analysis.playout import NoPlayoutsError
from daifu.replay.analysis.proofs import (
    NOT_RECORDED,
    PROVEN,
    REFUTED,
    UNKNOWN,
    ForceSearch,
    LeadSearch,
    hands_obstacle,
    hidden_obstacle,
    obstacle,
)
from daifu.replay.analysis.worlds import HIDDEN, KNOWN, hidden_view, known_view
from daifu.replay.engine import take_actions
from daifu.replay.legal import legal_actions
from daifu.replay.match import Record
from daifu.replay.position import Position, walk_deals
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
        started = next((table for table in self._tables if table.started), self._tables[-1])
        for table in (self._tables[0], started):
            reason = hands_obstacle(table)
            if reason is not None:
                return DealProofs(self._number, [], [], reason)
        actions: list[ActionProofs] = []
        missed: list[MissedWin] = []
        for index in range(len(self._actions) - 1, -1, -1):
            action, table = self._actions[index], self._tables[index]
            if action.void or table.closed >> action.player & 1:
                continue
            if self._moves.number_up_to(table, action.player, 2) > 1:
                found = self._prove(index)
                actions.append(found)
                missed += self._missed_win(found)
        return DealProofs(self._number, actions[::-1], missed[::-1])

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
            known_after = (
                PROVEN if hidden_after == PROVEN else self._search(before, player).verdict(after, self._budget)
            )
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

    def _search(self, table: Table, player: int, places: int = 1) -> ForceSearch:
        key = (player, len(table.out), places)
        if key in self._force:
            return self._force[key]
        # A search in compact form is much faster, and may start earlier: from the first position that has one.
        for earlier in self._tables if places == 1 else ():
            if len(earlier.out) == len(table.out) and earlier.active >> player & 1:
                search = ForceSearch(self._moves, earlier, player)
                if search.is_compact:
                    break
        else:
            search = ForceSearch(self._moves, table, player, places)
        self._force[key] = search
        return search

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


SEED: Final = 20070716
SEED_STEP: Final = 7919
"""A prime by which the seeds of a deal's positions differ."""
SCREENING: Final = 48
"""The playouts by which the few best of many legal actions are found."""
KEPT: Final = 3
"""The number of the best actions that are estimated closely, besides the one that was taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How estimates are made: the view, the seed, and the numbers of playouts.

    `playouts` is their number for each position and each of the `kept` best actions, `screening` that by which these
    are found.
    """

    view: str = HIDDEN
    seed: int = SEED
    playouts: int = ENOUGH
    screening: int = SCREENING
    kept: int = KEPT


DEFAULT_EFFORT: Final = Effort()


def effort_of(playouts: int, seed: int = SEED) -> Effort | None:
    """How estimates are made with this number of playouts for each position and action; None for 0."""
    return Effort(seed=seed, playouts=playouts, screening=min(SCREENING, playouts)) if playouts else None


@dataclass(frozen=True, slots=True)
class Alternative:
    """A legal action, and the chances of its player after it."""

    action: str
    chances: Chances
    playouts: int


@dataclass(frozen=True, slots=True)
class Choice:
    """An action whose player could have done something else.

    `before` are the player's chances in the position, `taken` those after the action. `others` are the best of the
    other legal actions, best first, of which there were `legal`.
    """

    index: int
    player: int
    before: Chances
    taken: Alternative
    others: tuple[Alternative, ...]
    legal: int

    @property
    def swing(self) -> float:
        """What the action changed for its player."""
        return self.taken.chances.value - self.before.value

    @property
    def loss(self) -> float:
        """By how much the best of the others is better than the action, 0 if none is."""
        return max(0.0, self.others[0].chances.value - self.taken.chances.value) if self.others else 0.0

    @property
    def loss_error(self) -> float:
        """The standard error of the difference to the best of the others."""
        best = self.others[0].chances.error if self.others else 0.0
        return sqrt(best**2 + self.taken.chances.error**2)


@dataclass(frozen=True, slots=True)
class DealEstimates:
    """The estimates of a deal: one for each position, before the first action and after each, and the choices.

    A position that cannot be played out has None.
    """

    number: int
    effort: Effort
    version: str
    positions: tuple[Estimate | None, ...]
    choices: tuple[Choice, ...]


def estimate_deal(steps: Sequence[Position], effort: Effort = DEFAULT_EFFORT) -> DealEstimates:
    """The estimates of a deal, of which all positions are given.

    The estimates of positions are those of all hands known in every view; the chances of a choice are those of the
    view. Raises `NoPlayoutsError` if no position of the deal can be played out.
    """
    positions = estimate_positions(steps, effort)
    if all(one is None for one in positions):
        estimate_step(steps[0], effort)
    choices = (_choice(step, positions, effort) for step in steps[:-1])
    return DealEstimates(
        steps[0].number, effort, PLAYOUTS_VERSION, positions, tuple(choice for choice in choices if choice is not None)
    )


def estimate_positions(steps: Sequence[Position], effort: Effort = DEFAULT_EFFORT) -> tuple[Estimate | None, ...]:
    """The estimate of each position of a deal with all hands known; None for one that cannot be played out."""
    return tuple(_estimate_if_possible(step, effort) for step in steps)


def estimate_step(step: Position, effort: Effort) -> Estimate:
    """The estimate of a position of a deal with all hands known. Raises `NoPlayoutsError`."""
    view = known_view(step.table, step.actions[: step.at])
    return estimate_position(step.table, step.start, view, seed=_seed(step, effort), playouts=effort.playouts)


def _estimate_if_possible(step: Position, effort: Effort) -> Estimate | None:
    try:
        return estimate_step(step, effort)
    except NoPlayoutsError:
        return None


def _seed(step: Position, effort: Effort) -> int:
    return effort.seed + SEED_STEP * (step.at + SEED_STEP * step.number)


def _choice(step: Position, positions: Sequence[Estimate | None], effort: Effort) -> Choice | None:
    """The estimates of the next action and of the best others.

    None for an action without a choice, with a fault, or between positions that the view cannot play out.
    """
    table, action = step.table, step.actions[step.at]
    player = action.player
    legal = [one for one in legal_actions(table, table.rules.notation(len(table.after) - 1)) if one.player == player]
    others = [one for one in legal if one.text != action.text]
    if not others or len(others) == len(legal):
        return None
    before, after = positions[step.at], positions[step.at + 1]
    weighing = _Weighing(step, player, effort)
    if effort.view != KNOWN:
        before, after = weighing.before(), weighing.after(action, effort.playouts)
    if before is None or after is None:
        return None
    taken = Alternative(action.text, after.of(player), after.playouts)
    return Choice(step.at, player, before.of(player), taken, tuple(weighing.best(others)), len(legal))


class _Weighing:
    """The legal actions of a player in a position, weighed against each other with the same random numbers."""

    __slots__ = ("_effort", "_player", "_seed", "_step", "_taken")

    def __init__(self, step: Position, player: int, effort: Effort) -> None:
        self._step = step
        self._player = player
        self._effort = effort
        self._seed = _seed(step, effort)
        self._taken = step.actions[: step.at]

    def before(self) -> Estimate | None:
        """The estimate of the position itself."""
        return self._estimate(self._step.table, self._taken, self._effort.playouts)

    def after(self, action: Action, playouts: int) -> Estimate | None:
        """The estimate of the position after an action."""
        table = self._step.table.copy()
        take_actions(table, [action], self._step.at)
        return self._estimate(table, [*self._taken, action], playouts)

    def best(self, actions: Sequence[Action]) -> list[Alternative]:
        """The best few of these actions, best first: found by a few playouts, then weighed by many."""
        effort = self._effort
        ranked = sorted(self._alternatives(actions, effort.screening), key=_by_value)
        texts = {found.action for found in ranked[: effort.kept]}
        kept = [action for action in actions if action.text in texts]
        return sorted(self._alternatives(kept, effort.playouts), key=_by_value)

    def _alternatives(self, actions: Sequence[Action], playouts: int) -> list[Alternative]:
        estimates = [(action, self.after(action, playouts)) for action in actions]
        return [
            Alternative(action.text, estimate.of(self._player), estimate.playouts)
            for action, estimate in estimates
            if estimate is not None
        ]

    def _estimate(self, table: Table, taken: Sequence[Action], playouts: int) -> Estimate | None:
        try:
            hidden = self._effort.view != KNOWN
            view = hidden_view(table, self._player, taken) if hidden else known_view(table, taken)
            return estimate_position(table, self._step.start, view, seed=self._seed, playouts=playouts)
        except NoPlayoutsError:
            return None


def _by_value(found: Alternative) -> float:
    return -found.chances.value


METHOD: Final = f"{PROOFS_VERSION} {PLAYOUTS_VERSION} {LUCK_VERSION}"
"""The method of the analysis with the versions of its parts. It changes when the same deal may get other answers."""

FEWEST_REDEALS: Final = 2
"""A standard error needs two values."""

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class AnalysedDeal:
    """What was found about a deal.

    `estimates` and `luck` are None where nothing was played out, and `no_estimates` and `no_luck` say why, unless
    no playouts were wanted.
    """

    proofs: DealProofs
    estimates: DealEstimates | None = None
    no_estimates: Text | None = None
    luck: DealLuck | None = None
    no_luck: Text | None = None


def analyse_deals(
    record: Record,
    first: int = 0,
    last: int | None = None,
    positions: int = DEFAULT_POSITIONS,
    effort: Effort | None = None,
) -> Iterator[AnalysedDeal]:
    """The analysis of the deals of a record, from number `first` up to the one before `last`, by default of all.

    `positions` is how many positions are looked at for a question of the proofs at most, `effort` how estimates are
    made; None for proofs alone. Equal calls give equal answers.
    """
    for steps in walk_deals(record, first, last):
        proofs = prove_deal(steps, positions)
        yield AnalysedDeal(proofs) if effort is None else _with_estimates(proofs, steps, effort)


def _with_estimates(proofs: DealProofs, steps: Sequence[Position], effort: Effort) -> AnalysedDeal:
    if proofs.reason is not None:
        return AnalysedDeal(proofs, no_estimates=proofs.reason, no_luck=proofs.reason)
    redeals = max(FEWEST_REDEALS, effort.playouts * REDEALS // ENOUGH)
    estimates, no_estimates = _found_or_reason(lambda: estimate_deal(steps, effort))
    positions = () if estimates is None else estimates.positions
    luck, no_luck = _found_or_reason(
        lambda: deal_luck(steps, positions, seed=effort.seed, playouts=effort.playouts, redeals=redeals)
    )
    return AnalysedDeal(proofs, estimates, no_estimates, luck, no_luck)


def _found_or_reason(find: Callable[[], _Found]) -> tuple[_Found | None, Text | None]:
    """What is found and None, or None and the reason why the deal is not played out."""
    try:
        return find(), None
    except NoPlayoutsError as error:
        return None, error.reason
