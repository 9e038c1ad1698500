"""A playout: a deal played from some position to its end, each player by a policy, again and again.

This module has what all games have in common: seats, turns, tricks, going out, and the random numbers. How sets are
laid and chosen is in the subclasses: `replay/analysis/suited_playout.py` for groups and runs, the others beside the
games that they are for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64
if TYPE_CHECKING:
    from mypy_extensions import i64

    from daifu.replay.text import Text


WORD: Final = 0xFFFFFFFF
"""The lower 32 bits of a state, which are the next number; the upper ones are the carry."""
MULTIPLIER: Final = 2_099_998_974
"""A multiplier m below 2^31 for which m * 2^32 - 1 is a safe prime: the period is half of that, more than 10^18."""
SEED_BITS: Final = 64
_MIXING: Final = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1))
"""The shifts and factors of the generator SplitMix64, by which seeds are mixed."""
_GOLDEN: Final = 0x9E3779B97F4A7C15


class RandomNumbers:
    """A generator of Marsaglia's kind, multiply with carry: x := m * (x mod 2^32) + x div 2^32.

    No state is as large as 2^63, so nothing overflows in the compiled form, and both forms give equal numbers.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """A generator for this seed; of the seed, the lower 64 bits count."""
        self._state: i64 = mixed(seed) >> 4 or WORD
        self.draw()

    def draw(self) -> i64:
        """The next number, from 0 to 2^32 - 1, all equally likely."""
        state = MULTIPLIER * (self._state & WORD) + (self._state >> 32)
        self._state = state
        return state & WORD

    def below(self, limit: i64) -> i64:
        """A number from 0 to `limit` - 1; `limit` is at most 2^16, for which all are equally likely but for 2^-16."""
        return self.draw() * limit >> 32


def mixed(seed: int) -> int:
    """A number of 64 bits in which each bit of the seed changes half of the bits, so that neighbours are unlike."""
    last = (1 << SEED_BITS) - 1
    mixture = seed + _GOLDEN & last
    for shift, factor in _MIXING:
        mixture = (mixture ^ mixture >> shift) * factor & last
    return mixture


class NoPlayoutsError(ValueError):
    """A position that cannot be played out; `reason` says why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.en)
        self.reason = reason


NOT_PLACED: Final = 0
"""The place of a player who is still in."""


class Seat:
    """A player at the table: the number, the hand as a multiset, the next player, and the place reached so far."""

    __slots__ = ("after", "bit", "hand", "number", "place")

    def __init__(self, number: i64) -> None:
        one: i64 = 1
        self.number: i64 = number
        self.bit: i64 = one << number
        self.hand: i64 = 0
        self.place: i64 = NOT_PLACED
        self.after: Seat = self


class Playout(ABC):
    """A deal that plays itself to its end.

    `active` are the players still in, `passed` those who are not asked any more in this trick, `best` and `last` the
    next free places from the top and from the bottom. `turn` has the turn, `owner` laid the top set. `line` takes the
    actions as records write them, unless it is None. Places are numbers from 1.

    A playout is put into a position by `restore`, from another one of its class that stays as it is, and played to its
    end by `run`.
    """

    __slots__ = ("active", "best", "last", "line", "over", "owner", "passed", "random", "ring", "seats", "turn")

    def __init__(self, ring: tuple[int, ...], seed: int) -> None:
        """A table of these players in their order of play, without cards."""
        self.random = RandomNumbers(seed)
        seats = [Seat(number) for number in range(max(ring) + 1)]
        self.seats: list[Seat] = seats
        self.ring: list[Seat] = [seats[number] for number in ring]
        for place, number in enumerate(ring):
            seats[ring[place - 1]].after = seats[number]
        self.active: i64 = 0
        for seat in self.ring:
            self.active |= seat.bit
        self.passed: i64 = 0
        self.turn: Seat = self.ring[0]
        self.owner: Seat = self.ring[0]
        self.best: i64 = 1
        self.last: i64 = len(ring)
        self.over = False
        self.line: list[str] | None = None

    def restore(self, start: Playout) -> None:
        """Take over the position of another playout of the same players, not its random numbers."""
        seats = self.seats
        for seat in start.ring:
            mine = seats[seat.number]
            mine.hand = seat.hand
            mine.place = seat.place
            mine.after = seats[seat.after.number]
        self.active = start.active
        self.passed = start.passed
        self.turn = seats[start.turn.number]
        self.owner = seats[start.owner.number]
        self.best = start.best
        self.last = start.last
        self.over = start.over

    def run(self) -> None:
        """Play to the end: every player then has a place."""
        while not self.over:
            self.act()

    @abstractmethod
    def act(self) -> None:
        """Let the player whose turn it is act."""

    def leave(self, seat: Seat) -> None:
        """Give a player the best free place; the deal ends when only one player is left."""
        seat.place = self.best
        self.best += 1
        self.close(seat)

    def sink(self, seat: Seat) -> None:
        """Give a player the last free place."""
        seat.place = self.last
        self.last -= 1
        self.close(seat)

    def close(self, seat: Seat) -> None:
        """End a player's part in the deal, and with the last but one the deal."""
        self.active &= ~seat.bit
        if self.active & (self.active - 1) == 0:
            self.over = True
            for left in self.ring:
                if left.bit & self.active:
                    left.place = self.best

    def pass_turn(self) -> None:
        """Pass for the player whose turn it is; the turn passes on."""
        seat = self.turn
        if self.line is not None:
            self.line.append(f"{seat.number} -")
        self.passed |= seat.bit
        self.advance()

    def advance(self) -> None:
        """Pass the turn on to the next player who is in and has not passed; if there is none, clear the trick."""
        waiting = self.active & ~self.passed
        if waiting & ~self.owner.bit:
            self.turn = self.next_of(waiting)
        else:
            self.clear()

    def next_of(self, players: i64) -> Seat:
        """The next player of these, given as a mask, after the one on turn."""
        seat = self.turn.after
        while not players & seat.bit:
            seat = seat.after
        return seat

    def reverse(self) -> None:
        """Turn the direction of play."""
        first = self.ring[0]
        seat = first
        before = seat
        while before.after is not first:
            before = before.after
        while True:
            following = seat.after
            seat.after = before
            before = seat
            seat = following
            if seat is first:
                return

    def clear(self) -> None:
        """End the trick; the owner of the top set leads, or the next player who is in."""
        self.passed = 0
        owner = self.owner
        self.turn = owner if owner.bit & self.active else self.next_active(owner)

    def next_active(self, seat: Seat) -> Seat:
        """The next player after this one who is still in."""
        following = seat.after
        while not following.bit & self.active:
            following = following.after
        return following

    def value(self, seat: Seat) -> float:
        """What a player's result is worth, from 0 to 1: the part of the other players who are placed below (V1)."""
        players = len(self.ring)
        return (players - seat.place) / (players - 1)

    def packed(self, cards: int) -> i64:
        """A multiset of the game's alphabet as the hands of playouts have it: most games have it as it is."""
        return cards

    def see_world(self, cards: list[int], first: i64) -> None:  # noqa: B027 - most games have nothing to note
        """Note that the hands were dealt anew; of these packed cards, nobody holds those from `first` on."""
