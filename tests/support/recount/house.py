"""What the local rules of daifugo did, found by comparing the positions before and after each action."""

from collections.abc import Iterator

from daifu.replay.actions import DISCARD, GIVE, NAME, SAY
from daifu.replay.counters import GameTable
from daifu.replay.engine import settle_pending
from daifu.replay.games.daifugo.options import House, house_of
from daifu.replay.melds import Combination
from tests.support.recount.deals import DealResults, PlayedDeal, PlayStep, SheetWriter
from tests.support.recount.play import cards_held, count_revolution

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS, FULL, PARTIAL, COLOURS, STEPS, FULL_STEP = 0xFFFF, 0xFFFF << 16, 0xFFFF << 32, 3 << 48, 3 << 50, 1 << 52
LOCKS = {
    "suit_lock": SUITS,
    "full_lock": FULL | FULL_STEP,
    "partial_lock": PARTIAL,
    "colour_lock": COLOURS,
    "number_lock": STEPS,
}
WINDOW = 1 << 53
EFFECTS = {"eight_cut": "effect.8", "jack_back": "effect.J"}


def count_daifugo(scribe: SheetWriter, course: PlayedDeal) -> None:
    """What sets, words, gifts, discards and names did by local rules."""
    house = house_of(course.record.rules.options)
    for step, laid in course.sets:
        if laid.kind != "irregular":
            for rule in _rules_of_set(house, step, laid):
                _count(scribe, step, rule)
            if _takes_lone_joker(house, step) and not _is_stop(step):
                scribe.both(step.action.player, "effect.S3")
            if _settled(step).turned != step.after.turned:
                count_revolution(scribe, step)
        _count_locks(scribe, step)
    for step in course.steps:
        if step.stood:
            _count_other(scribe, house, step)


def _count(scribe: SheetWriter, step: PlayStep, rule: str, number: int = 1) -> None:
    scribe.both(step.action.player, f"house.{rule}", number)
    if rule in EFFECTS:
        scribe.both(step.action.player, EFFECTS[rule], number)


def _settled(step: PlayStep) -> GameTable:
    """The table that a set was laid on, after what had to happen first."""
    table = step.before.copy()
    settle_pending(table, step.action)
    return table


def _rank(value: object) -> int:
    return RANKS.index(str(value))


def _natural_ranks(step: PlayStep) -> list[int]:
    return [_rank(name[1].replace("T", "10")) for name in step.action.meld.names if name != "X"]


def _answers(step: PlayStep, rule: str) -> bool:
    """Whether a set answered a cut by this rule."""
    return bool(step.before.window and step.after.answer == (step.after.index, rule))


def _is_stop(step: PlayStep) -> bool:
    return _answers(step, "four_stop")


def _rules_of_set(house: House, step: PlayStep, laid: Combination) -> Iterator[str]:
    """The rules that had their effect with a set."""
    natural = _natural_ranks(step)
    if _is_stop(step):
        yield "four_stop"
        yield from _by_form(house, laid, natural)
        return
    if _answers(step, "eight_on_eight"):
        yield "eight_on_eight"
    yield from _by_form(house, laid, natural)
    yield from _cuts_by_order(house, step, laid, natural)
    if _settled(step).turned != step.after.turned:
        yield from _revolutions(house, laid, natural)
        if _is_super(house, laid, natural):
            yield "super_revolution"
    yield from _exceptions(house, step, laid, natural)
    if house.on("finish_clear") and not cards_held(step.after, step.action.player):
        yield "finish_clear"


