"""A house: the local rules that are on, with all their parameters."""

from types import SimpleNamespace
from typing import Final

from daifu.replay.games.daifugo.catalogue import house_rules
from daifu.replay.games.daifugo.values import normal_value
from daifu.replay.options import Options, Value


class House:
    """The local rules of one choice of options, made once for each choice.

    `house.on("eight_cut")` tells whether a rule is on, and `house.eight_cut.in_runs` is a parameter of it. A rule that
    is off has its defaults there. Ranks are numbers from 3 to 10 and the texts J Q K A 2. `words_wait` tells whether
    the turn goes on only when a word is said or missed.
    """

    def __init__(self, options: Options, *, words_wait: bool = True) -> None:
        """The house of options that were checked; rules that they do not name are off."""
        self.words_wait = words_wait
        self._parameters: dict[str, SimpleNamespace] = {}
        self.expanded: dict[str, dict[str, Value]] = {}
        for name, rule in house_rules().built.items():
            chosen = options.get(name, False)
            given = chosen if isinstance(chosen, dict) else {}
            values = {
                parameter.name: normal_value(parameter, given.get(parameter.name, parameter.default))
                for parameter in rule.parameters.values()
            }
            self._parameters[name] = SimpleNamespace(**values)
            if chosen is not False:
                self.expanded[name] = values

    def on(self, rule: str) -> bool:
        """Whether the rule is on."""
        return rule in self.expanded

    def any_on(self, *rules: str) -> bool:
        """Whether any of the rules is on."""
        return any(rule in self.expanded for rule in rules)

    def __getitem__(self, rule: str) -> SimpleNamespace:
        """The parameters of a rule."""
        return self._parameters[rule]

    def __getattr__(self, rule: str) -> SimpleNamespace:
        """The parameters of a rule."""
        try:
            return self._parameters[rule]
        except KeyError:
            raise AttributeError(rule) from None


_MOST_KEPT: Final = 64
_KEPT: Final[dict[str, House]] = {}


def house_of(options: Options) -> House:
    """The house of these options, the same one each time."""
    key = str(sorted(options.items()))
    house = _KEPT.get(key)
    if house is None:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        house = _KEPT[key] = House(options)
    return house


def expanded_options(options: Options) -> Options:
    """The options as rules keep them: of each rule false, or all its parameters."""
    expanded = house_of(options).expanded
    return {name: dict(expanded[name]) if name in expanded else False for name in house_rules().built}
