"""The form of a season: its fields, what it begins with, and how it is read."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from daifu.api.web.entry.fields import EntryRefused, read_number
from daifu.data.store.values import SeasonTerms
from daifu.replay.games.catalogue import game_of
from daifu.replay.text import Text
from daifu.schemas.record.limits import EVENT_LENGTH
from daifu.schemas.record.model import is_name

_NO_DAY: Final = Text("this is no day: {found}", "日付として読めません：{found}")
_NO_NUMBER: Final = Text("please give a number of evenings from 1", "例会の回数は1以上の数で入れてください")


def season_fields(terms: SeasonTerms) -> dict[str, str]:
    """The fields of a season as its form has them."""
    values = {
        "name": terms.name,
        "from": terms.since,
        "to": terms.until,
        "event": terms.event,
        "rules": terms.rules,
        "best": terms.best,
        "least": terms.least,
    }
    return {name: "" if value is None else str(value) for name, value in values.items()}


def fields_of_year(year: int) -> dict[str, str]:
    """What the form of a new season begins with."""
    return season_fields(SeasonTerms(str(year), date(year, 1, 1), date(year, 12, 31)))


def read_season(fields: Mapping[str, str]) -> SeasonTerms:
    """The season that a form describes. Raises `EntryRefused`."""
    given = {name: text.strip() for name, text in fields.items() if text.strip()}
    if not is_name(given.get("name", "")):
        raise EntryRefused(Text("please give the season a name", "シーズンの名前を入れてください"))
    since, until = _day(given.get("from")), _day(given.get("to"))
    if since and until and until < since:
        raise EntryRefused(Text("the last day is before the first one", "終わりの日が始まりの日より前になっています"))
    if len(given.get("event", "")) > EVENT_LENGTH:
        raise EntryRefused(Text("this name of an event is too long", "例会の名前が長すぎます"))
    best, least = _evenings(given.get("best")), _evenings(given.get("least"))
    return SeasonTerms(given["name"], since, until, given.get("event"), _game(given.get("rules")), best, least or 1)


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise EntryRefused(Text(*(said.format(found=text) for said in _NO_DAY))) from None


def _evenings(text: str | None) -> int | None:
    number = None if text is None else read_number(text)
    if text is not None and number is None:
        raise EntryRefused(_NO_NUMBER)
    return number


def _game(text: str | None) -> str | None:
    try:
        return text and (game_of(text) and text)
    except KeyError:
        raise EntryRefused(Text("this game is not known", "このゲームはありません")) from None
