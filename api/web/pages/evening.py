"""The page of an evening: the deals so far, what the next one starts from, and the form for its result."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from http import HTTPStatus
from typing import Final, NamedTuple

import msgspec
from flask import Response, g, redirect, request
from itsdangerous import BadSignature
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

import daifu.data.evenings as store_evenings
from daifu.api.http import problem_types
from daifu.api.http.access import current_author, is_stranger, requires_read_access, requires_role
from daifu.api.http.errors import HttpProblem
from daifu.api.http.request_body import take_turn
from daifu.api.http.services import services
from daifu.api.views.game_tables import DEALS_A_PAGE, MatchTable, PlayerResult, match_table
from daifu.api.web import addresses
from daifu.api.web.entry.evening_forms import BROKEN_OFF, SEAT, entered_fields, needs_points, read_seats
from daifu.api.web.entry.fields import EntryRefused, read_number
from daifu.api.web.entry.names import KnownPeople, NamedPlayer
from daifu.api.web.languages import page_language
from daifu.api.web.links import LinkEndedError, evening_link, evening_subject, read_evening_link
from daifu.api.web.pages.games.deals import FaultText, explain_fault
from daifu.api.web.pages.games.games import Game
from daifu.api.web.pages.sign_in import my_player
from daifu.api.web.qr_codes import how_to_share, link_code
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import may, see_other, signed_in, uncached_page
from daifu.data.evenings import Seating
from daifu.data.long_records import LONG_RECORD
from daifu.data.store.values import SCOREKEEPER, Author
from daifu.replay.deal import DealReport, Number
from daifu.replay.match import Record, replay
from daifu.replay.text import Text
from daifu.replay.titles import title_name
from daifu.schemas.drawing.words import owed_sentence
from daifu.schemas.position import Owed, Upcoming, next_deal
from daifu.schemas.record.json_text import raw_deals
from daifu.schemas.record.model import RawDeal
from daifu.schemas.report import read_results

DONE: Final = "done"
WHO: Final = "who"
"""Parameters of an address: what was just done, and with which deal or player."""
SWAP: Final = "swap"
"""The parameter that names the player whose place is to be swapped."""
REVISION: Final = "revision"
REASON: Final = "reason"
"""Fields of the form of a deal: the revision that it was made for, and why a deal is corrected."""
_MOST_FAULTS: Final = 20

_TAKEN: Final = Text(
    "this deal was changed on another device meanwhile; it is shown below as it is now, and can be corrected",
    "この回は、その間に別の端末で変更されました。下に表示された内容を確かめ、必要なら訂正してください",
)
_NO_REVISION: Final = Text(
    "this form is not complete; open its page again", "フォームが不完全です。ページを開き直してください"
)


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

    @cached_property
    def due(self) -> int:
        """The number of the deal that comes next."""
        return store_evenings.due_deal(self.stored)

    @cached_property
    def known(self) -> list[DealReport]:
        """What is known of its deals without a replay."""
        return read_results(self.stored.report)

    @cached_property
    def deals(self) -> list[RawDeal]:
        """The deals as they were recorded."""
        return list(map(msgspec.json.decode, raw_deals(self.stored.record)))

    def deal(self, number: int) -> RawDeal:
        """A deal as it was recorded, empty for the one that comes next.

        Raises the problem `not-found` for a later one.
        """
        if not 1 <= number <= self.due:
            raise HttpProblem(problem_types.NOT_FOUND, Text(f"the deals are 1 to {self.due}", f"回は1〜{self.due}です"))
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
        if list(seats) != list(next_deal(self.before(number), None, self.known).seats):
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
        self.names = evening.names
        self.seating = Seating(record, evening.known)
        self.upcoming: Upcoming = next_deal(record, chosen, evening.known)
        if chosen is None and len(self.upcoming.seats) not in sitting.players:  # too few are left, so others sit down
            staying = self.upcoming.seats
            others = [player for player in range(1, len(evening.names) + 1) if player not in staying]
            self.upcoming = next_deal(record, (*staying, *others)[: sitting.players[0]], evening.known)
        self.faults = [explain_fault(one, evening.names) for one in self.seating.faults(self.upcoming.seats)]
        self.may_leave = not record.rules.profile.in_teams
        self.needs_points = needs_points(evening.record.rules, self.upcoming.seats, len(evening.names))
        self._count = evening.record.rules.sitting.players[-1]

    @property
    def seats(self) -> Sequence[int]:
        """The players as they sit."""
        return self.upcoming.seats

    @property
    def waiting(self) -> list[int]:
        """The players of the evening who have no seat."""
        return [player for player in range(1, len(self.names) + 1) if player not in self.seats]

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seats) == self._count

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


class Standing(NamedTuple):
    """A player in the table of an evening: number, rank, total, and what each deal brought, latest first."""

    player: int
    rank: int | None
    total: Number | None
    results: Sequence[PlayerResult]


@requires_read_access
@takes_fields(DONE, WHO)
def show_evening(id: int) -> Response:
    """Show an evening: the deals so far, what the next one starts from, and the form for its result."""
    return _due_deal_page(Evening(id, addresses.evening_page(id)))


@requires_role(SCOREKEEPER)
def end_links(id: int) -> Answer:
    """End the links that open the entry of an evening."""
    services().store.latest(id)
    services().store.end_signed(evening_subject(id))
    return see_other(addresses.evening_page(id))


def by_scorekeeper(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """A view of an evening for scorekeepers who are signed in."""

    @requires_role(SCOREKEEPER)
    @wraps(view)
    def opened(id: int, **parts: int) -> Answer:
        return view(evening=Evening(id, addresses.evening_page(id)), **parts)

    return opened


def by_link(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """A view of an evening for those who have a signed link to it, for some hours and without signing in.

    A link that has ended, or that this store did not sign, shows a page that says so.
    """

    @wraps(view)
    def opened(signature: str, **parts: int) -> Answer:
        try:
            link = read_evening_link(services().store, signature)
        except LinkEndedError:
            return uncached_page("evening/ended.html", status=HTTPStatus.GONE, broken=False)
        except BadSignature:
            return uncached_page("evening/ended.html", status=HTTPStatus.NOT_FOUND, broken=True)
        g.link_author = Author("evening link", link.token)
        return view(evening=Evening(link.record, f"{addresses.EVENINGS}/{signature}"), **parts)

    return opened


def entering_author() -> Author:
    """Who enters results: whose link it is, or who is signed in."""
    found: Author = g.get("link_author") or current_author()
    return found


@takes_fields(DONE, WHO)
@by_link
def show_evening_entry(evening: Evening) -> Response:
    """Show an evening to those who have a link to it."""
    return _due_deal_page(evening)


def _due_deal_page(evening: Evening) -> Response:
    may_enter = "link_author" in g or may(SCOREKEEPER)
    return evening_page(evening, DealStart(evening, evening.due, None), {}, may_enter=may_enter)


@takes_fields(SEAT, SWAP)
def deal_page(evening: Evening, deal: int) -> Answer:
    """The page with the form of a deal; one that was entered card by card is corrected so."""
    if deal < evening.due and "actions" in evening.deal(deal):
        return redirect(f"{evening.path}/{deal}/cards")
    start = DealStart(evening, deal, chosen_seats(evening, request.args))
    return evening_page(evening, start, dict(entered_fields(evening.deal(deal))))


def chosen_seats(evening: Evening, fields: MultiDict[str, str]) -> tuple[int, ...] | None:
    """The seats that a form or an address says. Raises the problem `bad-request`."""
    try:
        return read_seats(fields, evening.record.rules, evening.names)
    except EntryRefused as refused:
        raise HttpProblem(problem_types.BAD_REQUEST, refused.text) from refused


def seen_revision() -> int:
    """The revision that a form was made for. Raises the problem `bad-request`."""
    revision = read_number(request.form.get(REVISION, ""))
    if revision is None:
        raise HttpProblem(problem_types.BAD_REQUEST, _NO_REVISION)
    return revision


def done_response(evening: Evening, done: str, who: int | None = None) -> Answer:
    """The way back to the page of the evening, which says what was done, and with which deal or player."""
    return see_other(addresses.with_query(evening.path, {DONE: done, WHO: who}))


def done_with_deal(evening: Evening, deal: int) -> str:
    """What a form did with a deal, in the word of `done`."""
    return "broken-off" if BROKEN_OFF in request.form else "entered" if deal == evening.due else "corrected"


def changed_evening(before: Evening, deal: int, why: Text = _TAKEN) -> Response:
    """The page of an evening as it is now, for a form that was made for an earlier state."""
    evening = Evening(before.id, before.path)
    start = DealStart(evening, min(deal, evening.due), None)
    fields = dict(entered_fields(evening.deal(start.number)))
    return evening_page(evening, start, fields, [why], status=HTTPStatus.CONFLICT)


def _standings(table: MatchTable) -> list[Standing]:
    """The players by rank; those without a rank at the end."""
    latest = table.rows[::-1]
    found = [
        Standing(player, rank, total, [row.results[player - 1] for row in latest])
        for player, (rank, total) in enumerate(zip(table.ranks, table.totals, strict=True), 1)
    ]
    return sorted(found, key=lambda one: (one.rank is None, one.rank, one.player))


def _faults(evening: Evening, table: MatchTable) -> list[tuple[int, FaultText]]:
    """The first faults of the deals that have a result; those of a long record are on the page of the game."""
    if not any(row.faults for row in table.rows) or len(evening.stored.record) > LONG_RECORD:
        return []
    report = replay(evening.record)
    faults = [(number, one) for number, deal in enumerate(report.deals[: evening.due - 1], 1) for one in deal.faults]
    return [(number, explain_fault(one, evening.names)) for number, one in faults[:_MOST_FAULTS]]


def evening_page(
    evening: Evening,
    start: DealStart,
    fields: Mapping[str, str],
    problems: Sequence[Text] = (),
    *,
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
    may_enter: bool = True,
    joining: NamedPlayer | None = None,
) -> Response:
    """The page of an evening with a deal, and its form if it may be entered; with problems, it has this status.

    `joining` is a name that was typed for somebody who joins and has to be asked about.
    Those who are signed in find the link there that opens it on a phone.
    """
    reader, first = signed_in(), max(1, len(evening.deals) - DEALS_A_PAGE + 1)
    table = match_table(evening.record, evening.stored.report, first, DEALS_A_PAGE)
    # The deal that is due may be begun, and its end is missing.
    table = table._replace(rows=[row for row in table.rows if row.number < evening.due])
    link = evening_link(services().store, reader.id, evening.id) if reader and may(SCOREKEEPER) else None
    can_undo = may_enter and evening.stored.revision > 1
    return uncached_page(
        "evening/evening.html",
        status=status if problems or joining else HTTPStatus.OK,
        game=evening,
        start=start,
        fields=fields,
        problems=problems,
        table=table,
        standings=_standings(table),
        faults=_faults(evening, table),
        done=request.args.get(DONE, ""),
        who=read_number(request.args.get(WHO, "")) or 0,
        swap=read_number(request.args.get(SWAP, "")),
        last_change=store_evenings.changed_deals(services().store, evening.stored) if can_undo else None,
        owed=lambda gift: owed_sentence(gift, page_language()),
        may_enter=may_enter,
        joining=joining or NamedPlayer(""),
        people=KnownPeople(services().store, for_stranger=is_stranger()).suggestions if may_enter else (),
        link=link,
        link_code=link_code,
        how_to_share=how_to_share,
        me=my_player(),
    )
