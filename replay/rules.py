"""Profiles and rules: a profile is a game with its options; rules are the game under one choice of options."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from daifu.replay.actions import PASS, VERBS_AFTER_SET, Action, Notation
from daifu.replay.analysis.rules import PlayoutRules, ProofRules
from daifu.replay.cards import RANKS, Alphabet
from daifu.replay.counters import (
    CANNOT_TELL,
    AnswerTest,
    Collector,
    EndCollector,
    Family,
    GameScale,
    GameSet,
    GameTable,
    Increment,
    SetHook,
    no_increments,
)
from daifu.replay.deal import Deal, DealReport
from daifu.replay.faults import CATALOGUE, SENTENCES, Fault, FaultKind
from daifu.replay.melds import MOST_CACHED, Combination, Lexicon, Meld
from daifu.replay.options import Conflict, Flaw, Option, Options, Told, Value, option_flaws
from daifu.replay.sitting import SittingRules
from daifu.replay.text import Text

ActionHook = Callable[[Collector, GameTable, Action], Iterator[None]]
"""Called before an action: looks at the table, yields, and looks again afterwards if the action had no fault."""


def is_pass(_table: GameTable, action: Action) -> bool:
    """Whether the action is a pass."""
    return action.verb == PASS


def nothing_pending(table: GameTable, _action: Action) -> bool:
    """Whether nothing has to happen before the next play or pass."""
    return table.pending is None


def never_locks(_under: GameSet, _combination: GameSet) -> bool:
    """False: a trick that is over is no longer locked."""
    return False


@dataclass(frozen=True)
class CountingRules:
    """The counters of a game, and how its play is counted.

    `titles` are all that its deals can give, `kinds` its kinds of set as counters name them. `families` are the
    counters that only this game has; `cited` are rules that options add to those which the profile cites. `order` are
    the cards from the weakest up, equals together, and `gift_order` is the same for gifts where another is valid there.
    `jokers` are the names of the wild cards.

    `note` gives the counters of a set beside its kind. `passing` tells whether an action is a pass; if every pass and
    nothing else is one, `only_plain_passes` is true. `action_hooks` look at the actions of other verbs, `closed` at the
    end of a played, decided deal. `dealer` is the player who dealt to these seats, given the ranking that the deal
    starts from. `settled` tells whether everything that has to happen before a pass leaves the answers to the top set
    as they are; `asking` is the test of a hand then. `locks_on` tells whether a set on another locks the trick to its
    suits; the table does not show that where nobody is left to answer. `locks` are the bits of a table's lock that are
    locks, and `locked` is called where a set has added to those. `given` is the counter of gifts after the first set,
    if there is one. `scales` cache how strong cards are, by the
    number of players.
    """

    titles: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    families: tuple[Family, ...] = ()
    cited: tuple[str, ...] = ()
    order: tuple[tuple[str, ...], ...] = ()
    gift_order: tuple[tuple[str, ...], ...] = ()
    jokers: frozenset[str] = frozenset()
    note: Callable[[GameSet], tuple[tuple[Increment, ...], SetHook | None]] = no_increments
    passing: Callable[[GameTable, Action], bool] = is_pass
    only_plain_passes: bool = True
    action_hooks: Mapping[str, ActionHook] = field(default_factory=dict)
    closed: Callable[[EndCollector, GameTable, DealReport], None] = lambda _closing, _table, _report: None
    dealer: Callable[[Deal, tuple[int, ...], tuple[int, ...]], int] = lambda _deal, _seats, _ranking: 0
    settled: Callable[[GameTable, Action], bool] = nothing_pending
    asking: Callable[[GameTable], AnswerTest] = lambda _table: CANNOT_TELL
    locks_on: Callable[[GameSet, GameSet], bool] = never_locks
    locks: int = -1
    locked: Callable[[Collector, GameTable, int, int], None] | None = None
    given: str = ""
    scales: dict[int, GameScale] = field(default_factory=dict)


FactPart = int | list[str] | str | Text
"""A part of a fact: a player's number, names of cards, literal characters, or words in both languages."""


