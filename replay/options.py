"""Options of a profile: their values, defaults and descriptions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from replay.text import Text

Value = bool | int | float | str | None | list["Value"] | dict[str, "Value"]
"""The JSON values that an option can have."""

Options = Mapping[str, Value]


class Flaw(NamedTuple):
    """What is wrong with options: the place inside them, what was expected there, what stands there, what was meant."""

    path: tuple[str | int, ...]
    expected: Text
    found: object
    meant: str = ""

    def under(self, *path: str | int) -> "Flaw":
        """The same flaw, its place counted from a value that contains this one."""
        return self._replace(path=(*path, *self.path))


class Conflict(NamedTuple):
    """Options that do not go together: where to look, and the sentence that says so."""

    path: tuple[str | int, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Option:
    """An option: `kind` describes its values to people, `accepts` checks one.

    `said` is what it does, or gives that to who asks, where it is not loaded with the game. `parts` gives the members
    of an option that may be an object.
    """

    name: str
    kind: str
    default: Value
    rule: str
    said: Text | Callable[[], Text]
    accepts: Callable[[Value], bool]
    parts: Callable[[], tuple["Option", ...]] = tuple

    @property
    def text(self) -> Text:
        """What the option does."""
        return self.said if isinstance(self.said, Text) else self.said()


def nearest(word: object, known: Iterable[str]) -> str:
    """The known name that a word probably means; empty if none is near."""
    if not isinstance(word, str):
        return ""
    folded = word.lower().replace("-", "_").replace(" ", "_")
    return next(iter(get_close_matches(folded, list(known), 1)), "")


def option_flaws(options: tuple[Option, ...], chosen: Options) -> Iterator[Flaw]:
    """The chosen options that there are not, and the wrong values of those that there are."""
    known = {option.name: option for option in options}
    for name, value in chosen.items():
        option = known.get(name)
        if option is None:
            names = Text(f"one of {', '.join(known)}", f"{'、'.join(known)}のどれか")
            yield Flaw((name,), names, name, nearest(name, known))
        elif not option.accepts(value):
            yield Flaw((name,), Text(option.kind, option.kind), value)


def switch(name: str, rule: str, en: str, ja: str, *, default: bool = False) -> Option:
    """An option that is on or off."""
    return Option(name, "boolean", default, rule, Text(en, ja), lambda value: isinstance(value, bool))


def choice(name: str, choices: tuple[str, ...], rule: str, en: str, ja: str) -> Option:
    """An option with a choice of names; the first is the default."""
    return Option(name, " | ".join(choices), choices[0], rule, Text(en, ja), lambda value: value in choices)


def number(name: str, low: int, high: int, rule: str, en: str, ja: str, *, default: int | None = None) -> Option:
    """A whole number from `low` to `high`; null is allowed, too, if it is the default."""

    def accepts(value: Value) -> bool:
        if value is None:
            return default is None
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    return Option(
        name, f"integer {low}..{high}" + (" | null" if default is None else ""), default, rule, Text(en, ja), accepts
    )


def illegal_play(rule: str, *, default: str = "stands") -> Option:
    """The option for what becomes of a faulty play that the record does not mark.

    Every profile has it (record format, section 4).
    """
    choices = ("stands", "pass")
    return Option(
        "illegal_play",
        " | ".join(choices),
        default,
        rule,
        Text(
            "What an unmarked faulty play is: it stands as if nobody had noticed, or it counts as a pass.",
            "印のない反則の扱い。stands：気づかれなかったものとして有効、pass：パスとみなす。",
        ),
        lambda value: value in choices,
    )


def whole_number(options: Options, name: str) -> int | None:
    """The value of a `number` option, None if it is null."""
    value = options[name]
    return value if isinstance(value, int) else None