def _by_form(house: House, laid: Combination, natural: list[int]) -> Iterator[str]:
    """The marks of a set, and the cuts that it makes in either order."""
    group, pure = laid.kind == "group", len(natural) == laid.count
    if _has_eights(house, laid, natural) and house.eight_cut.when == "always":
        yield "eight_cut"
    for rule, rank in (("nine_pair", 9), ("six_pair", 6)):
        clears = laid.count in house[rule].counts and (house[rule].jokers or pure)
        if house.on(rule) and group and _rank(rank) in laid.ranks and clears:
            yield rule
    twos = house.on("two_cut") and (group or house.runs.effects != "none") and _rank(2) in laid.ranks
    if twos and (not house.two_cut.turned_three or _rank(3) in laid.ranks):
        yield "two_cut"
    if _is_omen(house, laid, natural):
        yield "omen"
    if group or house.runs.effects == "all":
        yield from _marks(house, laid, natural)


def _has_eights(house: House, laid: Combination, natural: list[int]) -> bool:
    eight = house.eight_cut
    cards = laid.ranks if eight.jokers else tuple(natural)
    allowed = laid.kind == "group" or (eight.in_runs and house.runs.effects != "none")
    few = eight.most is None or laid.count <= eight.most
    return bool(house.on("eight_cut") and _rank(eight.rank) in cards and allowed and few)


def _cuts_by_order(house: House, step: PlayStep, laid: Combination, natural: list[int]) -> Iterator[str]:
    """The cuts that a set makes in one order only."""
    if step.after.cut_at != step.after.index:
        return
    if _has_eights(house, laid, natural) and house.eight_cut.when != "always":
        yield "eight_cut"
    either = (_rank(2) in laid.ranks) != (_rank(3) in laid.ranks)
    effects = laid.kind == "group" or house.runs.effects != "none"
    if house.on("two_cut") and house.two_cut.turned_three and effects and either:
        yield "two_cut"


def _marks(house: House, laid: Combination, natural: list[int]) -> Iterator[str]:
    jacks = (laid.ranks if house.jack_back.jokers else tuple(natural)).count(_rank("J"))
    flips = house.on("jack_back") and not house.jack_back.choice
    if flips and jacks and (laid.kind == "group" or house.jack_back.in_runs):
        yield "jack_back"
    for rule, rank in (("six_restore", house.six_restore.rank), ("five_skip", 5), ("king_skip", "K")):
        if house.on(rule) and _rank(rank) in laid.ranks:
            yield rule
    for rule, rank in (("nine_reverse", 9), ("queen_reverse", "Q")):
        cards = laid.ranks.count(_rank(rank))
        if house.on(rule) and (min(cards, 1) if house[rule].cards == "once" else cards % 2):
            yield rule


def _is_pure(house: House, laid: Combination, natural: list[int]) -> bool:
    return not house.revolution.natural or len(natural) == laid.count


def _is_omen(house: House, laid: Combination, natural: list[int]) -> bool:
    sixes = laid.kind == "group" and laid.ranks == (_rank(6),) * 3
    return bool(house.on("omen") and sixes and _is_pure(house, laid, natural))


def _revolutions(house: House, laid: Combination, natural: list[int]) -> Iterator[str]:
    rule, count, pure = house.revolution, laid.count, _is_pure(house, laid, natural)
    if laid.kind == "run":
        if house.on("run_revolution") and count >= house.run_revolution.least:
            yield "run_revolution"
        return
    if house.on("revolution") and pure and rule.least <= count and (rule.most is None or count <= rule.most):
        yield "revolution"
    if not natural and house.on("joker_revolution") and count == house.joker_revolution.count:
        yield "joker_revolution"
    for name, rank in (("sevens_revolution", 7), ("coup", 9)):
        many = count == 3 or (count > 3 and not house[name].exact)
        if house.on(name) and natural and pure and many and laid.ranks[0] == _rank(rank):
            yield name


def _is_super(house: House, laid: Combination, natural: list[int]) -> bool:
    spoken = {"revolution", "run_revolution"} & set(_revolutions(house, laid, natural))
    return bool(house.on("super_revolution") and spoken and laid.count >= house.super_revolution.least)


def _is_lone(top: Combination | None) -> bool:
    return top is not None and top.kind == "group" and not top.ranks


