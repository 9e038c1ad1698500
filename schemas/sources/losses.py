"""What a record loses when it is written as a log of another program, which has no place for it.

What was written is read again and compared with the record, so whatever is not named here is the same in both.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.record.model import RawDeal, RawRecord, player_id, player_name
from daifu.schemas.record.rules import rules_for
from daifu.schemas.sources.conversion import read_raw_item
from daifu.schemas.sources.items import DAIFU, FU, Item

_SPOKEN: Final = {
    "event": Text("the event ({what})", "大会などの情報（{what}）"),
    "notes": Text("the notes of the record", "棋譜のメモ"),
    "source": Text("where the record comes from (source)", "棋譜の出どころ（source）"),
    "players.id": Text("the ids of players ({what})", "プレイヤーのID（{what}）"),
    "options": Text("options ({what})", "オプション（{what}）"),
    "deals.notes": Text("the notes of deals ({what})", "各回のメモ（{what}件）"),
    "deals.result": Text("written results and points ({what})", "書かれた結果と得点（{what}件）"),
    "deals.fields": Text("dealers, leaders and stocks of deals ({what})", "各回の親・最初の人・山札（{what}件）"),
    "actions": Text("actions ({what})", "行動（{what}件）"),
    "actions.comment": Text("comments of actions ({what})", "行動のコメント（{what}件）"),
    "actions.time": Text("times of actions ({what})", "行動の時間（{what}件）"),
}


_NOT_OF_LOGS: Final = ("dealer", "first", "stock")


class Lost(NamedTuple):
    """A part of a record that is lost: its name, such as `deals.notes`, and what of it, or how much."""

    part: str
    what: str = ""

    @property
    def text(self) -> Text:
        """The part in words."""
        spoken = _SPOKEN[self.part]
        return Text(spoken.en.format(what=self.what), spoken.ja.format(what=self.what))


def find_losses(record: RawRecord, log: bytes, form: str) -> list[Lost]:
    """The parts of a record that are not in the log as which it was written. Raises `SourceRefused`."""
    if form in {DAIFU, FU}:
        return []
    again, _notices = read_raw_item(Item("", 1, form, log))
    return [*_lost_outside_deals(record, again), *_lost_in_deals(record, again)]


def losses_text(losses: list[Lost]) -> Text:
    """The sentence that names what was lost."""
    return Text(
        f"this format has no place for {', '.join(lost.text.en for lost in losses)}; left out",
        f"この形式には{'、'.join(lost.text.ja for lost in losses)}を書く場所がないため、省きました",
    )


def _lost_outside_deals(record: RawRecord, again: RawRecord) -> Iterator[Lost]:
    event, kept = record.get("event", {}), again.get("event", {})
    if lost := [name for name, value in event.items() if kept.get(name) != value]:
        yield Lost("event", ", ".join(lost))
    if record.get("notes"):
        yield Lost("notes")
    source = record.get("source", {})
    if source and source.get("format") != again["source"]["format"]:
        yield Lost("source")
    if ids := [
        player_id(player)
        for player, other in zip(record["players"], again["players"], strict=True)
        if player_id(player) != player_id(other) or player_name(player) != player_name(other)
    ]:
        yield Lost("players.id", ", ".join(ids))
    chosen = [rules_for(one["rules"], one.get("options", {})).options for one in (record, again)]
    if options := [option.name for option in PROFILES[record["rules"]].options if _differ(chosen, option.name)]:
        yield Lost("options", ", ".join(options))


def _differ(chosen: list[Any], name: str) -> bool:
    return bool(chosen[0].get(name) != chosen[1].get(name))


def _lost_in_deals(record: RawRecord, again: RawRecord) -> Iterator[Lost]:
    counts = Counter[str]()
    for deal, other in zip(record["deals"], again["deals"], strict=True):
        counts["deals.notes"] += bool(deal.get("notes"))
        counts["deals.result"] += _lost_results(deal, other)
        counts["deals.fields"] += any(name in deal and name not in other for name in _NOT_OF_LOGS)
        counts.update(_lost_of_actions(deal.get("actions", []), other.get("actions", [])))
    for part in _SPOKEN:
        if counts[part]:
            yield Lost(part, str(counts[part]))


def _lost_results(deal: RawDeal, other: RawDeal) -> bool:
    """Whether a written result is another one now; points that are not written follow from the order."""
    written, kept = deal.get("result", {}), other.get("result", {})
    order = kept.get("order", [])
    following = [len(order) - order.index(player) for player in sorted(order)]
    points = written.get("points")
    return written.get("order", order) != order or (points is not None and kept.get("points", following) != points)


def _lost_of_actions(actions: list[str], others: list[str]) -> Counter[str]:
    lost = Counter[str]()
    lost["actions"] = max(0, len(actions) - len(others))
    for action, other in zip(actions, others, strict=False):
        said, sign, _comment = action.partition("#")
        time = [word for word in said.split() if word.startswith("@")]
        lost["actions.comment"] += bool(sign)
        lost["actions.time"] += time != [word for word in other.split() if word.startswith("@")]
    return lost