class Fact(NamedTuple):
    """A fact about a position for people to read: its heading, and its parts in their order."""

    heading: Text
    parts: list[FactPart]


@dataclass(frozen=True)
class PositionRules:
    """What a game shows in its positions beside what every game shows.

    `fields` are JSON values by name, and `facts` say the same to people. `pending` are the actions that must come
    before the play goes on, each a JSON object whose field `what` names it; gifts are not among them.
    """

    fields: Callable[[GameTable], dict[str, Value]] = lambda _table: {}
    facts: Callable[[GameTable], list[Fact]] = lambda _table: []
    pending: Callable[[GameTable], list[dict[str, Value]]] = lambda _table: []


Reader = Callable[[Meld], tuple[Combination, ...]]


class Readings(dict[Meld, tuple[Combination, ...]]):
    """The combinations that each meld can be under some rules, read once and cached; none for a meld that is none."""

    def __init__(self, read: Reader) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, meld: Meld) -> tuple[Combination, ...]:
        if len(self) >= MOST_CACHED:
            self.clear()
        readings = self[meld] = self._read(meld)
        return readings


@dataclass(frozen=True, slots=True)
class PassRule:
    """What a pass does to its player.

    `kept` is the mask of the passed players who remain so after the next set; `breach` gives the code for acting
    without the turn.
    """

    kept: int
    breach: Callable[[GameTable, int], str]


def no_ban(_table: GameTable, _action: Action, _combination: Combination | None) -> str:
    """No code: nothing is banned."""
    return ""


def nobody_interrupts(_table: GameTable, _player: int, _combination: Combination) -> bool:
    """Nobody may play out of turn."""
    return False


def no_lock(_table: GameTable, _top: Combination, _new: Combination) -> tuple[str, ...]:
    """No code: no lock binds."""
    return ()


