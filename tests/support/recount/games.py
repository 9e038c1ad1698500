"""What only single games count."""

from collections.abc import Iterator
from itertools import combinations

from daifu.replay.actions import DISCARD, DRAW, NAME, PASS, SAY, SHOW
from daifu.replay.engine import settle_pending
from daifu.replay.games.floor13.turns import wait_for_draw
from daifu.replay.melds import Combination
from tests.support.recount.deals import DealResults, PlayedDeal, PlayStep, SheetWriter
from tests.support.recount.play import cards_held, count_revolution

RANK_LETTERS = "3456789TJQKA2"
SUIT_LETTERS = "SHDC"
STANDARD_ORDER = (*(tuple(suit + rank for suit in SUIT_LETTERS) for rank in RANK_LETTERS), ("X",))
STANDARD_JOKERS = frozenset({"X"})


def has_rank(laid: Combination, rank: str) -> bool:
    """Whether a card of this rank is in a set, or a joker for one."""
    return RANK_LETTERS.index(rank) in laid.ranks


def is_lone_joker(top: Combination | None) -> bool:
    """Whether a joker alone lies on the table."""
    return top is not None and top.count == 1 and not top.ranks


def takes_joker(step: PlayStep, card: str) -> bool:
    """Whether a card alone was laid on a joker alone."""
    return step.action.meld.names == (card,) and not step.led and is_lone_joker(step.before.top)


def locks_suits(step: PlayStep) -> bool:
    """Whether a set locked the trick that it left behind."""
    return bool(step.after.lock) and (step.led or not step.before.lock)


def locks_single(step: PlayStep, laid: Combination) -> bool:
    """Whether a single of the suit below locked the trick (option `suit_lock`), which may have ended with it."""
    if step.after.top is not None or step.led or step.before.lock or has_rank(laid, "8"):
        return locks_suits(step)
    under = step.before.top
    return bool(laid.count == under.count == 1 and laid.suits == under.suits > 0)


def has_suits_of_set_below(step: PlayStep, laid: Combination) -> bool:
    """Whether a set has the suits, kind and count of the one below (U-LOCK-1) and no 8, which ends the trick."""
    under = None if step.led else step.before.top
    if under is None or step.before.lock or has_rank(laid, "8"):
        return False
    return under.suits > 0 and (laid.suits, laid.kind, laid.count) == (under.suits, under.kind, under.count)


def order_turns(step: PlayStep) -> int:
    """1 where the order of the deal was turned, by a set or by a word about it; -1 where that was taken back."""
    if step.before.turned == step.after.turned:
        return 0
    return -1 if step.action.word == "no-revolution" else 1


def count_uecda(scribe: SheetWriter, course: PlayedDeal) -> None:
    """Effects and revolutions of UECda."""
    options = course.record.rules.options
    for step, laid in course.sets:
        effects = {
            "8": has_rank(laid, "8"),
            "S3": takes_joker(step, "S3"),
            "lock": has_suits_of_set_below(step, laid),
            "J": bool(options["jack_back"]) and has_rank(laid, "J"),
            "6": bool(options["six_reverse"]) and has_rank(laid, "6"),
        }
        _count_effects(scribe, step, effects)
        if order_turns(step):
            count_revolution(scribe, step, order_turns(step))


def count_theater(scribe: SheetWriter, course: PlayedDeal) -> None:
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
            "8": group and has_rank(laid, "8"),
            "H3": _takes_joker_of_another(step) or (not options["hearts3_on_turn_only"] and _comes_after_joker(step)),
            "J": bool(options["eleven_back"]) and group and has_rank(laid, "J"),
        }
        _count_effects(scribe, step, effects)
        if order_turns(step):
            count_revolution(scribe, step, order_turns(step))


def _takes_joker_of_another(step: PlayStep) -> bool:
    """Whether a heart 3 was laid on the joker of another player."""
    return takes_joker(step, "H3") and step.before.owner != step.action.player


def _comes_after_joker(step: PlayStep) -> bool:
    """Whether a heart 3 came after a joker's trick was over, and took the lead."""
    return (
        step.action.meld.names == ("H3",)
        and step.before.top is None
        and is_lone_joker(step.before.cleared)
        and step.action.player not in (step.before.turn, step.before.owner)
    )


def count_akagiri(scribe: SheetWriter, course: PlayedDeal) -> None:
    """Effects and revolutions of Akagiri's daihinmin."""
    options = course.record.rules.options
    for step, laid in course.sets:
        in_this = options["eight_stop_in_runs"] or laid.kind == "group"
        effects = {
            "8": bool(options["eight_stop"] and in_this) and has_rank(laid, "8"),
            "S3": options["spade3"] != "off" and takes_joker(step, "S3"),
            "lock": bool(options["suit_lock"]) and locks_single(step, laid),
        }
        _count_effects(scribe, step, effects)
    for step in _standing_steps(course):
        if order_turns(step):
            count_revolution(scribe, step, order_turns(step))
        elif step.action.word == "flip" and step.before.down != step.after.down:
            scribe.both(step.action.player, "effect.J")


def count_akagiri_end(scribe: SheetWriter, outcomes: DealResults) -> None:
    """Results by the distance from the dealer, and who fell."""
    count_fallen(scribe, outcomes)
    begin, named = outcomes.course.begin, outcomes.course.deal.dealer
    dealer = named if named in outcomes.course.seated else [0, *begin.places][-1]
    player, distance = dealer, 0
    while player and (player != dealer or not distance):
        outcomes.write(scribe, player, f"dealer.{distance}")
        player, distance = begin.after[player], distance + 1


