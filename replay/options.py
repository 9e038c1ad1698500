"""Options of a profile: their values, defaults and descriptions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from replay.text import Text

Value = bool | int | float | str | None | list["Value"] | dict[str, "Value"]
"""The JSON values that an option can have."""

Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """An option: `kind` describes its values to people, `accepts` checks one."""

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
