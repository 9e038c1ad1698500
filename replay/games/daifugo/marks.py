"""What sets do when they are laid: cuts, revolutions, flips, rights, reversals, skips.

The effects of a set are found when it is read, so a set without any costs nothing. Locks and cuts are looked at in the
order in force before the set, so they come before the revolution of the same set.
"""

from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Final, NamedTuple

from daifu.replay.actions import DISCARD, GIVE, NAME
from daifu.replay.games.daifugo.answers import window_rule
from daifu.replay.games.daifugo.locks import lock_mark
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sets import ABOVE_ALL, HouseSet, rank_number
from daifu.replay.games.daifugo.table import BY_EIGHTS, BY_STOP, FLIP, OWN_CHOICE, WINDOW_OPEN, HouseTable
from daifu.replay.games.daifugo.turns import after_stop, forget_skips, hold
from daifu.replay.melds import GROUP, RUN, Effect
from daifu.replay.tricks import cut_trick

REVOLUTION, NO_REVOLUTION = "revolution", "no-revolution"
THREE, SIX, SEVEN, NINE, TWO = (rank_number(rank) for rank in (3, 6, 7, 9, "2"))
THREE_OF_A_RANK: Final = 3


class Marks:
    """The effects that sets have in a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._window = window_rule(house)
        self._first: tuple[Effect, ...] = (forget_skips,) if house.any_on("five_skip", "king_skip") else ()
        self._by_order = house.eight_cut.when != "always" or (house.on("two_cut") and house.two_cut.turned_three)
        self._lock = lock_mark(house)
        self._taking = taking_effect(house)
        self._ranks = list(rank_rules(house))
        self._forgives: str = house.pass_lock.forgiven

    def with_effects(self, laid: HouseSet, *, cuts: bool = False) -> HouseSet:
        """The set with its effects; `cuts` tells that it ends the trick whatever the order and its count."""
        effects: list[Effect] = [*self._first]
        when = (True, True) if cuts else cut_when(self._house, laid)
        if any(when):
            answers = self._window(laid)
            plain = all(when) and not answers and not self._by_order
            effects.append(cut_trick if plain else cut_effect(when, answers))
        if self._lock is not None and (lock := self._lock(laid)) is not None:
            effects.append(lock)
        if laid.taker and self._taking is not None:
            effects.append(self._taking)
        turning = turning_of(self._house, laid)
        order = [revolution_effect(self._house, turning, laid.count)] if turning.matters else []
        others: list[Effect] = []
        for rule, effect in self._of_ranks(laid):
            (order if rule.turns else others).append(effect)
        if order:
            effects += order if self._forgives == "never" else [forgiving(tuple(order), self._forgives)]
        laid.effects = (*effects, *others)
        return laid

    def _of_ranks(self, laid: HouseSet) -> Iterator[tuple["RankRule", Effect]]:
        """The effects of the ranks of a set beside cuts; those of a run may have none (`runs.effects`)."""
        if laid.kind == RUN and self._house.runs.effects != "all":
            return
        for rule in self._ranks:
            cards = (laid.ranks if rule.jokers else laid.plain).count(rule.rank)
            if cards and (rule.in_runs or laid.kind != RUN) and (effect := rule.effect(laid, cards)) is not None:
                yield rule, effect

    def happening(self, laid: HouseSet) -> list[str]:
        """The rules of the ranks of a set whose effect happens by itself."""
        return [rule.name for rule, _effect in self._of_ranks(laid) if rule.itself]

    def changes_anything(self, laid: HouseSet) -> bool:
        """Whether a set has an effect by its form, apart from locks and from ending the trick."""
        return turning_of(self._house, laid).matters or any(True for _ in self._of_ranks(laid))


CutReason = tuple[str, bool, bool]
"""A rule by which a set ends the trick, and whether it does in the normal and in the turned order."""


def cut_when(house: House, laid: HouseSet) -> tuple[bool, bool]:
    """Whether a set ends the trick by its form, in the normal and in the turned order."""
    reasons = cut_reasons(house, laid)
    return any(normal for _rule, normal, _turned in reasons), any(turned for _rule, _normal, turned in reasons)


def cut_reasons(house: House, laid: HouseSet) -> list[CutReason]:
    """The rules by which a set ends the trick by its form."""
    found: list[CutReason] = []
    if laid.storm and house.sandstorm.clears:
        found.append(("sandstorm", True, True))
    eight, group = house.eight_cut, laid.kind == GROUP
    runs = house.runs.effects != "none"
    eights = house.on("eight_cut") and rank_number(eight.rank) in (laid.ranks if eight.jokers else laid.plain)
    if eights and (group or (runs and eight.in_runs)) and (eight.most is None or laid.count <= eight.most):
        found.append(("eight_cut", eight.when != "turned", eight.when != "normal"))
    for rule, rank in (("nine_pair", NINE), ("six_pair", SIX)):
        pair = house[rule]
        if house.on(rule) and group and rank in laid.ranks and laid.count in pair.counts:
            clears = pair.jokers or laid.natural
            found.append((rule, clears, clears))
    if house.on("two_cut") and (group or runs):
        two, three = TWO in laid.ranks, THREE in laid.ranks
        found.append(("two_cut", two, three if house.two_cut.turned_three else two))
    return found


def cut_effect(when: tuple[bool, bool], answers: int) -> Effect:
    """The effect that ends the trick where it does in the order in force, or when the window for answers closes."""

    def cut(table: HouseTable, _laid: HouseSet) -> None:
        if not when[table.down]:
            return
        table.cut = True
        table.cut_at = table.index
        if answers:
            table.window = answers
            table.cutter = table.owner
            table.lock |= WINDOW_OPEN
            table.advance = hold

    return cut


def taking_effect(house: House) -> Effect | None:
    """The effect of cards that take jokers, or any single; where they clear nothing, nothing is laid on them."""
    rule = house.spade3
    if rule.clears is False:
        return lie_above if rule.takes != "single" else None
    return cut_on_single if rule.clears is True and rule.takes == "single" else cut_on_jokers


def takes_jokers(table: HouseTable, laid: HouseSet) -> bool:
    """Whether a set lies on as many jokers."""
    under = table.under
    return isinstance(under, HouseSet) and under.lone and under.count == laid.count


def cut_on_jokers(table: HouseTable, laid: HouseSet) -> None:
    """End the trick with a set that takes as many jokers, which nobody may answer."""
    if takes_jokers(table, laid):
        table.cut = True
        table.window = 0


def cut_on_single(table: HouseTable, _laid: HouseSet) -> None:
    """End the trick with a card that takes any single, unless that is such a card, too."""
    under = table.under
    if isinstance(under, HouseSet) and under.kind == GROUP and under.count == 1 and under.floor[0] < ABOVE_ALL:
        table.cut = True
        table.window = 0


def lie_above(table: HouseTable, laid: HouseSet) -> None:
    """Let nothing follow a set that takes as many jokers."""
    if takes_jokers(table, laid):
        table.top = laid.raised()


def close_window(table: HouseTable, _laid: HouseSet) -> None:
    """Let an answer take the place of the set that it answers, whose cut and skips are lost."""
    table.window = 0
    table.lock &= ~WINDOW_OPEN
    table.pending = None
    table.waiting = False
    table.cut = False
    table.skips = ()


def take_eights(table: HouseTable, laid: HouseSet) -> None:
    """Let eights take the place of the eights that they answer."""
    close_window(table, laid)
    table.answer = (table.index, "eight_on_eight")


def win_trick(table: HouseTable, laid: HouseSet) -> None:
    """Clear the trick by a stop, whose player leads."""
    close_window(table, laid)
    table.answer = (table.index, "four_stop")
    table.cut = True


def cancel_cut(table: HouseTable, laid: HouseSet) -> None:
    """Leave the stopped set lying, and let the turn go on from its player."""
    skips = table.skips
    close_window(table, laid)
    table.answer = (table.index, "four_stop")
    table.skips = skips
    table.top, table.under, table.owner = table.under, None, table.cutter
    table.advance = after_stop


def answer_maker(house: House, marks: Marks) -> Callable[[HouseSet, int], HouseSet]:
    """The function that makes a set an answer to a cut.

    A stop has no effects of its own, eights cut again, and a sandstorm does what it always does.
    """
    stop: Effect = win_trick if house.four_stop.wins == "stopper" else cancel_cut

    def make(laid: HouseSet, by: int) -> HouseSet:
        twin = laid.twin()
        if by == BY_STOP:
            twin.effects = (stop,)
        else:
            marks.with_effects(twin, cuts=by == BY_EIGHTS)
            twin.effects = (take_eights if by == BY_EIGHTS else close_window, *twin.effects)
        return twin

    return make


class Turning(NamedTuple):
    """How a set may turn the order for the rest of the deal: the rules by which it does, omens left out.

    It turns by itself or by a word about it. It `freezes` the order, so that nobody can turn it afterwards, if it has
    turned it; an `omen` always does.
    """

    rules: tuple[str, ...]
    itself: bool
    by_word: bool
    freezes: bool
    omen: bool

    @property
    def matters(self) -> bool:
        """Whether the set can do anything to the order."""
        return self.itself or self.by_word or self.omen


def turning_of(house: House, laid: HouseSet) -> Turning:
    """How a set may turn the order."""
    rule, count = house.revolution, laid.count
    pure = laid.natural or not rule.natural
    declared: list[str] = []
    if laid.kind == RUN:
        if house.on("run_revolution") and count >= house.run_revolution.least:
            declared.append("run_revolution")
    elif house.on("revolution") and pure and rule.least <= count <= (rule.most or count):
        declared.append("revolution")
    others: list[str] = []
    if laid.lone and house.on("joker_revolution") and count == house.joker_revolution.count:
        others.append("joker_revolution")
    same_rank = laid.kind == GROUP and pure and count >= THREE_OF_A_RANK
    for name, rank in (("sevens_revolution", SEVEN), ("coup", NINE)):
        if house.on(name) and same_rank and rank in laid.ranks and (count == THREE_OF_A_RANK or not house[name].exact):
            others.append(name)
    omen = house.on("omen") and same_rank and SIX in laid.ranks and count == THREE_OF_A_RANK
    itself = bool(others) or (omen and house.omen.turns)
    by_word = bool(declared) and not itself and rule.word != "none"
    return Turning(
        rules=(*declared, *others),
        itself=itself or (bool(declared) and not by_word),
        by_word=by_word,
        freezes=bool(declared) and house.on("super_revolution") and count >= house.super_revolution.least,
        omen=omen,
    )


def revolution_effect(house: House, turning: Turning, count: int) -> Effect:
    """The effect of a set that may turn the order: it does at most once, unless that is frozen or the set too small."""
    answer, waits = house.revolution.answer, house.words_wait
    done = turning.itself or house.revolution.word != "declare"

    def effect(table: HouseTable, _laid: HouseSet) -> None:
        size = table.size
        small = table.turned and (count < size if answer == "as_many" else answer == "more" and count <= size)
        if (turning.itself or turning.by_word) and not table.frozen and not small:
            rights = table.rights = {**table.rights, REVOLUTION: int(not done)}
            if turning.by_word:
                rights[NO_REVOLUTION] = int(done)
                table.word_set = (count, turning.freezes, size)
                if waits:
                    table.advance = hold
            if done:
                revolve(table, count)
                table.frozen = turning.freezes
        if turning.omen:
            table.frozen = True

    return effect


def revolve(table: HouseTable, size: int) -> None:
    """Turn the order for the rest of the deal by a set of this size."""
    table.turned ^= 1
    table.down ^= 1
    if table.turned:
        table.size = size


class RankRule(NamedTuple):
    """A rule by which cards of a rank have an effect.

    `effect` gives that of a set with so many of them, None if it has none. `jokers` tells whether those count that
    stand for the rank, `in_runs` whether runs have the effect, `turns` whether it changes the order of the trick, and
    `itself` whether it happens by itself and gives no right.
    """

    name: str
    rank: int
    effect: Callable[[HouseSet, int], Effect | None]
    jokers: bool
    in_runs: bool
    turns: bool
    itself: bool


def rank_rules(house: House) -> Iterator[RankRule]:
    """The rules of ranks that are on, in the order of their effects."""
    for name, rank, make in RANK_RULES:
        if house.on(name):
            rule = house[name]
            yield RankRule(
                name,
                rank_number(getattr(rule, "rank", rank)),
                make(house, rule),
                jokers=getattr(rule, "jokers", True),
                in_runs=getattr(rule, "in_runs", getattr(rule, "from_run", True)),
                turns=name in ("jack_back", "six_restore"),
                itself=make in (restores, reverses, skips) or (make is flips and not rule.choice),
            )


RankEffect = Callable[[HouseSet, int], Effect | None]


def amount(cards: int, by: str) -> int:
    """How often so many cards have their effect."""
    return 1 if by == "once" else 2 * cards - 1 if by == "odd" else cards


def flips(house: House, rule: SimpleNamespace) -> RankEffect:
    """A jack turns the order of the trick, by itself or by its player's word."""
    restoring = rank_number(house.six_restore.rank) if house.on("six_restore") else None
    lasts = rule.after_cut == "next_trick"

    def effect(laid: HouseSet, cards: int) -> Effect | None:
        times = amount(cards, rule.cards)

        def flip(table: HouseTable, _laid: HouseSet) -> None:
            turn_trick(table, times, keep=rule.twice == "keep")

        def allow(table: HouseTable, _laid: HouseSet) -> None:
            table.rights = {**table.rights, FLIP: times}
            if house.words_wait and (lasts or not table.cut or table.window):
                table.advance = hold

        if not rule.choice:
            return flip
        return allow if restoring not in laid.ranks else None

    return effect


