"""Tournaments as pages to read: the list, standings down to the deals, rounds, head to head, referee and log."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, NamedTuple

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.tournaments.tournaments import (
    TournamentVersion,
    refusals_as_not_found,
    tournament_version,
    tournament_with_round,
)
from daifu.api.http.services import services
from daifu.api.languages import comma_separated
from daifu.api.views.tournaments.standing_files import MEETINGS, table_cells, table_of_standing
from daifu.api.views.tournaments.standings import TIE_BREAK_NAMES, StandingColumn, standing_cells, standing_table
from daifu.api.views.tournaments.text import (
    ATTENDANCE_NAMES,
    CHANGE_NAMES,
    FIELD_NAMES,
    NO,
    PART_NAMES,
    PART_VALUES,
    YES,
    known_quality,
    quality_sentences,
)
from daifu.api.views.tournaments.tournaments import change_view
from daifu.api.views.values import TableView
from daifu.api.web import addresses
from daifu.api.web.languages import game_title, in_language, page_language
from daifu.api.web.links import table_link
from daifu.api.web.page_files import TableFileQuery, paper_file, table_file
from daifu.api.web.page_services import page_services
from daifu.api.web.pages.tournaments.tables import (
    award_cells,
    current_round,
    game_address,
    round_cells,
    round_view,
    seat_cells,
    tables_still_playing,
)
from daifu.api.web.queries import address_from, takes_page_query
from daifu.api.web.responses import cached_page, may, page, rendered, signed_in
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.game_rules import doubts_of_table
from daifu.data.tournaments.log import Entry
from daifu.data.tournaments.open_tasks import find_ties, find_undecided_faults, for_all_stages
from daifu.data.tournaments.standings import (
    Explanation,
    Standing,
    build_head_to_head,
    compute_standing,
    explain_line,
    rank_teams,
    resolve_round,
)
from daifu.data.tournaments.state import RoundId, State, TableId
from daifu.replay.faults import FAULT_NAMES, SEVERITIES
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.titles import TITLE_NAMES
from daifu.schemas.answer import cursor_text
from daifu.schemas.http.queries import TournamentPageQuery
from daifu.schemas.http.query_fields import QuerySchema, cursor, whole, word
from daifu.schemas.standings import Line

MOST_IN_MATRIX: Final = 40
"""The most entrants whose meetings are shown as a matrix."""
LINES_OF_PAGE: Final = 500
"""How many lines of a standing a page has."""
ENTRIES: Final = 100
"""How many entries of a log a page has."""
_LONGEST_FIELD: Final = 1_000
"""The most characters that the page of a log shows of a field, such as the tables of a draw; the API has all of it."""
_MOST: Final = 1_000

_PARTS_OF_ACCOUNT: Final = {
    "carried": "carried",
    "referee": "referee",
    "faults": "referee",
    "opponents": "meetings",
    "head_to_head": "meetings",
}
"""The part of an entrant's page that explains a column; the others come from the rounds."""
_PLAIN_COLUMNS: Final = frozenset({"place", "movement", "entrant", "name", "team", "stage", "lot"})


class RoundQuery(QuerySchema):
    """The round of a standing."""

    stage = whole(1, _MOST, "The stage; by default the last one.")
    round = whole(0, _MOST, "The round; by default the latest that has begun.")


class RoundTableQuery(RoundQuery, TableFileQuery):
    """The round of a standing, and whether the table of the page is sent as a file."""


class StandingPageQuery(RoundTableQuery):
    """The same, and from which line on it is shown."""

    format = word(("csv", "xlsx", "pdf"), "Send the page as a file for spreadsheets, or for printers.")
    cursor = cursor()


class PartQuery(QuerySchema):
    """A part of a log or of a round."""

    cursor = cursor()


class RoundPageQuery(PartQuery, TableFileQuery):
    """The same of a round, and whether its tables are sent as a file."""


_ENTRANT_FIELDS: Final = frozenset({"entrant", "entrants", "tables", "byes", "seats", "groups"})
"""Fields whose numbers are those of entrants."""


