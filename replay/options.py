"""Options of a profile: the values that each accepts, its default, and one sentence on what it does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from replay.text import Text

Value = bool | int | float | str | None | list["Value"] | dict[str, "Value"]
"""What a JSON document can hold as the value of an option."""

Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """An option: `kind` tells people what values it takes, `accepts` decides it."""

    name: str
    kind: str
    default: Value
    rule: str
    text: Text
    accepts: Callable[[Value], bool]


def switch(name: str, rule: str, en: str, ja: str, *, default: bool = False) -> Option:
    """An option that is on or off."""
    return Option(name, "boolean", default, rule, Text(en, ja), lambda value: isinstance(value, bool))


def choice(name: str, choices: tuple[str, ...], rule: str, en: str, ja: str) -> Option:
    """An option that is one of some names; the first is the default."""
    return Option(name, " | ".join(choices), choices[0], rule, Text(en, ja), lambda value: value in choices)


def number(name: str, low: int, high: int, rule: str, en: str, ja: str, *, default: int | None = None) -> Option:
    """A whole number from `low` to `high`; where the default is null, null may be written, too."""

    def accepts(value: Value) -> bool:
        if value is None:
            return default is None
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    return Option(
        name, f"integer {low}..{high}" + (" | null" if default is None else ""), default, rule, Text(en, ja), accepts
    )


def illegal_play(rule: str, *, default: str = "stands") -> Option:
    """What becomes of a faulty play that the record does not mark.

    Every profile knows it (record format, section 4).
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
    """The value of a `number` option, None where it is null."""
    value = options[name]
    return value if isinstance(value, int) else None