def turn_trick(table: HouseTable, times: int, *, keep: bool) -> None:
    """Turn the order of the trick so many times, or leave it flipped (`keep`)."""
    table.down = table.turned ^ 1 if keep else table.down ^ (times & 1)
    table.flipper = table.top if isinstance(table.top, HouseSet) else None


def restores(_house: House, _rule: SimpleNamespace) -> RankEffect:
    """A six ends the flip of the trick."""

    def restore(table: HouseTable, _laid: HouseSet) -> None:
        table.down = table.turned

    return lambda _laid, _cards: restore


def forgiving(turning: tuple[Effect, ...], forgives: str) -> Effect:
    """The effects on the order, after which passes are forgotten if the order in force has turned."""

    def effect(table: HouseTable, laid: HouseSet) -> None:
        before = table.down
        for one in turning:
            one(table, laid)
        forgive(table, before, forgives)

    return effect


def forgive(table: HouseTable, before: int, forgives: str) -> None:
    """Forget the passes of the trick if the order in force has turned since it was `before` (`pass_lock.forgiven`)."""
    if table.down != before and (forgives == "any_turn" or (forgives == "turned_down" and table.down)):
        table.passed = table.locked = 0


def grants(right: str, _house: House, rule: SimpleNamespace) -> RankEffect:
    """A seven gives, a ten discards."""
    return lambda _laid, cards: right_effect({right: amount(cards, rule.per)})


