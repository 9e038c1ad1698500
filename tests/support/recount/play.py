"""How a deal was played: sets, tricks, passes, times, hands and how it ended."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from daifu.replay.actions import PASS, PLAY, Action
from daifu.replay.cards import Pack
from daifu.replay.counters import GameTable
from daifu.replay.engine import settle_pending
from daifu.replay.legal import legal_actions, possible_sets
from tests.support.recount.deals import DealResults, PlayedDeal, PlayStep, SheetWriter

CardOrder = tuple[tuple[str, ...], ...]
"""The cards of a game from the weakest up, equals together."""

CUTS = tuple(round(NormalDist().inv_cdf(tenth / 10), 4) for tenth in range(1, 10))


def card_worth(pack: Pack, order: CardOrder, name: str) -> int:
    """The share of the pack that is weaker than a card, in thousandths."""
    cards = pack.alphabet.list(pack.cards)
    step = _step(order, name)
    return 1000 * sum(_step(order, other) < step for other in cards) // len(cards)


def hand_tenth(pack: Pack, order: CardOrder, hand: list[str]) -> int:
    """The tenth of all hands of its size in which a hand stands, 0 the weakest."""
    steps = [_step(order, name) for name in pack.alphabet.list(pack.cards)]
    mean = sum(steps) / len(steps)
    variance = sum((step - mean) ** 2 for step in steps) / len(steps)
    not_drawn = max(0, len(steps) - len(hand)) / (len(steps) - 1)
    spread = sqrt(len(hand) * variance * not_drawn)
    above = sum(_step(order, name) for name in hand) - len(hand) * mean
    return sum(above >= cut * spread for cut in CUTS)


def _step(order: CardOrder, name: str) -> int:
    return next(step for step, names in enumerate(order) if name in names)


def is_pass(step: PlayStep) -> bool:
    """Whether an action that stood is a pass."""
    return step.action.verb == PASS


def count_nothing_more(_scribe: SheetWriter, _outcomes: DealResults) -> None:
    """The result has nothing more to it."""


@dataclass(frozen=True)
class GameCounting:
    """The cards of a game from the weakest up, also as gifts, its jokers, its passes, and what only it counts.

    `played` counts in every deal of which the actions are known, `ended` in those of them that were decided.
    """

    order: CardOrder
    gift_order: CardOrder
    jokers: frozenset[str]
    played: Callable[[SheetWriter, PlayedDeal], None]
    ended: Callable[[SheetWriter, DealResults], None] = count_nothing_more
    passing: Callable[[PlayStep], bool] = is_pass


AN_HOUR = 3_600_000
MOST_COUNTED = 20


def count_actions(scribe: SheetWriter, course: PlayedDeal) -> None:
    """Actions, and how long they took."""
    for step in course.steps:
        player, time = step.action.player, step.action.time
        scribe.both(player, "actions")
        if time is not None and time <= AN_HOUR:
            scribe.own(player, "timed")
            scribe.own(player, "time", time)
            scribe.own(player, "time_squared", time**2)


def count_sets(scribe: SheetWriter, course: PlayedDeal, game: GameCounting) -> None:
    """The sets that stood, by kind, and the jokers in them."""
    for step, laid in course.sets:
        player, count = step.action.player, laid.count
        scribe.both(player, "sets")
        scribe.both(player, "cards", count)
        form = laid.form.replace(" ", "_")
        scribe.both(player, f"set.{form}.{count if count <= MOST_COUNTED else 'more'}")
        jokers = sum(name in game.jokers for name in step.action.meld.names)
        if jokers:
            scribe.both(player, "jokers", jokers)
            for _joker in range(jokers):
                scribe.own(player, "jokers.left", cards_held(step.after, player))


def count_tricks(scribe: SheetWriter, course: PlayedDeal) -> None:
    """Who led to tricks, and who won them: the last one only if it was cleared, or the deal has ended."""
    for number, trick in enumerate(course.tricks, 1):
        scribe.own(trick[0], "leads")
        if number < len(course.tricks) or course.end.top is None or course.end.over:
            scribe.both(trick[-1], "tricks")
            scribe.own(trick[0], "leads.won", int(trick[0] == trick[-1]))


def count_passes(scribe: SheetWriter, course: PlayedDeal, game: GameCounting) -> None:
    """Passes by whether a set could have been laid."""
    for step in course.steps:
        if (step.stood or step.counts_as_pass) and game.passing(step):
            player = step.action.player
            scribe.both(player, "passes")
            scribe.both(player, f"passes.{_ability(step)}")


def _ability(step: PlayStep) -> str:
    """Whether the player could have laid a set. What others still owed then has happened, or is their fault."""
    table, player = step.before.copy(), step.action.player
    settle_pending(table, step.action)
    if any(_is_set_of(action, player) for action in _legal(table)):
        return "able"
    if not table.unknown[player]:
        return "unable"
    if table.closed >> player & 1:
        return "unseen"
    possible = possible_sets(table, table.rules.notation(len(table.hands) - 1), player, table.unseen())
    return "unseen" if any(True for _set in possible) else "unable"


def _legal(table: GameTable) -> list[Action]:
    return legal_actions(table, table.rules.notation(len(table.hands) - 1))


def _is_set_of(action: Action, player: int) -> bool:
    return action.verb == PLAY and action.player == player


def count_winner(scribe: SheetWriter, course: PlayedDeal) -> None:
    """Who went out first, and whether it was by leading."""
    for step in course.steps:
        if step.after.out and not step.before.out:
            winner = step.after.out[0]
            scribe.own(winner, "won")
            scribe.own(winner, "won.leading", int(_is_set_of(step.action, winner) and step.led))


def count_gifts(scribe: SheetWriter, course: PlayedDeal, game: GameCounting) -> None:
    """The cards that came into another player's hand by gifts."""
    pack = course.record.rules.sitting.pack(len(course.seated))
    for step in course.steps:
        giver, taker = step.action.player, step.action.target
        if step.action.verb != "give" or step.action.void or giver == taker:
            continue
        alphabet = course.record.rules.alphabet
        names = alphabet.list(alphabet.lacking(step.before.hands[taker], step.after.hands[taker]))
        for player, way in ((giver, "gifts.given"), (taker, "gifts.received")) if names else ():
            scribe.own(player, way)
            scribe.own(player, f"{way}.cards", len(names))
            scribe.own(player, f"{way}.strength", sum(card_worth(pack, game.gift_order, name) for name in names))


