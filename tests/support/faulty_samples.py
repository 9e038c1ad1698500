"""Short records in which something went wrong: what a report on a disputed game looks like."""

from collections.abc import Sequence
from typing import Final

from replay.options import Options
from schemas.raw import FORMAT, RawDeal, RawRecord

TABLE: Final = ("Haru", "Natsu", "Aki", "Fuyu", "Sora")


def _dispute(rules: str, notes: str, *deals: RawDeal, options: Options | None = None) -> RawRecord:
    players = len(deals[0]["hands"])
    raw: RawRecord = {"format": FORMAT, "rules": rules, "players": [*TABLE[:players]], "deals": [*deals]}
    return {**raw, "options": dict(options or {}), "notes": notes}


def _stopped(hands: Sequence[str | None], *actions: str) -> RawDeal:
    """A deal that was broken off over the dispute."""
    return {"hands": [*hands], "actions": [*actions], "abandoned": True}


_PEON = "2 2 3 4 5 6 7 8 8 9 9 10 10 11 11 11 12 12 12 J"
_TAXED = ["?*20", "?*20", "?*20", _PEON]
_GIFTS = ("4 give 1 2 2", "1 give 4 12 12", "3 give 2 1", "2 give 3 12")
_OPENER: Final[list[str | None]] = ["D3 ?*12", "?*13", "?*13", "?*14"]
_HEARTS = "H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA H2"
_DIAMONDS = "D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK DA D2"
_LOCKED: Final[Options] = {"suit_lock": True}
_FINISH: Final[Options] = {"no_finish_joker_two": True}
_FOURTEEN_FIRST = ["?*14", "?*13", "?*13", "?*13"]
_DRAWN = ["HA ?*21", "?*22", "?*22", "?*21", "?*21"]
_ONE_EACH: Final[Options] = {"hand_size": 1}
_THREE_EACH: Final[Options] = {"hand_size": 3}
_LAST: Final[list[str | None]] = ["SA", "S5", "X", "S6"]
_ELEVEN_FIRST = ["D3 ?*10", "?*11", "?*11", "?*10", "?*10"]

FAULTY: Final[list[RawRecord]] = [
    _dispute("dalmuti", "three of a kind on a pair", _stopped(_TAXED, *_GIFTS, "1 12 12", "2 11 11 11")),
    _dispute("dalmuti", "the peon keeps his best cards", _stopped(_TAXED, "4 give 1 3 4")),
    _dispute("dalmuti", "a revolution with one jester", _stopped(_TAXED, "4 say revolution")),
    _dispute("theater", "9-10-J on 7-8-9", _stopped(_OPENER, "1 D3 D4 D5", "2 H7 H8 H9", "3 S9 ST SJ")),
    _dispute("theater", "the wrong player opens", _stopped(_OPENER, "2 S3", "3 S5")),
    _dispute(
        "theater", "a triple on a pair, taken back at once", _stopped(_OPENER, "1 D3 S3", "2 H5 S5 C5 void", "2 H5 S5")
    ),
    _dispute("theater", "back in after a pass", _stopped(_OPENER, "1 D3", "2 -", "3 S7", "2 S9")),
    _dispute("theater", "a joker in a pair, out of turn", _stopped(_OPENER, "1 D3 S3", "4 X HA")),
    _dispute("theater", "a call without a jack", _stopped(_OPENER, "1 D3", "2 ST", "2 say down", "3 SJ")),
    _dispute(
        "theater",
        "out with the joker",
        _stopped(["?*13", "?*13", "?*13", f"{_DIAMONDS} X"], f"4 {_DIAMONDS}", "1 -", "2 -", "3 -", "4 X"),
    ),
    _dispute(
        "theater",
        "everybody forgot the exchange",
        {"hands": _OPENER, "places": [1, 2, 3, 4], "actions": ["1 D3", "2 S5"]},
    ),
    _dispute(
        "akagiri",
        "a heart where spades bind",
        {**_stopped(_FOURTEEN_FIRST, "1 S5", "2 S7", "3 H9"), "dealer": 1},
        options=_LOCKED,
    ),
    _dispute(
        "akagiri",
        "out with a joker where that is banned",
        {**_stopped([f"{_HEARTS} X", "?*13", "?*13", "?*13"], f"1 {_HEARTS}", "2 -", "3 -", "4 -", "1 X"), "dealer": 1},
        options=_FINISH,
    ),
    _dispute(
        "floor13",
        "a card of somebody else's hand",
        {**_stopped(["D4 HK S9", "D2 CA C3", "H6 C4 S2", "D6 CK H3"], "1 D4", "2 H6"), "first": 1},
        options=_THREE_EACH,
    ),
    _dispute(
        "floor13",
        "two queens without a name",
        {**_stopped(["SQ HQ D4", "D2 CA C5", "H6 C4 C3", "D6 CK SK"], "1 SQ HQ", "2 draw"), "first": 1},
        options=_THREE_EACH,
    ),
    _dispute("floor13", "out with an 8", {"hands": ["S8", "D4", "HA", "S2"], "actions": ["1 S8"]}, options=_ONE_EACH),
    _dispute(
        "floor13",
        "a sheet with the wrong order and wrong points",
        {"hands": _LAST, "actions": ["1 SA"], "result": {"order": [1, 2, 3, 4], "points": [-70, 20, 50, 0]}},
        options=_ONE_EACH,
    ),
    _dispute("biga", "an Egg on a joker", _stopped(_DRAWN, "1 show HA", "1 XB", "2 S5 H5 D5")),
    _dispute(
        "biga",
        "fours on seven of a kind",
        _stopped(_DRAWN, "1 show HA", "1 S7 S7 H7 H7 D7 D7 C7", "2 S4 S4 H4 H4 D4 D4"),
    ),
    _dispute("uecda", "two submissions that the server rejects", _stopped(_ELEVEN_FIRST, "1 D3", "2 D3", "3 S4 S5")),
    _dispute("uecda", "a card dealt twice", _stopped(["D3 S4 ?*9", "S4 ?*10", *_ELEVEN_FIRST[2:]], "1 D3", "2 S4")),
]
