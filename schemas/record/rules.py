"""The rules of a record: its profile under its options, cached for the next record with the same choice.

People write options as `jack_back=yes jokers=2`, or as a JSON object.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from daifu.replay.actions import CACHE_USAGE
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Flaw, Option, Options, Value
from daifu.replay.text import Text
from daifu.schemas.record import limits
from daifu.schemas.record.errors import Finding, InvalidRecord, mismatch_text, raise_if_any
from daifu.schemas.record.model import check_any_json

if TYPE_CHECKING:  # the engine is loaded with the first game
    from daifu.replay.rules import Profile, Rules

_OPTIONS_ENCODER: Final = msgspec.json.Encoder(order="deterministic")

_BEGINNING: Final = re.compile(r"(?:^|[\s,、;]+)([A-Za-z_][\w.]*)\s*[=＝:：]\s*")
"""The name of an option, and what stands between two of them."""
_WORDS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("yes", "on", "true", "はい", "あり", "有", "有り", "する"), True),
    **dict.fromkeys(("no", "off", "false", "いいえ", "なし", "無", "無し", "しない"), False),
}


def rules_for(name: str, options: Options) -> "Rules":
    """The rules of a profile with these options; equal choices give the same object as long as it is cached.

    Raises `InvalidRecord` for an unknown profile, and for options that it does not take or that exceed the limits.
    """
    if CACHE_USAGE.bytes > limits.CACHE_BYTES:
        clear_cache()
    encoded = _OPTIONS_ENCODER.encode(options)
    if len(encoded) > limits.CACHED_OPTIONS_BYTES:  # the caches count choices, not bytes
        return _cached_rules.__wrapped__(name, _canonical_options.__wrapped__(name, encoded))
    return _cached_rules(name, _canonical_options(name, encoded))


def clear_cache() -> None:
    """Empty all caches of what was read; rules live on as long as a record refers to them."""
    _canonical_options.cache_clear()
    _cached_rules.cache_clear()
    for profile in PROFILES.values():
        profile.lexicon.forget()
    CACHE_USAGE.bytes = 0


def replace_rules(raw: Mapping[str, Any], rules: str | None, options: Options | None) -> dict[str, Any]:
    """The record with the profile, the options, or both in place of its own; all else is the same.

    `options` replace the record's own. If they are None, the record's own options are used, but not under another
    profile, which has options of its own. Written points are left out under other rules than the record's, by which
    they were counted; so is the house, whose rules these are not.
    """
    own = raw["rules"], raw.get("options", {})
    profile = rules or own[0]
    chosen = options if options is not None else own[1] if profile == own[0] else {}
    if (profile, chosen) == own:
        return {**raw, "rules": profile, "options": chosen}
    deals = [
        {**deal, "result": {name: value for name, value in deal["result"].items() if name != "points"}}
        if "points" in deal.get("result", ())
        else deal
        for deal in raw["deals"]
    ]
    kept = {name: value for name, value in raw.items() if name != "house"}
    return {**kept, "rules": profile, "options": chosen, "deals": deals}


class OtherRules(NamedTuple):
    """Rules by which records are judged instead of their own; what is None is the record's own.

    `options` gives the options of a profile. A `house` is named by the record then.
    """

    rules: str | None
    options: Callable[["Profile"], Options] | None = None
    house: Mapping[str, Any] | None = None

    def applied(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """A record, given as JSON values, under these rules."""
        profile = PROFILES.get(self.rules or raw["rules"])
        options = None if self.options is None or profile is None else self.options(profile)
        found = replace_rules(raw, self.rules, options)
        return found if self.house is None else {**found, "house": self.house}


def check_options(profile: "Profile", options: Options, *, alone: bool = True) -> Iterator[Finding]:
    """The options that the profile does not have, wrong values of options, and choices that exclude each other.

    Options that do not stand `alone` may go together with others only, so that this is not looked at.
    """
    findings = [
        Finding(flaw.path, _flaw_text(flaw))
        for flaw in islice(profile.flaws(profile.options, options), limits.PROBLEMS)
    ]
    yield from findings
    if alone and not findings:
        for conflict in profile.conflicts(profile.complete(options), None):
            if conflict.refuses:
                yield Finding(conflict.options[:1], conflict.sentence)


def _flaw_text(flaw: Flaw) -> Text:
    sentence = mismatch_text(flaw.expected, flaw.found)
    if flaw.meant in ("", flaw.found):  # as of a text in place of a list
        return sentence
    return Text(f"{sentence.en}: did you mean {flaw.meant}?", f"{sentence.ja}（{flaw.meant}のことですか？）")


@lru_cache(limits.CACHED_CHOICES)
def _canonical_options(name: str, options: bytes) -> bytes:
    """All options of a profile where these were chosen, encoded so that equal choices give equal bytes."""
    profile = PROFILES.get(name)
    if profile is None:
        raise InvalidRecord(name)
    chosen = msgspec.json.decode(options)
    raise_if_any(check_any_json(chosen))
    raise_if_any(check_options(profile, chosen))
    return _OPTIONS_ENCODER.encode(profile.complete(chosen))


@lru_cache(limits.CACHED_RULES)
def _cached_rules(name: str, options: bytes) -> "Rules":
    return PROFILES[name].rules(msgspec.json.decode(options))


class OptionsUnreadable(ValueError):
    """A text that names no options; `text` says what was expected."""

    def __init__(self, found: str) -> None:
        self.text = Text(
            f"expected options such as `jack_back=yes jokers=2`, or a JSON object, found {found}",
            f"`jack_back=はい jokers=2`のようなオプションか、JSONのオブジェクトが必要ですが、{found}とあります",
        )
        super().__init__(self.text.en)


def read_option_words(text: str) -> dict[str, Any]:
    """The options in a text, whose words are not values yet, or in a JSON object. Raises `OptionsUnreadable`."""
    if text.lstrip().startswith("{"):
        try:
            return msgspec.json.decode(text, type=dict[str, Any])
        except msgspec.MsgspecError as error:
            raise OptionsUnreadable(text) from error
    found = list(_BEGINNING.finditer(text))
    if not found or text[: found[0].start()].strip():
        raise OptionsUnreadable(text)
    ends = [*(one.start() for one in found[1:]), len(text)]
    return {one[1]: text[one.end() : end].strip() for one, end in zip(found, ends, strict=True)}


def option_values(profile: "Profile", words: Mapping[str, Value]) -> Options:
    """The options of a game that words choose: `jack_back.cards=each` sets a part of an option.

    A word that the option does not take stays a text, so that the game says what it takes.
    """
    known = {option.name: option for option in profile.options}
    chosen: dict[str, Value] = {}
    for name, word in words.items():
        whole, _, part = name.partition(".")
        option = known.get(whole)
        if not part:
            chosen[whole] = _value(option, word)
            continue
        parts = {one.name: one for one in option.parts()} if option else {}
        before = chosen.get(whole)
        chosen[whole] = {**(before if isinstance(before, dict) else {}), part: _value(parts.get(part), word)}
    return chosen


def _value(option: Option | None, word: Value) -> Value:
    """The value of a word: itself where the option takes it, yes or no, or the JSON that it is."""
    if not isinstance(word, str) or (option is not None and option.accepts(word)):
        return word
    if word.lower() in _WORDS:
        return _WORDS[word.lower()]
    try:
        found: Value = msgspec.json.decode(word)
    except msgspec.MsgspecError:
        return word
    return found