@dataclass(frozen=True)
class Rules:
    """One game under one choice of options, as the engine uses it.

    `answer(table, top, new)` is the code of what is wrong with playing `new` on `top`, or "". `lock` gives the codes
    of the locks that a set breaks. `interrupts` tells who may play without the turn, `may_begin` who can be the first
    to act while nobody is known to have it, given the cards that are laid. `lead_ban` and `finish_ban` give the code
    of a set that may not be led, or gone out with; `flaw` gives the kind of fault of a meld that is no combination.
    `settled` tells who will have the turn, and whether a set lies there to be answered, once all that is pending has
    been settled by a pass; None where only trying on a copy tells.
    `free` tells of a set whether it may be laid on an irregular set of any count. `choose` gives the reading that
    counts where the game has its own rule for that, and `explain` the kind and details of a fault of a play where a
    code stands for more than the kind of set. `faulty` decides what an unmarked faulty play does: it returns the
    combination that stands, or None. `advance` passes the turn on after a set or a pass, None
    where it goes to the next player who has not passed; `clear` does what else ends with the trick; `next_leader` leads
    the next one. `goes_out` places a player without cards. `team` gives the players of a player's team as a mask, 0
    where there are no teams or nobody can tell. `handlers` take the actions by verb; players who went out may still use
    `verbs_after_set` for their last set. `sets` and `offers` are the candidates for legal actions.
    """

    profile: "Profile"
    options: Options
    alphabet: Alphabet
    read: Reader
    answer: Callable[[GameTable, GameSet, GameSet], str]
    passing: PassRule
    faulty: Callable[[GameTable, Action, GameSet | None, list[str]], Combination | None]
    next_leader: Callable[[GameTable], int]
    goes_out: Callable[[GameTable, int, Combination], None]
    handlers: dict[str, Callable[[GameTable, Action], None]]
    sitting: SittingRules
    table: Callable[..., Any]
    team: Callable[[GameTable, int], int] = lambda _table, _player: 0
    lock: Callable[[GameTable, Combination, Combination], tuple[str, ...]] = no_lock
    interrupts: Callable[[GameTable, int, Combination], bool] = nobody_interrupts
    may_begin: Callable[[GameTable, int, int], bool] = lambda _table, _player, _cards: True
    lead_ban: Callable[[GameTable, Action, Combination | None], str] = no_ban
    finish_ban: Callable[[GameTable, Action, Combination | None], str] = no_ban
    advance: Callable[[GameTable], None] | None = None
    clear: Callable[[GameTable], None] | None = None
    settled: Callable[[GameTable], tuple[int, bool] | None] = lambda _table: None
    after_void_action: Callable[[GameTable, Action], None] = field(default=lambda _table, _action: None)
    flaw: Callable[[Meld], str] = lambda _meld: ""
    free: Callable[[GameSet], bool] = lambda _combination: False
    choose: Callable[[GameTable, Action], Combination | None] | None = None
    explain: Callable[[GameTable, Action, GameSet | None, str], tuple[str, dict[str, object]]] | None = None
    verbs_after_set: frozenset[str] = VERBS_AFTER_SET
    sets: Callable[[GameTable, int], Iterable[str]] = lambda _table, _player: ()
    offers: Callable[[GameTable, int], Iterable[str]] = lambda _table, _player: ()
    severities: Mapping[str, str] = field(default_factory=dict)
    counting: CountingRules = field(default_factory=CountingRules)
    position: PositionRules = field(default_factory=PositionRules)
    proofs: ProofRules = field(default_factory=ProofRules)
    playouts: PlayoutRules = field(default_factory=PlayoutRules)
    notations: dict[int, Notation] = field(default_factory=dict)

    def notation(self, players: int) -> Notation:
        """The notation of a table with this number of players under these rules."""
        notation = self.notations.get(players)
        if notation is None:
            notation = self.notations[players] = Notation(self.profile.lexicon, players, Readings(self.read))
        return notation

    def fault(
        self, action: int | None, player: int | None, code: str, resolution: str, kind: str = "", **details: object
    ) -> Fault:
        """A fault under these rules; `kind` selects the citation where a code stands for several rules."""
        citations = self.profile.citations
        special = f"{code}:{kind}"  # sentences and citations name only those kinds that differ from the usual
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
    """A game: its name, number of players, spelling of cards, options, and how options become rules.

    `flaws` are the chosen options that there are not and their wrong values. `conflicts` are the options that do not go
    together where there are no flaws, for some numbers of players; without these, only those that refuse a record.
    `normal` makes equal what means the same, such as values that were left out of an object. `in_teams` tells that
    teams win points, not places. `base` is what house rules of the game call it, empty for a game without local rules.
    `line` are the ranks in the order of sequences. `tell` tells the local rules of a house as its sheet does, from the
    options, the numbers of players, and what the house calls its rules.

    `citations` maps a fault's code, or code and kind (`run_overlap:double run`), to the id of the rule that it breaks.
    """

    name: str
    prefix: str
    players: range
    lexicon: Lexicon
    options: tuple[Option, ...]
    citations: Mapping[str, str]
    build: Callable[["Profile", Options], Rules]
    flaws: Callable[[tuple[Option, ...], Options], Iterable[Flaw]] = option_flaws
    conflicts: Callable[[Options, range | None], Iterable[Conflict]] = lambda _options, _players: ()
    normal: Callable[[Options], Options] = lambda options: options
    in_teams: bool = False
    base: str = ""
    line: str = RANKS
    tell: Callable[[Options, range, Mapping[str, Text]], Told] | None = None

    def rules(self, chosen: Options) -> Rules:
        """The rules under these options.

        Options that are not chosen have their defaults. The values are not checked: `flaws` and `conflicts` do that.
        """
        return self.build(self, self.complete(chosen))

    def complete(self, chosen: Options) -> Options:
        """All options, those that are not chosen with their defaults; choices that mean the same give the same."""
        return self.normal({**{option.name: option.default for option in self.options}, **chosen})

    def differences(self, chosen: Options) -> dict[str, Value]:
        """The options that are not as by default, of objects only the parts that are not."""
        different: dict[str, Value] = {}
        options = self.complete(chosen)
        for option in self.options:
            value = options[option.name]
            if isinstance(value, dict) and (parts := option.parts()):
                defaults = {part.name: part.default for part in parts}
                different[option.name] = {name: one for name, one in value.items() if one != defaults[name]}
            elif value != option.default:
                different[option.name] = value
        return different
