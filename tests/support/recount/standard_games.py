"""What only the games with standard cards count that turn tricks and orders: theater, Akagiri and UECda."""

from collections.abc import Iterator

from replay.actions import SAY, SHOW
from replay.combination import Combination
from tests.support.recount.course import Course, Step
from tests.support.recount.play import revolve
from tests.support.recount.results import Outcomes
from tests.support.recount.sheet import Scribe

RANKS = "3456789TJQKA2"
SUITS = "SHDC"
ORDER = (*(tuple(suit + rank for suit in SUITS) for rank in RANKS), ("X",))
JOKERS = frozenset({"X"})


def has(laid: Combination, rank: str) -> bool:
    """Whether a card of this rank is in a set, or a joker for one."""
    return RANKS.index(rank) in laid.ranks


def is_lone_joker(top: Combination | None) -> bool:
    """Whether a joker alone lies on the table."""
    return top is not None and top.count == 1 and not top.ranks


def takes_joker(step: Step, card: str) -> bool:
    """Whether a card alone was laid on a joker alone."""
    return step.action.meld.names == (card,) and not step.led and is_lone_joker(step.before.top)


def binds(step: Step) -> bool:
    """Whether a set locked the trick that it left behind."""
    return bool(step.after.lock) and (step.led or not step.before.lock)


def turns(step: Step) -> int:
    """1 where the order of the deal was turned, by a set or by a word about it; -1 where that was taken back."""
    if step.before.turned == step.after.turned:
        return 0
    return -1 if step.action.word == "no-revolution" else 1


def uecda(scribe: Scribe, course: Course) -> None:
    """Effects and revolutions of UECda."""
    options = course.record.rules.options
    for step, laid in course.sets:
        effects = {
            "8": has(laid, "8"),
            "S3": takes_joker(step, "S3"),
            "lock": binds(step),
            "J": bool(options["jack_back"]) and has(laid, "J"),
            "6": bool(options["six_reverse"]) and has(laid, "6"),
        }
        _write(scribe, step, effects)
        if turns(step):
            revolve(scribe, step, turns(step))


def theater(scribe: Scribe, course: Course) -> None:
    """Effects, calls, ittsu and revolutions of theater daihinmin."""
    options = course.record.rules.options
    for step in course.steps:
        if step.clean and step.action.verb == SAY and step.action.word in ("up", "down"):
            scribe.both(step.action.player, f"call.{step.action.word}")
        if step.clean and step.action.verb == SHOW:
            scribe.both(step.action.player, "ittsu")
    for step, laid in course.sets:
        group = laid.kind == "group"
        effects = {
            "8": group and has(laid, "8"),
            "H3": takes_joker(step, "H3") or (not options["hearts3_on_turn_only"] and _comes_after_joker(step)),
            "J": bool(options["eleven_back"]) and group and has(laid, "J"),
        }
        _write(scribe, step, effects)
        if turns(step):
            revolve(scribe, step, turns(step))


def _comes_after_joker(step: Step) -> bool:
    """Whether a heart 3 came when a joker's trick was over, and took the lead from somebody."""
    return (
        step.action.meld.names == ("H3",)
        and step.before.top is None
        and is_lone_joker(step.before.cleared)
        and step.action.player not in (step.before.turn, step.before.owner)
    )


def akagiri(scribe: Scribe, course: Course) -> None:
    """Effects and revolutions of Akagiri's daihinmin."""
    options = course.record.rules.options
    for step, laid in course.sets:
        in_this = options["eight_stop_in_runs"] or laid.kind == "group"
        effects = {
            "8": bool(options["eight_stop"] and in_this) and has(laid, "8"),
            "S3": options["spade3"] != "off" and takes_joker(step, "S3"),
            "lock": binds(step),
        }
        _write(scribe, step, effects)
    for step in _effective(course):
        if turns(step):
            revolve(scribe, step, turns(step))
        elif step.action.word == "flip" and step.before.down != step.after.down:
            scribe.both(step.action.player, "effect.J")


def akagiri_end(scribe: Scribe, outcomes: Outcomes) -> None:
    """Results by the distance from the dealer, and who fell."""
    fallen(scribe, outcomes)
    begin, named = outcomes.course.begin, outcomes.course.deal.dealer
    dealer = named if named in outcomes.course.seated else [0, *begin.places][-1]
    player, distance = dealer, 0
    while player and (player != dealer or not distance):
        outcomes.write(scribe, player, f"dealer.{distance}")
        player, distance = begin.after[player], distance + 1


def fallen(scribe: Scribe, outcomes: Outcomes) -> None:
    """The daifugo of the ranking at the beginning who is not first, where he falls for it."""
    course = outcomes.course
    rules = course.record.rules
    places, order = course.begin.places, course.report.order
    titles = rules.sitting.titles(len(places)) if places else ("",)
    if course.record.rules.options["fallen_daifugo"] and str(titles[0]).endswith("daifugo") and order[0] != places[0]:
        scribe.both(places[0], "fallen")


def _effective(course: Course) -> Iterator[Step]:
    return (step for step in course.steps if step.stood)


def _write(scribe: Scribe, step: Step, effects: dict[str, bool]) -> None:
    for name, happened in effects.items():
        if happened:
            scribe.both(step.action.player, f"effect.{name}")
