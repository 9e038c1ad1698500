"""What sets do when they are laid: cuts, revolutions, flips, rights, reversals, skips.

The effects of a set are found when it is read, so a set without any costs nothing. Locks and cuts are looked at in the
order in force before the set, so they come before the revolution of the same set.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from replay.actions import DISCARD, GIVE, NAME
from replay.games.daifugo.answers import Exceptions, window_rule
from replay.games.daifugo.house import House
from replay.games.daifugo.locks import lock_mark
from replay.games.daifugo.sets import HouseSet, rank_number
from replay.games.daifugo.table import FLIP, OWN_CHOICE, WINDOW_OPEN, HouseTable
from replay.games.daifugo.turns import after_stop, forget_skips, hold
from replay.melds import GROUP, RUN, Effect

REVOLUTION, NO_REVOLUTION = "revolution", "no-revolution"
SIX, SEVEN, NINE = (rank_number(rank) for rank in (6, 7, 9))
THREE_OF_A_RANK: Final = 3

Mark = Callable[[HouseSet], Effect | None]
"""Gives the effect that a set has by a rule, None if it has none."""


class Marks:
    """The effects that sets have in a house."""

    def __init__(self, house: House, exceptions: Exceptions) -> None:
        self._house = house
        self._window = window_rule(house)
        self._first: tuple[Effect, ...] = (forget_skips,) if house.any_on("five_skip", "king_skip") else ()
        self._lock = lock_mark(house)
        self._taking = taking_effect(house, exceptions)
        self._forgives = house.pass_lock.forgiven if house.on("pass_lock") else "never"
        self._revolution = revolution_mark(house)
        self._flips = [mark for mark in (flip_mark(house), restore_mark(house)) if mark is not None]
        self._rights = [mark for mark in (give_mark(house), discard_mark(house), name_mark(house)) if mark is not None]
        self._turns = [
            *(reverse_mark(house, rule) for rule in ("nine_reverse", "queen_reverse") if house.on(rule)),
            *(skip_mark(house, rule) for rule in ("five_skip", "king_skip") if house.on(rule)),
        ]

    def with_effects(self, laid: HouseSet, *, cuts: bool = False) -> HouseSet:
        """The set with its effects; `cuts` tells that it ends the trick whatever the order and its count."""
        house = self._house
        effects: list[Effect] = [*self._first]
        when = (True, True) if cuts else cut_when(house, laid)
        if any(when):
            effects.append(cut_effect(when, self._window(laid)))
        lock = self._lock(laid) if self._lock is not None else None
        if lock is not None:
            effects.append(lock)
        if laid.taker and self._taking is not None:
            effects.append(self._taking)
        turning = [effect for mark in self._order_marks(laid) if (effect := mark(laid)) is not None]
        if turning:
            effects += turning if self._forgives == "never" else [forgiving(tuple(turning), self._forgives)]
        if has_rank_effects(house, laid):
            effects += [effect for mark in (*self._rights, *self._turns) if (effect := mark(laid)) is not None]
        laid.effects = tuple(effects)
        return laid

    def _order_marks(self, laid: HouseSet) -> list[Mark]:
        return [self._revolution, *(self._flips if has_rank_effects(self._house, laid) else [])]

    def changes_anything(self, laid: HouseSet) -> bool:
        """Whether a set has an effect by its form, apart from locks and from ending the trick."""
        if any(mark(laid) is not None for mark in self._order_marks(laid)):
            return True
        return has_rank_effects(self._house, laid) and any(
            mark(laid) is not None for mark in (*self._rights, *self._turns)
        )


def has_rank_effects(house: House, laid: HouseSet) -> bool:
    """Whether the ranks of a set have effects beside cuts; those of a run may have none (`runs.effects`)."""
    return laid.kind == GROUP or house.runs.effects == "all"


def cards_of(laid: HouseSet, rank: int, *, jokers: bool = True) -> int:
    """How many cards of this rank a set has, jokers that stand for it included or not."""
    return (laid.ranks if jokers else laid.plain).count(rank)


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
    eights = house.on("eight_cut") and cards_of(laid, rank_number(eight.rank), jokers=eight.jokers)
    if eights and (group or (runs and eight.in_runs)) and (eight.most is None or laid.count <= eight.most):
        found.append(("eight_cut", eight.when != "turned", eight.when != "normal"))
    for rule, rank in (("nine_pair", NINE), ("six_pair", SIX)):
        pair = getattr(house, rule)
        if house.on(rule) and group and rank in laid.ranks and laid.count in pair.counts:
            clears = pair.jokers or laid.natural
            found.append((rule, clears, clears))
    if house.on("two_cut") and (group or runs):
        two, three = (cards_of(laid, rank_number(rank)) > 0 for rank in ("2", 3))
        found.append(("two_cut", two, three if house.two_cut.turned_three else two))
    return found


def cut_effect(when: tuple[bool, bool], answers: int) -> Effect:
    """The effect that ends the trick, at once or when the window for answers closes."""

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


def taking_effect(house: House, exceptions: Exceptions) -> Effect | None:
    """The effect of cards that take jokers, or any single."""
    if not house.on("spade3"):
        return None
    clears = house.spade3.clears

    def take(table: HouseTable, laid: HouseSet) -> None:
        under = table.under
        if under is None or not exceptions.takes(under, laid):
            return
        if clears is True or (clears == "joker" and isinstance(under, HouseSet) and under.lone):
            table.cut = True
            table.window = 0
        else:
            table.top = laid.raised()

    return take


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


def stop_maker(house: House) -> Callable[[HouseSet], HouseSet]:
    """The function that makes a set a stop, which has no effects of its own."""
    stop: Effect = win_trick if house.four_stop.wins == "stopper" else cancel_cut

    def make(laid: HouseSet) -> HouseSet:
        twin = laid.twin()
        twin.effects = (stop,)
        return twin

    return make


def take_maker(marks: "Marks") -> Callable[[HouseSet], HouseSet]:
    """The function that makes a set one that takes a cut trick: eights cut again, a sandstorm does as always."""

    def make(laid: HouseSet) -> HouseSet:
        twin = marks.with_effects(laid.twin(), cuts=not laid.storm)
        twin.effects = (close_window if laid.storm else take_eights, *twin.effects)
        return twin

    return make


def revolve(table: HouseTable, size: int) -> None:
    """Turn the order for the rest of the deal by a set of this size."""
    table.turned ^= 1
    table.down ^= 1
    if table.turned:
        table.size = size


class Turning(NamedTuple):
    """How a set may turn the order: by itself, by a word about it, and whether nobody may turn it afterwards."""

    itself: bool
    by_word: bool
    freezes: bool
    frozen_always: bool


def turning_of(house: House, laid: HouseSet) -> Turning:
    """How a set may turn the order."""
    rule, count = house.revolution, laid.count
    group = laid.kind == GROUP
    pure = laid.natural or not rule.natural
    revolution = (house.on("revolution") and group and count >= rule.least and pure) and (
        rule.most is None or count <= rule.most
    )
    revolution = revolution or (house.on("run_revolution") and laid.kind == RUN and count >= house.run_revolution.least)
    itself = laid.lone and house.on("joker_revolution") and count == house.joker_revolution.count
    if group and laid.ranks and pure:
        rank = laid.ranks[0]
        for name, triple in (("sevens_revolution", SEVEN), ("coup", NINE)):
            if house.on(name) and rank == triple:
                exact = getattr(house, name).exact
                itself = itself or (count == THREE_OF_A_RANK if exact else count >= THREE_OF_A_RANK)
    omen = house.on("omen") and group and pure and laid.ranks == (SIX,) * THREE_OF_A_RANK
    itself = itself or (omen and house.omen.turns)
    spoken = revolution and not itself and house.on("revolution") and rule.word != "none"
    return Turning(
        itself=bool(itself or (revolution and not spoken)),
        by_word=bool(spoken),
        freezes=bool(revolution and house.on("super_revolution") and count >= house.super_revolution.least),
        frozen_always=bool(omen),
    )


def revolution_mark(house: House) -> Mark:
    """The revolutions of any name: a set turns the order at most once, unless it is frozen or the set is too small."""
    answer, declares = house.revolution.answer if house.on("revolution") else "any", house.revolution.word == "declare"

    def mark(laid: HouseSet) -> Effect | None:
        turning = turning_of(house, laid)
        if not (turning.itself or turning.by_word or turning.frozen_always):
            return None
        count = laid.count

        def effect(table: HouseTable, _laid: HouseSet) -> None:
            size = table.size
            small = table.turned and (count < size if answer == "as_many" else answer == "more" and count <= size)
            if (turning.itself or turning.by_word) and not table.frozen and not small:
                done = turning.itself or not declares
                if turning.by_word:
                    table.word_set = (count, turning.freezes, size)
                    table.advance = hold
                table.rights = {**table.rights, REVOLUTION: int(not done)}
                if turning.by_word:
                    table.rights[NO_REVOLUTION] = int(done)
                if done:
                    revolve(table, count)
                    table.frozen = turning.freezes
            if turning.frozen_always:
                table.frozen = True
                if table.word_set:
                    table.word_set = (count, False, size)

        return effect

    return mark


def flip_mark(house: House) -> Mark | None:
    """A jack turns the order of the trick, by itself or by its player's word."""
    rule, restoring = house.jack_back, rank_number(house.six_restore.rank)
    if not house.on("jack_back"):
        return None
    jack = rank_number("J")

    def mark(laid: HouseSet) -> Effect | None:
        jacks = cards_of(laid, jack, jokers=rule.jokers)
        if not jacks or (laid.kind == RUN and not rule.in_runs):
            return None
        times = jacks if rule.cards == "each" else 1
        if rule.choice:
            restored = house.on("six_restore") and cards_of(laid, restoring)
            return None if restored else allow_flip(times, lasts=rule.after_cut == "next_trick")

        def flip(table: HouseTable, _laid: HouseSet) -> None:
            turn_trick(table, times, keep=rule.twice == "keep")

        return flip

    return mark


