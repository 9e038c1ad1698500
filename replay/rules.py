"""Profiles and rules: a profile is a game with its options; rules are what one choice of options makes of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from replay.actions import OF_A_SET, Action, Notation
from replay.cards import Alphabet
from replay.combination import Combination
from replay.faults import CATALOGUE, SENTENCES, Fault, FaultKind
from replay.melds import MOST_CACHED, Lexicon, Meld
from replay.noting import Counting
from replay.options import Option, Options
from replay.sitting import Sitting
from replay.text import Text

AnyTable = Any
"""Behaviours take the table class that their own rules name in `table`."""

AnySet = Any
"""Likewise the class of combinations that their own reader makes."""

Reader = Callable[[Meld], tuple[Combination, ...]]


class Readings(dict[Meld, tuple[Combination, ...]]):
    """What each meld can be under some rules, read once and kept; none where it is no combination."""

    def __init__(self, read: Reader) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, meld: Meld) -> tuple[Combination, ...]:
        if len(self) >= MOST_CACHED:
            self.clear()
        readings = self[meld] = self._read(meld)
        return readings


@dataclass(frozen=True, slots=True)
class Passing:
    """What a pass does to its player.

    `kept` is the mask of the passed players who stay so after the next set; `breach` is the code for acting without
    the turn.
    """

    kept: int
    breach: Callable[[AnyTable, int], str]


def no_objection(_table: AnyTable, _action: Action, _combination: Combination | None) -> str:
    """Nothing is banned."""
    return ""


def never(_table: AnyTable, _player: int, _combination: Combination) -> bool:
    """Nobody may play out of turn."""
    return False


def no_candidates(_table: AnyTable, _player: int) -> Iterable[str]:
    """There is nothing of the kind to try."""
    return ()


def nothing(_table: AnyTable) -> None:
    """Nothing happens."""


def no_flaw(_meld: Meld) -> str:
    """Whatever is no combination breaks the same rule."""
    return ""


def no_lock(_table: AnyTable, _top: Combination, _new: Combination) -> bool:
    """No suit lock binds."""
    return False


@dataclass(frozen=True)
class Rules:
    """One game under one choice of options, as the engine uses it.

    `answer(table, top, new)` is the code of what is wrong with playing `new` on `top`, or "". `lock` tells
    whether a set breaks a suit lock. `interrupts` tells who may play without the turn. `lead_ban` and
    `finish_ban` give the code of a set that may not be led, or gone out with; `flaw` the kind of fault of a
    meld that is no combination. `free` are kinds that may be laid on an irregular set of any count. `faulty`
    decides what an unmarked faulty play does: it returns the combination that stands, or None. `advance` hands
    on the turn after a set or a pass; `clear` is what else ends with the trick; `next_leader` leads the next one.
    `goes_out` places a player without cards. `handlers` take the actions by verb; those of `of_a_set` are still
    open to a player for the set with which he went out.
    """

    profile: "Profile"
    options: Options
    alphabet: Alphabet
    read: Reader
    answer: Callable[[AnyTable, AnySet, AnySet], str]
    passing: Passing
    faulty: Callable[[AnyTable, Action, AnySet | None, list[str]], Combination | None]
    advance: Callable[[AnyTable], None]
    next_leader: Callable[[AnyTable], int]
    goes_out: Callable[[AnyTable, int, Combination], None]
    handlers: Mapping[str, Callable[[AnyTable, Action], None]]
    sitting: Sitting
    table: Callable[..., Any]
    lock: Callable[[AnyTable, Combination, Combination], bool] = no_lock
    interrupts: Callable[[AnyTable, int, Combination], bool] = never
    lead_ban: Callable[[AnyTable, Action, Combination | None], str] = no_objection
    finish_ban: Callable[[AnyTable, Action, Combination | None], str] = no_objection
    clear: Callable[[AnyTable], None] | None = None
    taken_back: Callable[[AnyTable, Action], None] = field(default=lambda _table, _action: None)
    flaw: Callable[[Meld], str] = no_flaw
    free: frozenset[str] = frozenset()
    of_a_set: frozenset[str] = OF_A_SET
    sets: Callable[[AnyTable, int], Iterable[str]] = no_candidates
    offers: Callable[[AnyTable, int], Iterable[str]] = no_candidates
    severities: Mapping[str, str] = field(default_factory=dict)
    counting: Counting = field(default_factory=Counting)
    notations: dict[int, Notation] = field(default_factory=dict)

    def notation(self, players: int) -> Notation:
        """How a table of so many players records its actions under these rules."""
        notation = self.notations.get(players)
        if notation is None:
            notation = self.notations[players] = Notation(self.profile.lexicon, players, Readings(self.read))
        return notation

    def fault(
        self, action: int | None, player: int | None, code: str, resolution: str, kind: str = "", **details: object
    ) -> Fault:
        """A fault under these rules; `kind` is the kind of set where a code stands for several rules."""
        citations = self.profile.citations
        special = f"{code}:{kind}"
        usual = CATALOGUE[code]
        severity = self.severities.get(code, usual.severity)
        return Fault(
            entry=FaultKind(code, severity, SENTENCES.get(special) or usual.sentence),
            action=action,
            player=player,
            rule=citations.get(special) or citations[code],
            resolution=resolution,
            details={"who": player, **details},
        )


@dataclass(frozen=True)
class Profile:
    """A game: its name, who can play it, how its cards are written, its options, and how they become rules.

    `conflict` says which chosen options exclude each other, `in_teams` that points are won by teams and not by places.

    `citations` leads from a fault's code, or code and kind (`run_overlap:double run`), to the id of the rule
    that it breaks.
    """

    name: str
    prefix: str
    players: range
    lexicon: Lexicon
    options: tuple[Option, ...]
    citations: Mapping[str, str]
    build: Callable[["Profile", Options], Rules]
    conflict: Callable[[Options], Text | None] = lambda _options: None
    in_teams: bool = False

    def rules(self, chosen: Options) -> Rules:
        """The rules under these options.

        What is not chosen is as by default. Values are taken as they are: see `objections`.
        """
        return self.build(self, {**{option.name: option.default for option in self.options}, **chosen})
