"""What scorekeepers do in an evening: enter, correct and remove deals, also card by card, seat people, undo."""

from collections import Counter
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Final

import msgspec
from flask import Response, request
from werkzeug.wrappers import Response as Answer

import daifu.data.evenings as store_evenings
from daifu.api.http.access import is_stranger
from daifu.api.http.services import services
from daifu.api.web.drawings import action_sentence
from daifu.api.web.entry import card_forms
from daifu.api.web.entry.card_forms import CardPage, card_page, read_cards, unknown_hands
from daifu.api.web.entry.evening_forms import (
    BROKEN_OFF,
    PLAYER,
    SEAT,
    changes_of_result,
    players_who_left,
    read_result,
    read_seats,
)
from daifu.api.web.entry.fields import EntryRefused, read_number, read_reason
from daifu.api.web.entry.names import KnownPeople
from daifu.api.web.languages import page_language, say_here
from daifu.api.web.pages.evening import (
    REASON,
    DealStart,
    Evening,
    changed_evening,
    chosen_seats,
    done_response,
    done_with_deal,
    entering_author,
    evening_page,
    seen_revision,
)
from daifu.api.web.pages.games.deals import explain_fault
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import uncached_page
from daifu.data.evenings import DealTaken, enter_deal
from daifu.data.store.errors import RevisionConflict
from daifu.replay.faults import DEAL_INCOMPLETE
from daifu.replay.match import replay
from daifu.replay.text import Text, filled
from daifu.schemas.drawing.text import board_facts, board_lines
from daifu.schemas.judgement import check_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.model import RawDeal
from daifu.schemas.report import read_results

SURE: Final = "sure"
LOOKED: Final = "looked"
REMOVE: Final = "remove"
LEAVE: Final = "leave"
JOIN: Final = "join"
INSTEAD_OF: Final = "instead_of"
BY_RULES: Final = "by_rules"
"""Fields: that a doubt was seen, that the changes of a correction were; the deal is removed; who leaves, who sits down
and for whom, and that all sit as the rules say."""

_CHANGED: Final = Text(
    "the evening was changed on another device meanwhile; please look and try again",
    "その間に別の端末で変更されました。確かめて、もう一度入力してください",
)
_TOO_FEW: Final = Text(
    "too few players would be left at the table; somebody else has to sit down first",
    "人数が足りなくなります。先にほかの人に入ってもらってください",
)
_NO_SEAT: Final = Text("every seat is taken: choose whose seat it is", "満席です。だれと交代するか選んでください")
_NO_POINTS: Final = Text(
    "No points are entered. In this game they do not follow from the places.",
    "得点が入力されていません。このゲームでは、順位だけでは得点が決まりません。",
)
_BREAKS_OFF: Final = Text(
    "Deal {n} is broken off: nobody gets a place or points.", "{n}回目は中断となり、順位も得点も付きません。"
)
_REMOVED: Final = Text(
    "Deal {n} is removed. It stays in the history, and this can be undone.",
    "{n}回目を削除します。履歴には残り、あとで元に戻せます。",
)


def enter_result(evening: Evening, deal: int) -> Answer:
    """Enter the result of a deal that a form says, or correct or remove it. What is doubtful is asked first.

    The same form sent again changes nothing.
    """
    start = DealStart(evening, deal, chosen_seats(evening, request.form))
    try:
        return _entered(evening, start)
    except EntryRefused as refused:
        return evening_page(evening, start, request.form, [refused.text])
    except RecordRefused as refused:
        return evening_page(evening, start, request.form, [problem.expected for problem in refused.problems])
    except (store_evenings.DealTaken, RevisionConflict):
        return changed_evening(evening, deal)


def _entered(evening: Evening, start: DealStart) -> Answer:
    """Raises `EntryRefused`, and what `enter_deal` raises."""
    store, author, deal = services().store, entering_author(), start.number
    seen, reason = seen_revision(), read_reason(request.form, REASON)
    is_new = deal == evening.due
    if REMOVE in request.form and deal == evening.due - 1:
        if SURE not in request.form:
            return _question(evening, start, [filled(_REMOVED, n=deal)])
        store_evenings.remove_deal(store, author, evening.id, deal, seen=seen, reason=reason)
        return done_response(evening, "removed", deal)
    entered = evening.new_deal(deal, start.seats) | read_result(request.form, start.seats, len(evening.names))
    if entered == evening.deal(deal):  # the form was sent twice
        return done_response(evening, "entered", deal)
    if not store_evenings.is_as_seen(store, evening.stored, deal, seen):
        raise store_evenings.DealTaken
    if SURE not in request.form and (doubts := list(_doubts(evening, start, entered, is_new=is_new))):
        return _question(evening, start, doubts)
    left = players_who_left(request.form, start.seats)
    staying = [player for player in start.seats if player not in left]
    seats = staying if is_new and left and len(staying) in start.seating.allowed else None
    store_evenings.enter_deal(store, author, evening.id, deal, entered, seen=seen, reason=reason, next_seats=seats)
    return done_response(evening, done_with_deal(evening, deal), deal)


