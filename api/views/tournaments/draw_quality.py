"""The quality of a draw in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import structs

from daifu.replay.text import Text
from daifu.schemas.tournaments.tournament import Quality

_FIGURES: Final = tuple(field.name for field in structs.fields(Quality))


def known_quality(found: Mapping[str, Any]) -> Mapping[str, int] | None:
    """The quality of a draw as a log has it; None where whoever wrote the log left it out."""
    return found if all(isinstance(found.get(name), int) for name in _FIGURES) else None


def quality_sentences(found: Mapping[str, int], *, has_teams: bool) -> Iterator[Text]:
    """What the figures of a draw mean: who meets again, seats, who sits out, and teams."""
    yield repeat_meetings(found["repeats"], found["repeats_at_least"])
    most, uneven, byes = found["most_meetings"], found["imbalance"], found["byes_apart"]
    if most > 1:
        yield Text(f"the same two meet at most {most} times", f"同じ2人の対戦は最多{most}回")
    if uneven > 1:
        yield Text(f"somebody has one seat {uneven} times more often than another", f"席の偏りは最大{uneven}回")
    else:
        yield Text("everybody has all seats as evenly as possible", "席順の偏りなし")
    if byes > 1:
        yield Text(f"somebody sits out {byes} times more often than another", f"不戦の回数の差は最大{byes}回")
    if has_teams:
        mates, least = found["team_meetings"], found["team_meetings_at_least"]
        yield Text(
            f"meetings within a team or a group: {mates} (no draw has fewer than {least})",
            f"同じチームやグループの対戦{mates}回（どう組んでも{least}回以上）",
        )


def is_best(found: Mapping[str, int]) -> bool:
    """Whether it is proven that no draw is better."""
    return bool(
        found["repeats"] == found["repeats_at_least"]
        and found["team_meetings"] == found["team_meetings_at_least"]
        and max(found["imbalance"], found["byes_apart"]) <= 1
    )


def repeat_meetings(count: int, at_least: int) -> Text:
    """The number of repeat meetings of a draw, and what is proven about it."""
    if not count:
        return Text("no repeat meetings", "再戦なし")
    if count == at_least:
        return Text(f"repeat meetings: {count} (no draw has fewer)", f"再戦{count}回（これより少なくは組めません）")
    if at_least:
        return Text(
            f"repeat meetings: {count} (at least {at_least} cannot be avoided)",
            f"再戦{count}回（少なくとも{at_least}回は避けられません）",
        )
    return Text(
        f"repeat meetings: {count} (whether they can all be avoided is not known)",
        f"再戦{count}回（すべて避けられるかどうかは不明です）",
    )


def quality_for_teams(found: Mapping[str, Any]) -> Text:
    """How well a draw keeps teams apart."""
    mates, least = found["team_meetings"], found["team_meetings_at_least"]
    return Text(
        f"meetings of team-mates: {mates} (no draw has fewer than {least})",
        f"同じチームの対戦{mates}回（どう組んでも{least}回以上）",
    )
