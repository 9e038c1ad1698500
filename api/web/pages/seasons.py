"""Seasons: the table over all evenings, its race, and the forms that make and change a season."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from http import HTTPStatus
from typing import Any, NamedTuple

from flask import Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.seasons import season_version
from daifu.api.http.services import services
from daifu.api.views.reports import season_title
from daifu.api.views.seasons import evening_names, mean_place, season_table_view
from daifu.api.web import addresses
from daifu.api.web.entry.fields import EntryRefused, read_number
from daifu.api.web.languages import page_language
from daifu.api.web.page_files import TableFileQuery, table_file
from daifu.api.web.plots.line_plots import race_lines, race_plot
from daifu.api.web.plots.plot import Plot, ThemeQuery, plot_response, specification_response
from daifu.api.web.queries import takes_fields, takes_page_query
from daifu.api.web.responses import cached_page, colours_of, page, see_other, uncached_page
from daifu.data.names import look_of
from daifu.data.rulebooks.rules import load_rulebook
from daifu.data.seasons import SeasonLine, SeasonTable, current_season, points_number
from daifu.data.store.errors import NoSuchSeason
from daifu.data.store.values import SCOREKEEPER, SeasonTerms, StoredSeason
from daifu.data.stored_seasons import season_table
from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.replay.sitting import number_text
from daifu.replay.text import Text
from daifu.schemas.http.query_fields import QuerySchema, counted_game
from daifu.schemas.record.limits import EVENT_LENGTH
from daifu.schemas.record.model import is_name


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
    if (rules := given.get("rules")) is not None:
        try:
            game_of(rules)
        except KeyError:
            raise EntryRefused(Text("this game is not known", "このゲームはありません")) from None
    return SeasonTerms(given["name"], since, until, given.get("event"), rules, best, least or 1)


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise EntryRefused(Text(f"this is no day: {text}", f"日付として読めません：{text}")) from None


def _evenings(text: str | None) -> int | None:
    number = None if text is None else read_number(text)
    if text is not None and number is None:
        raise EntryRefused(Text("please give a number of evenings from 1", "例会の回数は1以上の数で入れてください"))
    return number


_LOOKED_AT = 1_000
"""How many names of events, the latest ones, a name in the form is compared with."""
_LEADERS = 3
"""How many of the table a preview names."""
_FORM_FIELDS = ("name", "from", "to", "event", "rules", "best", "least")


class SeasonQuery(QuerySchema):
    """The game of a season in which several are played."""

    rules = counted_game("The game; by default the one that is played most.")


class SeasonPageQuery(SeasonQuery, TableFileQuery):
    """The same, and whether the table is sent as a file."""


class RaceQuery(SeasonQuery, ThemeQuery):
    """The same, and the theme in which the race is drawn."""


class ShownSeason(NamedTuple):
    """A season with its table, as templates show it."""

    stored: StoredSeason
    table: SeasonTable

    @property
    def address(self) -> str:
        """The path of its page."""
        return addresses.season_page(self.stored.id)

    @property
    def summary(self) -> str:
        """The first of its table, for previews of links."""
        return " · ".join(
            f"{line.place}. {line.name} {self.points(line.points)}" for line in self.table.lines[:_LEADERS]
        )

    @property
    def is_of_one_year(self) -> bool:
        """Whether the year of its evenings need not be told of each."""
        return len({one.day.year if one.day else None for one in self.table.evenings}) == 1

    @property
    def evenings(self) -> Iterator[tuple[str, str]]:
        """What each evening is called, first to last, and the address of its games."""
        rules = self.table.rules
        for name, one in zip(evening_names(self.table), self.table.evenings, strict=True):
            yield name, addresses.games_page(tournament=one.event, rules=rules, **{"from": one.day, "to": one.day})

    @property
    def has_points(self) -> bool:
        """Whether anything was scored."""
        return any(line.points is not None for line in self.table.lines)

    def points(self, points: int | None) -> str:
        """Points as they are shown; empty where nothing was scored."""
        number = points_number(points)
        return "" if number is None else number_text(number)

    @property
    def colours(self) -> Mapping[str, int]:
        """The colours of those who are drawn in the race, by their ids: the same in the table."""
        people = [line.person for line in race_lines(self.table)]
        return dict(zip(people, colours_of(people), strict=True))

    def mean_place(self, line: SeasonLine) -> str:
        """The mean of the places in deals."""
        return f"{mean_place(line):.2f}"


def shown_season(stored: StoredSeason, rules: str | None = None) -> ShownSeason:
    """A season with its table in one of its games."""
    return ShownSeason(stored, season_table(services().store, stored.terms, rules))


def current_shown_season() -> ShownSeason | None:
    """The season that runs today, or the latest one; None where there is none."""
    found = _current(services().store.seasons.all())
    return None if found is None else shown_season(found)


def _current(seasons: Sequence[StoredSeason]) -> StoredSeason | None:
    return current_season(seasons, datetime.now(UTC).date())


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(SeasonPageQuery)
def show_current_season(query: dict[str, Any]) -> Response:
    """Show the season that runs, or the latest one; where there is none, what a season is."""
    seasons = services().store.seasons.all()
    chosen = _current(seasons)
    return page("seasons/none.html") if chosen is None else _season_page(chosen, seasons, query)


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(SeasonPageQuery)
def show_season(query: dict[str, Any], id: int) -> Response:
    """Show a season: its table, evening by evening, and the race."""
    return _season_page(find_season(id), services().store.seasons.all(), query)


def _season_page(chosen: StoredSeason, seasons: Sequence[StoredSeason], query: Mapping[str, Any]) -> Response:
    rules = query.get("rules")
    version = season_version(chosen.terms, rules), chosen, tuple(seasons)
    if kind := query.get("format"):
        return table_file(kind, "season", version, lambda: season_table_view(shown_season(chosen, rules).table))

    def values() -> Mapping[str, Any]:
        found = shown_season(chosen, rules)
        return {"season": found, "seasons": seasons, "race": _race(found)}

    return cached_page("seasons/season.html", version, values)


def find_season(id: int) -> StoredSeason:
    """A stored season. Raises `NotFound`."""
    try:
        return services().store.seasons.find(id)
    except NoSuchSeason:
        raise NotFound from None


@lane(Lane.PLOTS)
@requires_read_access
@takes_page_query(RaceQuery)
def show_plot(query: dict[str, Any], id: int, plot: str, ending: str) -> Response:
    """Draw the race of a season."""
    stored, rules = _season_with_plot(id, plot), query.get("rules")
    version = season_version(stored.terms, rules), stored
    return plot_response(("season", id, rules), version, query, ending, lambda: _race(shown_season(stored, rules)))


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(SeasonQuery)
def send_plot_specification(query: dict[str, Any], id: int, plot: str) -> Response:
    """Send the specification of the race."""
    season = shown_season(_season_with_plot(id, plot), query.get("rules"))
    return specification_response(_race(season), f"season-{plot}")


def _season_with_plot(id: int, plot: str) -> StoredSeason:
    if plot != "race":
        raise NotFound
    return find_season(id)


def _race(season: ShownSeason) -> Plot:
    return race_plot(season.table, [*season.colours.values()], page_language())


def title_of_season(found: ShownSeason) -> Text:
    """What its report and its picture are called."""
    rules, name = found.table.rules, found.stored.terms.name
    return Text(name, name) if rules is None else season_title(name, load_rulebook(rules).title)


@requires_role(SCOREKEEPER)
@takes_fields(*_FORM_FIELDS)
def show_new_season() -> Response:
    """Show the form of a new season, with what the address says of it."""
    return _form({**fields_of_year(datetime.now(UTC).year), **request.args.to_dict()}, addresses.NEW_SEASON)


@requires_role(SCOREKEEPER)
def add_season() -> Answer:
    """Make a season."""
    try:
        stored = services().store.seasons.add(_read_form(), current_author())
    except EntryRefused as refused:
        return _form(request.form, addresses.NEW_SEASON, refused.text)
    return see_other(addresses.season_page(stored.id))


@requires_role(SCOREKEEPER)
def show_season_form(id: int) -> Response:
    """Show the form that changes a season."""
    return _form(season_fields(find_season(id).terms), addresses.season_form(id), id=id)


@requires_role(SCOREKEEPER)
def change_season(id: int) -> Answer:
    """Change a season."""
    try:
        services().store.seasons.change(id, _read_form(), current_author())
    except EntryRefused as refused:
        return _form(request.form, addresses.season_form(id), refused.text, id=id)
    return see_other(addresses.season_page(id))


@requires_role(SCOREKEEPER)
def remove_season(id: int) -> Answer:
    """Remove a season. The games stay."""
    services().store.seasons.remove(id, current_author())
    return see_other(addresses.SEASONS)


def _read_form() -> SeasonTerms:
    """The season of a form, its event spelt as games have it. Raises `EntryRefused`."""
    terms, events = read_season(request.form), services().store.seasons.events(_LOOKED_AT)
    if terms.event is None or terms.event in events:
        return terms
    look = look_of(terms.event)  # whoever types a name by hand may write it in another width or case
    return terms._replace(event=next((name for name in events if look_of(name) == look), terms.event))


def _form(fields: Mapping[str, str], action: str, problem: Text | None = None, id: int | None = None) -> Response:
    store = services().store
    return uncached_page(
        "seasons/form.html",
        status=HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK,
        values=fields,
        action=action,
        problem=problem,
        id=id,
        events=store.seasons.events(),
        games=[*PROFILES, *store.statistics.houses()],
    )
