"""The accounts of entrants: everything that their points are made of (ST-POINTS, ST-CARRY, ST-FAULTS)."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from daifu.data.tournaments import profile_facts
from daifu.data.tournaments.settings import MAX_ROUNDS
from daifu.data.tournaments.standings.round_scores import Attendance, mark_dropped, score_rounds
from daifu.data.tournaments.state import Award, RoundId, State, deal_number
from daifu.schemas.standings import Carried, RoundScore, Upheld


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
    score_sign = profile_facts.score_sign(state, settings)
    carried = _carried_points(state, until.stage)
    faults: dict[int, list[Upheld]] = defaultdict(list)
    for fault in _upheld_faults(state, until):
        faults[fault.entrant].append(fault)
    awards = _awards_by_entrant(state, until)
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
        if at.round > until.round:
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


def _carried_points(state: State, number: int) -> dict[int, Carried]:
    stage = state.stages[number - 1]
    if stage.after is None or not stage.carry:
        return {}
    before = build_accounts(state, end_of_stage(stage.after))
    return {entrant: Carried(stage.after, account.points, stage.carry) for entrant, account in before.items()}


def _awards_by_entrant(state: State, until: RoundId) -> dict[int, list[tuple[int, Award]]]:
    awards: dict[int, list[tuple[int, Award]]] = defaultdict(list)
    for number, award in sorted(state.awards.items()):
        if award.stage == until.stage and not award.cancelled and (award.round or 0) <= until.round:
            awards[award.entrant].append((number, award))
    return awards
