"""The search for sets of local rules that explain a record, driven by the first fault that is left."""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from math import log
from typing import Final, NamedTuple

from daifu.replay.explanation.proposals import Parameters, Proposal, Scene, narrowed, proposals
from daifu.replay.explanation.trials import Reached, Trials, key_of
from daifu.replay.faults import NOTICE, Fault
from daifu.replay.match import Record
from daifu.replay.options import Conflict, Options, Value
from daifu.replay.rules import Profile

MOST_TRIALS: Final = 1000
"""The most sets of rules that are tried."""
LEAST_MORE: Final = 40
"""When an explanation is found, others are looked for as long again, and so many sets longer."""
MOST_FOUND: Final = 3
"""The most explanations that are given."""
MOST_IGNORED: Final = 5
"""The most faults that are taken for mistakes of the players or of the record."""
MOST_REPAIRS: Final = 4


class Explanation(NamedTuple):
    """A set of rules, as a record writes it; `sources` tells how common its rules are, added up."""

    options: Options
    sources: int


class Explanations(NamedTuple):
    """What explains a record, the smallest sets first, of equal ones the most common.

    `left` are the faults that no set removes, each with its deal, counted from 0. If there is no explanation, `nearest`
    is the set under which the record goes furthest without a fault, and `stopped` where it ends. `trials` are the sets
    that were tried, `complete` tells that none was left to try.
    """

    found: list[Explanation]
    left: list[tuple[int, Fault]]
    nearest: Options
    stopped: Reached
    trials: int
    complete: bool


def explain(record: Record, profile: Profile, sources: dict[str, int], most_trials: int = MOST_TRIALS) -> Explanations:
    """The smallest sets of local rules under which a record has no fault.

    `profile` is the game with local rules, and the record one of its games; under which rules it was written does not
    matter. `sources` tells how common each rule is. Only so many sets are tried.
    """
    return _Search(Trials(record, profile), sources, most_trials).run()


Node = tuple[float, int, int, Options]
"""A set of rules that waits to be changed: what it is worth, the stage, when it was found, and its rules."""

AT_A_TIME: Final = 20
"""So many proposals are tried before another set may come first."""
VARIED: Final = -1
"""The last stage of a node, in which parameters of its rules are changed; before, its proposals are tried in parts."""
STAGE_COST, VARIED_COST = 0.3, 2.0
"""What the stages of a node cost beside its rules."""

ACTIONS_A_RULE: Final = 5
"""A set is worth looking at before another one with a rule or parameter less if its record goes so much further."""
TRIALS_FOR_NOTICES: Final = 100
"""So many sets are tried before a mere notice is given up, such as that a deal was not played to its end."""
SHARE_OF_FIRST_FAULT: Final = 0.7
SHARE_OF_EACH_FAULT: Final = 0.1
"""So much of the trials is spent before a fault is given up for one that no rule removes, and on each later one."""
FEW_VALUES: Final = 4
MOST_SOURCES: Final = 65
FREE_CHOICE: Final = 1.4
SWITCHED: Final = 0.7
"""What a parameter costs beside a rule: one of many values, and one of few."""