def _is_taker(house: House, step: PlayStep) -> bool:
    """Whether a set is cards that take jokers."""
    names, rule = step.action.meld.names, house.spade3
    one_rank = len({name[-1] for name in names}) == 1 and rule.takes == "as_many"
    return house.on("spade3") and all(name in rule.cards for name in names) and (len(names) == 1 or one_rank)


def _takes_lone_joker(house: House, step: PlayStep) -> bool:
    top = None if step.led else step.before.top
    return top is not None and _is_taker(house, step) and _is_lone(top) and bool(top.count == 1)


def _exceptions(house: House, step: PlayStep, laid: Combination, natural: list[int]) -> Iterator[str]:
    """The exceptions by which a set was laid on another one."""
    top = None if step.led else step.before.top
    if top is None:
        return
    storm, pure = house.sandstorm, len(natural) == laid.count
    is_storm = laid.kind == "group" and natural and set(laid.ranks) == {_rank(storm.rank)} and laid.count == storm.count
    if house.on("sandstorm") and is_storm and (storm.joker or pure):
        yield "sandstorm"
    if house.on("joker_on_joker") and _is_lone(top) and not natural:
        yield "joker_on_joker"
    if _is_taker(house, step) and (_is_lone(top) or (house.spade3.takes == "single" and laid.count == 1)):
        yield "spade3"
    if house.on("down_number") and step.after.top is not None and laid.kind == top.kind == "group" and pure:
        one_below = 1 if not step.before.down else -1
        if top.natural and top.ranks and laid.suits == top.suits and top.ranks[0] - laid.ranks[0] == one_below:
            yield "down_number"


def _count_locks(scribe: SheetWriter, step: PlayStep) -> None:
    before, after = 0 if step.led else step.before.lock & ~WINDOW, step.after.lock & ~WINDOW
    if step.after.top is None or step.after.over or not after or after == before:
        return
    scribe.both(step.action.player, "effect.lock")
    for rule, bits in LOCKS.items():
        if after & bits & ~before:
            _count(scribe, step, rule)


def _count_other(scribe: SheetWriter, house: House, step: PlayStep) -> None:
    """What a word, a gift, a discard or a name did."""
    before, after, player, verb = step.before, step.after, step.action.player, step.action.verb
    target = step.action.target
    if verb == GIVE and before.leads and target != player and before.hands[target] != after.hands[target]:
        _count(scribe, step, "seven_give")
    if verb == DISCARD and cards_held(after, player) < cards_held(before, player):
        own = before.owner == player and before.rights.get("discard", 0) > 0
        _count(scribe, step, "ten_discard" if own else "queen_bomber")
    if verb == NAME and before.hands != after.hands:
        _count(scribe, step, "queen_bomber")
    if verb == SAY:
        _count_word(scribe, house, step)


def _count_word(scribe: SheetWriter, house: House, step: PlayStep) -> None:
    before, after = step.before, step.after
    laid = after.top or after.cleared
    if step.action.word == "flip" and before.down != after.down:
        _count(scribe, step, "jack_back")
    elif before.turned != after.turned:
        number = -1 if step.action.word == "no-revolution" else 1
        count_revolution(scribe, step, number)
        for rule in _revolutions(house, laid, list(laid.plain)):
            _count(scribe, step, rule, number)
    elif before.hands != after.hands:
        _count(scribe, step, "upheaval")


def count_daifugo_end(scribe: SheetWriter, outcomes: DealResults) -> None:
    """Who fell, who turned the world, and who went out with a banned set."""
    end, report = outcomes.course.end, outcomes.course.report
    places = outcomes.course.begin.places
    if end.final:
        scribe.both(places[-1], "house.gekokujo")
    elif end.fallen:
        scribe.both(end.fallen, "house.fallen_daifugo" if end.fallen == places[0] else "house.kyo_ochi")
    for fault in report.faults:
        if fault.rule == "H-FINISH-1" and fault.resolution == "stands" and fault.player is not None:
            scribe.both(fault.player, "house.finish_ban")
