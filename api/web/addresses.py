"""The URL paths of pages, as pages link to them."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote, urlencode

from daifu.api.views.addresses import escaped_player_id
from daifu.replay.games.catalogue import game_of
from daifu.schemas.http.cursors import cursor_text

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


def games_page(**query: object) -> str:
    """The path of the list of games with these filters, by the names of their parameters."""
    return with_query(GAMES, query)


def game_page(game: int) -> str:
    """The path of a game."""
    return f"{GAMES}/{game}"


def results_sheet(game: int, kind: str, layout: str = "L") -> str:
    """The path of the results of a game as a sheet."""
    return with_query(f"{game_page(game)}/sheet", {"type": kind, "layout": layout})


def other_rules_page(game: int) -> str:
    """The path of the form for the rules by which a game is shown."""
    return f"{game_page(game)}/other-rules"


def deals_page(game: int) -> str:
    """The path that leads to a deal by its number."""
    return f"{game_page(game)}/deals"


def deal_page(game: int, deal: int) -> str:
    """The path of a deal, at the position before its first action."""
    return f"{game_page(game)}/deals/{deal}"


def position_page(game: int, deal: int, at: int) -> str:
    """The path of the position after `at` actions of a deal."""
    return f"{deal_page(game, deal)}/positions/{at}" if at else deal_page(game, deal)


def report_page(game: int) -> str:
    """The path of the report of an evening."""
    return f"{game_page(game)}/report"


def columns_page(game: int, deal: int) -> str:
    """The path of a deal on paper, with a column for each player."""
    return f"{deal_page(game, deal)}/columns"


def position_picture(game: int, deal: int, at: int, kind: str) -> str:
    """The path of the drawing of a position, as `svg` or `png`."""
    return f"{deal_page(game, deal)}/positions/{at}.{kind}"


def analysis_page(game: int, deal: int) -> str:
    """The path of the analysis of a deal."""
    return f"{deal_page(game, deal)}/analysis"


def better_line_page(game: int, deal: int, action: int, at: int) -> str:
    """The path of the position after `at` actions of the line that was better than an action, counted from 1."""
    return f"{analysis_page(game, deal)}/{action}/{at}"


def explanations_page(game: int) -> str:
    """The path of the local rules that explain a game."""
    return f"{game_page(game)}/explanations"


def revisions_page(game: int) -> str:
    """The path of the history of a game."""
    return f"{game_page(game)}/revisions"


def withdrawal_page(game: int, action: str = "withdraw") -> str:
    """The path of the form that withdraws a game, or below which it is restored."""
    return f"{game_page(game)}/{action}"


def evening_page(game: int, **query: object) -> str:
    """The path of a game as an evening that is being played."""
    return with_query(f"{game_page(game)}/evening", query)


def season_page(season: int, **query: object) -> str:
    """The path of a season."""
    return with_query(f"{SEASONS}/{season}", query)


def season_form(season: int) -> str:
    """The path of the form that changes a season."""
    return f"{season_page(season)}/edit"


def season_report(season: int, **query: object) -> str:
    """The path of the report of a season."""
    return with_query(f"{season_page(season)}/report", query)


def token_page(token: int) -> str:
    """The path below which a token is revoked."""
    return f"{TOKENS}/{token}"


def player_page(player: str) -> str:
    """The path of a player."""
    return f"{PLAYERS}/{quote(escaped_player_id(player), safe='')}"


def merge_page(player: str, into: str | None = None) -> str:
    """The path of what a merge of two players would change."""
    return with_query(MERGE, {"player": player, "into": into})


def everything_of(player: str) -> str:
    """The path of all that is stored of a player, as a file."""
    return player_part(player, "everything")


def undo_merge_page(merge: int) -> str:
    """The path that undoes a merge."""
    return f"{PEOPLE}/merges/{merge}/undo"


def player_part(player: str, part: str) -> str:
    """The path of a page about a player, such as their `changes`."""
    return f"{player_page(player)}/{part}"


def player_analysis_page(player: str, rules: str) -> str:
    """The path of what analyses say of a player in a game."""
    return with_query(f"{player_page(player)}/analysis", {"rules": rules})


def table_picture(subject: str, kind: str, **query: object) -> str:
    """The path of the drawing, as `svg` or `png`, of the table of a game, a season or a tournament at this path."""
    return with_query(f"{subject}/table.{kind}", query)


def plot_picture(subject: str, plot: str, kind: str = "svg", **query: object) -> str:
    """The path of a plot of a player or a game, which has the path `subject`."""
    return with_query(f"{subject}/plots/{plot}.{kind}", query)


def plot_specification(subject: str, plot: str, **query: object) -> str:
    """The path of the specification of a plot."""
    return with_query(f"{subject}/plots/{plot}.json", query)


def rules_page(profile: str) -> str:
    """The path of the rules of a game of the family, such as `theater`."""
    return f"{RULES}/{profile}"


def rule_place(profile: str, rule: str) -> str:
    """The place of a rule, such as T-RUN-2, in the rule book of its game."""
    return f"{rules_page(game_of(profile))}#{rule}"


def game_statistics_page(profile: str) -> str:
    """The path of the statistics of a game as a whole."""
    return f"{rules_page(profile)}/statistics"


def ratings_page(profile: str) -> str:
    """The path of the ratings in a game."""
    return f"{rules_page(profile)}/ratings"


def leaderboard_page(profile: str) -> str:
    """The path of the leaderboards of a game."""
    return f"{rules_page(profile)}/leaderboard"


def tournament_page(tournament: int) -> str:
    """The path of a tournament."""
    return f"{TOURNAMENTS}/{tournament}"


def tournament_part(tournament: int, part: str) -> str:
    """The path of a page about a tournament, such as its `log`."""
    return f"{tournament_page(tournament)}/{part}"


def draw_page(tournament: int) -> str:
    """The path where a draw is made, looked at and taken."""
    return tournament_part(tournament, "draw")


def my_table(tournament: int, entrant: int | None = None) -> str:
    """The path of the page where an entrant finds their table; without one, of the list of their names."""
    path = tournament_part(tournament, "my-table")
    return path if entrant is None else f"{path}/{entrant}"


def notices(tournament: int, entrant: int) -> str:
    """The path where a phone asks to be told where an entrant sits."""
    return f"{my_table(tournament, entrant)}/{NOTICES}"


def wall_settings(tournament: int) -> str:
    """The path of the desk's page of the clock and the walls."""
    return tournament_part(tournament, "clock")