class _Search:
    def __init__(self, trials: Trials, sources: dict[str, int], most_trials: int) -> None:
        self._trials = trials
        self._profile = trials.profile
        self._sources = sources
        self._defaults = {
            option.name: {part.name: part.default for part in option.parts()} for option in trials.profile.options
        }
        self._few = {
            option.name: {
                part.name for part in option.parts() if part.kind.count("|") < FEW_VALUES and part.kind[0] != "i"
            }
            for option in trials.profile.options
        }
        self._most = most_trials
        self._heap: list[Node] = []
        self._numbers = count()
        self._seen: set[str] = set()
        self._alike: set[tuple[frozenset[str], tuple[int, int, int]]] = set()
        self._found: dict[str, Options] = {}
        self._left: list[tuple[int, Fault]] = []
        self._nearest: Options = {}
        self._stopped = Reached(-1, 0, (), ())
        self._stopped_since = 0

    def run(self) -> Explanations:
        self._add({})
        patience = self._most * SHARE_OF_FIRST_FAULT
        while self._trials.made < self._most and len(self._found) < MOST_FOUND:
            if not self._found and (not self._heap or self._trials.made >= patience or self._only_notices_stay):
                patience += self._most * SHARE_OF_EACH_FAULT
                if not self._give_up_fault():
                    break
            elif self._heap:
                _worth, stage, _number, options = heappop(self._heap)
                self._expand(options, stage)
            else:
                break
        found = [Explanation(one, sum(self._sources[rule] for rule in one)) for one in self._found.values()]

        def size(one: Explanation) -> int:
            parameters = sum(len(value) for value in one.options.values() if isinstance(value, dict))
            return len(one.options) + parameters

        found.sort(key=lambda one: (size(one), -one.sources))
        return Explanations(found, self._left, self._nearest, self._stopped, self._trials.made, complete=not self._heap)

    @property
    def _only_notices_stay(self) -> bool:
        """Whether nothing worse than a notice stops the record, and nothing has gone further for long."""
        worse = any(fault.severity != NOTICE for fault in self._stopped.faults)
        return not worse and self._trials.made - self._stopped_since > TRIALS_FOR_NOTICES

    def _cost(self, options: Options) -> float:
        """How far-fetched a set is: its rules, the rare ones more than the common ones, and their parameters."""
        cost = 0.0
        for rule, value in options.items():
            cost += 1 + log(MOST_SOURCES / (1 + self._sources[rule])) / 4
            for name, one in value.items() if isinstance(value, dict) else ():
                few = name in self._few[rule]
                cost += SWITCHED if few else FREE_CHOICE + SWITCHED * (len(one) - 1 if isinstance(one, list) else 0)
        return cost

    def _add(self, options: Options) -> None:
        """Try a set; if the record has no fault under it, as small a part of it as explains the record is kept."""
        key = key_of(options)
        if key in self._seen or self._trials.made >= self._most:
            return
        self._seen.add(key)
        reached = self._trials.reached(options)
        if not reached.faults:
            smallest = self._smallest(options)
            if not self._found:
                self._most = min(self._most, 2 * self._trials.made + LEAST_MORE)
            self._found.setdefault(key_of(smallest), smallest)
            return
        alike = (frozenset(options), reached.progress)
        if alike in self._alike:
            return
        self._alike.add(alike)
        if reached.progress > self._stopped.progress:
            self._nearest, self._stopped, self._stopped_since = options, reached, self._trials.made
        self._push(options, reached, 0)

    def _push(self, options: Options, reached: Reached, stage: int) -> None:
        later = VARIED_COST if stage == VARIED else STAGE_COST * stage
        worth = self._trials.actions_before(reached) - ACTIONS_A_RULE * (self._cost(options) + later)
        heappush(self._heap, (-worth, stage, next(self._numbers), options))

    def _expand(self, options: Options, stage: int) -> None:
        """Try the sets to which the first fault under this one leads, and keep those with which the record goes on.

        Where a rule that is proposed contradicts an earlier part of the record, it may be one with narrower parameters.
        """
        reached = self._trials.reached(options)
        if not reached.faults:
            return
        if stage == VARIED:
            for following in self._varied(options):
                self._follow(following, reached, aside=False)
            return
        found = list(proposals(Scene(self._trials.record, reached)))
        first, last = stage * AT_A_TIME, (stage + 1) * AT_A_TIME
        self._push(options, reached, stage + 1 if last < len(found) else VARIED)
        for proposal in found[first:last]:
            if self._follow(self._with(options, proposal), reached, aside=True):
                for narrower in narrowed(proposal, options):
                    self._follow(self._with(options, narrower), reached, aside=False)

    def _follow(self, options: Options, before: Reached, *, aside: bool) -> bool:
        """Try a set; returns whether the record goes less far under it than before.

        Such a set waits, too, if it is put `aside`: another rule may be missing beside it.
        """
        if self._trials.made >= self._most or len(self._found) >= MOST_FOUND:
            return False
        repaired = self._without_conflicts(options)
        if repaired is None:
            return False
        reached = self._trials.reached(repaired)
        if reached.progress > before.progress:
            self._add(repaired)
        elif reached[:2] < before[:2]:
            if aside and reached.place >= 0:
                self._add(repaired)
            return True
        return False

    def _with(self, options: Options, proposal: Proposal) -> Options:
        """The options with these rules on, too; lists of rules that are on already are joined with what they have."""
        following: dict[str, Value] = {**options}
        for rule, parameters in proposal.items():
            now = options.get(rule)
            chosen = now if isinstance(now, dict) else {}
            known = {**self._defaults[rule], **chosen} if now else {}
            joined = {name: _joined(known.get(name), value) for name, value in parameters.items()}
            following[rule] = self._plain(rule, {**chosen, **joined})
        return following

    def _plain(self, rule: str, parameters: Parameters) -> Value:
        """The value of a rule with these parameters: only what is not as by default is kept."""
        defaults = self._defaults[rule]
        return {name: value for name, value in parameters.items() if value != defaults[name]} or True

    def _varied(self, options: Options) -> Iterator[Options]:
        """The same rules with one parameter of one of them changed."""
        for option in self._profile.options:
            if option.name not in options:
                continue
            now = options[option.name]
            chosen = now if isinstance(now, dict) else {}
            for part in option.parts():
                for value in _values(part.kind, chosen.get(part.name, part.default)):
                    yield {**options, option.name: self._plain(option.name, {**chosen, part.name: value})}

    def _without_conflicts(self, options: Options) -> Options | None:
        """The options after the first choices that resolve their conflicts, None if they cannot be."""
        if any(self._profile.flaws(self._profile.options, options)):
            return None
        for _ in range(MOST_REPAIRS):
            conflict = next((one for one in self._conflicts(options) if one.refuses), None)
            if conflict is None:
                return options
            applied = conflict.choices[0].applied(self._profile.complete(options))
            options = {
                name: self._plain(name, value) if isinstance(value, dict) else value
                for name, value in applied.items()
                if value is not False
            }
        return None

    def _conflicts(self, options: Options) -> Iterable[Conflict]:
        return self._profile.conflicts(self._profile.complete(options), None)

    def _smallest(self, options: Options) -> Options:
        """The same without rules, and without parameters, that make no difference to the record."""
        for rule in sorted(options, key=lambda rule: self._sources[rule]):
            options = self._kept({name: value for name, value in options.items() if name != rule}, options)
        named = [(rule, name) for rule, value in options.items() if isinstance(value, dict) for name in value]
        for rule, name in named:
            now = options[rule]
            fewer = {part: one for part, one in now.items() if part != name} if isinstance(now, dict) else {}
            options = self._kept({**options, rule: fewer or True}, options)
        return options

    def _kept(self, fewer: Options, options: Options) -> Options:
        if any(one.refuses for one in self._conflicts(fewer)) or self._trials.reached(fewer).faults:
            return options
        return fewer

    def _give_up_fault(self) -> bool:
        """Take the first fault under the best set for one that no rule removes, and begin again from that set."""
        stopped = self._stopped
        if len(self._left) >= MOST_IGNORED:
            return False
        self._left += [(stopped.deal, fault) for fault in stopped.faults]
        self._trials.ignore(stopped)
        self._stopped, self._stopped_since = self._trials.reached(self._nearest), self._trials.made
        self._seen.clear()
        self._alike.clear()
        self._heap.clear()
        self._add(self._nearest)
        return True


def _joined(now: Value, value: Value) -> Value:
    return (
        [*now, *(one for one in value if one not in now)]
        if isinstance(now, list) and isinstance(value, list)
        else value
    )


def _values(kind: str, now: Value) -> list[Value]:
    """The other values of a parameter that has few, and the next ones of a number."""
    if kind == "boolean":
        return [not now]
    if kind.startswith("integer"):
        return [now + 1, now - 1] if isinstance(now, int) else [1, 2, 3]
    return [value for value in kind.split(" | ") if value != now and " " not in value and value not in {"card", "null"}]
