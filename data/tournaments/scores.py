"""What the points of entrants are made of: rounds, accounts, and who met whom (ST-ROUNDS to ST-MET)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import permutations

from msgspec import structs

from daifu.data.tournaments import game_rules
from daifu.data.tournaments.settings import MAX_ROUNDS, ByPlace, ByPoints, ByTitle, Scoring, Settings
from daifu.data.tournaments.state import Award, Outcome, Round, RoundId, State, deal_number
from daifu.schemas.standings import Carried, DealScore, Meeting, RoundScore, Upheld


class Attendance(StrEnum):
    """How an entrant spent a round.

    WAITS stands for a table without a result yet, ABSENT for an entrant without a seat and a bye.
    """

    PLAYED = "played"
    FORFEITED = "forfeited"
    BYE = "bye"
    WAITS = "waits"
    ABSENT = "absent"


Worth = Fraction | None


def begun_rounds(state: State, until: RoundId) -> list[tuple[int, Round]]:
    """The rounds that the standing after a round covers, with their numbers (ST-ROUNDS)."""
    rounds = state.stages[until.stage - 1].rounds[: until.round]
    return [(number, found) for number, found in enumerate(rounds, 1) if found.has_begun]


def score_rounds(state: State, until: RoundId) -> dict[int, list[RoundScore]]:
    """The scores of each entrant of a stage in the rounds that a standing covers."""
    settings = state.settings_of(until.stage)
    scores: dict[int, list[RoundScore]] = {entrant: [] for entrant in state.field_of(until.stage)}
    for number, found in begun_rounds(state, until):
        seated = dict(_table_scores(settings, number, found))
        byes = dict.fromkeys(found.byes, _away(number, Attendance.BYE, settings.bye))
        absent = _away(number, Attendance.ABSENT, None)
        for entrant, rounds in scores.items():
            rounds.append(seated.get(entrant) or byes.get(entrant) or absent)
    return scores


def _away(number: int, how: Attendance, score: Fraction | None) -> RoundScore:
    return RoundScore(number, how, table=None, seat=None, deals=(), score=score, dropped=False)


def _table_scores(settings: Settings, number: int, found: Round) -> Iterator[tuple[int, RoundScore]]:
    for table_number, table in enumerate(found.tables, 1):
        worth = {deal: _seat_worths(settings.scoring, outcome) for deal, outcome in table.results.items()}
        for place, seat in enumerate(table.seats):
            if seat.entrant is None:
                continue
            deals = tuple(
                DealScore(
                    deal_number(deal),
                    outcome.by,
                    outcome.places[place],
                    outcome.points[place],
                    outcome.titles[place],
                    worth[deal][place],
                )
                for deal, outcome in table.results.items()
            )
            how, score = Attendance.WAITS, None
            if seat.forfeited:
                how, score = Attendance.FORFEITED, settings.forfeit
            elif deals:
                how = Attendance.PLAYED
                score = sum((deal.worth for deal in deals if deal.worth is not None), Fraction(0))
            yield seat.entrant, RoundScore(number, how, table_number, place + 1, deals, score, dropped=False)


def _seat_worths(scoring: Scoring, found: Outcome) -> tuple[Worth, ...]:
    """What an outcome is worth to each seat; None where that is not known."""
    match scoring:
        case ByPoints():
            return found.points
        case ByPlace():
            worths = scoring.for_table_size(len(found.places))
            shares = [found.places.count(place) for place in found.places]  # they get the mean of the places
            return tuple(
                None if place is None else sum(worths[place - 1 : place - 1 + shared], Fraction(0)) / shared
                for place, shared in zip(found.places, shares, strict=True)
            )
        case ByTitle(worth):
            return tuple(None if title is None else worth.get(title, Fraction(0)) for title in found.titles)


def mark_dropped(rounds: Sequence[RoundScore], drop_worst: int, score_sign: int) -> tuple[RoundScore, ...]:
    """The rounds that a standing covers, with marks at those that are dropped (ST-DROP).

    `score_sign` is -1 where few points are good.
    """
    counting = max(len(rounds) - drop_worst, 1)
    scored = sorted((score_sign * found.score, found.round) for found in rounds if found.score is not None)
    dropped = {number for _, number in scored[: max(len(scored) - counting, 0)]}
    return tuple(structs.replace(found, dropped=found.round in dropped) for found in rounds)


class Account:
    """Everything that the line of an entrant is made of; `score_sign` is -1 where few points are good."""

    def __init__(
        self,
        entrant: int,
        score_sign: int,
        carried: Carried | None,
        rounds: tuple[RoundScore, ...],
        awards: tuple[tuple[int, Award], ...],
        upheld: tuple[Upheld, ...],
        deals_of_a_table: int,
    ) -> None:
        self.entrant = entrant
        self.score_sign = score_sign
        self.carried = carried
        self.rounds = rounds
        self.awards = awards
        self.upheld = upheld
        self.played = [found for found in rounds if found.how == Attendance.PLAYED]
        """The rounds played at a table."""
        self.counted = sum(
            (found.score for found in rounds if found.score is not None and not found.dropped), Fraction(0)
        )
        """The points of the rounds that count."""
        decided = [award.points for _number, award in awards] + [fault.cost for fault in upheld]
        self.referee = score_sign * sum(decided, Fraction(0))
        """The points of awards and faults."""
        self.points = (carried.worth if carried else Fraction(0)) + self.counted + self.referee
        """The points: carried, of rounds, awards and faults."""
        deals = [deal for found in self.played for deal in found.deals]
        self.deals = sum(deals_of_a_table if deal.deal is None else 1 for deal in deals)
        """The number of deals played; a result of a whole table stands for all of its deals."""
        self.firsts = sum(deal.place == 1 for deal in deals)
        """The number of firsts (ST-FIRSTS)."""
        self.best_round = max(
            (found.score for found in self.played if found.score is not None),
            key=lambda score: score_sign * score,
            default=None,
        )
        """The best score of a table (ST-BEST)."""


Accounts = dict[int, Account]


def build_accounts(state: State, until: RoundId) -> Accounts:
    """The accounts of the entrants of a stage after a round."""
    settings = state.settings_of(until.stage)
    score_sign = game_rules.score_sign(state, settings)
    stage = state.stages[until.stage - 1]
    carried: dict[int, Carried] = {}
    if stage.after is not None and stage.carry:
        before = build_accounts(state, end_of_stage(stage.after))
        carried = {entrant: Carried(stage.after, one.points, stage.carry) for entrant, one in before.items()}
    faults: dict[int, list[Upheld]] = defaultdict(list)
    for fault in _upheld_faults(state, until):
        faults[fault.entrant].append(fault)
    awards: dict[int, list[tuple[int, Award]]] = defaultdict(list)
    for number, award in sorted(state.awards.items()):
        if award.stage == until.stage and not award.cancelled and (award.round or 0) <= until.round:
            awards[award.entrant].append((number, award))
    return {
        entrant: Account(
            entrant,
            score_sign,
            carried.get(entrant),
            mark_dropped(rounds, settings.drop_worst, score_sign),
            tuple(awards[entrant]),
            tuple(faults[entrant]),
            settings.deals or 1,
        )
        for entrant, rounds in score_rounds(state, until).items()
    }


def _upheld_faults(state: State, until: RoundId) -> Iterator[Upheld]:
    """The faults upheld against the entrants of a stage, in the rounds that its standing covers (ST-FAULTS)."""
    penalties = state.settings_of(until.stage).penalties
    for at, table in state.tables(until.stage):
        if at.round > until.round:  # tables come round by round
            return
        for key, fault in table.faults:
            decision, entrant = table.decisions.get(key), table.entrant_at(fault.seat)
            if entrant is None or decision is None or decision.decision != "upheld":
                continue
            award = decision.award
            if award is not None and not state.awards[award].cancelled:
                cost = Fraction(0)
            else:
                award = None
                cost = penalties.get(fault.code, penalties.get(fault.severity, Fraction(0)))
            deal = deal_number(key.deal)
            yield Upheld(entrant, at.round, at.table, deal, fault.action, fault.code, fault.severity, award, cost)


def end_of_stage(number: int) -> RoundId:
    """A round that stands for the end of a stage, however many rounds it has."""
    return RoundId(number, MAX_ROUNDS)


Meetings = dict[int, list[Meeting]]


def find_meetings(accounts: Accounts) -> Meetings:
    """The meetings of each entrant, in the order of rounds and tables."""
    met: Meetings = {entrant: [] for entrant in accounts}
    tables: dict[tuple[int, int], list[tuple[int, Fraction]]] = defaultdict(list)
    for account in accounts.values():
        for played in account.played:
            if played.table is not None and played.score is not None:
                tables[played.round, played.table].append((account.entrant, played.score))
    for (number, table), scores in sorted(tables.items()):
        for (entrant, own), (opponent, theirs) in permutations(scores, 2):
            won = Fraction((own > theirs) == (accounts[entrant].score_sign > 0))
            if own == theirs:
                won = Fraction(1, 2)
            met[entrant].append(Meeting(opponent, number, table, own, theirs, won))
    return met


def meetings_between(met: Meetings, entrant: int, opponent: int) -> Iterator[Meeting]:
    """The meetings of an entrant with another."""
    return (meeting for meeting in met[entrant] if meeting.opponent == opponent)


def win_share(met: Meetings, entrant: int, opponent: int) -> Fraction | None:
    """The share of an entrant against another; None if they have not met."""
    won = [meeting.won for meeting in meetings_between(met, entrant, opponent)]
    return sum(won, Fraction(0)) / len(won) if won else None
