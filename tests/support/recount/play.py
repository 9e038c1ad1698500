"""How a deal was played: sets, tricks, passes, times, and how it ended."""

from replay.actions import PLAY, Action
from replay.cards import size
from replay.legal import legal_actions
from replay.rules import AnyTable
from tests.support.recount.course import Course, Step
from tests.support.recount.game import Game
from tests.support.recount.results import Outcomes
from tests.support.recount.sheet import Scribe
from tests.support.recount.strength import tenth, worth

AN_HOUR = 3_600_000
MOST_COUNTED = 20


def count_actions(scribe: Scribe, course: Course) -> None:
    """Actions, and how long they took."""
    for step in course.steps:
        player, time = step.action.player, step.action.time
        scribe.both(player, "actions")
        if time is not None and time <= AN_HOUR:
            scribe.own(player, "timed")
            scribe.own(player, "time", time)
            scribe.own(player, "time_squared", time**2)


def count_sets(scribe: Scribe, course: Course, game: Game) -> None:
    """The sets that stood, by kind, and the jokers in them."""
    for step, laid in course.sets:
        player, count = step.action.player, laid.count
        scribe.both(player, "sets")
        scribe.both(player, "cards", count)
        scribe.both(player, "cards_squared", count**2)
        form = laid.form.replace(" ", "_")
        scribe.both(player, f"set.{form}.{count if count <= MOST_COUNTED else 'more'}")
        jokers = sum(name in game.jokers for name in step.action.meld.names)
        if jokers:
            scribe.both(player, "jokers", jokers)
            scribe.both(player, "jokers_squared", jokers**2)
            for _joker in range(jokers):
                scribe.own(player, "jokers.left", held(step.after, player))
                scribe.own(player, "jokers.left_squared", held(step.after, player) ** 2)


def count_tricks(scribe: Scribe, course: Course) -> None:
    """Who led to tricks, and who won them: the last one only if it was cleared, or the deal has ended."""
    for number, trick in enumerate(course.tricks, 1):
        scribe.own(trick[0], "leads")
        if number < len(course.tricks) or course.end.top is None or course.end.over:
            scribe.both(trick[-1], "tricks")
            scribe.own(trick[0], "leads.won", int(trick[0] == trick[-1]))


def count_passes(scribe: Scribe, course: Course, game: Game) -> None:
    """Passes by whether a set could have been laid."""
    for step in course.steps:
        if step.stood and game.passing(step):
            player = step.action.player
            scribe.both(player, "passes")
            scribe.both(player, f"passes.{_could(step.before, player)}")


def _could(table: AnyTable, player: int) -> str:
    if table.unknown[player]:
        return "unseen"
    return "able" if any(_is_set_of(action, player) for action in _legal(table)) else "unable"


def _legal(table: AnyTable) -> list[Action]:
    return legal_actions(table, table.rules.notation(len(table.hands) - 1))


def _is_set_of(action: Action, player: int) -> bool:
    return action.verb == PLAY and action.player == player


def count_winner(scribe: Scribe, course: Course) -> None:
    """Who went out first, and whether it was by leading."""
    for step in course.steps:
        if step.after.out and not step.before.out:
            winner = step.after.out[0]
            scribe.own(winner, "won")
            scribe.own(winner, "won.leading", int(_is_set_of(step.action, winner) and step.led))


def count_gifts(scribe: Scribe, course: Course, game: Game) -> None:
    """The cards that came into another player's hand by gifts."""
    pack = course.record.rules.sitting.pack(len(course.seated))
    for step in course.steps:
        giver, taker = step.action.player, step.action.target
        if step.action.verb != "give" or step.action.void or giver == taker:
            continue
        names = course.record.rules.alphabet.list(step.after.hands[taker] - step.before.hands[taker])
        for player, way in ((giver, "gifts.given"), (taker, "gifts.received")) if names else ():
            scribe.own(player, way)
            scribe.own(player, f"{way}.cards", len(names))
            scribe.own(player, f"{way}.cards_squared", len(names) ** 2)
            scribe.own(player, f"{way}.strength", sum(worth(pack, game.order, name) for name in names))


def count_end(scribe: Scribe, outcomes: Outcomes, game: Game) -> None:
    """The length of a played, decided deal, the cards left, and results by seat and by hand."""
    course = outcomes.course
    length = len(course.steps)
    scribe.table("finished")
    scribe.table("length", length)
    scribe.table("length_squared", length**2)
    for player in course.seated:
        scribe.own(player, "left.deals")
        scribe.own(player, "left", held(course.end, player))
        scribe.own(player, "left_squared", held(course.end, player) ** 2)
        strength = hand_class(course, player, game)
        if strength is not None:
            outcomes.write(scribe, player, f"hand.{strength}")
    for seat, player in enumerate(_ring(course), 1):
        outcomes.write(scribe, player, f"seat.{seat}")


def hand_class(course: Course, player: int, game: Game) -> int | None:
    """The tenth of the hand as dealt; None where some of it is not known."""
    hand = (course.deal.hands or [None] * player)[player - 1]
    if hand is None or hand.unknown or not hand.cards:
        return None
    pack = course.record.rules.sitting.pack(len(course.seated))
    return tenth(pack, game.order, course.record.rules.alphabet.list(hand.cards))


def _ring(course: Course) -> list[int]:
    """The players in the order of play from whoever laid the first set, as it was when he did."""
    if not course.sets:
        return []
    first = course.sets[0][0]
    ring = [first.action.player]
    while (following := first.before.after[ring[-1]]) != ring[0]:
        ring.append(following)
    return ring


def held(table: AnyTable, player: int) -> int:
    """How many cards a player has, known and unknown."""
    count: int = size(table.hands[player]) + table.unknown[player]
    return count


def revolve(scribe: Scribe, step: Step, number: int = 1) -> None:
    """A player made a revolution, or took it back; all others who are still in have it happen to them."""
    scribe.both(step.action.player, "revolutions", number)
    for other in step.after.seated:
        if other != step.action.player and step.after.active >> other & 1:
            scribe.own(other, "revolutions.suffered", number)