def turn_trick(table: HouseTable, times: int, *, keep: bool) -> None:
    """Turn the order of the trick so many times, or leave it flipped (`keep`)."""
    table.down = table.turned ^ 1 if keep else table.down ^ (times & 1)
    table.flipper = table.top if isinstance(table.top, HouseSet) else None


def allow_flip(times: int, *, lasts: bool) -> Effect:
    """The effect that lets the player of a jack turn the order of the trick by a word."""

    def allow(table: HouseTable, _laid: HouseSet) -> None:
        table.rights = {**table.rights, FLIP: times}
        if lasts or not table.cut or table.window:
            table.advance = hold

    return allow


def restore_mark(house: House) -> Mark | None:
    """A six ends the flip of the trick."""
    if not house.on("six_restore"):
        return None
    rank = rank_number(house.six_restore.rank)

    def restore(table: HouseTable, _laid: HouseSet) -> None:
        table.down = table.turned

    return lambda laid: restore if cards_of(laid, rank) else None


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


def right_mark(rank: int, right: str, *, once: bool, in_runs: bool) -> Mark:
    """The right that each card of a rank gives, or all together once."""

    def mark(laid: HouseSet) -> Effect | None:
        cards = cards_of(laid, rank)
        if not cards or (laid.kind == RUN and not in_runs):
            return None
        return right_effect(right, 1 if once else cards)

    return mark


