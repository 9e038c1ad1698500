"""A deal of an evening, entered card by card with the legal answers offered."""

from http import HTTPStatus

import msgspec
from flask import Response, request
from werkzeug.wrappers import Response as Answer

from daifu.api.http.services import services
from daifu.api.web.cards import action_sentence
from daifu.api.web.entry import card_forms
from daifu.api.web.entry.card_forms import CardPage, card_page, read_cards, unknown_hands
from daifu.api.web.entry.evening_forms import BROKEN_OFF, SEAT
from daifu.api.web.languages import page_language
from daifu.api.web.pages.evenings.evening import (
    DealStart,
    Evening,
    changed_evening,
    chosen_seats,
    done_response,
    done_with_deal,
    entering_author,
    seen_revision,
)
from daifu.api.web.pages.games.deals import explain_fault
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import uncached_page
from daifu.data.evenings import DealTaken, enter_deal
from daifu.schemas.drawing.board import board_facts, board_lines
from daifu.schemas.record.model import RawDeal
from daifu.schemas.report import read_results


@takes_fields(SEAT)
def cards_page(evening: Evening, deal: int) -> Response:
    """Show the form of a deal, card by card, with the actions that were entered before."""
    start = DealStart(evening, deal, chosen_seats(evening, request.args))
    written = evening.deal(deal)
    if "actions" not in written:
        hands = unknown_hands(evening.record.rules, start.seats, len(evening.names))
        written = {**evening.new_deal(deal, start.seats), "hands": hands, "actions": []}
    return _card_page(evening, start, _shown(evening, start, written))


def enter_cards(evening: Evening, deal: int) -> Answer:
    """Take the next action that a form says, or store the deal, which can be continued later if it is not over."""
    start = DealStart(evening, deal, chosen_seats(evening, request.form))
    read = read_cards(request.form, start.seats, len(evening.names), evening.record.rules)
    entered: RawDeal = {**evening.new_deal(deal, start.seats), **read}
    shown = _shown(evening, start, entered)
    if not is_entered() or shown.problems:
        return _card_page(evening, start, shown)
    try:
        enter_deal(services().store, entering_author(), evening.id, deal, entered, seen=seen_revision())
    except DealTaken:
        return changed_evening(evening, deal)
    is_begun = not shown.is_over and BROKEN_OFF not in request.form
    return done_response(evening, "begun" if is_begun else done_with_deal(evening, deal), deal)


def _shown(evening: Evening, start: DealStart, deal: RawDeal) -> CardPage:
    raw = msgspec.json.decode(evening.stored.record)
    earlier = {**raw, "deals": raw["deals"][: start.number - 1]}
    return card_page(earlier, start.seats, deal, read_results(evening.stored.report)[: start.number - 1])


def _card_page(evening: Evening, start: DealStart, shown: CardPage) -> Response:
    return card_response("evening/cards.html", shown, game=evening, start=start)


def is_entered() -> bool:
    """Whether the deal is to be stored."""
    return request.form.get(card_forms.DO) == card_forms.ENTER or BROKEN_OFF in request.form


def card_response(template: str, shown: CardPage, **values: object) -> Response:
    """The page of a deal that is entered card by card; `values` are what else the template needs."""
    return uncached_page(
        template,
        status=HTTPStatus.UNPROCESSABLE_ENTITY if shown.problems else HTTPStatus.OK,
        shown=shown,
        readings=list(card_forms.readings(request.form, shown)),
        fields=card_forms,
        broken_off=BROKEN_OFF,
        explain_fault=explain_fault,
        board_facts=lambda scene: board_facts(scene, page_language()),
        board_lines=lambda scene: board_lines(scene, page_language()),
        action_sentence=action_sentence,
        **values,
    )
