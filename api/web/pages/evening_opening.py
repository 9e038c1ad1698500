"""The list of evenings, and how a new one begins: which game, who plays, and by which rules."""

from collections.abc import Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final

from flask import Response, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

import daifu.data.evenings as store_evenings
from daifu.api.http.access import club, current_author, requires_read_access, requires_role
from daifu.api.http.requests import known_game
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.entry.evening_forms import PLAYER, read_event
from daifu.api.web.entry.fields import read_number
from daifu.api.web.entry.names import KnownPeople, NamedPlayer
from daifu.api.web.entry.rules_forms import HOUSE, fields_of_rules, kept_houses, read_rules, rules_form
from daifu.api.web.pages.games.games import Game
from daifu.api.web.queries import takes_fields, takes_page_query
from daifu.api.web.responses import page, see_other, uncached_page
from daifu.data.evenings import is_going_on, played_deals
from daifu.data.rulebooks.rules import load_rulebooks
from daifu.data.store.values import SCOREKEEPER, RecordFilter, RecordSummary, SimilarTournament
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.answer import cursor_text
from daifu.schemas.http.query_fields import LARGEST_PAGE, PAGE, QuerySchema, cursor, whole
from daifu.schemas.position import next_deal
from daifu.schemas.record.errors import Problem, RecordRefused


class EveningsQuery(QuerySchema):
    """A page of the list."""

    limit = whole(1, LARGEST_PAGE, "How many evenings a page has at most.", load_default=PAGE)
    cursor = cursor()


@requires_read_access
@takes_page_query(EveningsQuery)
def list_evenings(query: dict[str, Any]) -> Response:
    """Show the evenings: those that are being played first, then the newest."""
    start = query.get("cursor")
    found = services().store.page(RecordFilter(evening=True), start, query["limit"])
    now = datetime.now(UTC)
    after = None if found.after is None else cursor_text(found.after)
    going_on = [one for one in found.records if is_going_on(one, now)]
    return page(
        "evening/list.html",
        going_on=going_on,
        evenings=[one for one in found.records if one not in going_on],
        played=played_deals,
        first_page=addresses.EVENINGS if start else None,
        next_page=after and addresses.with_query(addresses.EVENINGS, {"cursor": after}),
    )


LIKE: Final = "like"
"""The parameter that names a game as which an evening begins."""
OF_TOURNAMENT: Final = "of_tournament"
"""The field that says whether an evening belongs to the tournament whose name looks the same."""


@requires_role(SCOREKEEPER)
@takes_fields("rules", HOUSE, LIKE)
def show_new_evening() -> Response:
    """Show the form that opens an evening.

    The parameter `rules` chooses the game, `house` the rules of a club, and `like` a game of before, as which the
    evening begins.
    """
    rules, like = request.args.get("rules"), read_number(request.args.get(LIKE, ""))
    if not rules:
        latest = _earlier_evenings(None)
        return page("evening/games.html", rulebooks=load_rulebooks(), houses=kept_houses(), latest=latest[:1])
    if like is not None:
        return _opening_form(known_game(rules), _fields_like(like, known_game(rules)))
    # The people of a club that has not played yet sit down, if there is room for all of them at one table.
    names, most = services().store.club.names(), PROFILES[known_game(rules)].players[-1]
    named = [] if len(names) > most or _earlier_evenings(None) else list(map(NamedPlayer, names))
    return _opening_form(rules, request.args, named=named)


def _fields_like(number: int, rules: str) -> MultiDict[str, str]:
    """The fields of the form as for a game of before: its name, its players as they sat last, and its options."""
    game = Game(number, {})
    record = game.record
    if record.rules.profile.name != rules:
        raise NotFound
    written = record.house.written if record.house else {}
    house = f"{written['id']}@{written['version']}" if written else ""
    fields = MultiDict(fields_of_rules(rules, record.rules.options, house))
    fields.add("name", str(game.event.get("name", "")))
    for player in next_deal(record).seats:
        fields.add(PLAYER, game.names[player - 1])
    return fields


def _earlier_evenings(rules: str | None) -> list[RecordSummary]:
    """The latest evening of each name, of one game or of any. Logs of servers, which note the time, are none."""
    found = services().store.page(RecordFilter(rules=rules, evening=True), None, 50).records
    evenings = sorted((one for one in found if one.time is None), key=lambda one: (one.date or "", one.id))
    named = {one.tournament: one for one in evenings}
    return sorted(named.values(), key=lambda one: (one.date or "", one.id), reverse=True)[:6]


@requires_role(SCOREKEEPER)
def open_evening() -> Answer:
    """Open an evening. The same form sent again leads to the same evening."""
    rules = known_game(request.form.get("rules", ""))
    typed = [name for name in request.form.getlist(PLAYER) if name.strip()]
    people = KnownPeople(services().store)
    named = people.players(request.form, typed)
    players = [one.player for one in named if one.player is not None]
    if len(players) < len(named):
        return _opening_form(rules, request.form, named=named, people=people)
    try:
        chosen = read_rules(rules, request.form)
        event = read_event(request.form)
        name = event.get("name", "")
        near = services().store.similar_tournaments([name]).get(name)
        if near is not None and OF_TOURNAMENT not in request.form:
            return _opening_form(rules, request.form, named=named, people=people, near=near)
        if near is not None and request.form[OF_TOURNAMENT] == "yes":
            event["name"] = near.name
        found = store_evenings.open_evening(
            services().store, current_author(), rules, chosen.options, players, event, chosen.house
        )
    except RecordRefused as refused:
        return _opening_form(rules, request.form, refused.problems, named=named, people=people)
    return see_other(addresses.evening_page(found.id))


def _opening_form(
    rules: str,
    values: MultiDict[str, str],
    problems: tuple[Problem, ...] = (),
    named: Sequence[NamedPlayer] = (),
    people: KnownPeople | None = None,
    near: SimilarTournament | None = None,
) -> Response:
    named = named or [NamedPlayer(name) for name in values.getlist(PLAYER)]
    free = [NamedPlayer("")] * (PROFILES[rules].players[-1] - len(named))
    now = datetime.now(UTC)
    stated = club()
    usual = {
        "date": now.date().isoformat(),
        "opened": now.isoformat(timespec="seconds"),
        "name": stated.name if stated else "",
    }
    return uncached_page(
        "evening/new.html",
        status=HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK,
        rules=rules,
        players=PROFILES[rules].players,
        named=[*named, *free],
        people=(people or KnownPeople(services().store)).suggestions,
        earlier=() if named else _earlier_evenings(rules),
        form=rules_form(rules, values),
        values=usual | values.to_dict(),
        problems=problems,
        near=near,
        of_tournament=OF_TOURNAMENT,
    )