def right_effect(right: str, amount: int) -> Effect:
    """The effect that gives the player of the set a right."""

    def allow(table: HouseTable, _laid: HouseSet) -> None:
        table.rights = {**table.rights, right: amount}
        table.laid_at = table.index
        table.ring_before = table.after
        table.advance = hold

    return allow


def give_mark(house: House) -> Mark | None:
    """A seven gives."""
    rule = house.seven_give
    if not house.on("seven_give"):
        return None
    return right_mark(SEVEN, GIVE, once=rule.per == "once", in_runs=rule.from_run)


def discard_mark(house: House) -> Mark | None:
    """A ten discards."""
    rule = house.ten_discard
    if not house.on("ten_discard"):
        return None
    return right_mark(rank_number(10), DISCARD, once=rule.per == "once", in_runs=rule.from_run)


def name_mark(house: House) -> Mark | None:
    """A queen names a rank, or lets every player lay cards of their choice aside."""
    rule = house.queen_bomber
    if not house.on("queen_bomber"):
        return None
    queen = rank_number("Q")

    def mark(laid: HouseSet) -> Effect | None:
        queens = cards_of(laid, queen)
        if not queens:
            return None
        amount = 1 if rule.per == "once" else queens
        if rule.mode == "own_choice":
            return everybody_discards(amount)
        named = right_effect(NAME, amount)
        if rule.last_set:
            return named

        def name(table: HouseTable, laid: HouseSet) -> None:
            if table.hand_size(table.owner):
                named(table, laid)

        return name

    return mark


def everybody_discards(amount: int) -> Effect:
    """The effect that lets every player lay so many cards aside."""

    def allow(table: HouseTable, _laid: HouseSet) -> None:
        own = {f"{OWN_CHOICE} {player}": amount for player in table.seated if table.hand_size(player)}
        table.rights = {**table.rights, **own}
        table.laid_at = table.index
        table.ring_before = table.after
        table.advance = hold

    return allow


def reverse_mark(house: House, name: str) -> Mark:
    """A rank that turns the direction of play."""
    rank, rule = rank_number("9" if name == "nine_reverse" else "Q"), getattr(house, name)

    def reverse(table: HouseTable, _laid: HouseSet) -> None:
        table.reverse()
        if rule.until == "trick":
            table.trick_reversed = not table.trick_reversed

    def mark(laid: HouseSet) -> Effect | None:
        cards = cards_of(laid, rank)
        return reverse if cards and (rule.cards == "once" or cards % 2) else None

    return mark


def skip_mark(house: House, name: str) -> Mark:
    """A rank that skips players."""
    rank, rule = rank_number(5 if name == "five_skip" else "K"), getattr(house, name)

    def mark(laid: HouseSet) -> Effect | None:
        cards = cards_of(laid, rank)
        if not cards:
            return None
        number = {"card": cards, "once": 1, "odd": 2 * cards - 1}[rule.per]

        def skip(table: HouseTable, _laid: HouseSet) -> None:
            table.skips = (*table.skips, (number, rule.counts_as_pass, rule.locks))

        return skip

    return mark
