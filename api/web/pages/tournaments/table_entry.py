"""Results are entered at the table, by phone: a signed link opens the entry of one table until its round is closed."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from flask import Response, redirect, request
from itsdangerous import BadSignature
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import requires_role
from daifu.api.http.resources.tournaments.tournaments import refusals_as_not_found
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.entry.card_forms import CardPage, card_page, read_cards, unknown_hands
from daifu.api.web.entry.fields import EntryRefused
from daifu.api.web.entry.table_results import (
    DEAL,
    Contradicted,
    TableForm,
    accept_entry,
    check_entry,
    confirm_entry,
    ordered_seats,
    places_before,
    read_entry,
    read_who,
    record_before,
    report_entry,
    store_table_deal,
    table_form,
)
from daifu.api.web.links import TableLink, is_for, read_table_link, table_subject
from daifu.api.web.pages.evening_changes import card_response, is_entered
from daifu.api.web.pages.tournaments.tables import table_view
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import see_other, uncached_page
from daifu.data.store.values import SCOREKEEPER, Author
from daifu.data.tournaments.changes import Result
from daifu.data.tournaments.game_rules import doubt_result, tournament_rules
from daifu.data.tournaments.state import State
from daifu.replay.text import Text
from daifu.schemas.record.model import RawDeal

CONFIRMED: Final = "confirmed"
"""The field of the form by which the reader says that they have checked the result."""
REPORT: Final = "report"
"""The field of the form that confirms a result which somebody else reported."""
CHANGE: Final = "change"
"""The parameter of the address that asks for the form although a report waits."""


_ROUND_ENDED: Final = Text(
    "This round has ended: its results can no longer be entered here.",
    "この回戦は終わりました。ここからはもう結果を入力できません。",
)
_LINK_ENDED: Final = Text(
    "This link has ended. Those who keep the score have a new one.",
    "このリンクは使えなくなりました。新しいリンクは、記録係に尋ねてください。",
)
_OTHER_PEOPLE: Final = Text(
    "This table was drawn again, for other people; its results are entered by a new link.",
    "この卓は、別の人たちで組み直されました。結果は新しいリンクで入力します。",
)


class OpenedTable(NamedTuple):
    """A table that was opened by its link. There is no form where the link or the round has `ended`, and why."""

    link: TableLink
    state: State
    form: TableForm | None
    ended: Text = _ROUND_ENDED


@takes_fields(CHANGE)
def show_table_entry(signature: str) -> Response:
    """Show the form for the deal that is due at a table, and what was entered before."""
    return _page(_open_table(signature))


@takes_fields(CHANGE)
def send_table_entry(signature: str) -> Response:
    """Take the result of a deal: show it to be confirmed first, then add it to the log."""
    opened = _open_table(signature)
    if opened.form is None:
        return _page(opened)
    try:
        result = read_entry(opened.form, request.form)
        if CONFIRMED not in request.form:
            check_entry(opened.state, result)
            return _page(opened, entered=result)
        _enter(opened, opened.form, result)
    except EntryRefused as refused:
        status = HTTPStatus.CONFLICT if isinstance(refused, Contradicted) else HTTPStatus.UNPROCESSABLE_ENTITY
        return _page(opened, refused=refused.text, status=status)
    return _page(_open_table(signature), accepted=result)


def _enter(opened: OpenedTable, form: TableForm, result: Result) -> None:
    """Add a result to the log: as it is, as a report, or as the confirmation of one. Raises `EntryRefused`."""
    store = services().store
    if not form.confirm:
        accept_entry(store, opened.link.tournament, result, _author(opened.link))
        return
    seat = read_who(form, request.form)
    author = Author(f"table {form.at.table}, {seat_name(opened.state, form, seat)}", opened.link.token)
    enter = confirm_entry if REPORT in request.form else report_entry
    enter(store, opened.link.tournament, result, seat, author)


def seat_name(state: State, form: TableForm, seat: int) -> str:
    """The name of the player at a seat."""
    found = form.table.seats[seat - 1]
    return found.guest.name if found.guest else state.entrants[(found.entrant or found.drawn) - 1].name


def show_table_cards(signature: str) -> Answer:
    """Show the form that takes the deal that is due card by card."""
    opened = _open_table(signature)
    form = opened.form
    if form is None or form.due is None or form.confirm:
        return redirect(_entry_path(signature))
    hands = unknown_hands(tournament_rules(opened.state), form.seats, len(form.seats))
    shown = _shown(record_before(services().store, opened.state, form), form, {"hands": hands, "actions": []})
    return _card_page(opened, shown)


def send_table_cards(signature: str) -> Answer:
    """Take the next action of the deal that is due, or enter the deal once it is over."""
    opened = _open_table(signature)
    form, store = opened.form, services().store
    if form is None or form.confirm or str(form.due) != request.form.get(DEAL):  # the deal has its result by now
        return see_other(_entry_path(signature))
    deal = read_cards(request.form, form.seats, len(form.seats), tournament_rules(opened.state))
    before = record_before(store, opened.state, form)
    shown = _shown(before, form, deal)
    if not is_entered() or shown.problems or not shown.is_over:
        return _card_page(opened, shown)
    try:
        store_table_deal(store, before, _with_places(form, before, deal), _author(opened.link))
    except EntryRefused as refused:
        return _card_page(opened, shown._replace(problems=[refused.text]))
    return see_other(_entry_path(signature))


def _entry_path(signature: str) -> str:
    return f"{addresses.TABLES}/{signature}"


def _author(link: TableLink) -> Author:
    return Author(f"table {link.at.table}", link.token)


@requires_role(SCOREKEEPER)
def end_table_links(signature: str) -> Answer:
    """End the links that open the entry of a table."""
    link = _open_table(signature).link
    services().store.end_signed(table_subject(link.tournament, link.at))
    return see_other(addresses.round_page(link.tournament, link.at.stage, link.at.round))


def _with_places(form: TableForm, before: Mapping[str, Any], deal: RawDeal) -> RawDeal:
    """The deal with the ranking that it starts from, if the record does not say it."""
    places = places_before(form, before)
    return deal if places is None else {**deal, "places": places}


def _shown(before: Mapping[str, Any], form: TableForm, deal: RawDeal) -> CardPage:
    return card_page(before, form.seats, _with_places(form, before, deal))


def _card_page(opened: OpenedTable, shown: CardPage) -> Response:
    return card_response("tournament/cards.html", shown, state=opened.state, at=opened.link.at, form=opened.form)


def _open_table(signature: str) -> OpenedTable:
    """The table that a link opens. Raises `NotFound` where this store did not sign it."""
    store = services().store
    try:
        link = read_table_link(store, signature)
    except BadSignature as error:
        raise NotFound from error
    at = link.at
    state = store.tournaments.present(link.tournament).state
    stages = state.stages
    is_drawn = at.stage <= len(stages) and at.round <= len(stages[at.stage - 1].rounds)
    if state.finished or not is_drawn or state.round_at(at).closed:
        return OpenedTable(link, state, None)
    if link.has_ended:
        return OpenedTable(link, state, None, _LINK_ENDED)
    with refusals_as_not_found():
        form = table_form(state, at)
    if not is_for(link, form.table):
        return OpenedTable(link, state, None, _OTHER_PEOPLE)
    return OpenedTable(link, state, form)


def _page(
    opened: OpenedTable,
    *,
    entered: Result | None = None,
    accepted: Result | None = None,
    refused: Text | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    """The page of a table; without a form, it says what has ended."""
    link, state, form, ended = opened
    at = link.at
    return uncached_page(
        "tournament/entry.html",
        status=HTTPStatus.GONE if form is None else status,
        tournament=link.tournament,
        state=state,
        at=at,
        form=form,
        ended=ended,
        end_path=f"{request.path}/end",
        table=None if form is None else table_view(state, at, form.table, {}),
        entered=entered,
        accepted=accepted,
        refused=refused,
        fields=request.form,
        report=None if form is None or CHANGE in request.args else form.report,
        report_field=REPORT,
        change=CHANGE,
        name_at=lambda seat: "" if form is None else seat_name(state, form, seat),
        confirmed=CONFIRMED,
        ordered_seats=ordered_seats,
        doubt=doubt_result(state, shown) if (shown := entered or accepted) else None,
    )