class Cell(NamedTuple):
    """A cell of a standing: its column, its text, and where the number comes from."""

    column: StandingColumn
    text: str
    source: str | None


@requires_read_access
@takes_page_query(TournamentPageQuery)
def list_tournaments(query: dict[str, Any]) -> Response:
    """Show the tournaments, newest first."""
    found = services().store.tournaments.page(query.get("cursor"), query["limit"])
    return page(
        "tournaments.html",
        tournaments=found.tournaments,
        first=addresses.TOURNAMENTS if query.get("cursor") else None,
        next=address_from(None if found.after is None else cursor_text(found.after)),
    )


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(StandingPageQuery)
def show_standing(query: dict[str, Any], id: int) -> Response:
    """Show the standing after a round, by default the latest; each number leads to what it is made of."""
    found = tournament_version(id)

    def cells() -> TableView:
        with refusals_as_not_found():
            return standing_cells(compute_standing(found.state, _round_of(found.state, query)))

    if (kind := query.get("format")) in {"csv", "xlsx"}:
        return table_file(kind, "standing", found.version, cells)
    return tournament_page(id, found, "standing", partial(_standing_values, id, found.state, query))


def tournament_page(
    id: int,
    found: TournamentVersion,
    name: str,
    make_values: Callable[[], Mapping[str, Any]],
    *versions: str,
) -> Response:
    """The page of this name about a version of a tournament, and about these versions of what else it shows.

    `make_values` may raise `TournamentError` where there is nothing to show.
    """

    def values() -> Mapping[str, Any]:
        with refusals_as_not_found():
            return {"id": id, "version": found.version, "state": found.state, **make_values()}

    # Rules that are kept after the first game by them have their name on pages from then on
    template, version = f"tournament/{name}.html", (found.version, game_title(found.state.rules), *versions)
    if request.args.get("format") == "pdf":
        return paper_file(name.replace("_", "-"), version, lambda: rendered(template, values()))
    return cached_page(template, version, values)


_LEADING: Final = ("place", "name", "points", "movement")
"""The columns that a narrow window shows: what people look for."""


def _standing_values(id: int, state: State, query: Mapping[str, int]) -> Mapping[str, Any]:
    standing = compute_standing(state, _round_of(state, query))
    begin = query.get("cursor", 0)
    end = begin + LINES_OF_PAGE
    table = standing_table(state, standing, page_language(), part=slice(begin, end))
    columns = sorted(
        table.columns, key=lambda one: _LEADING.index(one.field) if one.field in _LEADING else len(_LEADING)
    )
    fields = [column.field for column in table.columns]
    teams = any(entrant.team for entrant in state.entrants)
    at = RoundId(standing.stage, standing.round) if standing.stage else None
    return {
        "standing": standing,
        "place": in_language(table.place),
        "heads": [(in_language(column.head), column.is_text) for column in columns],
        "rows": [
            (line, _cells(id, columns, dict(zip(fields, texts, strict=True)), line, standing))
            for line, texts in zip(standing.lines[begin:end], table.rows, strict=True)
        ],
        "first": addresses.standing_page(id, *at) if at and begin else None,
        "next": address_from(cursor_text(end)) if end < len(standing.lines) else None,
        "teams": rank_teams(state, at) if teams and at and not begin else [],
        "playing": list(tables_still_playing(state)),
        "current": current_round(state),
    }


def _cells(
    id: int, columns: list[StandingColumn], texts: Mapping[str, str], line: Line, standing: Standing
) -> Iterator[Cell]:
    """The cells of a line, with links to the parts of the entrant's page that explain them."""
    path = addresses.entrant_page(id, line.entrant, stage=standing.stage, round=standing.round)
    for column in columns:
        text, part = texts[column.field], _PARTS_OF_ACCOUNT.get(column.field, "rounds")
        yield Cell(column, text, f"{path}#{part}" if text and column.field not in _PLAIN_COLUMNS else None)


