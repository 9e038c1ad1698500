"""An evening without a tournament: a club enters deal after deal, and corrects an earlier one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from http import HTTPStatus
from typing import Final

import msgspec
from flask import Response, redirect, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

import daifu.data.evenings as store_evenings
from daifu.api.http import problem_types
from daifu.api.http.auth import current_author, requires_read_access, requires_role
from daifu.api.http.errors import HttpProblem, problem_of
from daifu.api.http.request_body import take_turn
from daifu.api.http.requests import known_game
from daifu.api.http.services import services
from daifu.api.views.match_table import DEALS_A_PAGE, MatchTable, decode_report, match_table
from daifu.api.web import addresses
from daifu.api.web.entry.evening_forms import (
    PLAYER,
    SEAT,
    entered_fields,
    needs_points,
    players_who_left,
    read_opening,
    read_result,
    read_seats,
)
from daifu.api.web.entry.fields import EntryRefused, read_number
from daifu.api.web.entry.links import evening_link, evening_subject
from daifu.api.web.entry.rules_forms import HOUSE, fields_of_rules, kept_houses, rules_form
from daifu.api.web.languages import page_language
from daifu.api.web.pages.games import Game
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import may, page, signed_in, uncached
from daifu.api.web.shared_addresses import link_code
from daifu.data.long_records import LONG_RECORD
from daifu.data.rulebooks.rules import load_rulebooks
from daifu.data.store.errors import NoSuchHouse, RevisionConflict
from daifu.data.store.values import SCOREKEEPER, Author, RecordFilter, RecordSummary
from daifu.replay.faults import POINTS_INCONSISTENT
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Record
from daifu.replay.text import Text
from daifu.replay.titles import title_name
from daifu.schemas.drawing.words import owed_sentence
from daifu.schemas.http.query_fields import REASON_LENGTH
from daifu.schemas.position import Owed, Upcoming, next_deal
from daifu.schemas.record.errors import Problem, RecordRefused
from daifu.schemas.record.json_text import raw_deals
from daifu.schemas.record.model import RawDeal
from daifu.schemas.report import Fault

ENTERED: Final = "entered"
"""The parameter of an address that says which deal was just entered."""
LIKE: Final = "like"
"""The parameter that names a game as which an evening begins."""
_LOOKED_AT: Final = 50
_SHOWN_EVENINGS: Final = 6
REVISION: Final = "revision"
REASON: Final = "reason"
"""Fields of the form of a deal: the revision that it was made for, and why a deal is corrected."""

_TAKEN: Final = Text(
    "this deal has another result by now; it is shown below, and can be corrected",
    "この回には、すでに別の結果が入っています。下に表示された結果を確かめ、必要なら訂正してください",
)
_CHANGED: Final = Text(
    "the evening was changed in the meantime; please try again",
    "その間に記録が変わりました。もう一度入力してください",
)
_LONG_REASON: Final = Text(
    f"expected a reason of at most {REASON_LENGTH} characters", f"理由は{REASON_LENGTH}文字以下で入力してください"
)
_NO_REVISION: Final = Text("expected the revision that the form was made for", "フォームの版番号が必要です")


class Evening(Game):
    """A record that is being entered: the deal that is due, and its deals as they were recorded.

    `path` is that of its page, below which it is entered: another one for those who came by a link.

    Changes of a long one take their turn. Raises `NoSuchRecord` and `RecordWithdrawn`.
    """

    def __init__(self, number: int, path: str) -> None:
        super().__init__(number, {})
        self.path = path
        if request.method == "POST" and len(self.stored.record) > LONG_RECORD:
            take_turn()

    def again(self) -> "Evening":
        """The evening as it is now."""
        return Evening(self.id, self.path)

    @property
    def players_path(self) -> str:
        """The path to which the form is sent that adds a player."""
        return f"{self.path}/players"

    def deal_path(self, deal: int) -> str:
        """The path of the form for the result of a deal."""
        return f"{self.path}/{deal}"

    def cards_path(self, deal: int) -> str:
        """The path of the form that takes a deal card by card."""
        return f"{self.deal_path(deal)}/cards"

    @cached_property
    def due(self) -> int:
        """The number of the deal that comes next."""
        return store_evenings.due_deal(self.stored)

    @cached_property
    def deals(self) -> list[RawDeal]:
        """The deals as they were recorded."""
        return list(map(msgspec.json.decode, raw_deals(self.stored.record)))

    def deal(self, number: int) -> RawDeal:
        """A deal as it was recorded, empty for the one that comes next.

        Raises the problem `not-found` for a later one.
        """
        if not 1 <= number <= self.due:
            detail = Text(f"the deals are 1 to {self.due}", f"回は1〜{self.due}です")
            raise HttpProblem(problem_types.NOT_FOUND, detail)
        return self.deals[number - 1] if number <= len(self.deals) else {}

    def before(self, number: int) -> Record:
        """The record as it was before a deal."""
        return replace(self.record, deals=self.record.deals[: number - 1])

    def new_deal(self, number: int, seats: Sequence[int]) -> RawDeal:
        """A deal without its play and result: its seats where the rules give others, and what stays of it."""
        before, found = self.deal(number), RawDeal()
        if "places" in before:
            found["places"] = before["places"]
        if "notes" in before:
            found["notes"] = before["notes"]
        if list(seats) != list(next_deal(self.before(number)).seats):
            found["seats"] = list(seats)
        return found


class DealStart:
    """What a deal of an evening starts from, with the seats of a form, of the record or of the rules."""

    def __init__(self, evening: Evening, number: int, seats: tuple[int, ...] | None) -> None:
        written = evening.deal(number).get("seats")
        chosen = seats or (tuple(written) if written else None)
        self.number = number
        record = evening.before(number)
        sitting = record.rules.sitting
        self.upcoming: Upcoming = next_deal(record, chosen)
        if chosen is None and len(self.upcoming.seats) not in sitting.players:  # too few are left, so others sit down
            staying = self.upcoming.seats
            others = [player for player in range(1, len(evening.names) + 1) if player not in staying]
            self.upcoming = next_deal(record, (*staying, *others)[: sitting.players[0]])
        self.may_leave = not record.rules.profile.in_teams
        self.needs_points = needs_points(evening.record.rules, self.upcoming.seats, len(evening.names))
        self._count = evening.record.rules.sitting.players[-1]

    @property
    def seats(self) -> Sequence[int]:
        """The players as they sit."""
        return self.upcoming.seats

    @property
    def all_seats(self) -> list[int | None]:
        """The same, with the seats that are free."""
        return [*self.seats, *[None] * (self._count - len(self.seats))]

    def title(self, player: int) -> Text | None:
        """The title of a player in this deal."""
        title = self.upcoming.titles[player - 1]
        return title_name(title) if title else None

    @property
    def gifts(self) -> list[Owed]:
        """Who owes whom which cards before play."""
        return [
            Owed(what="gift", giver=gift.giver, taker=gift.taker, cards=gift.cards, choice=gift.choice)
            for gift in self.upcoming.exchange
        ]


@requires_role(SCOREKEEPER)
@takes_fields("rules", HOUSE, LIKE)
def show_new_evening() -> Response:
    """Show the form that opens an evening.

    The parameter `rules` chooses the game, `house` the rules of a club, and `like` a game of before, as which the
    evening begins.
    """
    rules, like = request.args.get("rules"), read_number(request.args.get(LIKE, ""))
    if not rules:
        return page("evening/games.html", rulebooks=load_rulebooks(), houses=kept_houses())
    return _opening_form(known_game(rules), request.args if like is None else _fields_like(like, known_game(rules)))


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


def _earlier_evenings(rules: str) -> list[RecordSummary]:
    """The latest game of each event with a name that was no tournament."""
    found = services().store.page(RecordFilter(rules=rules), None, _LOOKED_AT).records
    named = {one.tournament: one for one in reversed(found) if one.tournament and one.round is None}
    return list(named.values())[::-1][:_SHOWN_EVENINGS]


@requires_role(SCOREKEEPER)
def open_evening() -> Answer:
    """Open an evening. The same form sent again leads to the same evening."""
    rules = known_game(request.form.get("rules", ""))
    try:
        opening = read_opening(rules, request.form)
        found = store_evenings.open_evening(services().store, current_author(), *opening)
    except NoSuchHouse as error:
        raise problem_of(error) from error
    except RecordRefused as refused:
        return _opening_form(rules, request.form, refused.problems)
    return redirect(addresses.evening_page(found.id), HTTPStatus.SEE_OTHER)


def _opening_form(rules: str, values: MultiDict[str, str], problems: tuple[Problem, ...] = ()) -> Response:
    now = datetime.now(UTC)
    return uncached(
        page(
            "evening/new.html",
            status=HTTPStatus.UNPROCESSABLE_ENTITY if problems else HTTPStatus.OK,
            rules=rules,
            players=PROFILES[rules].players,
            names=values.getlist(PLAYER),
            earlier=_earlier_evenings(rules),
            form=rules_form(rules, values),
            values={"date": now.date().isoformat(), "opened": now.isoformat(timespec="seconds"), **values.to_dict()},
            problems=problems,
        )
    )


@requires_read_access
@takes_fields(SEAT, ENTERED)
def show_evening(id: int) -> Response:
    """Show an evening: the deals so far, what the next one starts from, and the form for its result."""
    return due_deal_page(own_evening(id), may_enter=may(SCOREKEEPER))


@requires_role(SCOREKEEPER)
@takes_fields(SEAT)
def show_deal_form(id: int, deal: int) -> Answer:
    """Show the form for the result of a deal, to correct it."""
    return deal_page(own_evening(id), deal)


@requires_role(SCOREKEEPER)
def enter_deal(id: int, deal: int) -> Answer:
    """Enter the result of a deal, or correct it. The same form sent again changes nothing."""
    return enter_result(own_evening(id), deal, current_author())


@requires_role(SCOREKEEPER)
def add_player(id: int) -> Answer:
    """Add a player, who gets a seat in one of the next deals."""
    return enter_player(own_evening(id), current_author())


@requires_role(SCOREKEEPER)
def end_links(id: int) -> Answer:
    """End the links that open the entry of an evening."""
    services().store.latest(id)
    services().store.end_signed(evening_subject(id))
    return redirect(addresses.evening_page(id), HTTPStatus.SEE_OTHER)


def own_evening(id: int) -> Evening:
    """The evening of a record, for those who are signed in, and for readers."""
    return Evening(id, addresses.evening_page(id))


def due_deal_page(evening: Evening, *, may_enter: bool) -> Response:
    """The page of an evening with the deal that is due."""
    return _evening_page(evening, _asked_start(evening, evening.due), {}, may_enter=may_enter)


def deal_page(evening: Evening, deal: int) -> Answer:
    """The page with the form of a deal; one that was entered card by card is corrected so."""
    if deal < evening.due and "actions" in evening.deal(deal):
        return redirect(evening.cards_path(deal))
    return _evening_page(evening, _asked_start(evening, deal), dict(entered_fields(evening.deal(deal))))


def enter_result(evening: Evening, deal: int, author: Author) -> Answer:
    """Enter the result of a deal that a form says, or correct it."""
    start = DealStart(evening, deal, chosen_seats(evening, request.form))
    try:
        result = read_result(request.form, start.seats, len(evening.names))
        entered = evening.new_deal(deal, start.seats) | result
        reason = _read_reason()
        store_evenings.enter_deal(
            services().store, author, evening.id, deal, entered, seen=seen_revision(), reason=reason
        )
    except EntryRefused as refused:
        return _evening_page(evening, start, request.form, [refused.text])
    except RecordRefused as refused:
        return _evening_page(evening, start, request.form, [problem.expected for problem in refused.problems])
    except store_evenings.DealTaken:
        return changed_evening(evening, deal)
    left = players_who_left(request.form, start.seats)
    staying = [player for player in start.seats if player not in left]
    allowed = evening.record.rules.sitting.players
    return entered_response(evening, deal, staying if left and len(staying) in allowed else None)


def _read_reason() -> str | None:
    """Why a deal is corrected. Raises `EntryRefused`."""
    reason = request.form.get(REASON, "").strip()
    if len(reason) > REASON_LENGTH:
        raise EntryRefused(_LONG_REASON)
    return reason or None


def entered_response(evening: Evening, deal: int, seats: Sequence[int] | None = None) -> Answer:
    """The way back to the page of the evening, which says that a deal was entered; `seats` are those of the next."""
    return redirect(addresses.with_query(evening.path, {ENTERED: deal, SEAT: seats}), HTTPStatus.SEE_OTHER)


def enter_player(evening: Evening, author: Author) -> Answer:
    """Add the player that a form names."""
    try:
        name = request.form.get(PLAYER, "").strip()
        store_evenings.join(services().store, author, evening.id, name, seen=seen_revision())
    except RecordRefused as refused:
        problems = [problem.expected for problem in refused.problems]
        return _evening_page(evening, _asked_start(evening, evening.due), {}, problems)
    except RevisionConflict:
        return changed_evening(evening, evening.due, _CHANGED)
    return redirect(f"{evening.path}#seats", HTTPStatus.SEE_OTHER)


def _asked_start(evening: Evening, deal: int) -> DealStart:
    """What a deal starts from with the seats of the address. Raises the problem `bad-request`."""
    return DealStart(evening, deal, chosen_seats(evening, request.args))


def chosen_seats(evening: Evening, fields: MultiDict[str, str]) -> tuple[int, ...] | None:
    """The seats that a form or an address says. Raises the problem `bad-request`."""
    try:
        return read_seats(fields, evening.record.rules, len(evening.names))
    except EntryRefused as refused:
        raise HttpProblem(problem_types.BAD_REQUEST, refused.text) from refused


def seen_revision() -> int:
    """The revision that a form was made for. Raises the problem `bad-request`."""
    revision = read_number(request.form.get(REVISION, ""))
    if revision is None:
        raise HttpProblem(problem_types.BAD_REQUEST, _NO_REVISION)
    return revision


def changed_evening(before: Evening, deal: int, why: Text = _TAKEN) -> Response:
    """The page of an evening as it is now, for a form that was made for an earlier state."""
    evening = before.again()
    start = DealStart(evening, min(deal, evening.due), None)
    fields = dict(entered_fields(evening.deal(start.number)))
    return _evening_page(evening, start, fields, [why], status=HTTPStatus.CONFLICT)


def _results(evening: Evening) -> MatchTable:
    """The latest deals, without the one that is due: it may be begun, and its end is missing."""
    first = max(1, len(evening.deals) - DEALS_A_PAGE + 1)
    table = match_table(evening.record, evening.stored.report, first)
    played = [row for row in table.rows if row.number < evening.due]
    faults_of_due = sum(row.faults for row in table.rows[len(played) :])
    return table._replace(rows=played, fault_count=table.fault_count - faults_of_due)


def _doubts(evening: Evening, deal: int | None) -> list[Fault]:
    """What speaks against the points of a deal that was just entered."""
    deals = decode_report(evening.stored.report).deals
    if deal is None or deal > len(deals):
        return []
    return [fault for fault in deals[deal - 1].faults if fault.code == POINTS_INCONSISTENT]


def _evening_page(
    evening: Evening,
    start: DealStart,
    fields: Mapping[str, str],
    problems: Sequence[Text] = (),
    *,
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
    may_enter: bool = True,
) -> Response:
    """The page of an evening with a deal, and its form if it may be entered; with problems, it has this status.

    Those who are signed in find the link there that opens it on a phone.
    """
    entered = read_number(request.args.get(ENTERED, ""))
    reader = signed_in()
    link = evening_link(services().store, reader.id, evening.id) if reader and may(SCOREKEEPER) else None
    return uncached(
        page(
            "evening/evening.html",
            status=status if problems else HTTPStatus.OK,
            game=evening,
            start=start,
            fields=fields,
            problems=problems,
            table=_results(evening),
            entered=entered,
            doubts=_doubts(evening, entered),
            owed=lambda gift: owed_sentence(gift, page_language()),
            may_enter=may_enter,
            link=link,
            link_code=link_code,
        )
    )
