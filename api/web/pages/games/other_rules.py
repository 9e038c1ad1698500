"""A game is judged by other rules: by those that are chosen in words, or by the local rules that explain it."""

from functools import partial
from typing import Any

import msgspec
from flask import Response, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.errors import other_rules_problem
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.requests import known_game
from daifu.api.http.resources.records import readable_record
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.entry.fields import read_number
from daifu.api.web.entry.rules_forms import HOUSE, fields_of_rules, read_rules, rules_fields, rules_form
from daifu.api.web.pages.games.game import Game
from daifu.api.web.queries import AnalysisQuery, takes_fields, takes_page_query
from daifu.api.web.responses import Values, cached_page, page, see_other
from daifu.api.web.session import own_path
from daifu.data.rulebooks.rules import load_rulebook
from daifu.schemas.explanation import LOCAL_RULES, explain_record
from daifu.schemas.record.decode import decode_json
from daifu.schemas.record.errors import RecordRefused

RULES, REVISION, BACK, JUDGE = "rules", "revision", "back", "judge"
"""Parameters: the game, the revision and the page that are shown under it, and the button that leads there."""


@requires_read_access
@takes_fields(RULES, REVISION, BACK, JUDGE, of=lambda **_: rules_fields())
def choose_other_rules(id: int) -> Answer:
    """Show the form for the rules of a game, or lead to the record as it is judged by what was chosen."""
    own, path = addresses.game_page(id), own_path(request.args.get(BACK), addresses.game_page(id))
    if not f"{path}/".startswith(f"{own}/"):
        raise NotFound
    revision = read_number(request.args.get(REVISION, ""))
    record = decode_json(readable_record(id, revision).record).record
    rules = known_game(request.args.get(RULES) or record.rules.profile.name)
    if JUDGE not in request.args:
        is_own = rules == record.rules.profile.name
        named = record.house.written if record.house else {}
        house = f"{named['id']}@{named['version']}" if named else ""
        fields = MultiDict(fields_of_rules(rules, record.rules.options, house)) if is_own else request.args
        form = rules_form(rules, fields)
        return page("other_rules.html", id=id, rules=rules, form=form, path=path, revision=revision)
    chosen = read_rules(rules, request.args)
    if chosen.house:
        asked = {REVISION: revision, HOUSE: f"{chosen.house['id']}@{chosen.house['version']}"}
    else:
        asked = {REVISION: revision, RULES: rules, "options": msgspec.json.encode(chosen.options).decode()}
    return see_other(addresses.with_query(path, asked))


@requires_read_access
@takes_page_query(AnalysisQuery)
def show_explanations(query: dict[str, Any], id: int) -> Response:
    """Show which local rules explain a game, as few and as common ones as possible."""
    go_on_in(Lane.COSTLY)
    return cached_page("explanations.html", services().store.state(), partial(_explanations, Game(id, query)))


def _explanations(game: Game) -> Values:
    try:
        found = explain_record(game.stored.record)
    except RecordRefused as refused:
        raise other_rules_problem(refused) from refused
    return {"game": game, "found": found, "local_rules": load_rulebook(LOCAL_RULES)}
