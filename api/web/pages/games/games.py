"""Games: the list, by filters, and each with its deals, faults and history, also as other rules judge it."""

from collections.abc import Iterator
from functools import cached_property, partial
from itertools import islice
from typing import Any, Final

import msgspec
from flask import Response, redirect, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import requires_read_access
from daifu.api.http.errors import other_rules_problem
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.requests import known_game
from daifu.api.http.resources.records import asked_rules, readable_record, record_filter, require_readable
from daifu.api.http.services import services
from daifu.api.languages import comma_separated
from daifu.api.views.game_tables import DEALS_A_PAGE, match_table
from daifu.api.views.game_text import player_names
from daifu.api.views.records import record_page_table, revisions_view
from daifu.api.views.values import TableView
from daifu.api.web import addresses
from daifu.api.web.entry.fields import read_number
from daifu.api.web.entry.rules_forms import HOUSE, fields_of_rules, kept_houses, read_rules, rules_fields, rules_form
from daifu.api.web.languages import page_language, query_without_language
from daifu.api.web.page_files import MOST_ROWS, TableFileQuery, table_file
from daifu.api.web.queries import AnalysisQuery, DealNumberQuery, GamePageQuery, takes_fields, takes_page_query
from daifu.api.web.responses import Values, cached_page, colours_of, isolated, page, see_other
from daifu.api.web.session import own_path
from daifu.data.rulebooks.rules import Rulebook, load_rulebook, load_rulebooks
from daifu.data.store.errors import NoSuchHouse, RecordWithdrawn
from daifu.data.store.values import RecordPage, RecordSummary, StoredHouse
from daifu.data.stored_houses import flat_of
from daifu.replay.cards import STANDARD
from daifu.replay.faults import CATALOGUE
from daifu.replay.games.catalogue import HOUSE_GAMES
from daifu.replay.match import Record, replay
from daifu.replay.text import Text, say
from daifu.schemas.answer import cursor_text
from daifu.schemas.drawing.words import message_with_names
from daifu.schemas.explanation import LOCAL_RULES, explain_record
from daifu.schemas.house_sheet import house_name
from daifu.schemas.http.queries import PageQuery, RevisionPageQuery
from daifu.schemas.http.query_fields import LARGEST_PAGE
from daifu.schemas.judgement import record_by_other_rules
from daifu.schemas.record.decode import DecodedRecord, decode_json
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.model import player_id
from daifu.schemas.report import report_json
from daifu.schemas.report_changes import DIFFERING, WhatIf, compare_records

_CURSOR: Final = "cursor"


class GamesPageQuery(PageQuery, TableFileQuery):
    """A filter of games and a page of them, or a file."""


@requires_read_access
@takes_page_query(GamesPageQuery)
def show_games(query: dict[str, Any]) -> Response:
    """Show the games that a filter finds, newest first."""
    if kind := query.get("format"):
        go_on_in(Lane.COSTLY)
        return table_file(kind, "games", services().store.state(), partial(_table, query))
    return cached_page("games.html", services().store.state(), partial(_values, query))


def _table(query: dict[str, Any]) -> TableView:
    """The games that this query finds, as many as a file has."""
    wanted = record_filter(query)

    def each() -> Iterator[RecordSummary]:
        after = None
        while True:
            found = services().store.page(wanted, after, LARGEST_PAGE)
            yield from found.records
            after = found.after
            if after is None:
                return

    return record_page_table(RecordPage(list(islice(each(), MOST_ROWS)), None))


def _values(query: dict[str, Any]) -> Values:
    found = services().store.page(record_filter(query), query.get(_CURSOR), query["limit"])
    asked = {name: text for name, text in query_without_language().items() if text and name != _CURSOR}
    after = None if found.after is None else cursor_text(found.after)
    return {
        "games": found.records,
        "asked": asked,
        "first_page": addresses.games_page(**asked) if query.get(_CURSOR) else None,
        "next_page": after and addresses.games_page(**asked, cursor=after),
        "rulebooks": load_rulebooks(),
        "faults": CATALOGUE.values(),
    }


MOST_PLACES: Final = 25
"""The most places at which other rules make a difference that a page lists."""

_SHOWN_BY: Final = ("revision", "rules", "options", "house")
"""The parameters that say what is shown of a record; links within the record keep them."""


