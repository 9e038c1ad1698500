"""The addresses of all pages and the views that answer them."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from daifu.api.web.pages import (
    analysis,
    card_entry,
    deals,
    evening_entry,
    evening_list,
    evening_report,
    evenings,
    explanations,
    feeds,
    game_list,
    games,
    home,
    houses,
    other_rules,
    paper,
    player_analysis,
    players,
    rules,
    sheets,
    sign_in,
    table_entry,
    tokens,
    tournament_changes,
    tournaments,
    upload,
    wall,
    writing,
)


class Page(NamedTuple):
    """A method and an address, and the view that answers."""

    method: str
    rule: str
    view: Callable[..., Any]


_ANALYSIS: Final = "/games/<number:id>/deals/<number:deal>/analysis"
_POSITION: Final = "/games/<number:id>/deals/<number:deal>/positions/<count:at>"
_GENERAL: Final = (
    Page("GET", "/", home.show_home),
    Page("GET", "/search", home.search),
    Page("GET", "/upload", upload.show_upload),
    Page("POST", "/upload", upload.upload),
    Page("GET", "/sheets", sheets.show_sheets),
    Page("POST", "/sheets", sheets.send_sheet),
    Page("GET", "/sheets/template", sheets.send_template),
    Page("GET", "/write", writing.show_writing),
    Page("POST", "/write", writing.read_writing),
    Page("GET", "/games/<number:id>/sheet", sheets.send_results),
    Page("GET", "/games", game_list.show_games),
    Page("GET", "/feed.atom", feeds.send_feed),
    Page("GET", "/calendar.ics", feeds.send_calendar),
    Page("GET", "/games/<number:id>", games.show_game),
    Page("GET", "/games/<number:id>/report", evening_report.show_report),
    Page("GET", "/games/<number:id>/revisions", games.show_revisions),
    Page("GET", "/games/<number:id>/other-rules", other_rules.choose_other_rules),
    Page("GET", "/games/<number:id>/explanations", explanations.show_explanations),
    Page("GET", "/games/<number:id>/deals", games.find_deal),
    Page("GET", "/games/<number:id>/deals/<number:deal>", deals.show_deal),
    Page("GET", _POSITION, deals.show_position),
    Page("GET", f"{_POSITION}.svg", deals.send_svg),
    Page("GET", f"{_POSITION}.png", deals.send_png),
    Page("GET", "/games/<number:id>/deals/<number:deal>/columns", deals.show_columns),
    Page("GET", _ANALYSIS, analysis.show_analysis),
    Page("POST", _ANALYSIS, analysis.order_analysis),
    Page("GET", f"{_ANALYSIS}/plots/<string:plot>.svg", analysis.show_plot),
    Page("GET", f"{_ANALYSIS}/plots/<string:plot>.json", analysis.send_plot_specification),
    Page("GET", f"{_ANALYSIS}/<number:action>/<count:at>", analysis.show_better_line),
    Page("GET", "/evenings", evening_list.list_evenings),
    Page("GET", "/evenings/new", evenings.show_new_evening),
    Page("POST", "/evenings/new", evenings.open_evening),
    Page("GET", "/games/<number:id>/evening", evenings.show_evening),
    Page("POST", "/games/<number:id>/evening/players", evenings.add_player),
    Page("POST", "/games/<number:id>/evening/links/end", evenings.end_links),
    Page("GET", "/games/<number:id>/evening/<number:deal>", evenings.show_deal_form),
    Page("POST", "/games/<number:id>/evening/<number:deal>", evenings.enter_deal),
    Page("GET", "/games/<number:id>/evening/<number:deal>/cards", card_entry.show_cards),
    Page("POST", "/games/<number:id>/evening/<number:deal>/cards", card_entry.send_cards),
    Page("GET", "/evenings/<string:signature>", evening_entry.show_evening_entry),
    Page("POST", "/evenings/<string:signature>/players", evening_entry.send_player),
    Page("GET", "/evenings/<string:signature>/<number:deal>", evening_entry.show_deal_entry),
    Page("POST", "/evenings/<string:signature>/<number:deal>", evening_entry.send_deal_entry),
    Page("GET", "/evenings/<string:signature>/<number:deal>/cards", evening_entry.show_card_entry),
    Page("POST", "/evenings/<string:signature>/<number:deal>/cards", evening_entry.send_card_entry),
    Page("GET", "/sign-in", sign_in.show_sign_in),
    Page("POST", "/sign-in", sign_in.sign_in),
    Page("GET", "/sign-out", sign_in.show_sign_out),
    Page("POST", "/sign-out", sign_in.sign_out),
    Page("GET", "/tokens", tokens.show_tokens),
    Page("POST", "/tokens", tokens.create_token),
    Page("POST", "/tokens/<number:id>/revoke", tokens.revoke_token),
    Page("GET", "/enter", sign_in.show_link),
    Page("POST", "/enter", sign_in.enter),
)
_STATISTICS: Final = (
    Page("GET", "/players", players.list_players),
    Page("GET", "/players/<player:player>", players.show_player),
    Page("GET", "/players/<player:player>/analysis", player_analysis.show_player_analysis),
    Page("GET", "/players/<player:player>/plots/<string:plot>.svg", players.show_plot),
    Page("GET", "/players/<player:player>/plots/<string:plot>.json", players.send_plot_specification),
    Page("GET", "/rules", rules.list_games),
    Page("GET", "/rules/<string:profile>", rules.show_rules),
    Page("GET", "/rules/<string:profile>/statistics", rules.show_game_statistics),
    Page("GET", "/rules/<string:profile>/plots/<string:plot>.svg", rules.show_game_plot),
    Page("GET", "/rules/<string:profile>/plots/<string:plot>.json", rules.send_game_plot_specification),
    Page("GET", "/rules/<string:profile>/ratings", rules.show_ratings),
    Page("GET", "/rules/<string:profile>/leaderboard", rules.show_leaderboard),
)

_TOURNAMENTS: Final = (
    Page("GET", "/tournaments", tournaments.list_tournaments),
    Page("GET", "/tournaments/<number:id>", tournaments.show_standing),
    Page("GET", "/tournaments/<number:id>/entrants/<number:entrant>", tournaments.show_entrant),
    Page("GET", "/tournaments/<number:id>/rounds", tournaments.show_rounds),
    Page("GET", "/tournaments/<number:id>/rounds/<number:stage>/<number:number>", tournaments.show_round),
    Page("GET", "/tournaments/<number:id>/head-to-head", tournaments.show_head_to_head),
    Page("GET", "/tournaments/<number:id>/referee", tournaments.show_referee),
    Page("GET", "/tournaments/<number:id>/log", tournaments.show_log),
    Page("GET", "/tournaments/<number:id>/wall", wall.show_wall),
    Page("GET", "/tournaments/<number:id>/paper", paper.show_paper),
    Page("GET", "/tournaments/<number:id>/name-cards", paper.show_name_cards),
    Page("GET", "/tournaments/<number:id>/rounds/<number:stage>/<number:number>/sheets", paper.show_sheets),
    Page("GET", "/tournaments/<number:id>/rounds/<number:stage>/<number:number>/seats", paper.show_seats),
    Page("GET", "/tournaments/new", tournament_changes.show_new_tournament),
    Page("POST", "/tournaments/new", tournament_changes.create_tournament),
    Page("GET", "/tournaments/<number:id>/changes", tournament_changes.list_changes),
    Page("GET", "/tournaments/<number:id>/changes/<string:kind>", tournament_changes.show_change),
    Page("POST", "/tournaments/<number:id>/changes/<string:kind>", tournament_changes.send_change),
    Page("GET", "/tournaments/<number:id>/draws/<string:kind>", tournament_changes.show_draw),
    Page("POST", "/tournaments/<number:id>/draws/<string:kind>", tournament_changes.send_draw),
    Page("GET", "/tables/<string:signature>", table_entry.show_table_entry),
    Page("POST", "/tables/<string:signature>", table_entry.send_table_entry),
    Page("POST", "/tables/<string:signature>/end", table_entry.end_table_links),
    Page("GET", "/tables/<string:signature>/cards", table_entry.show_table_cards),
    Page("POST", "/tables/<string:signature>/cards", table_entry.send_table_cards),
)

_HOUSES: Final = (
    Page("GET", "/house-rules", houses.list_houses),
    Page("POST", "/house-rules", houses.store_house),
    Page("GET", "/house-rules/new", houses.show_builder),
    Page("POST", "/house-rules/new", houses.look_at_house),
    Page("POST", "/house-rules/file", houses.send_house_file),
    Page("GET", "/house-rules/compare", houses.compare),
    Page("GET", "/house-rules/<string:slug>", houses.show_latest_house),
    Page("GET", "/house-rules/<string:slug>/<number:version>", houses.show_house),
    Page("GET", "/house-rules/<string:slug>/<number:version>/file", houses.send_house),
    Page("POST", "/house-rules/<string:slug>/<number:version>/withdraw", houses.withdraw_house),
)

PAGES: Final = (*_GENERAL, *_STATISTICS, *_TOURNAMENTS, *_HOUSES)
"""All pages."""
