"""What may follow what: exceptions before strength, plays out of turn, and answers to a set that cuts."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.counters import GameSet, GameTable
from daifu.replay.engine import objections, stronger, wholly_stronger
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sets import ABOVE_ALL, HouseSet, rank_number
from daifu.replay.games.daifugo.table import BY_EIGHTS, BY_STOP, BY_STORM, HouseTable
from daifu.replay.melds import GROUP, IRREGULAR, Combination
from daifu.replay.rules import nobody_interrupts

FOUR: Final = 1


class Exceptions:
    """The exceptions of comparison that are on."""

    __slots__ = ("_free_spade", "_joker_on_spade", "_jokers", "_lowest", "_single", "_storm_anywhere", "some")

    def __init__(self, house: House) -> None:
        spade = house.spade3
        self._single = spade.takes == "single"
        self._free_spade = spade.free_of_locks
        self._joker_on_spade = spade.joker_on_it
        self._jokers = house.on("joker_on_joker")
        self._storm_anywhere = house.sandstorm.on == "any"
        self._lowest = house.down_number.count if house.on("down_number") else 0
        self.some = house.any_on("spade3", "joker_on_joker", "sandstorm", "down_number")

    def takes(self, top: Combination, new: HouseSet) -> bool:
        """Whether a set is made of cards that take this one (`spade3`)."""
        if not new.taker or new.count != top.count or not isinstance(top, HouseSet):
            return False
        return top.lone or (self._single and top.kind == GROUP and top.count == 1 and top.floor[0] != ABOVE_ALL)

    def storms(self, top: Combination, new: HouseSet) -> bool:
        """Whether a set is a sandstorm that may be laid on this one."""
        if not new.storm or not (self._storm_anywhere or new.count == top.count):
            return False
        return not isinstance(top, HouseSet) or not (top.storm or top.floor[0] == ABOVE_ALL)

    def is_free(self, top: HouseSet, new: HouseSet) -> bool:
        """Whether a set is free of all locks."""
        if (new.storm and self.storms(top, new)) or (new.lone and self._jokers and top.lone and new.count == top.count):
            return True
        return (
            new.taker and self.takes(top, new) and (top.lone if self._free_spade == "joker" else bool(self._free_spade))
        )

    def allow(self, top: HouseSet, new: HouseSet, down: int) -> bool:
        """Whether a set may follow this one by an exception, in this order."""
        if (new.taker and self.takes(top, new)) or (new.storm and self.storms(top, new)):
            return True
        if new.lone and new.count == top.count:
            return self._jokers if top.lone else self._joker_on_spade and top.floor[0] == ABOVE_ALL and not top.storm
        return new.count <= self._lowest and self._steps_down(top, new, down)

    def _steps_down(self, top: HouseSet, new: HouseSet, down: int) -> bool:
        """Whether a group is one rank weaker than another of the same suits (`down_number`)."""
        return (
            new.shape == top.shape
            and new.kind == GROUP
            and not (new.loose or top.loose)
            and new.suits == top.suits
            and new.floor[down] == top.floor[down] - 1
        )


Answer = Callable[[GameTable, HouseSet, HouseSet], str]


def next_above(table: HouseTable, top: HouseSet, new: HouseSet) -> str:
    """The code of the fault unless a set is stronger; a run has to be the next one (`runs.answer` next)."""
    down = table.down
    if new.shape != top.shape or new.kind == GROUP:
        return stronger(table, top, new)
    return "" if new.floor[down] == top.floor[down] + 1 else "run_not_next"


FOLLOWING: Final = {"shift": stronger, "beyond": wholly_stronger, "next": next_above}
"""What a set has to be to follow another, by `runs.answer`."""


def answer_rule(house: House, exceptions: Exceptions) -> Answer:
    """The rule that gives the code of the fault in following, "" if there is none."""
    follows: Answer = FOLLOWING[house.runs.answer]
    if not exceptions.some and not has_windows(house):
        return follows
    allow = exceptions.allow

    def answer(table: HouseTable, top: HouseSet, new: HouseSet) -> str:
        return "" if table.window or allow(top, new, table.down) else follows(table, top, new)

    return answer


Interrupts = Callable[[GameTable, int, GameSet], bool]


def interrupt_rule(house: House, exceptions: Exceptions) -> Interrupts:
    """The rule that tells whether a player may lay a set without the turn."""
    spade, storm = house.spade3, house.sandstorm
    spades, storms = spade.out_of_turn or spade.after_pass, storm.out_of_turn
    if not (spades or storms or has_windows(house)):
        return nobody_interrupts

    def interrupts(table: HouseTable, player: int, new: HouseSet) -> bool:
        if table.window:
            return True
        top = table.top
        if top is None or player == table.owner:
            return False
        out = (table.passed | table.locked) >> player & 1
        if spades and exceptions.takes(top, new):
            return bool(spade.after_pass if out else spade.out_of_turn)
        return storms and not out and exceptions.storms(top, new)

    return interrupts


def has_windows(house: House) -> bool:
    """Whether some set that cuts may be answered."""
    return house.any_on("four_stop", "eight_on_eight") or bool(house.sandstorm.beats_cut)


def window_rule(house: House) -> Callable[[HouseSet], int]:
    """The function that tells what may answer a set if it cuts."""
    stops = frozenset(map(rank_number, house.four_stop.stops)) if house.on("four_stop") else frozenset()
    eight = rank_number(house.eight_cut.rank) if house.on("eight_on_eight") else None
    by_storm = house.sandstorm.beats_cut

    def window(laid: HouseSet) -> int:
        if laid.storm or laid.lone:
            return 0
        found = BY_STORM if by_storm else 0
        if laid.kind == GROUP:
            rank = laid.ranks[0]
            found |= (BY_STOP if rank in stops else 0) | (BY_EIGHTS if rank == eight else 0)
        return found

    return window


MOST_ANSWERS: Final = 1000
"""The most sets that are remembered as answers to a cut."""


class WindowAnswers:
    """The sets that answer a cut, each made once of the set that was laid and what it answers by."""

    def __init__(self, house: House, exceptions: Exceptions, make: Callable[[HouseSet, int], HouseSet]) -> None:
        self._fours = house.four_stop.count
        self._eight = rank_number(house.eight_cut.rank)
        self._eight_jokers = house.eight_cut.jokers
        self._exceptions = exceptions
        self._make = lru_cache(MOST_ANSWERS)(make)

    def find(self, table: HouseTable, action: Action) -> HouseSet | None:
        """The answer that this play is by its form while a window is open, None if it is none."""
        player, top = action.player, table.top
        if player == table.cutter or not table.active >> player & 1 or not isinstance(top, HouseSet):
            return None
        for reading in action.readings:
            if reading.kind == GROUP and isinstance(reading, HouseSet) and not reading.lone:
                by = table.window & self._ways(top, reading)
                if by:
                    return self._make(reading, by & -by)
        return None

    def _ways(self, top: HouseSet, new: HouseSet) -> int:
        """By what a group would answer this set, if its window allowed that."""
        rank = new.ranks[0]
        stops = rank == FOUR and new.count == self._fours * top.count
        eights = rank == self._eight and (self._eight_jokers or not new.jokers) and new.count == top.count
        storms = self._exceptions.storms(top, new)
        return (BY_STOP if stops else 0) | (BY_EIGHTS if eights else 0) | (BY_STORM if storms else 0)


def choice_rule(answers: WindowAnswers | None) -> Callable[[GameTable, Action], Combination | None]:
    """The rule that chooses the reading that counts.

    On the lead groups come first. Else each step keeps what it finds, if anything: sets that may follow, that may be
    laid now, that have the kind of the top set. Of what is left, lead or not, those that one may go out with come
    first, and of these the strongest.
    """

    def choose(table: HouseTable, action: Action) -> Combination | None:
        if table.window and answers is not None:
            answer = answers.find(table, action)
            if answer is not None:
                return answer
        readings = action.readings
        if len(readings) < 2:  # noqa: PLR2004 - nothing to choose
            return readings[0] if readings else None
        rules, top, player, down = table.rules, table.top, action.player, table.down
        left = list(readings)
        if top is None:
            left = [one for one in left if one.kind == GROUP] or left
        elif top.kind != IRREGULAR:
            left = [one for one in left if not objections(table, top, one)] or left
            if player != table.turn and table.turn:
                left = [one for one in left if rules.interrupts(table, player, one)] or left
            left = [one for one in left if one.kind == top.kind] or left
        if len(left) > 1 and table.would_empty(player, action.cards):
            left = [one for one in left if not rules.finish_ban(table, action, one)] or left
        return max(left, key=lambda one: one.floor[down])

    return choose
