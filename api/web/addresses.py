"""The URL paths of pages, as pages link to them.

A path with variable parts is a function of these; what it is given by name becomes the query.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final
from urllib.parse import quote, urlencode

from daifu.api.views.addresses import escaped_player_id
from daifu.replay.games.catalogue import game_of
from daifu.schemas.answer import cursor_text

HOME: Final = "/"
SEARCH: Final = "/search"
GAMES: Final = "/games"
FEED: Final = "/feed.atom"
CALENDAR: Final = "/calendar.ics"
UPLOAD: Final = "/upload"
SHEETS: Final = "/sheets"
SHEET_TEMPLATE: Final = f"{SHEETS}/template"
WRITE: Final = "/write"
PLAYERS: Final = "/players"
PEOPLE: Final = "/people"
SIMILAR_PEOPLE: Final = f"{PEOPLE}/same"
MERGE: Final = f"{PEOPLE}/merge"
RULES: Final = "/rules"
TOURNAMENTS: Final = "/tournaments"
HOUSES: Final = "/house-rules"
NEW_HOUSE: Final = f"{HOUSES}/new"
HOUSE_FILE: Final = f"{HOUSES}/file"
COMPARE_HOUSES: Final = f"{HOUSES}/compare"
NEW_TOURNAMENT: Final = "/tournaments/new"
EVENINGS: Final = "/evenings"
NEW_EVENING: Final = f"{EVENINGS}/new"
SEASONS: Final = "/seasons"
NEW_SEASON: Final = f"{SEASONS}/new"
TABLES: Final = "/tables"
DOOR: Final = "/door"
NOTICES: Final = "notices"
SIGN_IN: Final = "/sign-in"
SIGN_OUT: Final = "/sign-out"
ENTER: Final = "/enter"
TOKENS: Final = "/tokens"
DATA: Final = "/data"
ME: Final = "/me"
CLUB: Final = "/club"

TABLES_OF_PAGE: Final = 100
"""How many tables a page of a round has."""


def _path(pattern: str) -> Callable[..., str]:
    def make(*parts: object, **query: object) -> str:
        return with_query(pattern.format(*parts), query)

    return make


games_page = _path(GAMES)
game_page = _path("/games/{}")
other_rules_page = _path("/games/{}/other-rules")
deals_page = _path("/games/{}/deals")
deal_page = _path("/games/{}/deals/{}")
position_picture = _path("/games/{}/deals/{}/positions/{}.{}")
columns_page = _path("/games/{}/deals/{}/columns")
analysis_page = _path("/games/{}/deals/{}/analysis")
better_line_page = _path("/games/{}/deals/{}/analysis/{}/{}")
report_page = _path("/games/{}/report")
notes_page = _path("/games/{}/notes")
withdrawal_page = _path("/games/{}/withdraw")
explanations_page = _path("/games/{}/explanations")
revisions_page = _path("/games/{}/revisions")
evening_page = _path("/games/{}/evening")
season_page = _path("/seasons/{}")
season_form = _path("/seasons/{}/edit")
season_report = _path("/seasons/{}/report")
token_page = _path("/tokens/{}")
undo_merge_page = _path("/people/merges/{}/undo")
rules_page = _path("/rules/{}")
game_statistics_page = _path("/rules/{}/statistics")
ratings_page = _path("/rules/{}/ratings")
leaderboard_page = _path("/rules/{}/leaderboard")
tournament_page = _path("/tournaments/{}")
tournament_part = _path("/tournaments/{}/{}")
draw_page = _path("/tournaments/{}/draw")
wall_settings = _path("/tournaments/{}/clock")
notices = _path(f"/tournaments/{{}}/my-table/{{}}/{NOTICES}")
change_form = _path("/tournaments/{}/changes/{}")
entrant_page = _path("/tournaments/{}/entrants/{}")
round_page = _path("/tournaments/{}/rounds/{}/{}")
table_page = _path("/tournaments/{}/rounds/{}/{}/tables/{}")
kept_options_page = _path("/house-rules/new/{}")
house_page = _path("/house-rules/{}/{}")
table_picture = _path("{}/table.{}")
plot_specification = _path("{}/plots/{}.json")
"""The last two begin with the path of a game, a player, a season or a tournament."""


def results_sheet(game: int, kind: str, layout: str = "L") -> str:
    """The path of the results of a game as a sheet."""
    return with_query(f"{game_page(game)}/sheet", {"type": kind, "layout": layout})


def position_page(game: int, deal: int, at: int) -> str:
    """The path of the position after `at` actions of a deal."""
    return f"{deal_page(game, deal)}/positions/{at}" if at else deal_page(game, deal)


def player_page(player: str) -> str:
    """The path of a player."""
    return f"{PLAYERS}/{quote(escaped_player_id(player), safe='')}"


def merge_page(player: str, into: str | None = None) -> str:
    """The path of what a merge of two players would change."""
    return with_query(MERGE, {"player": player, "into": into})


def player_part(player: str, part: str) -> str:
    """The path of a page about a player, such as their `changes`."""
    return f"{player_page(player)}/{part}"


def player_analysis_page(player: str, rules: str) -> str:
    """The path of what analyses say of a player in a game."""
    return with_query(f"{player_page(player)}/analysis", {"rules": rules})


def plot_picture(subject: str, plot: str, kind: str = "svg", **query: object) -> str:
    """The path of a plot of a player or a game, which has the path `subject`."""
    return with_query(f"{subject}/plots/{plot}.{kind}", query)


def rule_place(profile: str, rule: str) -> str:
    """The place of a rule, such as T-RUN-2, in the rule book of its game."""
    return f"{rules_page(game_of(profile))}#{rule}"


def my_table(tournament: int, entrant: int | None = None) -> str:
    """The path of the page where an entrant finds their table; without one, of the list of their names."""
    path = tournament_part(tournament, "my-table")
    return path if entrant is None else f"{path}/{entrant}"


def standing_page(tournament: int, stage: int, number: int) -> str:
    """The path of the standing after a round."""
    return with_query(tournament_page(tournament), {"stage": stage, "round": number})


def table_place(tournament: int, stage: int, number: int, table: int) -> str:
    """The place of a table on the page of its round."""
    before = (table - 1) // TABLES_OF_PAGE * TABLES_OF_PAGE
    query = {"cursor": cursor_text(before)} if before else {}
    return f"{with_query(round_page(tournament, stage, number), query)}#table-{table}"


def with_fields(path: str, fields: Sequence[tuple[str, str]]) -> str:
    """The path with the fields of a form, of which some may have several values."""
    return f"{path}?{urlencode(fields)}" if fields else path


def with_query(path: str, query: Mapping[str, object]) -> str:
    """The path with the parameters that are not None, a list of values with each of them."""
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given, doseq=True)}" if given else path
