"""Reads a text in the hand notation: its head here, and its deals one after the other at a table."""

import re
from collections.abc import Sequence
from typing import Final

from daifu.replay.deal import Deal
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.rules import Rules
from daifu.replay.text import Text
from daifu.schemas.fu.deals import DealText, SittingReader
from daifu.schemas.fu.errors import Reading, near_words, remark
from daifu.schemas.fu.header import (
    FIRST_LINE,
    FREE_OBJECTS,
    ONLY_ONE,
    BadPointer,
    HeadRefused,
    apply_annex,
    read_notes,
    read_pairs,
    read_players,
)
from daifu.schemas.record.decode import DECODE_ERRORS, decode_raw, decode_read
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.model import RECORD_FORMAT, player_name
from daifu.schemas.record.rules import rules_for


def read(text: str, first: int = 1) -> Reading:
    """The record in a text whose first line has this number, or every error that keeps it from being one."""
    return _DocumentReader(text, first).read()


SETUP: Final = re.compile(r"(?:seats|places|dealer|first|stock|exchanged|notes|play)(?: |$)|[1-9][0-9]{0,3}\|")
END: Final = re.compile(r"~$|=")
_HEAD_WORDS: Final = Text(
    "fu/1, rules, players, event, notes or deal", "fu/1・rules・players・event・notes・dealのどれか"
)
_PAIRS: Final = Text("names, equals signs and values", "「名前=値」")


class _DocumentReader:
    def __init__(self, text: str, first: int) -> None:
        lines = text.removeprefix("\ufeff").split("\n")
        self._lines = [(number, line.removesuffix("\r")) for number, line in enumerate(lines, first)]
        self._reading = Reading({"format": RECORD_FORMAT})
        self._deals: list[DealText] = []
        self._annex: list[tuple[int, str]] = []
        self._places: dict[str, tuple[int, int, int]] = {}

    def read(self) -> Reading:
        """Read the whole text."""
        for number, line in self._lines:
            if line.strip():
                self._sort(number, line)
        reading = self._reading
        rules, deals = self._rules(), []
        if rules is not None:
            sitting = SittingReader(rules, list(map(player_name, reading.values["players"])), reading)
            reading.values["deals"] = [sitting.read(deal) for deal in self._deals]
            deals = sitting.deals
        for number, line in self._annex:
            try:
                reading.values = apply_annex(reading.values, line)
            except BadPointer:
                self._refuse(number, 0, len(line), "bad_pointer", found=line)
        if not reading.errors:
            self._decode(deals)
        reading.errors.sort(key=lambda error: (error.line, error.column))
        return reading

    def _sort(self, number: int, line: str) -> None:
        """Read a line of the head, or keep one of a deal or of the annex."""
        if self._deals and line[0].isdigit() and "|" not in line[:5]:  # most lines are those of tricks
            self._deals[-1].play.append((number, line))
        elif line.startswith("%"):
            self._annex.append((number, line))
        elif line.startswith("deal") and line[4:5] in {"", " "}:
            self._deals.append(DealText(number, line))
        elif not self._deals:
            try:
                self._read_head(number, line)
            except HeadRefused as refused:
                found = line[refused.place : refused.place + refused.length]
                self._refuse(number, refused.place, refused.length, "bad_header", owed=_PAIRS, found=found)
        elif SETUP.match(line):
            self._deals[-1].setup.append((number, line))
        elif END.match(line):
            self._deals[-1].end.append((number, line))
        else:
            self._deals[-1].play.append((number, line))

    def _read_head(self, number: int, line: str) -> None:
        values = self._reading.values
        word, _, rest = line.partition(" ")
        place = len(word) + 1
        if word != FIRST_LINE and f"/{word}" in self._places:
            self._refuse(number, 0, len(word), "bad_header", owed=ONLY_ONE, found=word)
        elif word == "rules":
            name = values["rules"] = rest.partition(" ")[0]
            self._places["/rules"] = (number, place, len(name))
            if options := read_pairs(line, place + len(name)):
                values["options"] = options
            for option in options:
                at = max(line.find(option, place + len(name)), 0)
                self._places[f"/options/{option}"] = (number, at, len(option))
        elif word == "players":
            values["players"] = read_players(line, place)
        elif word in FREE_OBJECTS:
            values[word] = read_pairs(line, place)
        elif word == "notes":
            values["notes"] = read_notes(rest)
        elif line != FIRST_LINE:
            known = near_words(word, (*FREE_OBJECTS, "rules", "players", "notes", "deal"))
            self._refuse(number, 0, len(word), "bad_header", known, owed=_HEAD_WORDS, found=word)
        self._places.setdefault(f"/{word}", (number, place, max(1, len(rest))))

    def _refuse(
        self, line: int, place: int, length: int, code: str, suggestions: tuple[str, ...] = (), **details: object
    ) -> None:
        self._reading.errors.append(remark(line, place + 1, length, code, suggestions, **details))

    def _rules(self) -> Rules | None:
        """The rules that the head names; None, with the errors noted, where they cannot be known."""
        values = self._reading.values
        for name in ("rules", "players"):
            if name not in values and not self._reading.errors:
                owed = Text(f"a line with {name}", f"{name}で始まる行")
                self._refuse(self._lines[0][0], 0, 1, "bad_header", owed=owed, found=self._lines[0][1])
        if self._reading.errors:
            return None
        if values["rules"] not in PROFILES:
            owed = Text(f"one of {', '.join(PROFILES)}", f"{'・'.join(PROFILES)}のどれか")
            near = near_words(values["rules"], tuple(PROFILES))
            self._refuse(*self._places["/rules"], "bad_header", near, owed=owed, found=values["rules"])
            return None
        known = [option.name for option in PROFILES[values["rules"]].options]
        for name in values.get("options", {}):
            if name not in known:
                self._refuse(*self._places[f"/options/{name}"], "bad_option", near_words(name, known), found=name)
        if self._reading.errors:
            return None
        try:
            return rules_for(values["rules"], values.get("options", {}))
        except DECODE_ERRORS:
            self._decode()
            return None

    def _decode(self, deals: Sequence[Deal] = ()) -> None:
        """Decode the record that was read, with these deals, and note why it is none."""
        try:
            values = {"deals": [], **self._reading.values}
            self._reading.decoded = decode_raw(values) if self._annex else decode_read(values, deals)
        except RecordRefused as refused:
            for pointer, expected in refused.problems:
                reason = Text(f"{pointer}: {expected.en}", f"{pointer}：{expected.ja}") if pointer else expected
                self._refuse(*self._place_of(pointer), "refused", reason=reason)

    def _place_of(self, pointer: str) -> tuple[int, int, int]:
        """The line, the place in it and the length of what a JSON pointer leads to, or of what holds that."""
        parts = pointer.split("/")
        if parts[1:2] == ["deals"] and parts[2:] and int(parts[2]) < len(self._deals):
            deal = self._deals[int(parts[2])]
            return deal.line, 0, len(deal.head)
        holders = ("/".join(parts[:end]) for end in range(len(parts), 1, -1))
        number, line = self._lines[0]
        return next((self._places[one] for one in holders if one in self._places), (number, 0, len(line)))
