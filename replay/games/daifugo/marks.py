"""What sets do when they are laid: cuts, revolutions, flips, rights, reversals, skips.

The effects of a set are found when it is read, so a set without any costs nothing. Locks and cuts are looked at in the
order in force before the set, so they come before the revolution of the same set.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Final, NamedTuple

from daifu.replay.actions import DISCARD, GIVE, NAME
from daifu.replay.games.daifugo.answers import window_rule
from daifu.replay.games.daifugo.locks import lock_mark
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sets import ABOVE_ALL, HouseSet, rank_number
from daifu.replay.games.daifugo.table import BY_EIGHTS, BY_STOP, FLIP, OWN_CHOICE, WINDOW_OPEN, HouseTable
from daifu.replay.games.daifugo.turns import forget_skips, go_on, hold
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
        self._first: list[Effect] = [forget_skips] if house.any_on("five_skip", "king_skip") else []
        self._first += [note_order] if house.on("down_number") else []
        self._by_order = house.eight_cut.when != "always" or (house.on("two_cut") and house.two_cut.turned_three)
        self._lock = lock_mark(house)
        self._taking = taking_effect(house)
        self._ranks = [
            (name, rank_number(getattr(house[name], "rank", rank)), house[name], act)
            for name, rank, act in RANK_RULES
            if house.on(name)
        ]
        self._restoring = rank_number(house.six_restore.rank) if house.on("six_restore") else None
        self._forgives: str = house.pass_lock.forgiven
        self._revolution, self._words_wait = house.revolution, house.words_wait

    def with_effects(self, laid: HouseSet, *, cuts: bool = False) -> HouseSet:
        """The set with its effects; `cuts` tells that it ends the trick whatever the order and its count."""
        effects: list[Effect] = [*self._first]
        when = (True, True) if cuts else cut_when(self._house, laid)
        if any(when):
            answers = self._window(laid)
            plain = all(when) and not answers and not self._by_order
            effects.append(cut_trick if plain else partial(cut, when, answers))
        if self._lock is not None and (lock := self._lock(laid)) is not None:
            effects.append(lock)
        if laid.taker and self._taking is not None:
            effects.append(self._taking)
        turning = turning_of(self._house, laid)
        order: list[Effect] = [partial(self._revolve, turning, laid.count)] if turning.matters else []
        others: list[Effect] = []
        for name, _itself, effect in self._of_ranks(laid):
            (order if name in ("jack_back", "six_restore") else others).append(effect)
        if order:
            effects += order if self._forgives == "never" else [partial(self._turn, order)]
        laid.effects = (*effects, *others)
        return laid

    def _of_ranks(self, laid: HouseSet) -> Iterator[tuple[str, bool, Effect]]:
        """The rules of the ranks of a set, whether their effect happens by itself, and the effect; cuts are left out.

        Runs may have none (`runs.effects`).
        """
        if laid.kind == RUN and self._house.runs.effects != "all":
            return
        for name, rank, rule, act in self._ranks:
            cards = (laid.ranks if getattr(rule, "jokers", True) else laid.plain).count(rank)
            if not cards or (laid.kind == RUN and not getattr(rule, "in_runs", getattr(rule, "from_run", True))):
                continue
            times = amount(cards, getattr(rule, "per", "") or getattr(rule, "cards", ""))
            if act is flip and rule.choice:
                if self._restoring not in laid.ranks:
                    yield name, False, partial(self._allow_flip, rule.after_cut == "next_trick", times)
            elif act is not reverse or times & 1:
                yield name, act in (flip, restore, reverse, skip), partial(act, rule, times)

    def happening(self, laid: HouseSet) -> list[str]:
        """The rules of the ranks of a set whose effect happens by itself."""
        return [name for name, itself, _effect in self._of_ranks(laid) if itself]

    def changes_anything(self, laid: HouseSet) -> bool:
        """Whether a set has an effect by its form, apart from locks and from ending the trick."""
        return turning_of(self._house, laid).matters or any(True for _ in self._of_ranks(laid))

    def answer(self, laid: HouseSet, by: int) -> HouseSet:
        """The set as an answer to a cut: a stop does nothing else, eights cut again, a sandstorm does as ever."""
        twin = laid.twin()
        if by == BY_STOP:
            twin.effects = (win_trick if self._house.four_stop.wins == "stopper" else cancel_cut,)
        else:
            self.with_effects(twin, cuts=by == BY_EIGHTS)
            twin.effects = (take_eights if by == BY_EIGHTS else close_window, *twin.effects)
        return twin

    def _revolve(self, turning: "Turning", count: int, table: HouseTable, _laid: HouseSet) -> None:
        """Turn the order at most once, unless that is frozen or the set too small, or wait for a word about it."""
        answer, size = self._revolution.answer, table.size
        small = table.turned and (count < size if answer == "as_many" else answer == "more" and count <= size)
        if (turning.itself or turning.by_word) and not table.frozen and not small:
            done = turning.itself or self._revolution.word != "declare"
            rights = table.rights = {**table.rights, REVOLUTION: int(not done)}
            if turning.by_word:
                rights[NO_REVOLUTION] = int(done)
                table.word_set = (count, turning.freezes, size)
                if self._words_wait:
                    table.advance = hold
            if done:
                revolve(table, count)
                table.frozen = turning.freezes
        if turning.omen:
            table.frozen = True

    def _allow_flip(self, lasts: bool, times: int, table: HouseTable, _laid: HouseSet) -> None:  # noqa: FBT001 - bound
        """Let the player turn the order of the trick by a word."""
        table.rights = {**table.rights, FLIP: times}
        if self._words_wait and (lasts or not table.cut or table.window):
            table.advance = hold

    def _turn(self, turning: list[Effect], table: HouseTable, laid: HouseSet) -> None:
        """Have the effects on the order, after which passes are forgotten if the order in force has turned."""
        before = table.down
        for effect in turning:
            effect(table, laid)
        forgive(table, before, self._forgives)


def note_order(table: HouseTable, _laid: HouseSet) -> None:
    """Note the order in which a set was laid, before its effects."""
    table.down_before = table.down


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


def cut(when: tuple[bool, bool], answers: int, table: HouseTable, _laid: HouseSet) -> None:
    """End the trick where a set does in the order in force, or when the window for answers closes."""
    if when[table.down]:
        table.cut = True
        table.cut_at = table.index
        if answers:
            table.window = answers
            table.cutter = table.owner
            table.lock |= WINDOW_OPEN
            table.advance = hold


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
    table.advance = go_on


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


def revolve(table: HouseTable, size: int) -> None:
    """Turn the order for the rest of the deal by a set of this size."""
    table.turned ^= 1
    table.down ^= 1
    if table.turned:
        table.size = size


def amount(cards: int, by: str) -> int:
    """How often so many cards have their effect."""
    return 1 if by == "once" else 2 * cards - 1 if by == "odd" else cards


def turn_trick(table: HouseTable, times: int, *, keep: bool) -> None:
    """Turn the order of the trick so many times, or leave it flipped (`keep`)."""
    table.down = table.turned ^ 1 if keep else table.down ^ (times & 1)
    table.flipper = table.top if isinstance(table.top, HouseSet) else None


def forgive(table: HouseTable, before: int, forgives: str) -> None:
    """Forget the passes of the trick if the order in force has turned since it was `before` (`pass_lock.forgiven`)."""
    if table.down != before and (forgives == "any_turn" or (forgives == "turned_down" and table.down)):
        table.passed = table.locked = 0


# The effects of ranks take the parameters of their rule, and how often they happen.


def flip(rule: SimpleNamespace, times: int, table: HouseTable, _laid: HouseSet) -> None:
    """Turn the order of the trick."""
    turn_trick(table, times, keep=rule.twice == "keep")


def restore(_rule: SimpleNamespace, _times: int, table: HouseTable, _laid: HouseSet) -> None:
    """End the flip of the trick."""
    table.down = table.turned


def give(_rule: SimpleNamespace, times: int, table: HouseTable, _laid: HouseSet) -> None:
    """Let the player give so many cards."""
    allow(table, {GIVE: times})


def discard(_rule: SimpleNamespace, times: int, table: HouseTable, _laid: HouseSet) -> None:
    """Let the player lay so many cards aside."""
    allow(table, {DISCARD: times})


def name_ranks(rule: SimpleNamespace, times: int, table: HouseTable, _laid: HouseSet) -> None:
    """Let the player name ranks, or let every player lay cards of their choice aside."""
    if rule.mode == "own_choice":
        allow(table, {f"{OWN_CHOICE} {player}": times for player in table.seated if table.has_cards(player)})
    elif rule.last_set or table.has_cards(table.owner):
        allow(table, {NAME: times})


def allow(table: HouseTable, rights: dict[str, int]) -> None:
    """Give rights until the next play or pass."""
    table.rights = {**table.rights, **rights}
    table.laid_at = table.index
    table.ring_before = table.after
    table.advance = hold


def reverse(rule: SimpleNamespace, _times: int, table: HouseTable, _laid: HouseSet) -> None:
    """Turn the direction of play."""
    table.reverse()
    if rule.until == "trick":
        table.trick_reversed = not table.trick_reversed


def skip(rule: SimpleNamespace, times: int, table: HouseTable, _laid: HouseSet) -> None:
    """Skip so many players."""
    table.skips += ((times, rule.counts_as_pass, rule.locks),)


RANK_RULES: Final = (
    ("jack_back", "J", flip),
    ("six_restore", 6, restore),
    ("seven_give", 7, give),
    ("ten_discard", 10, discard),
    ("queen_bomber", "Q", name_ranks),
    ("nine_reverse", 9, reverse),
    ("queen_reverse", "Q", reverse),
    ("five_skip", 5, skip),
    ("king_skip", "K", skip),
)
"""The rules of ranks: their usual rank and their effect, in the order of the effects."""