def _round_of(state: State, query: Mapping[str, int]) -> RoundId | None:
    """The round that a `RoundQuery` names. Raises `TournamentError`: `no_such_stage`."""
    return resolve_round(state, query.get("stage"), query.get("round"))


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(RoundTableQuery)
def show_entrant(query: dict[str, Any], id: int, entrant: int) -> Response:
    """Show how the line of an entrant came about: rounds, deals, awards, faults, opponents and tie-breaks."""
    found = tournament_version(id)
    people = services().store.people

    def explanation() -> Explanation:
        with refusals_as_not_found():
            return explain_line(found.state, entrant, _round_of(found.state, query))

    if kind := query.get("format"):
        return table_file(kind, f"entrant-{entrant}", found.version, lambda: round_cells(explanation()))

    def values() -> Mapping[str, Any]:
        explained = explanation()
        shown = found.state.entrants[entrant - 1]
        return {
            "entrant": shown,
            "explained": explained,
            "players": people.names(shown.ids),
            "attendance": ATTENDANCE_NAMES,
            "game_address": game_address,
        }

    return tournament_page(id, found, "entrant", values, people.version())


@requires_read_access
def show_rounds(id: int) -> Answer:
    """Lead to the round that is played now."""
    found = tournament_version(id)
    at = current_round(found.state)
    if at is None:
        return page("tournament/no_round.html", id=id, version=found.version, state=found.state)
    return redirect(addresses.round_page(id, *at))


@requires_read_access
@takes_page_query(RoundPageQuery)
def show_round(query: dict[str, Any], id: int, stage: int, number: int) -> Response:
    """Show the tables of a round with their results, who sits out, and where everybody sits."""
    found, at = tournament_with_round(id, stage, number)
    if kind := query.get("format"):
        return table_file(kind, f"round-{number}", found.version, lambda: seat_cells(found.state, at))
    links = entry_links(id, found.state, at)

    def values() -> Mapping[str, Any]:
        begin = query.get("cursor", 0)
        end = begin + addresses.TABLES_OF_PAGE
        return {
            "shown": round_view(found.state, at, slice(begin, end), scored=True),
            "first": addresses.round_page(id, *at) if begin else None,
            "next": address_from(cursor_text(end)) if end < len(found.state.round_at(at).tables) else None,
            "quality": list(quality_sentences(quality, has_teams=any(one.team for one in found.state.entrants)))
            if (quality := known_quality(found.state.round_at(at).quality))
            else [],
            "doubts": partial(doubts_of_table, found.state),
            "entry_links": links,
        }

    return tournament_page(id, found, "round", values, *links.values())


def entry_links(tournament: int, state: State, at: RoundId) -> dict[int, str]:
    """The links to the entry of the tables of an open round, for those who may enter results."""
    reader, found = signed_in(), state.round_at(at)
    if reader is None or not may(SCOREKEEPER) or state.finished or found.closed:
        return {}
    store = services().store
    return {
        number: table_link(store, reader.id, tournament, TableId(*at, number), table)
        for number, table in enumerate(found.tables, 1)
    }


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(RoundTableQuery)
def show_head_to_head(query: dict[str, Any], id: int) -> Response:
    """Show who met whom, and who did better."""
    found = tournament_version(id)

    def cells() -> TableView:
        with refusals_as_not_found():
            at = _round_of(found.state, query)
            return table_cells(MEETINGS, table_of_standing(MEETINGS, found.state, found.version, at))

    if kind := query.get("format"):
        return table_file(kind, "head-to-head", found.version, cells)

    def values() -> Mapping[str, Any]:
        at = _round_of(found.state, query)
        standing = compute_standing(found.state, at)
        return {
            "standing": standing,
            "met": build_head_to_head(found.state, at),
            "as_matrix": len(standing.lines) <= MOST_IN_MATRIX,
        }

    return tournament_page(id, found, "head_to_head", values)


