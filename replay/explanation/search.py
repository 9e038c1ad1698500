"""The search for sets of local rules that explain a record, driven by the first fault that is left."""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple

from replay.explanation.proposals import Scene, proposals
from replay.explanation.trials import Reached, Trials
from replay.faults import Fault
from replay.match import Record
from replay.options import Options, Value
from replay.rules import Profile

MOST_TRIALS: Final = 600
"""The most sets of rules that are tried."""
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


def explain(
    record: Record, profile: Profile, sources: dict[str, int], most_trials: int = MOST_TRIALS
) -> Explanations:
    """The smallest sets of local rules under which a record has no fault.

    `profile` is the game with local rules, and the record one of its games; under which rules it was written does not
    matter. `sources` tells how common each rule is. Only so many sets are tried.
    """
    return _Search(Trials(record, profile), sources, most_trials).run()


Node = tuple[int, int, int, int, int, Options]
"""A set of rules that waits to be changed: sorted by how far the record goes, stage, size, and when it was found."""

PROPOSED, VARIED = 0, 1
"""The stages of a node: first rules are added that the fault suggests, then parameters of its rules are changed."""


class _Search:
    def __init__(self, trials: Trials, sources: dict[str, int], most_trials: int) -> None:
        self._trials = trials
        self._profile = trials.profile
        self._sources = sources
        self._most = most_trials
        self._heap: list[Node] = []
        self._numbers = count()
        self._seen: set[str] = set()
        self._found: dict[str, Options] = {}
        self._left: list[tuple[int, Fault]] = []
        self._best: tuple[int, int] = (-1, -1)
        self._nearest: Options = {}
        self._stopped = Reached(0, 0, None, ())

    def run(self) -> Explanations:
        self._add({})
        while self._trials.made < self._most and len(self._found) < MOST_FOUND:
            if self._heap:
                _deal, _place, stage, _size, _number, options = heappop(self._heap)
                self._expand(options, stage)
            elif self._found or not self._give_up_fault():
                break
        found = [Explanation(options, self._common(options)) for options in self._found.values()]
        found.sort(key=lambda one: (_size_of(one.options), -one.sources))
        return Explanations(
            found, self._left, self._nearest, self._stopped, self._trials.made, complete=not self._heap
        )

    def _common(self, options: Options) -> int:
        return sum(self._sources[rule] for rule in options)

    def _add(self, options: Options) -> None:
        """Try a set; if the record has no fault under it, it explains the record as soon as it is as small as can be."""
        key = str(sorted(options.items()))
        if key in self._seen or self._trials.made >= self._most:
            return
        self._seen.add(key)
        reached = self._trials.reached(options)
        if reached.fault is None:
            smallest = self._smallest(options)
            self._found.setdefault(str(sorted(smallest.items())), smallest)
            return
        if (reached.deal, reached.place) > self._best:
            self._best, self._nearest, self._stopped = (reached.deal, reached.place), options, reached
        self._push(options, reached, PROPOSED)

    def _push(self, options: Options, reached: Reached, stage: int) -> None:
        heappush(
            self._heap,
            (-reached.deal, -reached.place, stage, _size_of(options), next(self._numbers), options),
        )

    def _expand(self, options: Options, stage: int) -> None:
        """Try the sets to which the first fault under this one leads, and keep those with which the record goes on."""
        reached = self._trials.reached(options)
        if reached.fault is None:
            return
        if stage == PROPOSED:
            self._push(options, reached, VARIED)
        scene = Scene(self._trials.record, reached)
        changed = self._proposed(scene, options) if stage == PROPOSED else self._varied(options)
        for following in changed:
            if self._trials.made >= self._most or len(self._found) >= MOST_FOUND:
                return
            repaired = self._without_conflicts(following)
            if repaired is not None and self._goes_on(repaired, reached):
                self._add(repaired)

    def _goes_on(self, options: Options, before: Reached) -> bool:
        reached = self._trials.reached(options)
        return (reached.deal, reached.place) > (before.deal, before.place) or reached.fault is None

    def _proposed(self, scene: Scene, options: Options) -> Iterator[Options]:
        for changes in proposals(scene):
            following: dict[str, Value] = {**options}
            for rule, parameters in changes.items():
                following[rule] = _merged(options.get(rule), parameters)
            yield following

    def _varied(self, options: Options) -> Iterator[Options]:
        """The same rules with one parameter of one of them changed."""
        chosen = self._profile.complete(options)
        for option in self._profile.options:
            now = chosen[option.name]
            if option.name not in options or not isinstance(now, dict):
                continue
            for part in option.parts():
                for value in _values(part.kind, now[part.name]):
                    yield {**options, option.name: _merged(options[option.name], {part.name: value})}

    def _without_conflicts(self, options: Options) -> Options | None:
        """The options after the first choices that resolve their conflicts, in the form in which they are compared."""
        for _ in range(MOST_REPAIRS):
            chosen = self._profile.complete(options)
            conflict = next((one for one in self._profile.conflicts(chosen, None) if one.refuses), None)
            if conflict is None:
                return {name: value or True for name, value in self._profile.differences(chosen).items()}
            options = conflict.choices[0].applied(chosen)
        return None

    def _smallest(self, options: Options) -> Options:
        """The same without rules, and without parameters, that make no difference to the record."""
        for rule in sorted(options, key=lambda rule: self._sources[rule]):
            options = self._kept({name: value for name, value in options.items() if name != rule}, options)
        for rule, value in options.items():
            for name in value if isinstance(value, dict) else ():
                now = options[rule]
                if isinstance(now, dict):
                    fewer = {part: one for part, one in now.items() if part != name}
                    options = self._kept({**options, rule: fewer or True}, options)
        return options

    def _kept(self, fewer: Options, options: Options) -> Options:
        conflicts = self._profile.conflicts(self._profile.complete(fewer), None)
        if any(one.refuses for one in conflicts) or self._trials.reached(fewer).fault is not None:
            return options
        return fewer

    def _give_up_fault(self) -> bool:
        """Take the first fault under the best set for one that no rule removes, and begin again from that set."""
        stopped = self._stopped
        if stopped.fault is None or len(self._left) >= MOST_IGNORED:
            return False
        self._left.append((stopped.deal, stopped.fault))
        self._trials.ignore(stopped)
        self._seen.clear()
        self._add(self._nearest)
        return True


def _size_of(options: Options) -> int:
    """The number of rules and of parameters that are not as by default."""
    return sum(1 + (len(value) if isinstance(value, dict) else 0) for value in options.values())


def _merged(now: Value, parameters: dict[str, Value]) -> Value:
    return {**(now if isinstance(now, dict) else {}), **parameters}


def _values(kind: str, now: Value) -> list[Value]:
    """The other values of a parameter that has few, and the next ones of a number."""
    if kind == "boolean":
        return [not now]
    if kind.startswith("integer"):
        return [now + 1, now - 1] if isinstance(now, int) else []
    return [value for value in kind.split(" | ") if value != now and " " not in value and value not in {"card", "null"}]
