"""Deals of a tournament's table that are entered card by card: the record that they become, and its import."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from daifu.api.web.entry.fields import EntryRefused
from daifu.api.web.entry.table_results import TableForm
from daifu.data.store.errors import RecordWithdrawn
from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import Record
from daifu.data.tournaments.handlers.tables import seat_player_ids
from daifu.data.tournaments.state import Outcome, Seat, State
from daifu.schemas.judgement import judge_grown_json
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawPlayer, player_id

_NO_DEAL: Final[RawDeal] = {}
"""Stands for a deal whose result was not entered card by card."""


def record_before(store: Store, state: State, form: TableForm) -> dict[str, Any]:
    """The record of a table as JSON values, with its deals before the one that is due.

    Deals that were written on a sheet are empty in it. The players are numbered as they sit.
    """
    at = form.at
    event = {"name": state.name, "stage": state.stages[at.stage - 1].name, "round": at.round, "table": at.table}
    players = [_player(state, seat) for seat in form.table.seats]
    stored = _stored_deals(store, form.table.results, list(map(player_id, players)))
    before = (form.due or 1) - 1
    deals = _with_abandoned(stored, before)
    before -= sum(not deal.get("abandoned") for deal in deals)
    return {
        "format": RECORD_FORMAT,
        "rules": state.rules,
        "options": dict(state.options),
        "players": players,
        "event": event,
        "deals": [*deals, *[_NO_DEAL] * before],
    }


def _with_abandoned(deals: Sequence[RawDeal], count: int) -> list[RawDeal]:
    """The first deals of which this number was played to the end, and the abandoned ones before the next."""
    found: list[RawDeal] = []
    for deal in deals:
        if not deal.get("abandoned"):
            if not count:
                break
            count -= 1
        found.append(deal)
    return found


def _player(state: State, seat: Seat) -> str | RawPlayer:
    """Who sits on a seat; for nobody there, who was drawn."""
    entrant = state.entrants[(seat.entrant or seat.drawn) - 1]
    name = seat.guest.name if seat.guest else entrant.name
    [player, *_] = seat_player_ids(state, seat) or entrant.ids
    return name if player == name else {"id": player, "name": name}


def _stored_deals(store: Store, results: Mapping[int, Outcome], players: list[str]) -> list[RawDeal]:
    """The deals of the record that gave the latest result of a table, if these people sit in it in this order."""
    records = [outcome.by.id for _, outcome in sorted(results.items()) if isinstance(outcome.by, Record)]
    if not records:
        return []
    try:
        found = msgspec.json.decode(store.record(records[-1]).record)
    except RecordWithdrawn:
        return []
    deals: list[RawDeal] = found["deals"] if list(map(player_id, found["players"])) == players else []
    return deals


def places_before(form: TableForm, before: Mapping[str, Any]) -> list[int] | None:
    """The ranking that the deal that is due starts from, if the record before does not say it.

    That is so where the deal before was written on a sheet, and where somebody left it: the ranking seats them again,
    because a table of a tournament keeps its seats.
    """
    outcome = form.table.results.get((form.due or 1) - 1)
    if outcome is None or (isinstance(outcome.by, Record) and not _somebody_left(before["deals"][-1])):
        return None
    places = {place: seat for seat, place in enumerate(outcome.places, 1)}
    ranking = [places.get(place) for place in range(1, len(outcome.places) + 1)]
    return None if None in ranking else [seat for seat in ranking if seat]


def _somebody_left(deal: RawDeal) -> bool:
    return any(action.split()[1:2] == ["leave"] for action in deal.get("actions") or ())


def store_table_deal(store: Store, before: Mapping[str, Any], deal: RawDeal, author: Author) -> None:
    """Store the record with one more deal, so that the tournament has its result. Again, it changes nothing.

    Raises `EntryRefused` where the tournament does not take it; nothing is stored then.
    """
    judged = judge_grown_json(msgspec.json.encode({**before, "deals": [*before["deals"], deal]}))
    for preview in store.preview_imports(judged, store.preview(judged)):
        if preview.text is not None:
            raise EntryRefused(preview.text)
    store.add([judged], author)
