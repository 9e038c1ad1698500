"""Names of people: which look the same or were meant for another, and how a person's are taken out of texts."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any, Final

from daifu.replay.text import fold_name

_HIRAGANA: Final = range(0x3041, 0x3097)
_TO_KATAKANA: Final = {code: code + 0x60 for code in _HIRAGANA}
_LEFT_OUT: Final = frozenset(("Cc", "Cf", "Mn", "Me", "Zs", "Zl", "Zp"))
"""Characters that are not seen, blanks, and what is written above or below a letter."""
_DOTS: Final = frozenset(".,'’`・·-‐_")
_ALIKE: Final = 0.75
"""How alike two names are, as `difflib` measures it, of which one may be a slip for the other."""


def look_of(name: str) -> str:
    """What is left of a name without that in which names differ that look the same.

    Case, width, blanks, characters that are not seen, composition, accents, dots, and hiragana or katakana. A name that
    has nothing else stays as it is.
    """
    letters = (one for one in fold_name(name) if unicodedata.category(one) not in _LEFT_OUT and one not in _DOTS)
    # Latin letters lose their accents; kana keep their marks, which make them other letters.
    bare = (found if (found := unicodedata.normalize("NFD", one)[0]).isascii() else one for one in letters)
    return "".join(bare).translate(_TO_KATAKANA) or fold_name(name)


def similar_names(name: str, known: Iterable[str], most: int = 5) -> list[str]:
    """The known names that look the same as a name, then those of which it may be a slip or a short form.

    At most `most`; the name itself is not among them. One who types a name is asked about these, and nothing is
    decided for them.
    """
    look = look_of(name)
    found = [(-_likeness(look, look_of(other)), other) for other in known if other != name]
    return [other for measure, other in sorted(found) if measure][:most]


def _likeness(one: str, other: str) -> float:
    """How alike two looks are: 2 for the same, at most 1 for others, 0 where nobody would ask."""
    if one == other:
        return 2.0
    short, long = sorted((one, other), key=len)
    if not short or short.rstrip("0123456789") == long.rstrip("0123456789"):
        return 0.0  # Player 1 and Player 10 are two people
    if long.startswith(short) and (len(short) > 1 or not short.isascii()):
        return 1.0
    ratio = SequenceMatcher(None, one, other, autojunk=False).ratio() if len(short) > 3 else 0.0  # noqa: PLR2004 - a word
    return ratio if ratio >= _ALIKE else 0.0


_LATIN: Final = "0-9A-Za-z_\u00aa-\u02af\u0370-\u052f\u1e00-\u1fff０-９Ａ-Ｚａ-ｚ"
"""Letters and digits of scripts that write words apart: a name among others of them is part of another word."""
_STARTS_LATIN: Final = re.compile(f"[{_LATIN}]")
_LEAST_LATIN: Final = 3
_LEAST: Final = 2
"""Shorter names are replaced where they stand for a player, and not in prose, where they would be many other things."""
_FIXED_PLACES: Final = frozenset({"date", "format", "schema"})
"""Fields of events and sources that say nothing of people, and are read by programs."""
_NOT_OF_PEOPLE: Final = frozenset({"options", "settings", "house", "quality"})
_NAMES: Final = frozenset({"name", "team", "reason"})
_IDS: Final = frozenset({"player", "players"})
"""Fields of the changes of tournaments: those that have no names of people, those that do, and those with ids."""
_ENTRANTS: Final = frozenset({"entered", "renamed"})


class Anonymity:
    """What the ids and names of a person become.

    `ids` lead to new ones. All `names`, among which are the ids, become `name`. `others` are the names of other people:
    they stay, also where one of them has a name of the person in it, and what both are called stays in free text.
    """

    def __init__(self, ids: Mapping[str, str], names: Collection[str], name: str, others: Collection[str]) -> None:
        self.ids = ids
        self.name = name
        self.names = frozenset(names) - frozenset(others)
        self._parts = [fold_name(part) for part in {*ids, *names}]
        words = [old for old in self.names if _is_long(old)]
        self._words = {old.casefold() for old in words}
        kept = {other for other in others if any(word in other.casefold() for word in self._words)}
        pattern = "|".join(map(_word, sorted({*words, *kept}, key=len, reverse=True)))
        self.pattern = re.compile(pattern or r"(?!)", re.IGNORECASE)

    def is_like(self, other: "Anonymity") -> bool:
        """Whether texts become the same by the other."""
        one, two = ((own.ids, own.name, own.names, own.pattern) for own in (self, other))
        return one == two

    def may_concern(self, text: str) -> bool:
        """Whether any of the names may be in a text, also as a part of JSON."""
        folded = fold_name(text)
        return any(part in folded or part.replace("\\", "\\\\").replace('"', '\\"') in folded for part in self._parts)

    def text(self, text: str) -> str:
        """A free text without the names, however wide or composed their letters are."""
        if text in self.names:
            return self.name
        found = self.pattern.sub(self._replaced, text)
        plain = unicodedata.normalize("NFKC", text)
        if found != text or plain == text:
            return found
        again = self.pattern.sub(self._replaced, plain)
        return text if again == plain else again

    def _replaced(self, found: re.Match[str]) -> str:
        return self.name if found[0].casefold() in self._words else found[0]

    def record(self, raw: dict[str, Any]) -> None:
        """Take the names out of a record, given as plain JSON values."""
        raw["players"] = [self._player(player) for player in raw["players"]]
        for part in {"event", "source"} & raw.keys():
            raw[part] = self._free(raw[part])
        for noted in (raw, *raw["deals"]):
            if "notes" in noted:
                noted["notes"] = self.text(noted["notes"])
        for deal in raw["deals"]:
            if "actions" in deal:
                parts = (action.partition("#") for action in deal["actions"])
                deal["actions"] = [play + sign + self.text(comment) for play, sign, comment in parts]

    def _player(self, player: Any) -> Any:  # noqa: ANN401 - as a record has it
        id = player if isinstance(player, str) else player["id"]
        return {"id": self.ids[id], "name": self.name} if id in self.ids else player

    def _free(self, value: Any, place: str = "") -> Any:  # noqa: ANN401 - any JSON
        if isinstance(value, dict):
            return {self.text(key): self._free(one, key) for key, one in value.items()}
        if isinstance(value, list):
            return [self._free(one, place) for one in value]
        return self.text(value) if isinstance(value, str) and place not in _FIXED_PLACES else value

    def change(self, value: Any, place: str = "") -> Any:  # noqa: ANN401 - any JSON
        """A change of a tournament, or the details of a refusal, given as plain JSON values, without the names."""
        if isinstance(value, dict):
            found = {key: one if key in _NOT_OF_PEOPLE else self.change(one, key) for key, one in value.items()}
            return {**found, **self._known_as(value)}
        if isinstance(value, list):
            return [self.change(one, place) for one in value]
        if not isinstance(value, str):
            return value
        if place in _IDS:
            return self.ids.get(value, value)
        return self.text(value) if place in _NAMES else value

    def _known_as(self, value: Mapping[str, Any]) -> dict[str, Any]:
        """The new name of an entrant or a guest who is the person, and the id if that was their name."""
        if value.get("change") in _ENTRANTS:
            ids, own = list(value.get("players") or [value["name"]]), "players"
        elif value.get("who") == "guest":
            ids, own = [value.get("player") or value["name"]], "player"
        else:
            return {}
        if not all(id in self.ids for id in ids):
            return {}
        new = [self.ids[id] for id in ids]
        return {"name": self.name, own: new if own == "players" else new[0]}


def _is_long(name: str) -> bool:
    return len(name) >= (_LEAST_LATIN if all(map(_STARTS_LATIN.match, name)) else _LEAST)


def _word(name: str) -> str:
    before = f"(?<![{_LATIN}])" if _STARTS_LATIN.match(name[0]) else ""
    behind = f"(?![{_LATIN}])" if _STARTS_LATIN.match(name[-1]) else ""
    return before + re.escape(name) + behind