def right_effect(rights: dict[str, int]) -> Effect:
    """The effect that gives rights until the next play or pass."""

    def allow(table: HouseTable, _laid: HouseSet) -> None:
        table.rights = {**table.rights, **rights}
        table.laid_at = table.index
        table.ring_before = table.after
        table.advance = hold

    return allow


def names(_house: House, rule: SimpleNamespace) -> RankEffect:
    """A queen names a rank, or lets every player lay cards of their choice aside."""

    def effect(_laid: HouseSet, cards: int) -> Effect:
        times = amount(cards, rule.per)
        named = right_effect({NAME: times})

        def name(table: HouseTable, laid: HouseSet) -> None:
            if table.has_cards(table.owner):
                named(table, laid)

        def everybody(table: HouseTable, laid: HouseSet) -> None:
            own = {f"{OWN_CHOICE} {player}": times for player in table.seated if table.has_cards(player)}
            right_effect(own)(table, laid)

        return everybody if rule.mode == "own_choice" else named if rule.last_set else name

    return effect


def reverses(_house: House, rule: SimpleNamespace) -> RankEffect:
    """A rank that turns the direction of play."""

    def reverse(table: HouseTable, _laid: HouseSet) -> None:
        table.reverse()
        if rule.until == "trick":
            table.trick_reversed = not table.trick_reversed

    return lambda _laid, cards: reverse if amount(cards, rule.cards) & 1 else None


def skips(_house: House, rule: SimpleNamespace) -> RankEffect:
    """A rank that skips players."""

    def effect(_laid: HouseSet, cards: int) -> Effect:
        own = ((amount(cards, rule.per), rule.counts_as_pass, rule.locks),)

        def skip(table: HouseTable, _laid: HouseSet) -> None:
            table.skips += own

        return skip

    return effect


RANK_RULES: Final = (
    ("jack_back", "J", flips),
    ("six_restore", 6, restores),
    ("seven_give", 7, partial(grants, GIVE)),
    ("ten_discard", 10, partial(grants, DISCARD)),
    ("queen_bomber", "Q", names),
    ("nine_reverse", 9, reverses),
    ("queen_reverse", "Q", reverses),
    ("five_skip", 5, skips),
    ("king_skip", "K", skips),
)
"""The rules of ranks: their usual rank, and what makes their effect, in the order of the effects."""
