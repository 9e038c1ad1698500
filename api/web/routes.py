"""The addresses of all pages and the views that answer them."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from daifu.api.http.resources import data as whole_data
from daifu.api.web.pages import feeds, home, houses, kept_options, pictures, rules, seasons, sheets, upload, writing
from daifu.api.web.pages.club import data, sign_in, tokens
from daifu.api.web.pages.club import settings as club
from daifu.api.web.pages.evenings import card_entry
from daifu.api.web.pages.evenings import changes as evening_changes
from daifu.api.web.pages.evenings import evening as evenings
from daifu.api.web.pages.evenings import opening as evening_opening
from daifu.api.web.pages.evenings import overview as evening_list
from daifu.api.web.pages.evenings import report as evening_report
from daifu.api.web.pages.evenings.evening import by_link, by_scorekeeper
from daifu.api.web.pages.games import analysis, deals, notes, other_rules, withdrawal
from daifu.api.web.pages.games import game as games
from daifu.api.web.pages.games import overview as game_list
from daifu.api.web.pages.people import analysis as player_analysis
from daifu.api.web.pages.people import mine, people, players
from daifu.api.web.pages.tournaments import changes as tournament_changes
from daifu.api.web.pages.tournaments import desk as tournament_desk
from daifu.api.web.pages.tournaments import draws, my_table, paper, table_entry, tournaments, wall
from daifu.api.web.pages.tournaments import opening as new_tournament
from daifu.api.web.pages.tournaments import people as tournament_people
from daifu.api.web.pages.tournaments import report as tournament_report


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
    Page("POST", "/games/<number:id>/event", upload.name_event),
    Page("GET", "/games/<number:id>/report", evening_report.show_report),
    Page("GET", "/games/<number:id>/table.<any(svg, png):ending>", pictures.draw_game),
    Page("GET", "/games/<number:id>/revisions", games.show_revisions),
    Page("GET", "/games/<number:id>/notes", notes.show_notes),
    Page("POST", "/games/<number:id>/notes", notes.write_notes),
    Page("GET", "/games/<number:id>/withdraw", withdrawal.show_withdrawal),
    Page("POST", "/games/<number:id>/withdraw", withdrawal.withdraw),
    Page("POST", "/games/<number:id>/restore", withdrawal.restore),
    Page("GET", "/games/<number:id>/other-rules", other_rules.choose_other_rules),
    Page("GET", "/games/<number:id>/explanations", other_rules.show_explanations),
    Page("GET", "/games/<number:id>/deals", games.find_deal),
    Page("GET", "/games/<number:id>/deals/<number:deal>", deals.show_deal),
    Page("GET", _POSITION, deals.show_position),
    Page("GET", f"{_POSITION}.svg", deals.send_svg),
    Page("GET", f"{_POSITION}.png", deals.send_png),
    Page("GET", "/games/<number:id>/deals/<number:deal>/columns", deals.show_columns),
    Page("GET", _ANALYSIS, analysis.show_analysis),
    Page("POST", _ANALYSIS, analysis.order_analysis),
    Page("GET", f"{_ANALYSIS}/plots/<string:plot>.<any(svg, png):ending>", analysis.show_plot),
    Page("GET", f"{_ANALYSIS}/plots/<string:plot>.json", analysis.send_plot_specification),
    Page("GET", f"{_ANALYSIS}/<number:action>/<count:at>", analysis.show_better_line),
    Page("GET", "/evenings", evening_list.list_evenings),
    Page("GET", "/evenings/new", evening_opening.show_new_evening),
    Page("POST", "/evenings/new", evening_opening.open_evening),
    Page("GET", "/games/<number:id>/evening", evenings.show_evening),
    Page("POST", "/games/<number:id>/evening/players", by_scorekeeper(evening_changes.enter_player)),
    Page("POST", "/games/<number:id>/evening/seats", by_scorekeeper(evening_changes.enter_seats)),
    Page("POST", "/games/<number:id>/evening/undo", by_scorekeeper(evening_changes.undo_change)),
    Page("POST", "/games/<number:id>/evening/links/end", evenings.end_links),
    Page("GET", "/games/<number:id>/evening/<number:deal>", by_scorekeeper(evenings.deal_page)),
    Page("POST", "/games/<number:id>/evening/<number:deal>", by_scorekeeper(evening_changes.enter_result)),
    Page("GET", "/games/<number:id>/evening/<number:deal>/cards", by_scorekeeper(card_entry.cards_page)),
    Page("POST", "/games/<number:id>/evening/<number:deal>/cards", by_scorekeeper(card_entry.enter_cards)),
    Page("GET", "/evenings/<string:signature>", evenings.show_evening_entry),
    Page("POST", "/evenings/<string:signature>/players", by_link(evening_changes.enter_player)),
    Page("POST", "/evenings/<string:signature>/seats", by_link(evening_changes.enter_seats)),
    Page("POST", "/evenings/<string:signature>/undo", by_link(evening_changes.undo_change)),
    Page("GET", "/evenings/<string:signature>/<number:deal>", by_link(evenings.deal_page)),
    Page("POST", "/evenings/<string:signature>/<number:deal>", by_link(evening_changes.enter_result)),
    Page("GET", "/evenings/<string:signature>/<number:deal>/cards", by_link(card_entry.cards_page)),
    Page("POST", "/evenings/<string:signature>/<number:deal>/cards", by_link(card_entry.enter_cards)),
    Page("GET", "/club", club.show_club),
    Page("POST", "/club", club.change_club),
    Page("POST", "/club/links/end", club.end_links),
    Page("GET", "/sign-in", sign_in.show_sign_in),
    Page("POST", "/sign-in", sign_in.sign_in),
    Page("GET", "/sign-out", sign_in.show_sign_out),
    Page("POST", "/sign-out", sign_in.sign_out),
    Page("GET", "/tokens", tokens.show_tokens),
    Page("POST", "/tokens", tokens.create_token),
    Page("POST", "/tokens/<number:id>/revoke", tokens.revoke_token),
    Page("POST", "/me", mine.choose_me),
    Page("GET", "/data", data.show_data),
    Page("POST", "/data/backup", whole_data.send_backup),
    Page("POST", "/data/everything", whole_data.send_everything),
    Page("POST", "/data/restore", data.look_at_backup),
    Page("POST", "/data/restore/confirm", data.confirm_backup),
    Page("POST", "/data/restore/cancel", data.keep_store),
    Page("POST", "/data/samples/drop", data.send_drop_samples),
    Page("GET", "/enter", sign_in.show_link),
    Page("POST", "/enter", sign_in.enter),
)
_STATISTICS: Final = (
    Page("GET", "/seasons", seasons.show_current_season),
    Page("GET", "/seasons/new", seasons.show_new_season),
    Page("POST", "/seasons/new", seasons.add_season),
    Page("GET", "/seasons/<number:id>", seasons.show_season),
    Page("GET", "/seasons/<number:id>/edit", seasons.show_season_form),
    Page("POST", "/seasons/<number:id>/edit", seasons.change_season),
    Page("POST", "/seasons/<number:id>/remove", seasons.remove_season),
    Page("GET", "/seasons/<number:id>/report", pictures.show_season_report),
    Page("GET", "/seasons/<number:id>/table.<any(svg, png):ending>", pictures.draw_season),
    Page("GET", "/seasons/<number:id>/plots/<string:plot>.<any(svg, png):ending>", seasons.show_plot),
    Page("GET", "/seasons/<number:id>/plots/<string:plot>.json", seasons.send_plot_specification),
    Page("GET", "/players", players.list_players),
    Page("GET", "/players/<player:player>", players.show_player),
    Page("GET", "/players/<player:player>/analysis", player_analysis.show_player_analysis),
    Page("GET", "/players/<player:player>/plots/<string:plot>.<any(svg, png):ending>", players.show_plot),
    Page("GET", "/players/<player:player>/plots/<string:plot>.json", players.send_plot_specification),
    Page("GET", "/players/<player:player>/changes", people.show_changes),
    Page("POST", "/players/<player:player>/name", people.rename),
    Page("GET", "/players/<player:player>/picture", people.send_picture),
    Page("POST", "/players/<player:player>/look", people.change_look),
    Page("GET", "/players/<player:player>/moves", people.show_games_to_move),
    Page("POST", "/players/<player:player>/moves", people.move_games),
    Page("GET", "/players/<player:player>/everything", people.send_everything),
    Page("GET", "/players/<player:player>/anonymous", people.show_anonymity),
    Page("POST", "/players/<player:player>/anonymous", people.make_anonymous),
    Page("GET", "/people/same", people.show_similar),
    Page("POST", "/people/same", people.keep_apart),
    Page("GET", "/people/merge", people.show_merge),
    Page("POST", "/people/merge", people.merge),
    Page("POST", "/people/merges/<number:merge>/undo", people.undo_merge),
    Page("GET", "/rules", rules.list_games),
    Page("GET", "/rules/<string:profile>", rules.show_rules),
    Page("GET", "/rules/<string:profile>/statistics", rules.show_game_statistics),
    Page("GET", "/rules/<string:profile>/plots/<string:plot>.<any(svg, png):ending>", rules.show_game_plot),
    Page("GET", "/rules/<string:profile>/plots/<string:plot>.json", rules.send_game_plot_specification),
    Page("GET", "/rules/<string:profile>/ratings", rules.show_ratings),
    Page("GET", "/rules/<string:profile>/leaderboard", rules.show_leaderboard),
)

_TABLE: Final = "/tournaments/<number:id>/rounds/<number:stage>/<number:number>/tables/<number:table>"
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
    Page("GET", "/tournaments/<number:id>/clock", wall.show_wall_settings),
    Page("POST", "/tournaments/<number:id>/clock", wall.send_clock),
    Page("POST", "/tournaments/<number:id>/wall", wall.send_wall_pages),
    Page("GET", "/tournaments/<number:id>/draw", draws.show_draw),
    Page("POST", "/tournaments/<number:id>/draw", draws.send_draw),
    Page("GET", "/tournaments/<number:id>/my-table", my_table.list_entrants),
    Page("GET", "/tournaments/<number:id>/my-table/<number:entrant>", my_table.show_my_table),
    Page("POST", "/tournaments/<number:id>/my-table/<number:entrant>/notices", my_table.send_notices),
    Page("GET", "/tournaments/<number:id>/paper", paper.show_paper),
    Page("GET", "/tournaments/<number:id>/certificates", paper.show_certificates),
    Page("GET", "/tournaments/<number:id>/report", tournament_report.show_tournament_report),
    Page("GET", "/tournaments/<number:id>/table.<any(svg, png):ending>", pictures.draw_tournament),
    Page("GET", "/tournaments/<number:id>/name-cards", paper.show_name_cards),
    Page("GET", "/tournaments/<number:id>/rounds/<number:stage>/<number:number>/sheets", paper.show_sheets),
    Page("GET", "/tournaments/<number:id>/rounds/<number:stage>/<number:number>/seats", paper.show_seats),
    Page("GET", "/tournaments/new", new_tournament.show_new_tournament),
    Page("POST", "/tournaments/new", new_tournament.create_tournament),
    Page("GET", "/tournaments/<number:id>/desk", tournament_desk.show_desk),
    Page("POST", "/tournaments/<number:id>/desk", tournament_desk.take_step),
    Page("GET", _TABLE, tournament_desk.show_table),
    Page("POST", _TABLE, tournament_desk.send_table),
    Page("GET", "/tournaments/<number:id>/people", tournament_people.show_people),
    Page("POST", "/tournaments/<number:id>/people", tournament_people.add_people),
    Page("POST", "/tournaments/<number:id>/people/here", tournament_people.check_in),
    Page("POST", "/tournaments/<number:id>/people/door/end", tournament_people.end_door_links),
    Page("GET", "/tournaments/<number:id>/people/<number:entrant>", tournament_people.show_person),
    Page("POST", "/tournaments/<number:id>/people/<number:entrant>", tournament_people.change_person),
    Page("GET", "/tournaments/<number:id>/settings", tournament_changes.show_settings),
    Page("POST", "/tournaments/<number:id>/settings", tournament_changes.change_settings),
    Page("GET", "/tournaments/<number:id>/changes", tournament_changes.list_changes),
    Page("GET", "/tournaments/<number:id>/changes/<string:kind>", tournament_changes.show_change),
    Page("POST", "/tournaments/<number:id>/changes/<string:kind>", tournament_changes.send_change),
    Page("GET", "/door/<string:signature>", tournament_people.show_door),
    Page("POST", "/door/<string:signature>", tournament_people.send_door),
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
    Page("GET", "/house-rules/new/<string:rules>", kept_options.show_options),
    Page("POST", "/house-rules/new/<string:rules>", kept_options.keep_options),
    Page("POST", "/house-rules/file", houses.send_house_file),
    Page("GET", "/house-rules/compare", houses.compare),
    Page("GET", "/house-rules/<string:slug>", houses.show_latest_house),
    Page("GET", "/house-rules/<string:slug>/<number:version>", houses.show_house),
    Page("GET", "/house-rules/<string:slug>/<number:version>/file", houses.send_house),
    Page("POST", "/house-rules/<string:slug>/<number:version>/withdraw", houses.withdraw_house),
)

PAGES: Final = (*_GENERAL, *_STATISTICS, *_TOURNAMENTS, *_HOUSES)
"""All pages."""