class Game:
    """A record as pages show it: one of its revisions, under its own rules or under others.

    `query` are the parameters that say so. Raises `NoSuchRecord`, `RecordWithdrawn`, and, when it is read, the problem
    `cannot-convert` where the other rules do not fit.
    """

    def __init__(self, number: int, asked: dict[str, Any]) -> None:
        self._asked = asked
        if self.is_by_other_rules:
            go_on_in(Lane.COSTLY)
        self.stored = readable_record(number, asked.get("revision"))
        given = query_without_language()
        self.query = {name: given[name] for name in _SHOWN_BY if given.get(name)}

    @property
    def id(self) -> int:
        """The number of the record."""
        return self.stored.id

    @property
    def is_by_other_rules(self) -> bool:
        """Whether it is shown under other rules than its own."""
        return not self._asked.keys().isdisjoint({"rules", "options", "house"})

    @cached_property
    def decoded(self) -> DecodedRecord:
        """The record under its own rules, with its shape."""
        return decode_json(self.stored.record)

    @cached_property
    def record(self) -> Record:
        """The record under the rules that are asked for."""
        if not self.is_by_other_rules:
            return self.decoded.record
        try:
            return record_by_other_rules(self.stored.record, *asked_rules(self._asked))
        except RecordRefused as refused:
            raise other_rules_problem(refused) from refused

    def told(self, message: Text) -> str:
        """The message of a fault with the names of the players."""
        return message_with_names(say(message, page_language()), list(map(isolated, self.names)))

    @cached_property
    def report(self) -> bytes:
        """The report on it as JSON."""
        return report_json(replay(self.record)) if self.is_by_other_rules else self.stored.report

    def what_if(self) -> WhatIf:
        """What the other rules change."""
        return compare_records(self.decoded.record, self.record)

    @cached_property
    def names(self) -> list[str]:
        """The names of the players."""
        return player_names(self.record.players)

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """The numbers of the colours of the players."""
        return colours_of(self.ids)

    @cached_property
    def ids(self) -> list[str]:
        """The ids of the players."""
        return list(map(player_id, self.record.players))

    @property
    def first_played(self) -> int | None:
        """The first deal, counted from 1, of which the actions are known; None where there is none."""
        played = (number for number, deal in enumerate(self.record.deals, 1) if deal.actions is not None)
        return next(played, None)

    @property
    def chosen_options(self) -> list[Text]:
        """The options that it is shown under, those that are not as by default, in words."""
        rules = self.record.rules
        different = rules.profile.differences(rules.options)
        return [option.told(different[option.name]) for option in rules.profile.options if option.name in different]

    @cached_property
    def house(self) -> tuple[Text, str | None] | None:
        """What the house rules are called that the record names, and the path of their sheet if they are stored."""
        named = self.record.house
        if named is None:
            return None
        slug, version = str(named.written["id"]), int(str(named.written["version"]))
        try:
            stored = services().store.houses.find(slug, version)
        except NoSuchHouse:
            stored = None
        if stored is None or stored.document.hash != named.written["hash"]:
            return Text(f"{slug}, version {version}", f"{slug} 第{version}版"), None
        return _called(stored)

    @cached_property
    def asked_house(self) -> tuple[Text, str] | None:
        """The same of the house rules under which it is shown instead of its own."""
        return _called(services().store.houses.find(*self._asked["house"])) if "house" in self._asked else None

    @property
    def last_picture(self) -> str | None:
        """The address of the drawing of the end of the last deal that has actions; None where there is none."""
        for number, deal in reversed([*enumerate(self.record.deals, 1)]):
            if deal.actions is not None:
                return self.link(addresses.position_picture(self.id, number, len(deal.actions), "png"))
        return None

    @property
    def has_usual_cards(self) -> bool:
        """Whether its cards are those of daifugo with local rules, so that these may explain it."""
        return self.decoded.record.rules.alphabet is STANDARD

    @property
    def houses(self) -> dict[str, Text]:
        """The rules of clubs by which it can be looked at, by id and version: of its game, and of daifugo's cards."""
        games = {self.decoded.record.rules.profile.name, *(HOUSE_GAMES if self.has_usual_cards else ())}
        return {place: one.name for place, one in kept_houses().items() if one.rules in games}

    @property
    def event(self) -> dict[str, Any]:
        """The event as the record has it; empty if it has none."""
        return self.decoded.shape.event or {}

    @property
    def rulebook(self) -> Rulebook:
        """The rule book of the rules that it is shown under."""
        return load_rulebook(self.record.rules.profile.name)

    def link(self, path: str, **more: object) -> str:
        """The address of another page of this game, shown in the same way."""
        return addresses.with_query(path, {**self.query, **more})


def _called(stored: StoredHouse) -> tuple[Text, str]:
    """What stored house rules are called, and the path of their sheet."""
    name, version = house_name(flat_of(stored)), stored.document.version
    path = addresses.house_page(stored.document.slug, version)
    return Text(f"{name.en}, version {version}", f"{name.ja} 第{version}版"), path


@requires_read_access
@takes_page_query(GamePageQuery)
def show_game(query: dict[str, Any], id: int) -> Response:
    """Show who played, what each deal brought, and which faults there are."""
    return page("game.html", **_game_values(Game(id, query), query["start"]))


def _game_values(game: Game, first: int) -> Values:
    table = match_table(game.record, game.report, first, DEALS_A_PAGE)
    following = first + DEALS_A_PAGE
    path = addresses.game_page(game.id)
    return {
        "game": game,
        "table": table,
        "summary": comma_separated(map(isolated, game.names), page_language()),
        "first_page": game.link(path) if first > 1 else None,
        "next_page": game.link(path, start=following) if following <= table.deals else None,
        "rulebooks": load_rulebooks(),
        "what_if": game.what_if() if game.is_by_other_rules and first == 1 else None,
        "parts_differing": DIFFERING,
        "most_places": MOST_PLACES,
    }


@requires_read_access
@takes_page_query(DealNumberQuery)
def find_deal(query: dict[str, Any], id: int) -> Answer:
    """Lead to a deal by its number, as a form asks for it."""
    return redirect(Game(id, query).link(addresses.deal_page(id, query["number"])))


@requires_read_access
@takes_page_query(RevisionPageQuery)
def show_revisions(query: dict[str, Any], id: int) -> Response:
    """Show who changed a record, when and why, and what each change did."""
    require_readable(id)
    found = services().store.revision_page(id, query.get("cursor") or 0, query["limit"])
    after = None if found.after is None else cursor_text(found.after)
    return page(
        "revisions.html",
        id=id,
        names=_names_for_history(id, found.latest),
        revisions=revisions_view(found).revisions,
        first_page=addresses.revisions_page(id) if query.get("cursor") else None,
        next_page=after and addresses.with_query(addresses.revisions_page(id), {"cursor": after}),
    )


def _names_for_history(record: int, latest: int) -> list[str]:
    """The names of the players in the latest revision that has any content."""
    try:
        stored = readable_record(record)
    except RecordWithdrawn:
        stored = readable_record(record, latest - 1)
    return player_names(decode_json(stored.record).record.players)


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