def count_end(scribe: SheetWriter, outcomes: DealResults, game: GameCounting) -> None:
    """The length of a played, decided deal, the cards left, and results by seat and by hand."""
    course = outcomes.course
    length = len(course.steps)
    scribe.table("finished")
    scribe.table("length", length)
    scribe.table("length_squared", length**2)
    for player in course.seated:
        scribe.own(player, "left.deals")
        scribe.own(player, "left", cards_held(course.end, player))
        scribe.own(player, "left_squared", cards_held(course.end, player) ** 2)
        strength = hand_class(course, player, game)
        if strength is not None:
            outcomes.write(scribe, player, f"hand.{strength}")
    for seat, player in enumerate(_ring(course), 1):
        outcomes.write(scribe, player, f"seat.{seat}")


def hand_class(course: PlayedDeal, player: int, game: GameCounting) -> int | None:
    """The tenth of the hand as dealt; None where some of it is not known."""
    hand = (course.deal.hands or [None] * player)[player - 1]
    if hand is None or hand.unknown or not hand.cards:
        return None
    pack = course.record.rules.sitting.pack(len(course.seated))
    return hand_tenth(pack, game.order, course.record.rules.alphabet.list(hand.cards))


def _ring(course: PlayedDeal) -> list[int]:
    """The players in the order of play from the leader of the first set, at that moment."""
    if not course.sets:
        return []
    first = course.sets[0][0]
    ring = [first.action.player]
    while (following := first.before.after[ring[-1]]) != ring[0]:
        ring.append(following)
    return ring


def cards_held(table: GameTable, player: int) -> int:
    """How many cards a player has, known and unknown."""
    count: int = table.rules.alphabet.count(table.hands[player]) + table.unknown[player]
    return count


def count_revolution(scribe: SheetWriter, step: PlayStep, number: int = 1) -> None:
    """A player made a revolution, or took it back; all others who are still in have it happen to them."""
    scribe.both(step.action.player, "revolutions", number)
    for other in step.after.seated:
        if other != step.action.player and step.after.active >> other & 1:
            scribe.own(other, "revolutions.suffered", number)