def _doubts(evening: Evening, start: DealStart, entered: RawDeal, *, is_new: bool) -> Iterator[Text]:
    """What has to be asked before a deal is stored. Raises `RecordRefused`."""
    deal = start.number
    if BROKEN_OFF in request.form:
        yield filled(_BREAKS_OFF, n=deal)
    elif start.needs_points and "points" not in entered.get("result", {}):
        yield _NO_POINTS
    if not is_new and LOOKED not in request.form:
        yield from changes_of_result(evening.deal(deal), entered, evening.names)
    before = replay(evening.before(deal) if is_new else evening.record).deals
    after = check_record(store_evenings.with_deal(evening.stored.record, deal, entered)).deals
    for number, told in enumerate(after, 1):
        known = Counter(one.message for one in before[number - 1].faults) if number <= len(before) else Counter()
        for fault in told.faults:  # one that was there before is not asked about again
            known[fault.message] -= 1
            if known[fault.message] < 0 and fault.code != DEAL_INCOMPLETE:
                sentence = explain_fault(fault, evening.names).sentence
                yield Text(f"Deal {number}: {sentence} ({fault.rule}).", f"{number}回目：{sentence}（{fault.rule}）。")


def _question(evening: Evening, start: DealStart, doubts: Sequence[Text]) -> Response:
    """The page that asks whether a form is to be stored all the same."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    return uncached_page("evening/question.html", status=status, game=evening, start=start, doubts=doubts, sure=SURE)


def enter_player(evening: Evening) -> Answer:
    """Add the player that a form names, and seat them where the rules put them."""
    [named] = KnownPeople(services().store, for_stranger=is_stranger()).players(
        request.form, [request.form.get(PLAYER, "")], evening.record.players
    )
    if named.player is None:
        return evening_page(evening, DealStart(evening, evening.due, None), {}, joining=named)
    try:
        store_evenings.join(services().store, entering_author(), evening.id, named.player, seen=seen_revision())
    except RecordRefused as refused:
        return _refused_seats(evening, [problem.expected for problem in refused.problems])
    except RevisionConflict:
        return changed_evening(evening, evening.due, _CHANGED)
    return done_response(evening, "joined", len(evening.names) + 1)


def enter_seats(evening: Evening) -> Answer:
    """Change who plays the next deal and where they sit: one leaves, one sits down, or all seats are chosen."""
    start = DealStart(evening, evening.due, None)
    try:
        seats, done, who = _wanted_seats(evening, start)
        store_evenings.seat(services().store, entering_author(), evening.id, seats, seen=seen_revision())
    except EntryRefused as refused:
        return _refused_seats(evening, [refused.text])
    except RecordRefused as refused:
        return _refused_seats(evening, [problem.expected for problem in refused.problems])
    except RevisionConflict:
        return changed_evening(evening, evening.due, _CHANGED)
    return done_response(evening, done, who)


def _wanted_seats(evening: Evening, start: DealStart) -> tuple[Sequence[int], str, int | None]:
    """The seats that a form asks for, what that is called, and of whom it is said. Raises `EntryRefused`."""
    form, seating = request.form, start.seating
    if (leaver := read_number(form.get(LEAVE, ""))) in start.seats and leaver:
        staying = seating.left(start.seats, leaver, start.waiting)
        if staying is None:
            raise EntryRefused(_TOO_FEW)
        return staying, "left", leaver
    if (comer := read_number(form.get(JOIN, ""))) in start.waiting and comer:
        other = read_number(form.get(INSTEAD_OF, ""))
        if other in start.seats:
            return [comer if player == other else player for player in start.seats], "sits", comer
        if start.is_full:
            raise EntryRefused(_NO_SEAT)
        return seating.joined(start.seats, comer), "sits", comer
    chosen = None if BY_RULES in form else read_seats(form, evening.record.rules, evening.names)
    return chosen or seating.by_rules(start.seats), "seated", None


def _refused_seats(evening: Evening, problems: Sequence[Text]) -> Response:
    return evening_page(evening, DealStart(evening, evening.due, None), {}, problems)


def undo_change(evening: Evening) -> Answer:
    """Undo the last change; a second time brings it back."""
    try:
        store_evenings.undo(
            services().store, entering_author(), evening.id, seen=seen_revision(), reason=say_here("undone", "取り消し")
        )
    except RevisionConflict:
        return changed_evening(evening, evening.due, _CHANGED)
    return done_response(evening, "undone")


@takes_fields(SEAT)
def cards_page(evening: Evening, deal: int) -> Response:
    """Show the form of a deal, card by card, with the actions that were entered before."""
    start = DealStart(evening, deal, chosen_seats(evening, request.args))
    written = evening.deal(deal)
    if "actions" not in written:
        hands = unknown_hands(evening.record.rules, start.seats, len(evening.names))
        written = {**evening.new_deal(deal, start.seats), "hands": hands, "actions": []}
    return card_response("evening/cards.html", _shown(evening, start, written), game=evening, start=start)


def enter_cards(evening: Evening, deal: int) -> Answer:
    """Take the next action that a form says, or store the deal, which can be continued later if it is not over."""
    start = DealStart(evening, deal, chosen_seats(evening, request.form))
    read = read_cards(request.form, start.seats, len(evening.names), evening.record.rules)
    entered: RawDeal = {**evening.new_deal(deal, start.seats), **read}
    shown = _shown(evening, start, entered)
    if not is_entered() or shown.problems:
        return card_response("evening/cards.html", shown, game=evening, start=start)
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