def count_fallen(scribe: SheetWriter, outcomes: DealResults) -> None:
    """Count the daifugo of the ranking at the beginning who is not first and falls for that."""
    course = outcomes.course
    rules = course.record.rules
    places, order = course.begin.places, course.report.order
    titles = rules.sitting.titles(len(places)) if places else ("",)
    if course.record.rules.options["fallen_daifugo"] and str(titles[0]).endswith("daifugo") and order[0] != places[0]:
        scribe.both(places[0], "fallen")


def _standing_steps(course: PlayedDeal) -> Iterator[PlayStep]:
    return (step for step in course.steps if step.stood)


def _count_effects(scribe: SheetWriter, step: PlayStep, effects: dict[str, bool]) -> None:
    for name, happened in effects.items():
        if happened:
            scribe.both(step.action.player, f"effect.{name}")


ROLES = {"5": "5", "7": "7", "8": "8", "9": "9", "T": "10", "J": "J", "Q": "Q"}
ORDER = (*(tuple(suit + rank for suit in SUIT_LETTERS) for rank in RANK_LETTERS), ("X",))


def is_floor13_pass(step: PlayStep) -> bool:
    """A pass is its draw, or the announcement of it.

    Those who may still play after their draw, and leaders who are stuck, do not pass.

    Whether there is a trick to pass in shows when what had to happen first has happened.
    """
    action = step.action
    drawn_or_announced = step.before.drawer == action.player or step.before.pending is wait_for_draw
    if action.verb not in (DRAW, PASS) or step.before.turn != action.player or drawn_or_announced:
        return False
    table = step.before.copy()
    settle_pending(table, action)
    return table.top is not None


def count_floor13(scribe: SheetWriter, course: PlayedDeal) -> None:
    """Role cards, draws and what bombs hit."""
    for step, laid in course.sets:
        player = step.action.player
        for rank, name in ROLES.items() if laid.kind != "sandstorm" else ():
            cards = laid.ranks.count(RANK_LETTERS.index(rank))
            if cards:
                scribe.both(player, f"effect.{name}", cards)
        locked = bool(course.record.rules.options["suit_lock"]) and locks_single(step, laid)
        for name, happened in (("S3", takes_joker(step, "S3")), ("lock", locked)):
            scribe.both(player, f"effect.{name}", int(happened))
        if _makes_revolution(laid.kind, laid.ranks):
            count_revolution(scribe, step)
    for step in course.steps:
        _count_words(scribe, step)


def _makes_revolution(kind: str, ranks: tuple[int, ...]) -> bool:
    """Four of a rank or more, or a run of any kind over four ranks or more."""
    return len(ranks) >= 4 if kind == "group" else kind.endswith("run") and len(set(ranks)) >= 4


def _count_words(scribe: SheetWriter, step: PlayStep) -> None:
    player, verb = step.action.player, step.action.verb
    if step.action.void or not step.stood:
        return
    if verb == SAY and step.action.word == "flip" and step.clean:
        scribe.both(player, "flips")
    if verb == DRAW:
        scribe.both(player, "draws")
        drawn = cards_held(step.after, player) - cards_held(step.before, player)
        scribe.both(player, "draws.cards", drawn)
    if verb == DISCARD:
        thrown = cards_held(step.before, player) - cards_held(step.after, player)
        scribe.both(player, "discards", thrown)
    if verb == NAME:
        _count_bomb(scribe, step)


def _count_bomb(scribe: SheetWriter, step: PlayStep) -> None:
    bomber = step.action.player
    scribe.both(bomber, "bombs")
    hit = 0
    for player in step.before.seated:
        count = step.before.rules.alphabet.count
        lost = count(step.before.hands[player]) - count(step.after.hands[player])
        what = "own" if player == bomber else "suffered"
        scribe.own(player, f"bombs.{what}", lost)
        hit += lost if player != bomber else 0
    scribe.both(bomber, "bombs.hit", hit)


DALMUTI_ORDER = (*((str(rank),) for rank in range(12, 0, -1)), ("J",))
DALMUTI_GIFT_ORDER = (("J",), *((str(rank),) for rank in range(12, 0, -1)))
DALMUTI_JOKERS = frozenset({"J"})
BIGA_ORDER = (*(tuple(suit + rank for suit in "SHDC") for rank in "456789TJQKA23"), ("XS",), ("XB",))
BIGA_JOKERS = frozenset({"XS", "XB"})
CAPTURABLE = frozenset({"egg", "big egg", "true seven"})
NO_BOMBS = frozenset({"single", "pair", "sequence", "double sequence", "irregular"})


def count_dalmuti(scribe: SheetWriter, course: PlayedDeal) -> None:
    """Revolutions, and those of the Greater Peon."""
    for step in course.steps:
        if step.clean and step.action.word == "revolution":
            count_revolution(scribe, step)
            if step.action.player == step.before.places[-1]:
                scribe.both(step.action.player, "revolutions.greater")


def count_biga(scribe: SheetWriter, course: PlayedDeal) -> None:
    """Sets that carried off the one below, bombs laid on other kinds, and the partner who told before play."""
    for step, laid in course.sets:
        player, under = step.action.player, None if step.led else step.before.top
        if under is not None and _carries_off(step, under):
            scribe.both(player, "captures")
        elif under is not None and laid.kind not in NO_BOMBS and laid.kind != under.kind:
            scribe.both(player, "bombs")
    if course.end.announced:
        scribe.both(course.end.announced, "announced")


def _carries_off(step: PlayStep, under: Combination) -> bool:
    """Whether fours were laid on one card more of one rank, but for eight of them."""
    names = step.action.meld.names
    return {name[1] for name in names} == {"4"} and under.kind in CAPTURABLE and under.count == len(names) + 1


def count_biga_teams(scribe: SheetWriter, outcomes: DealResults) -> None:
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
