"""A game as it is shown: a record deal by deal, a deal action by action, and one in columns as on paper."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Final, NamedTuple

import msgspec

from daifu.api.views.game_text import player_names
from daifu.replay.actions import PASS, Action
from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.deal import DealReport, Number
from daifu.replay.faults import Fault
from daifu.replay.match import Match, Record
from daifu.replay.position import ActionPlace, go_on, position_among_actions
from daifu.replay.position import Position as ReachedPosition
from daifu.replay.text import Text
from daifu.replay.titles import title_name
from daifu.schemas.fu.cards import CardTexts, card_texts_of
from daifu.schemas.fu.tokens import act_text, marked
from daifu.schemas.position import Position, check_deal, describe_table
from daifu.schemas.report import Fault as ReportedFault
from daifu.schemas.report import Report, places_by_player, read_results

DEALS_A_PAGE: Final = 100
MOST_FAULTS: Final = 100
"""The most faults that are listed at once."""


class PlayerResult(NamedTuple):
    """What a deal brought a player: their place, the title that it earns, points, and the total after it."""

    place: int | None
    title: Text | None
    points: Number | None
    total: Number | None


class DealRow(NamedTuple):
    """A deal, counted from 1, and what it brought each player, by player number.

    `verified` is false where only its result was recorded. `faults` is the number of its faults.
    """

    number: int
    results: Sequence[PlayerResult]
    verified: bool
    faults: int


class PlacedFault(NamedTuple):
    """A fault of a deal."""

    deal: int
    fault: ReportedFault


class MatchTable(NamedTuple):
    """Some deals of a record, the first of them `first`, the number of all deals, and the results of the whole.

    `faults` are the first faults of the record, `fault_count` is the number of all.
    """

    first: int
    deals: int
    rows: Sequence[DealRow]
    totals: Sequence[Number | None]
    ranks: Sequence[int | None]
    legal: bool
    faults: Sequence[PlacedFault]
    fault_count: int

    @property
    def is_decided(self) -> bool:
        """Whether somebody has a place in one of these deals."""
        return any(result.place for row in self.rows for result in row.results)


decode_report: Final = msgspec.json.Decoder(Report).decode
"""Decodes the JSON of a report."""


def match_table(record: Record, report_text: bytes, first: int, most: int | None) -> MatchTable:
    """The deals of a record from `first` on, at most so many or all of them, by the report on it."""
    report = decode_report(report_text)
    faults = (PlacedFault(number, fault) for number, deal in enumerate(report.deals, 1) for fault in deal.faults)
    return MatchTable(
        first=first,
        deals=len(report.deals),
        rows=list(islice(_rows(record, report_text, report), first - 1, None if most is None else first - 1 + most)),
        totals=report.totals,
        ranks=report.ranks,
        legal=report.legal,
        faults=list(islice(faults, MOST_FAULTS)),
        fault_count=sum(len(deal.faults) for deal in report.deals),
    )


def _rows(record: Record, report_text: bytes, report: Report) -> Iterator[DealRow]:
    match = Match(record.rules, len(record.players))
    results = read_results(report_text)
    for number, (deal, known, told) in enumerate(zip(record.deals, results, report.deals, strict=True), 1):
        go_on(match, deal, known)
        places = places_by_player(told.order, known.shared_places or ())
        yield DealRow(
            number,
            [
                PlayerResult(places.get(player), title_name(title) if title else None, points, total)
                for player, (title, points, total) in enumerate(
                    zip(told.titles, told.points, match.totals, strict=True), 1
                )
            ],
            told.verified,
            len(told.faults),
        )


MOST_STEPS: Final = 400
"""The most actions that are listed at once; of a longer deal, those around the present one."""


class Step(NamedTuple):
    """An action of the deal, counted from 1, where it stands, and its faults."""

    number: int
    action: Action
    place: ActionPlace
    faults: Sequence[Fault]


class Trick(NamedTuple):
    """The actions of a trick; the number is 0 for what came before the first set."""

    number: int
    steps: Sequence[Step]


class DealTable(NamedTuple):
    """A deal after some of its actions.

    `tricks` have the actions around the present one, `is_whole` says whether these are all.

    The `position` has no legal actions: `legal_texts` finds them in what was `reached`.

    `faults` are those of the deal as a whole. The other fields are the numbers of actions that one may want to go to:
    the beginning of the trick before and of the next, and the faulty action before and the next, or None.
    """

    reached: ReachedPosition
    position: Position
    last: Step | None
    tricks: Sequence[Trick]
    is_whole: bool
    faults: Sequence[Fault]
    trick_before: int | None
    next_trick: int | None
    fault_before: int | None
    next_fault: int | None


def deal_table(record: Record, deal: int, at: int, known: Sequence[DealReport] = ()) -> DealTable:
    """The table after `at` actions of a deal, which is counted from 1. Raises `NoSuchPosition`.

    Deals before it need no replay if `known` has earlier reports on them.
    """
    check_deal(record, deal, at)
    reached, places = position_among_actions(record, deal - 1, at, known)
    position = describe_table(reached)
    steps = list(_steps(reached, places))
    leads = [step.number for step in steps if step.place.led]
    faulty = [step.number for step in steps if step.faults]
    shown = _shown_steps(steps, at)
    return DealTable(
        reached=reached,
        position=position,
        last=steps[at - 1] if at else None,
        tricks=[Trick(number, list(some)) for number, some in groupby(shown, lambda step: step.place.trick)],
        is_whole=len(shown) == len(steps),
        faults=reached.faults_of(None),
        trick_before=max((number for number in leads if number < at), default=None),
        next_trick=min((number for number in leads if number > at), default=None),
        fault_before=max((number for number in faulty if number < at), default=None),
        next_fault=min((number for number in faulty if number > at), default=None),
    )


def _steps(reached: ReachedPosition, places: Sequence[ActionPlace]) -> Iterator[Step]:
    faults = defaultdict[int | None, list[Fault]](list)
    for fault in reached.faults:
        faults[fault.action].append(fault)
    for index, (action, place) in enumerate(zip(reached.actions, places, strict=True)):
        yield Step(index + 1, action, place, faults.get(index, ()))


def _shown_steps(steps: Sequence[Step], at: int) -> Sequence[Step]:
    """The steps around the present one, from the beginning of a trick if there is one among them."""
    if len(steps) <= MOST_STEPS:
        return steps
    first = min(max(0, at - MOST_STEPS // 2), len(steps) - MOST_STEPS)
    return steps[first : first + MOST_STEPS]


_SIGNS: Final = str.maketrans(SUIT_SIGNS)


class Round(NamedTuple):
    """What players did in turn: the text of each column, empty for none. `begins` tells that it begins a trick."""

    begins: bool
    cells: tuple[str, ...]


class DealColumns(NamedTuple):
    """A deal: its players in the order of play, their names and hands, and the rounds."""

    players: tuple[int, ...]
    names: tuple[str, ...]
    hands: tuple[str, ...]
    rounds: list[Round]


def deal_columns(record: Record, number: int) -> DealColumns:
    """The deal of this number, counted from 1. Raises `NoSuchPosition` where it has no actions."""
    check_deal(record, number)
    deal = record.deals[number - 1]
    texts = card_texts_of(record.rules.profile)
    reached, places = position_among_actions(record, number - 1, len(deal.actions or ()))
    players = reached.ring
    hands = []
    for player in players:
        hand = deal.hands[player - 1] if deal.hands else None
        known = "" if hand is None else texts.write_hand(record.rules.alphabet.list(hand.cards))
        unknown = 0 if hand is None else hand.unknown
        hands.append(_signs(known) + (f"?{unknown}" if unknown else ""))
    rounds = list(_rounds(deal.actions or (), [place.trick for place in places], players, texts))
    names = player_names(record.players)
    return DealColumns(players, tuple(names[player - 1] for player in players), tuple(hands), rounds)


def _rounds(
    actions: Sequence[Action], tricks: Sequence[int], players: tuple[int, ...], texts: CardTexts
) -> Iterator[Round]:
    """The actions in rows: a row goes on while the next player stands to the right, or goes on with what they did."""
    cells = [""] * len(players)
    begins, before, trick = True, -1, 0
    for action, of_trick in zip(actions, tricks, strict=True):
        seated = action.player in players
        at = players.index(action.player) if seated else 0
        if any(cells) and (at < before or of_trick != trick or (at == before and action.verb == PASS)):
            yield Round(begins, tuple(cells))
            cells, begins = [""] * len(players), of_trick != trick
        text = _signs(marked(act_text(action, texts), action))
        cells[at] = f"{cells[at]} {text if seated else f'{action.player}!:{text}'}".strip()
        before, trick = at, of_trick
    if any(cells):
        yield Round(begins, tuple(cells))


def _signs(text: str) -> str:
    """A text of the hand notation with signs for the suits; comments stay as they are."""
    acts, brace, comment = text.partition("{")
    return acts.translate(_SIGNS) + brace + comment
