"""What only thirteenth-floor games count: role cards, draws, and bombs."""

from replay.actions import DISCARD, DRAW, NAME, PASS, SAY
from replay.cards import size
from replay.engine import settle
from replay.games.floor13.drawing import wait_for_draw
from tests.support.recount.course import Course, Step
from tests.support.recount.play import held, revolve
from tests.support.recount.sheet import Scribe
from tests.support.recount.standard_games import RANKS, SUITS, binds, takes_joker

ROLES = {"5": "5", "7": "7", "8": "8", "9": "9", "T": "10", "J": "J", "Q": "Q"}
ORDER = (*(tuple(suit + rank for suit in SUITS) for rank in RANKS), ("X",))


def passing(step: Step) -> bool:
    """A pass is its draw, or the announcement of it; who may still play after his draw, and stuck leaders, do not pass.

    Whether there is a trick to pass in shows when what had to happen first has happened.
    """
    action = step.action
    drawn_or_announced = step.before.drawer == action.player or step.before.pending is wait_for_draw
    if action.verb not in (DRAW, PASS) or step.before.turn != action.player or drawn_or_announced:
        return False
    table = step.before.copy()
    settle(table, action)
    return table.top is not None


def floor13(scribe: Scribe, course: Course) -> None:
    """Role cards, draws and what bombs hit."""
    for step, laid in course.sets:
        player = step.action.player
        for rank, name in ROLES.items() if laid.kind != "sandstorm" else ():
            cards = laid.ranks.count(RANKS.index(rank))
            if cards:
                scribe.both(player, f"effect.{name}", cards)
                scribe.both(player, f"effect.{name}_squared", cards**2)
        for name, happened in (("S3", takes_joker(step, "S3")), ("lock", binds(step))):
            scribe.both(player, f"effect.{name}", int(happened))
        if _revolts(laid.kind, laid.ranks):
            revolve(scribe, step)
    for step in course.steps:
        _count_words(scribe, step)


def _revolts(kind: str, ranks: tuple[int, ...]) -> bool:
    """Four of a rank or more, or a run of any kind over four ranks or more."""
    return len(ranks) >= 4 if kind == "group" else kind.endswith("run") and len(set(ranks)) >= 4


def _count_words(scribe: Scribe, step: Step) -> None:
    player, verb = step.action.player, step.action.verb
    if step.action.void or not step.stood:
        return
    if verb == SAY and step.action.word == "flip" and step.clean:
        scribe.both(player, "flips")
    if verb == DRAW:
        scribe.both(player, "draws")
        drawn = held(step.after, player) - held(step.before, player)
        scribe.both(player, "draws.cards", drawn)
        scribe.both(player, "draws.cards_squared", drawn**2)
    if verb == DISCARD:
        thrown = held(step.before, player) - held(step.after, player)
        scribe.both(player, "discards", thrown)
        scribe.both(player, "discards_squared", thrown**2)
    if verb == NAME:
        _count_bomb(scribe, step)


def _count_bomb(scribe: Scribe, step: Step) -> None:
    bomber = step.action.player
    scribe.both(bomber, "bombs")
    hit = 0
    for player in step.before.seated:
        lost = size(step.before.hands[player]) - size(step.after.hands[player])
        what = "own" if player == bomber else "suffered"
        scribe.own(player, f"bombs.{what}", lost)
        scribe.own(player, f"bombs.{what}_squared", lost**2)
        hit += lost if player != bomber else 0
    scribe.both(bomber, "bombs.hit", hit)
    scribe.both(bomber, "bombs.hit_squared", hit**2)
