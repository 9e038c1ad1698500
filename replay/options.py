"""Options of a profile: their values, defaults and descriptions, and the sheet by which a house tells them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Final, NamedTuple

from daifu.replay.text import Text

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


NEEDS: Final = "needs"
EXCLUDES: Final = "excludes"
DEAD: Final = "dead"
WARNING: Final = "warning"

CONFLICTS: Final = {
    NEEDS: Text("An option lacks what it needs", "必要な項目がありません"),
    EXCLUDES: Text("Options exclude each other", "両立しない項目があります"),
    DEAD: Text("Something can never happen", "決して起こらないことがあります"),
    WARNING: Text("Something may not be meant", "意図と違うおそれがあります"),
}
"""The classes of conflicts; the first two refuse a record."""


class Choice(NamedTuple):
    """A change of an option, or of a part of it, to a value, and how people call that change."""

    option: str
    part: str
    value: Value
    text: Text

    @property
    def written(self) -> str:
        """The change as a record or a document writes it."""
        return f"{self.option}{'.' if self.part else ''}{self.part} = {spelled(self.value)}"

    def applied(self, options: Options) -> dict[str, Value]:
        """Options that have all their values, with this change."""
        if not self.part:
            return {**options, self.option: self.value}
        old = options[self.option]
        return {**options, self.option: {**(old if isinstance(old, dict) else {}), self.part: self.value}}


class Conflict(NamedTuple):
    """Options that do not go together: the class of the conflict, the options, what is wrong, and what resolves it.

    Each choice alone does. The first option is where an error is shown; without options that is at all of them.
    """

    kind: str
    options: tuple[str, ...]
    text: Text
    choices: tuple[Choice, ...] = ()

    @property
    def refuses(self) -> bool:
        """Whether a record with these options is refused."""
        return self.kind in {NEEDS, EXCLUDES}

    @property
    def sentence(self) -> Text:
        """What is wrong, and what resolves it, with the names that records have for that."""
        if not self.choices:
            return self.text
        en = ", or ".join(f"{choice.text.en} (`{choice.written}`)" for choice in self.choices)
        ja = "、または".join(f"{choice.text.ja}（`{choice.written}`）" for choice in self.choices)
        return Text(f"{self.text.en}: {en}", f"{self.text.ja}（{ja}）")


YES, NO = Text("yes", "はい"), Text("no", "いいえ")


def plain_words(value: Value) -> Text:
    """A value in words, of an option that has none of its own for it."""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, list):
        return Text(", ".join(map(spelled, value)), "、".join(map(spelled, value)))
    return Text("–", "–") if value is None else Text(str(value), str(value))


@dataclass(frozen=True, slots=True)
class Option:
    """An option: `kind` describes its values to those who write records, `accepts` checks one.

    `said` is what it does, or gives that to who asks, where it is not loaded with the game. `parts` gives the members
    of an option that may be an object. Forms and sheets call it by its `label`, tell its values in `words`, and name
    one of several by `shown`.
    """

    name: str
    kind: str
    default: Value
    rule: str
    said: Text | Callable[[], Text]
    accepts: Callable[[Value], bool]
    parts: Callable[[], tuple["Option", ...]] = tuple
    named: Callable[[], Text] | None = None
    words: Callable[[Value], Text] = plain_words
    shown: Callable[[Value], Text] = plain_words

    @property
    def label(self) -> Text:
        """What the option is called where its values are told in words."""
        return self.named() if self.named is not None else self.text

    def told(self, value: Value) -> Text:
        """The option with a value in words; one that has parts tells those that are not as by default."""
        parts = {part.name: part for part in self.parts()}
        if parts:
            words = [parts[name].words(one) for name, one in value.items()] if isinstance(value, dict) else []
        else:
            words = [self.words(value)]
        en, ja = " ".join(one.en for one in words), "".join(one.ja for one in words)
        label = Text(self.label.en.rstrip("."), self.label.ja.rstrip("。"))
        return Text(f"{label.en}: {en}", f"{label.ja}：{ja}") if words else label

    @property
    def text(self) -> Text:
        """What the option does."""
        return self.said if isinstance(self.said, Text) else self.said()


def spelled(value: Value) -> str:
    """A value as people write it in a record."""
    if isinstance(value, list):
        return f"[{', '.join(map(spelled, value))}]"
    return {True: "true", False: "false", None: "null"}.get(value, "") if isinstance(value, bool | None) else str(value)


def nearest(word: object, known: Iterable[str]) -> str:
    """The known name that a word probably means; empty if none is near."""
    if not isinstance(word, str):
        return ""
    folded = word.lower().replace("-", "_").replace(" ", "_")
    return next(iter(get_close_matches(folded, list(known), 1)), "")


def unknown_name(name: str, known: Iterable[str]) -> Flaw:
    """The flaw of a name that is none of the known ones."""
    names = list(known)
    return Flaw((name,), Text(f"one of {', '.join(names)}", f"{'、'.join(names)}のどれか"), name, nearest(name, names))


def option_flaws(options: tuple[Option, ...], chosen: Options) -> Iterator[Flaw]:
    """The chosen options that there are not, and the wrong values of those that there are."""
    known = {option.name: option for option in options}
    for name, value in chosen.items():
        option = known.get(name)
        if option is None:
            yield unknown_name(name, known)
        elif not option.accepts(value):
            yield Flaw((name,), Text(option.kind, option.kind), value)


def switch(name: str, rule: str, en: str, ja: str, *, default: bool = False) -> Option:
    """An option that is on or off."""
    return Option(name, "boolean", default, rule, Text(en, ja), lambda value: isinstance(value, bool))


def choice(name: str, choices: Mapping[str, Text], rule: str, text: Text, label: Text) -> Option:
    """An option with a choice of names, each with its words; the first is the default."""

    def words(value: Value) -> Text:
        return choices[str(value)]

    def accepts(value: Value) -> bool:
        return isinstance(value, str) and value in choices

    return Option(name, " | ".join(choices), next(iter(choices)), rule, text, accepts, named=lambda: label, words=words)


def number(
    name: str, low: int, high: int, rule: str, text: Text, *, default: int | None = None, null: Text | None = None
) -> Option:
    """A whole number from `low` to `high`; null is allowed, too, if it is the default, and `null` are its words."""

    def accepts(value: Value) -> bool:
        if value is None:
            return default is None
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    kind = f"integer {low}..{high}" + (" | null" if default is None else "")

    def words(value: Value) -> Text:
        return null if value is None and null is not None else plain_words(value)

    return Option(name, kind, default, rule, text, accepts, words=words)


def illegal_play(rule: str, *, default: str = "stands") -> Option:
    """The option for what becomes of a faulty play that the record does not mark.

    Every profile has it (record format, section 4).
    """
    found = choice(
        "illegal_play",
        {
            "stands": Text("it stands as if nobody had noticed", "気づかれなかったものとして有効"),
            "pass": Text("it counts as a pass", "パスの扱い"),
        },
        rule,
        Text(
            "What an unmarked faulty play is: it stands as if nobody had noticed, or it counts as a pass.",
            "印のない反則の扱い。stands：気づかれなかったものとして有効、pass：パスの扱い。",
        ),
        Text("A faulty play that nobody took back", "取り消されなかった反則"),
    )
    return replace(found, default=default)


def whole_number(options: Options, name: str) -> int | None:
    """The value of a `number` option, None if it is null."""
    value = options[name]
    return value if isinstance(value, int) else None


class Line(NamedTuple):
    """Sentences on one subject; `rule` is the local rule that they tell, empty where they tell none."""

    label: Text
    text: Text
    rule: str = ""


class Row(NamedTuple):
    """A row of a table, such as all that a card does."""

    label: Text
    lines: tuple[Line, ...]


class Section(NamedTuple):
    """A part of a sheet: lines, and the rows of a table below them."""

    key: str
    heading: Text
    lines: tuple[Line, ...]
    rows: tuple[Row, ...] = ()


class Told(NamedTuple):
    """Rules as a sheet tells them: players and pack in a few words, and the parts."""

    facts: Text
    sections: tuple[Section, ...]


NOTHING = Text("", "")
"""The label of a line that has none."""


def labelled(text: Text) -> Text:
    """A name as it begins a line."""
    return Text(text.en[:1].upper() + text.en[1:], text.ja)


def run_on(texts: list[Text]) -> Text:
    """Sentences one after another."""
    return Text(" ".join(text.en for text in texts if text.en), "".join(text.ja for text in texts))
