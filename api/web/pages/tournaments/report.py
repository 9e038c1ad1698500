"""The report of a tournament, to be read and sent around."""

from flask import Response

from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.tournaments.versions import tournament_version
from daifu.api.views.tournaments.day_report import day_remarks, day_report
from daifu.api.web import addresses
from daifu.api.web.pages.evenings.report import report_page, round_label, told_of_several
from daifu.api.web.pages.tournaments.paper import last_day
from daifu.data.rulebooks.rules import load_rulebook
from daifu.data.store.values import DealFilter
from daifu.data.tournaments.standings.standing import compute_standing
from daifu.replay.text import Text


@lane(Lane.COSTLY)
@requires_read_access
def show_tournament_report(id: int) -> Response:
    """Show the report of a tournament as it stands, with its text to be copied."""
    found = tournament_version(id)
    standing = compute_standing(found.state)
    title, count = load_rulebook(found.state.rules).title, len(found.state.entrants)
    players = Text(f"{title.en}, {count} entrants", f"{title.ja}、参加者{count}人")
    wanted = DealFilter(tournament=found.state.name)
    told = told_of_several(found.state.rules, wanted, round_label, *day_remarks(standing.lines))
    report = day_report(found.state, standing, f"{last_day(found, id):%Y-%m-%d}", players, told)
    return report_page(report, addresses.tournament_page(id), found.state.name)
