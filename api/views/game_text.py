"""Words and sentences about games that the command line and the pages share: faults and names."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from daifu.replay.faults import AS_PASS, IGNORED, STANDS, VOID
from daifu.replay.text import Text
from daifu.schemas.record.model import player_name

if TYPE_CHECKING:
    from daifu.replay.match import Player

RESOLUTIONS: Final = {
    STANDS: Text("stands", "有効のまま"),
    VOID: Text("void", "取り消し"),
    AS_PASS: Text("counts as a pass", "パス扱い"),
    IGNORED: Text("ignored", "無視"),
}


_NAME_SUFFIX: Final = re.compile(r"(#\d)?")
"""The rest of an id that is a name, or a name with a number for players of the same name in a log."""


def player_names(players: Sequence["Player"]) -> list[str]:
    """The name of each player of a record; players of the same name get their ids as well."""
    often = Counter(map(player_name, players))
    return [player_name(player) if often[player_name(player)] == 1 else name_with_id(player) for player in players]


def name_with_id(player: "str | Mapping[str, str]") -> str:
    """The name with the id, or the id alone where it contains the name, as ids from server logs do."""
    if isinstance(player, str):
        return player
    name, own = player["name"], player["id"]
    says_name = own.startswith(name) and _NAME_SUFFIX.fullmatch(own, len(name))
    return own if says_name else f"{name} ({own})"


_ELLIPSES: Final = re.compile(r"…(\s*…)+")


class _Placeholders(dict[str, str]):
    """Ellipses for the details that only an actual fault has."""

    def __missing__(self, _detail: str) -> str:
        return "…"


def kind_sentence(sentence: Text) -> Text:
    """The sentence of a kind of faults, with ellipses for the details of a fault."""
    return Text(*(_ELLIPSES.sub("…", text.format_map(_Placeholders())) for text in (sentence.en, sentence.ja)))
