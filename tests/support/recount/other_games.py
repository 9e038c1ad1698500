"""What only the games with cards of their own count: Dalmuti and Big A."""

from itertools import combinations

from replay.combination import Combination
from tests.support.recount.course import Course, Step
from tests.support.recount.play import revolve
from tests.support.recount.results import Outcomes
from tests.support.recount.sheet import Scribe

DALMUTI_ORDER = (*((str(rank),) for rank in range(12, 0, -1)), ("J",))
DALMUTI_JOKERS = frozenset({"J"})
BIGA_ORDER = (*(tuple(suit + rank for suit in "SHDC") for rank in "456789TJQKA23"), ("XS",), ("XB",))
BIGA_JOKERS = frozenset({"XS", "XB"})
PREY = frozenset({"egg", "big egg", "true seven"})
NO_BOMBS = frozenset({"single", "pair", "sequence", "double sequence", "irregular"})


def dalmuti(scribe: Scribe, course: Course) -> None:
    """Revolutions, and those of the Greater Peon."""
    for step in course.steps:
        if step.clean and step.action.word == "revolution":
            revolve(scribe, step)
            if step.action.player == step.before.places[-1]:
                scribe.both(step.action.player, "revolutions.greater")


def biga(scribe: Scribe, course: Course) -> None:
    """Sets that carried off the one below, bombs laid on other kinds, and the partner who told before play."""
    for step, laid in course.sets:
        player, under = step.action.player, None if step.led else step.before.top
        if under is not None and _carries_off(step, under):
            scribe.both(player, "captures")
        elif under is not None and laid.kind not in NO_BOMBS and laid.kind != under.kind:
            scribe.both(player, "bombs")
    if course.end.announced:
        scribe.both(course.end.announced, "announced")


def _carries_off(step: Step, under: Combination) -> bool:
    """Whether fours were laid on one card more of one rank, but for eight of them."""
    names = step.action.meld.names
    return {name[1] for name in names} == {"4"} and under.kind in PREY and under.count == len(names) + 1


def biga_teams(scribe: Scribe, outcomes: Outcomes) -> None:
    """Results by part, and who was with whom."""
    end = outcomes.course.end
    if end.partner is None or not end.declarer:
        return
    team = {end.declarer, end.partner}
    for player in outcomes.course.seated:
        part = "defender" if player not in team else "declarer" if player == end.declarer else "partner"
        outcomes.write(scribe, player, f"role.{'solo' if part == 'declarer' and not end.partner else part}")
    for one, other in combinations(outcomes.course.seated, 2):
        scribe.pair(one, other, "partners" if (one in team) == (other in team) else "opponents")
