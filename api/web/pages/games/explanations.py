"""Which local rules explain a game."""

from functools import partial
from typing import Any

from flask import Response

from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.errors import other_rules_problem
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.services import services
from daifu.api.web.pages.games.game import Game
from daifu.api.web.queries import AnalysisQuery, takes_page_query
from daifu.api.web.responses import Values, cached_page
from daifu.data.rulebooks.rules import load_rulebook
from daifu.schemas.explanation import LOCAL_RULES, explain_record
from daifu.schemas.record.errors import RecordRefused


@requires_read_access
@takes_page_query(AnalysisQuery)
def show_explanations(query: dict[str, Any], id: int) -> Response:
    """Show which local rules explain a game, as few and as common ones as possible."""
    go_on_in(Lane.COSTLY)
    return cached_page("explanations.html", services().store.state(), partial(_values, Game(id, query)))


def _values(game: Game) -> Values:
    try:
        found = explain_record(game.stored.record)
    except RecordRefused as refused:
        raise other_rules_problem(refused) from refused
    return {"game": game, "found": found, "local_rules": load_rulebook(LOCAL_RULES)}