@requires_read_access
@takes_page_query(TableFileQuery)
def show_referee(query: dict[str, Any], id: int) -> Response:
    """Show what waits for the referee, and what they decided."""
    found = tournament_version(id)
    if kind := query.get("format"):
        return table_file(kind, "referee", found.version, lambda: award_cells(found.state))
    state, store = found.state, services().store.tournaments
    decided = [
        (at, key, decision, table.entrant_at(key.seat), game_address(table.results[key.deal].by, key.deal))
        for at, table in state.tables()
        for key, decision in table.decisions.items()
    ]
    return page(
        "tournament/referee.html",
        id=id,
        version=found.version,
        state=state,
        undecided=list(for_all_stages(find_undecided_faults, state)),
        decided=decided,
        ties=page_services().value(("ties", id), found.version, lambda: find_ties(compute_standing(state))),
        problems=store.problems(id),
        unlanded=store.unimported(id),
    )


@requires_read_access
@takes_page_query(PartQuery)
def show_log(query: dict[str, Any], id: int) -> Response:
    """Show the changes of a tournament, latest first."""
    found = tournament_version(id)
    until = min(query.get("cursor", found.version), found.version)
    return tournament_page(id, found, "log", partial(_log_values, id, found, until))


def _log_values(id: int, found: TournamentVersion, until: int) -> Mapping[str, Any]:
    """What the page of a log shows that ends with this entry."""
    after = max(0, until - ENTRIES)
    entries = services().store.tournaments.log(id, after, until - after)
    return {
        "entries": [(entry, *entry_text(entry, found.state)) for entry in reversed(entries)],
        "at": [datetime.fromtimestamp(entry.at, UTC) for entry in reversed(entries)],
        "first": addresses.tournament_part(id, "log") if until < found.version else None,
        "next": address_from(cursor_text(after) if after else None),
    }


def entry_text(entry: Entry, state: State) -> tuple[str, list[tuple[str, str]]]:
    """What an entry did, in words, and its fields with their values; entrants by their names."""
    told, name = [], ""
    for field, value in change_view(entry.change).items():
        if field == "change":
            name = in_language(CHANGE_NAMES[value])
        elif field != "quality":  # it says nothing to most readers
            text = _field_text(field, value, state)
            cut = text if len(text) <= _LONGEST_FIELD else text[: _LONGEST_FIELD - 1] + "…"
            told.append((in_language(FIELD_NAMES[field]), cut))
    return name, told


def _field_text(field: str, value: object, state: State) -> str:
    """The value of a field of a change, in words."""
    match value:
        case dict() if field == "options":
            options = PROFILES[state.rules].options
            chosen = (option.told(value[option.name]) for option in options if option.name in value)
            return comma_separated(map(in_language, chosen), page_language())
        case dict():
            told = []
            for name, one in value.items():
                known = FIELD_NAMES.get(name) or PART_NAMES.get(name) or SEVERITIES.get(name) or FAULT_NAMES.get(name)
                heading = "" if name == field else f"{in_language(known) if known else name} "
                told.append(heading + _field_text(name, one, state))
            return comma_separated(told, page_language())
        case list() if any(isinstance(one, list | dict) for one in value):
            return " | ".join(_field_text(field, one, state) for one in value)
        case list():
            texts = [_field_text(field, one, state) for one in value]
            return comma_separated(texts, page_language()) if field in _ENTRANT_FIELDS else " ".join(texts)
        case bool():
            return in_language(YES if value else NO)
        case _:
            return _word(field, value, state)


def _word(field: str, value: object, state: State) -> str:
    if value is None:
        return "–"
    if isinstance(value, int) and field == "until":
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M:%S} UTC"
    if isinstance(value, int) and field in _ENTRANT_FIELDS and 1 <= value <= len(state.entrants):
        return state.entrants[value - 1].name
    if field == "rules":
        return game_title(str(value))
    names = {"tie_breaks": TIE_BREAK_NAMES, "titles": TITLE_NAMES, "code": FAULT_NAMES}.get(field, {})
    known = names.get(str(value)) or PART_VALUES.get((field, str(value)))
    return in_language(known) if known else str(value)
