"""The settings and the plan of a tournament as forms: presets, what is set now, and what a form changes of it."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import structs

from daifu.api.views.tournaments.standings import TIE_BREAK_NAMES
from daifu.api.web.entry.fields import EntryRefused, read_number, read_points
from daifu.data.tournaments.settings import ByPlace, ByPoints, ByTitle, Plan, Scoring, Settings, TieBreak
from daifu.replay.faults import FOUL, ILLEGAL
from daifu.replay.text import Text, filled, joined

USUAL_TIES: Final = (TieBreak.POINTS, TieBreak.FIRSTS, TieBreak.BEST_ROUND, TieBreak.LOT)
TIES: Final = "tie"
SEVERITIES: Final[Mapping[str, Text]] = {
    ILLEGAL: Text("an illegal action", "反則の行動"),
    FOUL: Text("a forbidden finish", "反則あがり"),
}
"""The severities of faults for which a form asks a penalty; those by code stay as they are."""
_WORTH: Final = "worth-"
_TITLE: Final = "title-"
_PENALTY: Final = "penalty-"
_BY: Final = "scoring"
_NOT_FILLED: Final = Text(
    "A table of {size} needs points for each place, or for none.",
    "{size}人卓は、すべての順位に点を入れるか、すべて空にしてください。",
)
_LOST_WORTH: Final = Text(
    "Tables of {size} would have no points any more: {points}", "{size}人卓の順位点（{points}）がなくなります"
)
_LOST_TIES: Final = Text(
    "Ties would no longer be broken by: {names}", "同点の決め方から次のものがなくなります：{names}"
)
_LOST_PENALTY: Final = Text("The penalty for {name} would be gone: {points}", "{name}の減点（{points}）がなくなります")


def usual_settings(sizes: Sequence[int], deals: int | None) -> Settings:
    """The settings that a new tournament has: the last place scores 0, each better place one more."""
    worth = tuple(tuple(map(Fraction, range(size - 1, -1, -1))) for size in sizes)
    return Settings(scoring=ByPlace(worth), tie_breaks=USUAL_TIES, deals=deals)


def read_settings(before: Settings, form: Mapping[str, str], sizes: Sequence[int], titles: Sequence[str]) -> Settings:
    """The settings with what a form says of them; what it has no field for stays. Raises `EntryRefused`."""
    ties = list(dict.fromkeys(form[name] for name in sorted(form) if name.startswith(TIES) and form[name]))
    found = structs.replace(
        before,
        scoring=_read_scoring(before.scoring, form, sizes, titles),
        tie_breaks=tuple(TieBreak(word) for word in ties if word in list(TieBreak)) or before.tie_breaks,
        penalties=_read_penalties(before.penalties, form),
        confirm="confirm" in form,
    )
    if "deals" in form:
        found = structs.replace(found, deals=read_number(form["deals"]))
    if "drop_worst" in form:
        found = structs.replace(found, drop_worst=read_number(form["drop_worst"]) or 0)
    return structs.replace(
        found,
        bye=read_points(form.get("bye", "")) or Fraction(0),
        forfeit=read_points(form.get("forfeit", "")) or Fraction(0),
    )


def _read_scoring(before: Scoring, form: Mapping[str, str], sizes: Sequence[int], titles: Sequence[str]) -> Scoring:
    match form.get(_BY):
        case "place":
            return ByPlace(tuple(worth for size in sizes if (worth := _read_worth(form, size))))
        case "title":
            given = {title: read_points(form.get(f"{_TITLE}{title}", "")) for title in titles}
            return ByTitle({title: value for title, value in given.items() if value})
        case "points":
            return ByPoints()
        case _:
            return before


def _read_worth(form: Mapping[str, str], size: int) -> tuple[Fraction, ...]:
    given = [read_points(form.get(f"{_WORTH}{size}-{place}", "")) for place in range(1, size + 1)]
    if all(one is None for one in given):
        return ()
    if None in given:
        raise EntryRefused(filled(_NOT_FILLED, size=size))
    return tuple(one for one in given if one is not None)


def _read_penalties(before: Mapping[str, Fraction], form: Mapping[str, str]) -> dict[str, Fraction]:
    """The penalties with those of the form, which are typed without a sign."""
    names = dict.fromkeys((*SEVERITIES, *before))
    given = {
        name: read_points(form[key]) if (key := f"{_PENALTY}{name}") in form else before.get(name) for name in names
    }
    return {name: -abs(worth) for name, worth in given.items() if worth}


def lost_settings(before: Settings, after: Settings) -> Iterator[Text]:
    """What was set before and is not any more, in words."""
    old, new = before.scoring, after.scoring
    if isinstance(old, ByPlace) and isinstance(new, ByPlace):
        for worth in old.worth:
            if not new.for_table_size(len(worth)):
                yield filled(_LOST_WORTH, size=len(worth), points=", ".join(map(str, worth)))
    gone = [TIE_BREAK_NAMES[one] for one in before.tie_breaks if one not in after.tie_breaks]
    if gone:
        yield filled(_LOST_TIES, names=joined(gone))
    for name, cost in before.penalties.items():
        if name not in after.penalties:
            yield filled(_LOST_PENALTY, name=SEVERITIES.get(name, name), points=cost)


def read_plan(before: Plan, form: Mapping[str, str]) -> Plan:
    """How a tournament goes on, as a form says it; what it has no field for stays. Raises `EntryRefused`."""
    return structs.replace(
        before,
        expected=read_number(form.get("expected", "")),
        draw=form.get("draw", "balanced"),
        wanted=read_number(form.get("wanted", "")),
        best=read_number(form.get("best", "")) if form.get("final") == "yes" else None,
        final_rounds=read_number(form.get("final_rounds", "")) or 1,
        carry=read_points(form.get("carry", "")) or Fraction(0),
    )
