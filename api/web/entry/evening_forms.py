"""Evenings as people enter them: how one begins, who sits where, and what a deal brought."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

import msgspec
from werkzeug.datastructures import MultiDict

from daifu.api.web.entry.fields import LEFT, PLACE, POINTS, EntryRefused, read_number, read_points
from daifu.replay.deal import Deal, Start
from daifu.replay.rules import Rules
from daifu.replay.sitting import number_text
from daifu.replay.text import Text, filled, number_range
from daifu.schemas.record.model import RawDeal

PLAYER: Final = "player"
SEAT: Final = "seat"
BROKEN_OFF: Final = "broken_off"
"""The names of fields: players and seats are given once for each."""

_EVENT: Final = ("name", "date", "opened")
"""The fields of the event of an evening. The last one keeps two evenings apart that begin alike."""

_NO_PLACES: Final = Text(
    "{count} players have no place yet; the places must be 1 to {last}",
    "順位のない人が{count}人います。1〜{last}位が必要です",
)
_SEVERAL_LEFT: Final = Text(
    "several players left: who left first has the last place; please give all but one of them their places",
    "抜けた人が2人以上います。先に抜けた人ほど下の順位です。1人を除いて順位を選んでください",
)


def read_event(fields: Mapping[str, str]) -> dict[str, str]:
    """The event of an evening as its form says it; without a day, that on which the form was opened."""
    event = {name: text for name in _EVENT if (text := fields.get(name, "").strip())}
    if "date" not in event and "opened" in event:
        event["date"] = event["opened"][: len("2026-11-28")]
    return event


def read_seats(fields: MultiDict[str, str], rules: Rules, names: Sequence[str]) -> tuple[int, ...] | None:
    """The players at the table, as they sit; None where the form does not say it. Raises `EntryRefused`."""
    seats = tuple(number for text in fields.getlist(SEAT) if (number := read_number(text)) is not None)
    if not seats:
        return None
    for player in seats:
        if seats.count(player) > 1 or player > len(names):
            name = names[min(player, len(names)) - 1]
            raise EntryRefused(Text(f"{name} is on two seats", f"{name}の席が2つあります"))
    allowed = rules.sitting.players
    if len(seats) not in allowed:
        en, ja = number_range(allowed[0], allowed[-1])
        raise EntryRefused(
            Text(
                f"this game is for {en} players; {len(seats)} have a seat",
                f"このゲームは{ja}人用ですが、{len(seats)}人が席についています",
            )
        )
    return seats


def read_result(fields: Mapping[str, str], seats: Sequence[int], players: int) -> RawDeal:
    """The deal whose result was entered, by player number: places, points, or that it was broken off.

    Who left has the last place, and a single player without a place has the one that is left. Points alone are enough.
    Raises `EntryRefused`.
    """
    if BROKEN_OFF in fields:
        return {"abandoned": True}
    points = [read_points(fields.get(f"{POINTS}{player}", "")) for player in range(1, players + 1)]
    has_points = all(points[player - 1] is not None for player in seats)
    places = {player: read_number(fields.get(f"{PLACE}{player}", "")) for player in seats}
    if has_points and not any(places.values()):
        return {"result": {"points": list(map(_json_number, points))}}
    order = _order(places | _last_place(places, fields), may_be_open=has_points)
    if any(point is not None for point in points):
        return {"result": {"order": order, "points": list(map(_json_number, points))}}
    return {"result": {"order": order}}


def players_who_left(fields: Mapping[str, str], seats: Sequence[int]) -> list[int]:
    """The players of whom the form says that they left the deal."""
    return [player for player in seats if f"{LEFT}{player}" in fields]


def _last_place(places: Mapping[int, int | None], fields: Mapping[str, str]) -> dict[int, int]:
    """The last place for the player who left, unless they have a place. Of several, the form must say who was last."""
    left = [player for player in players_who_left(fields, list(places)) if places[player] is None]
    if len(left) > 1:
        raise EntryRefused(_SEVERAL_LEFT)
    return dict.fromkeys(left, len(places))


def _order(places: Mapping[int, int | None], *, may_be_open: bool) -> list[int]:
    """The players by place. Where `may_be_open`, some may have none, as in games that end early."""
    at: dict[int, int] = {}
    for player, place in places.items():
        if place in at:
            raise EntryRefused(Text(f"two players have place {place}", f"{place}位が2人います"))
        if place is not None:
            at[place] = player
    without = [player for player, place in places.items() if place is None]
    if len(without) == 1 and not may_be_open:
        # Who is the only one without a place has the one that is left.
        free = [place for place in range(1, len(places) + 1) if place not in at]
        at[free[-1]] = without.pop()
    if sorted(at) != list(range(1, len(at) + 1)) or not at or (without and not may_be_open):
        raise EntryRefused(filled(_NO_PLACES, count=len(without), last=len(places)))
    return [at[place] for place in sorted(at)]


def _json_number(number: Fraction | None) -> float | None:
    if number is None:
        return None
    return number.numerator if number.denominator == 1 else float(number)


def needs_points(rules: Rules, seats: Sequence[int], players: int) -> bool:
    """Whether a game gives points that do not follow from the places, so that they have to be entered."""
    start = Start(Deal(), 0, players, tuple(seats), ())
    return rules.sitting.score is not None and rules.sitting.points(start, list(seats)) is None


def entered_fields(deal: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The fields of the form for a deal that was entered before, with their values."""
    result = msgspec.convert(deal.get("result", {}), dict[str, list[float | int | None]])
    for place, player in enumerate(result.get("order", ()), 1):
        yield f"{PLACE}{player}", str(place)
    for player, number in enumerate(result.get("points", ()), 1):
        if number is not None:
            yield f"{POINTS}{player}", number_text(number)


def changes_of_result(before: RawDeal, after: RawDeal, names: Sequence[str]) -> Iterator[Text]:
    """What a correction changes of a deal: who gets which place and points, and who plays."""
    if before.get("seats") != after.get("seats") and (seats := after.get("seats")):
        at_table = [names[player - 1] for player in seats]
        yield Text(f"At the table: {', '.join(at_table)}", f"席：{'、'.join(at_table)}")
    if "abandoned" in before and "abandoned" not in after:
        yield Text("So far it was broken off.", "これまでは中断となっていました。")
    for name, places in _changes(_places(before, names), _places(after, names), names):
        yield Text(f"{name} {places}", f"{name} {places}位")
    for name, points in _changes(_points(before, names), _points(after, names), names):
        yield Text(f"{name}: points {points}", f"{name}：得点 {points}")


def _places(deal: RawDeal, names: Sequence[str]) -> list[str]:
    order = deal.get("result", {}).get("order", ())
    return [str(order.index(player) + 1) if player in order else "–" for player in range(1, len(names) + 1)]


def _points(deal: RawDeal, names: Sequence[str]) -> list[str]:
    points = deal.get("result", {}).get("points") or [None] * len(names)
    return ["–" if one is None else number_text(one) for one in points]


def _changes(before: Sequence[str], after: Sequence[str], names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The names of those for whom something is different, with what it was and what it is."""
    for name, was, now in zip(names, before, after, strict=True):
        if was != now:
            yield name, f"{was} → {now}"