def table_page(tournament: int, stage: int, number: int, table: int, **query: object) -> str:
    """The path of a table as the desk has it: its result, and who sits there."""
    return with_query(f"{round_page(tournament, stage, number)}/tables/{table}", query)


def change_form(tournament: int, kind: str, **values: object) -> str:
    """The path of the form of a change, with some of its fields filled in."""
    return with_query(f"{tournament_part(tournament, 'changes')}/{kind}", values)


def standing_page(tournament: int, stage: int, number: int) -> str:
    """The path of the standing after a round."""
    return with_query(tournament_page(tournament), {"stage": stage, "round": number})


def entrant_page(tournament: int, entrant: int, **query: object) -> str:
    """The path of an entrant of a tournament."""
    return with_query(f"{tournament_page(tournament)}/entrants/{entrant}", query)


def round_page(tournament: int, stage: int, number: int) -> str:
    """The path of a round."""
    return f"{tournament_page(tournament)}/rounds/{stage}/{number}"


def table_place(tournament: int, stage: int, number: int, table: int) -> str:
    """The place of a table on the page of its round."""
    before = (table - 1) // TABLES_OF_PAGE * TABLES_OF_PAGE
    query = {"cursor": cursor_text(before)} if before else {}
    return f"{with_query(round_page(tournament, stage, number), query)}#table-{table}"


def kept_options_page(rules: str) -> str:
    """The path of the form in which options of a game are kept under a name."""
    return f"{NEW_HOUSE}/{rules}"


def house_page(slug: str, version: int) -> str:
    """The path of the sheet of house rules."""
    return f"{HOUSES}/{slug}/{version}"


def with_fields(path: str, fields: Sequence[tuple[str, str]]) -> str:
    """The path with the fields of a form, of which some may have several values."""
    return f"{path}?{urlencode(fields)}" if fields else path


def with_query(path: str, query: Mapping[str, object]) -> str:
    """The path with the parameters that are not None, a list of values with each of them."""
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given, doseq=True)}" if given else path
