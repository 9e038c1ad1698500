"""Results are entered at the table, by phone: a signed link opens the entry of one table until its round is closed."""

from http import HTTPStatus
from typing import Final

from flask import Response, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from api.http.resources.tournament_versions import refusals_as_not_found
from api.http.services import services
from api.web import addresses
from api.web.card_forms import CardPage, card_page, read_cards, unknown_hands
from api.web.pages.card_entry import card_status, card_values, is_entered
from api.web.responses import page, uncached
from api.web.table_links import read_table_link
from api.web.table_records import places_before, record_before, store_table_deal
from api.web.table_results import (
    DEAL,
    Contradicted,
    EntryRefused,
    TableForm,
    accept_entry,
    check_entry,
    confirm_entry,
    ordered_seats,
    read_entry,
    read_who,
    report_entry,
    table_form,
)
from api.web.tournament_tables import table_view
from data.store.values import Author, VersionedState
from data.tournaments.changes import Result
from data.tournaments.profile_facts import tournament_rules
from data.tournaments.state import State, TableId
from replay.text import Text
from schemas.record.model import RawDeal

CONFIRMED: Final = "confirmed"
"""The field of the form by which the reader says that they have checked the result."""
REPORT: Final = "report"
"""The field of the form that confirms a result which somebody else reported."""
CHANGE: Final = "change"
"""The parameter of the address that asks for the form although a report waits."""


def show_table_entry(signature: str) -> Response:
    """Show the form for the deal that is due at a table, and what was entered before."""
    tournament, at = _table_of(signature)
    found = services().store.tournaments.present(tournament)
    if _has_ended(found, at):
        return _page(found, at, None, status=HTTPStatus.GONE)
    return _page(found, at, _form(found, at))


def send_table_entry(signature: str) -> Response:
    """Take the result of a deal: show it to be confirmed first, then add it to the log."""
    tournament, at = _table_of(signature)
    store = services().store.tournaments
    found = store.present(tournament)
    if _has_ended(found, at):
        return _page(found, at, None, status=HTTPStatus.GONE)
    form = _form(found, at)
    try:
        result = read_entry(form, request.form)
        if CONFIRMED not in request.form:
            check_entry(found.state, result)
            return _page(found, at, form, entered=result)
        _enter(tournament, found.state, form, result)
    except EntryRefused as refused:
        status = HTTPStatus.CONFLICT if isinstance(refused, Contradicted) else HTTPStatus.UNPROCESSABLE_ENTITY
        return _page(found, at, form, refused=refused.text, status=status)
    now = store.present(tournament)
    return _page(now, at, _form(now, at), accepted=result)


def _enter(tournament: int, state: State, form: TableForm, result: Result) -> None:
    """Add a result to the log: as it is, as a report, or as the confirmation of one. Raises `EntryRefused`."""
    store = services().store.tournaments
    if not form.confirm:
        accept_entry(store, tournament, result, _author(form.at))
        return
    seat = read_who(form, request.form)
    author = Author(f"table {form.at.table}, {seat_name(state, form, seat)}")
    enter = confirm_entry if REPORT in request.form else report_entry
    enter(store, tournament, result, seat, author)


def seat_name(state: State, form: TableForm, seat: int) -> str:
    """The name of the player at a seat."""
    found = form.table.seats[seat - 1]
    return found.guest.name if found.guest else state.entrants[(found.entrant or found.drawn) - 1].name


def show_table_cards(signature: str) -> Answer:
    """Show the form that takes the deal that is due card by card."""
    tournament, at = _table_of(signature)
    found = services().store.tournaments.present(tournament)
    form = None if _has_ended(found, at) else _form(found, at)
    if form is None or form.due is None or form.confirm:
        return redirect(_entry_path(signature))
    rules = tournament_rules(found.state)
    seats = range(1, len(form.table.seats) + 1)
    deal: RawDeal = {"hands": unknown_hands(rules, seats, len(seats)), "actions": []}
    return _card_page(found, form, deal)


def send_table_cards(signature: str) -> Answer:
    """Take the next action of the deal that is due, or enter the deal once it is over."""
    tournament, at = _table_of(signature)
    store = services().store
    found = store.tournaments.present(tournament)
    form = None if _has_ended(found, at) else _form(found, at)
    if form is None or form.confirm or str(form.due) != request.form.get(DEAL):
        return redirect(_entry_path(signature), HTTPStatus.SEE_OTHER)
    seats = range(1, len(form.table.seats) + 1)
    deal = read_cards(request.form, seats, len(seats))
    shown = _shown(found, form, deal)
    if not is_entered() or shown.problems or not shown.is_over:
        return _card_page(found, form, deal)
    try:
        store_table_deal(store, record_before(store, found.state, form), _with_places(form, deal), _author(at))
    except EntryRefused as refused:
        return _card_page(found, form, deal, refused.text)
    return redirect(_entry_path(signature), HTTPStatus.SEE_OTHER)


def _entry_path(signature: str) -> str:
    return f"{addresses.TABLES}/{signature}"


def _author(at: TableId) -> Author:
    """The author of what is entered at a table."""
    return Author(f"table {at.table}")


def _with_places(form: TableForm, deal: RawDeal) -> RawDeal:
    """The deal with the ranking that it starts from, if the record does not say it."""
    places = places_before(form)
    return deal if places is None else {**deal, "places": places}


def _shown(found: VersionedState, form: TableForm, deal: RawDeal) -> CardPage:
    before = record_before(services().store, found.state, form)
    return card_page(before, range(1, len(form.table.seats) + 1), _with_places(form, deal))


def _card_page(found: VersionedState, form: TableForm, deal: RawDeal, refused: Text | None = None) -> Response:
    shown = _shown(found, form, deal)
    if refused:
        shown = shown._replace(problems=[*shown.problems, refused])
    values = card_values(shown)
    return uncached(
        page("tournament/cards.html", status=card_status(shown), state=found.state, at=form.at, form=form, **values)
    )


def _table_of(signature: str) -> tuple[int, TableId]:
    """The table that a link opens. Raises `NotFound` where this store did not sign it."""
    found = read_table_link(services().store.signing_key(), signature)
    if found is None:
        raise NotFound
    return found


def _form(found: VersionedState, at: TableId) -> TableForm:
    with refusals_as_not_found():
        return table_form(found.state, at)


def _has_ended(found: VersionedState, at: TableId) -> bool:
    """Whether the round of a table is closed or no longer there, so that its links open nothing."""
    stages = found.state.stages
    known = at.stage <= len(stages) and at.round <= len(stages[at.stage - 1].rounds)
    return found.state.finished or not known or found.state.round_at(at).closed


def _page(
    found: VersionedState,
    at: TableId,
    form: TableForm | None,
    *,
    entered: Result | None = None,
    accepted: Result | None = None,
    refused: Text | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    """The page of a table; without a form, its round has ended."""
    return uncached(
        page(
            "tournament/entry.html",
            status=status,
            state=found.state,
            at=at,
            form=form,
            table=None if form is None else table_view(found.state, at, form.table, {}),
            entered=entered,
            accepted=accepted,
            refused=refused,
            fields=request.form,
            report=None if form is None or CHANGE in request.args else form.report,
            report_field=REPORT,
            change=CHANGE,
            name_at=lambda seat: "" if form is None else seat_name(found.state, form, seat),
            confirmed=CONFIRMED,
            ordered_seats=ordered_seats,
        )
    )
