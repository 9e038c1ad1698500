"""Short records in which something went wrong: what a report on a disputed game looks like."""

from typing import Final

from schemas.raw import FORMAT, RawDeal, RawRecord, RawResult

TABLE: Final = ("Haru", "Natsu", "Aki", "Fuyu")


def _dispute(rules: str, notes: str, deal: RawDeal) -> RawRecord:
    return {"format": FORMAT, "rules": rules, "players": [*TABLE], "notes": notes, "deals": [deal]}


def _theater(notes: str, *actions: str, first: str = "D3 ?*12") -> RawRecord:
    hands: list[str | None] = [first, "?*13", "?*13", "?*14"]
    return _dispute("theater", notes, {"hands": hands, "actions": [*actions], "abandoned": True})


def _floor13(notes: str, hands: list[str], actions: list[str], result: RawResult | None = None) -> RawRecord:
    deal: RawDeal = {"first": 1, "hands": [*hands], "actions": actions}
    if result is not None:
        deal["result"] = result
    if len(actions) > 1:
        deal["abandoned"] = True
    return {**_dispute("floor13", notes, deal), "options": {"hand_size": len(hands[0].split())}}


FAULTY: Final[list[RawRecord]] = [
    _theater("9-10-J on 7-8-9", "1 D3 D4 D5", "2 H7 H8 H9", "3 S9 ST SJ"),
    _theater("the wrong player opens, and without the diamond 3", "2 S3", "3 S5"),
    _theater("a triple on a pair, taken back at once", "1 D3 S3", "2 H5 S5 C5 void", "2 H5 S5"),
    _theater("back in after a pass", "1 D3", "2 -", "3 S7", "2 S9"),
    _theater("a joker in a pair, out of turn", "1 D3 S3", "4 X HA"),
    _theater("an opening without the diamond 3", "1 S4", first="D3 S4 ?*11"),
    _floor13("a card of somebody else's hand", ["D4 HK", "D2 CA", "H6 C4", "D6 CK"], ["1 D4", "2 H6"]),
    _floor13("two queens without a name", ["SQ HQ D4", "D2 CA C5", "H6 C4 C3", "D6 CK SK"], ["1 SQ HQ", "2 draw"]),
    _floor13("out with an 8", ["S8", "D4", "HA", "S2"], ["1 S8"]),
    _floor13("a sheet with the wrong order", ["SA", "S5", "X", "S6"], ["1 SA"], {"order": [1, 2, 3, 4]}),
    _floor13("a sheet with wrong points", ["SA", "S5", "X", "S6"], ["1 SA"], {"points": [-70, 20, 50, 0]}),
    _dispute(
        "dalmuti",
        "three of a kind on a pair",
        {"hands_are": "exchanged", "hands": ["?*20"] * 4, "actions": ["1 12 12", "2 11 11 11"], "abandoned": True},
    ),
]
