"""Options of a game as people write them: `jack_back=yes jokers=2`, or a JSON object."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from daifu.replay.options import Option, Options, Value
from daifu.replay.rules import Profile
from daifu.replay.text import Text

_BEGINNING: Final = re.compile(r"(?:^|[\s,、;]+)([A-Za-z_][\w.]*)\s*[=＝:：]\s*")
"""The name of an option, and what stands between two of them."""
_WORDS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("yes", "on", "true", "はい", "あり", "有", "有り", "する"), True),
    **dict.fromkeys(("no", "off", "false", "いいえ", "なし", "無", "無し", "しない"), False),
}


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


def option_values(profile: Profile, words: Mapping[str, Value]) -> Options:
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
