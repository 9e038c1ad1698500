"""A position of a deal: the table after some of its actions, and the actions that are legal there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, zip_longest
from typing import Final

from daifu.replay.actions import DISCARD, PASS, PLAY, Action, Notation
from daifu.replay.consistency import leavers
from daifu.replay.deal import Deal, DealReport, Start
from daifu.replay.engine import take_actions
from daifu.replay.faults import STANDS, Fault
from daifu.replay.legal import TooManySetsError, legal_actions, possible_actions
from daifu.replay.match import Match, Record, check_cards
from daifu.replay.table import Table


@dataclass(slots=True)
class Position:
    """The table after `at` actions of the deal of this `number` (from 0).

    `trick` are the sets and passes since the last lead, `top` is the action that laid the top set. `ended` is the trick
    that the last action ended. `faults` are all faults of the deal, also those that only later actions bring to light.
    """

    record: Record
    number: int
    at: int
    start: Start
    table: Table
    faults: list[Fault]
    trick: list[Action] = field(default_factory=list)
    top: Action | None = None
    ended: list[Action] = field(default_factory=list)

    @property
    def actions(self) -> list[Action]:
        """All actions of the deal."""
        return list(self.start.deal.actions or ())

    @property
    def ring(self) -> tuple[int, ...]:
        """The players in the order of play with which the deal began."""
        return self.record.rules.sitting.ring(self.start)

    @property
    def titles(self) -> dict[int, str]:
        """The title of each player who has one, by the places now in force."""
        titles = self.record.rules.sitting.titles(len(self.start.seats))
        return {player: title for player, title in zip(self.table.places, titles, strict=False) if title}

    def faults_of(self, action: int | None) -> list[Fault]:
        """The faults of an action, or of the whole deal."""
        return [fault for fault in self.faults if fault.action == action]


def position_after(record: Record, number: int, at: int, known: Sequence[DealReport] = ()) -> Position:
    """The position after `at` actions of a deal; both must exist.

    Deals before it need no replay if `known` has earlier reports on them; abandoned deals are replayed all the same.
    """
    reached = _opening_position(record, number, known)
    for action in reached.actions[:at]:
        _apply(reached, action)
    return reached


def walk_positions(record: Record, number: int) -> Iterator[Position]:
    """Every position of a deal, which must exist: before its first action, then after each.

    Each position has a table of its own, which the caller may change.
    """
    return _walk(_opening_position(record, number))


def walk_deals(record: Record, first: int = 0, last: int | None = None) -> Iterator[list[Position]]:
    """Every position of each deal, from number `first` up to the one before `last`, by default of all deals.

    Each position has a table of its own, which the caller may change.
    """
    match = Match(record.rules, len(record.players), house=record.house)
    for number, deal in enumerate(record.deals[:last]):
        if number < first:
            match.play(deal)
        else:
            yield list(_walk(_play_next(match, record, number)))


def _walk(reached: Position) -> Iterator[Position]:
    yield _copy(reached)
    for action in reached.actions:
        _apply(reached, action)
        yield _copy(reached)


@dataclass(frozen=True, slots=True)
class ActionPlace:
    """Where an action stands in its deal.

    `trick` is the number of tricks that had been led to when it was taken, its own lead included. It `led` if that was
    its own, and `stood` if it took effect.
    """

    trick: int
    led: bool
    stood: bool


def position_among_actions(
    record: Record, number: int, at: int, known: Sequence[DealReport] = ()
) -> tuple[Position, list[ActionPlace]]:
    """The position after `at` actions of a deal, as `position_after` returns it, and where all its actions stand."""
    reached = _opening_position(record, number, known)
    found, places = None, []
    for index, action in enumerate(reached.actions):
        if index == at:
            found = _copy(reached)
        leads = reached.table.leads
        stood = _apply(reached, action)
        places.append(ActionPlace(reached.table.leads, reached.table.leads > leads, stood))
    return found or reached, places


def go_on(match: Match, deal: Deal, report: DealReport | None) -> None:
    """Go on behind the next deal of a match, by an earlier report on it if there is one.

    Abandoned deals, and those that somebody left, are replayed all the same: a report does not say whether such a deal
    was decided, and who sits in the next one.
    """
    if report is None or deal.abandoned or leavers(deal):
        match.play(deal)
    else:
        match.skip(deal, report)


def _opening_position(record: Record, number: int, known: Sequence[DealReport] = ()) -> Position:
    match = Match(record.rules, len(record.players), house=record.house)
    for earlier, report in zip_longest(record.deals[:number], known[:number]):
        go_on(match, earlier, report)
    return _play_next(match, record, number)


def _play_next(match: Match, record: Record, number: int) -> Position:
    """The position before the first action of the next deal of a match, which then goes on behind this deal."""
    deal = record.deals[number]
    start = match.start(deal, [])
    table = match.open(start)
    return Position(record, number, 0, start, table, match.play(deal).faults)


def opening_position(match: Match, record: Record, deal: Deal) -> Position:
    """The position before the first action of a deal that comes next in a match, which does not go on.

    Its faults are those that the deal begins with.
    """
    faults: list[Fault] = []
    start = match.start(deal, faults)
    table = match.open(start)
    table.faults = faults
    check_cards(table, start)
    return Position(record, match.number, 0, start, table, faults)


def after_action(reached: Position, action: Action) -> Position:
    """The position after one more action, whose faults are added; the one before stays as it is."""
    after = _copy(reached)
    _apply(after, action)
    if after.table.faults:
        after.faults = [*reached.faults, *after.table.faults]
    return after


def _copy(reached: Position) -> Position:
    return replace(reached, table=reached.table.copy(), trick=reached.trick.copy())


def _apply(reached: Position, action: Action) -> bool:
    """Take the next action of the deal. Returns whether it took effect."""
    table, index = reached.table, reached.at
    reached.at += 1
    known, leads = len(table.faults), table.leads
    take_actions(table, [action], index)
    took_effect = not action.void and all(fault.resolution == STANDS for fault in table.faults[known:])
    reached.ended = [] if table.top else reached.trick
    if table.top is None:
        reached.trick, reached.top = [], None
    elif action.verb == PLAY and took_effect:
        reached.trick = [*reached.trick, action] if table.leads == leads else [action]
        reached.top = action
    elif action.verb == PASS and took_effect:
        reached.trick.append(action)
    return took_effect


MOST_CANDIDATES: Final = 10_000
"""The most candidates of a player for whom legal actions are listed; only odd options or hands have more."""
MOST_SHARES: Final = 2
"""The most shares of the pack that a hand can have by draws or captures."""


def legal_action_texts(table: Table, notation: Notation) -> list[str] | None:
    """Every legal action as records write it; None where their number may be without limit.

    That is so if a hand has more cards than the pack or than play can bring, or if a player has too many candidates: a
    record may contain hands that nobody can have been dealt.
    """
    if not (hands_are_of_the_pack(table) and candidates_are_few(table)):
        return None
    return [action.text for action in legal_actions(table, notation)]


def possible_action_texts(reached: Position, most: int) -> list[str] | None:
    """Every action that would be legal now if unknown cards are the right ones; None if there are more than `most`.

    Where a hand may have too many sets to try them all, it is None as well.
    """
    notation = reached.record.rules.notation(len(reached.record.players))
    try:
        found = list(islice(possible_actions(reached.table, notation, unseen_cards(reached)), most + 1))
    except TooManySetsError:
        return None
    return None if len(found) > most else [action.text for action in found]


def unseen_cards(reached: Position) -> int:
    """The cards of the pack that nobody is known to have or to have played."""
    table, alphabet = reached.table, reached.record.rules.alphabet
    laid = [
        action.meld.cards
        for action in reached.actions[: reached.at]
        if action.verb in {PLAY, DISCARD} and not action.void
    ]
    pack = table.rules.sitting.pack(len(table.seated))
    return alphabet.lacking(alphabet.add_all([*table.hands, *laid]), pack.cards)


def hands_are_of_the_pack(table: Table) -> bool:
    """Whether no hand has cards that the pack does not have, or more than play can bring."""
    pack = table.rules.sitting.pack(len(table.seated))
    largest = MOST_SHARES * -(-pack.size // len(table.seated))
    return all(pack.alphabet.holds(pack.cards, hand) and pack.alphabet.count(hand) <= largest for hand in table.hands)


def candidates_are_few(table: Table) -> bool:
    """Whether no player has too many candidates to try them all."""
    rules = table.rules
    tries = (chain(rules.sets(table, player), rules.offers(table, player)) for player in table.seated)
    return all(sum(1 for _ in islice(one, MOST_CANDIDATES + 1)) <= MOST_CANDIDATES for one in tries)
