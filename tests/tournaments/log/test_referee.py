"""The referee: penalties, decided faults and lots."""

from fractions import Fraction
from typing import Literal

from daifu.data.tournaments.changes import Awarded, Cancelled, FaultDecided, FaultSeen, LotDrawn, Record, Result
from daifu.data.tournaments.settings import Listed, Settings
from daifu.data.tournaments.standings import draw_lot
from tests.support.tournaments.log import TournamentLog, attributes, fractions, further_stage, tournament_with_stage

FAULT = FaultSeen(code="out_of_turn", severity="illegal", action=3, seat=2)
PLAYERS = tuple(f"Player {number}" for number in range(1, 5))
PENALTIES = Settings(penalties={"illegal": Fraction(-2), "finish_foul": Fraction(-5)})


def award(number: int = 1, *, entrant: int = 2, points: int = -1, in_round: int | None = 1, stage: int = 1) -> Awarded:
    return Awarded(id=number, entrant=entrant, stage=stage, round=in_round, points=Fraction(points), reason="late")


def decided(
    decision: Literal["upheld", "dismissed"], *, award: int | None = None, code: str = "out_of_turn", seat: int = 2
) -> FaultDecided:
    return FaultDecided(
        stage=1, round=1, table=1, deal=1, action=3, seat=seat, code=code, decision=decision, award=award
    )


def played(settings: Settings | None = None, *faults: FaultSeen) -> TournamentLog:
    """A recorded round of four with the faults that the replay found."""
    keeper = tournament_with_stage(4, settings or Settings())
    keeper.draw((1, 2, 3, 4))
    by = Record(1, 1, PLAYERS)
    points = fractions(3, 2, 1, 0)
    keeper.make(Result(stage=1, round=1, table=1, deal=1, by=by, points=points, faults=faults or (FAULT,)))
    return keeper


def test_a_penalty_takes_points_away() -> None:
    keeper = played()
    keeper.make(award(points=-1))
    assert attributes(keeper.line(2), "points", "referee") == [1, -1]


def test_a_cancelled_award_counts_as_if_never_given() -> None:
    keeper = played()
    before = keeper.standing
    keeper.make(award(), Cancelled(award=1))
    assert keeper.standing == before


def test_an_award_is_cancelled_once() -> None:
    keeper = played()
    assert keeper.refusal_code(Cancelled(award=1)) == "no_such_award"
    keeper.make(award(), Cancelled(award=1))
    assert keeper.refusal_code(Cancelled(award=1)) == "already_cancelled"


def test_an_award_has_a_number_of_its_own() -> None:
    keeper = played()
    keeper.make(award())
    assert keeper.refusal_code(award(entrant=3)) == "award_exists"


def test_an_award_is_of_an_entrant_and_a_round_of_a_stage() -> None:
    keeper = played()
    assert keeper.refusal_code(award(entrant=5)) == "not_entered"
    assert keeper.refusal_code(award(in_round=2)) == "no_such_round"
    assert keeper.refusal_code(award(stage=2)) == "no_such_stage"
    keeper.make(further_stage(field=Listed((1, 2))))
    assert keeper.refusal_code(award(entrant=3, stage=2, in_round=None)) == "not_in_stage"


def test_nothing_is_awarded_in_a_closed_round_nor_taken_back() -> None:
    keeper = played()
    keeper.make(award())
    keeper.close_rounds(1)
    assert keeper.refusal_code(award(2)) == "round_closed"
    assert keeper.refusal_code(Cancelled(award=1)) == "round_closed"
    keeper.make(award(2, in_round=None), Cancelled(award=2))


def test_an_upheld_fault_costs_the_penalty_of_the_settings() -> None:
    keeper = played(PENALTIES)
    assert keeper.line(2).referee == 0
    keeper.make(decided("upheld"))
    assert attributes(keeper.line(2), "referee", "faults") == [-2, 1]


def test_a_penalty_for_the_code_goes_before_one_for_the_severity() -> None:
    keeper = played(PENALTIES, FaultSeen(code="finish_foul", severity="illegal", action=3, seat=2))
    keeper.make(decided("upheld", code="finish_foul"))
    assert keeper.line(2).referee == -5


def test_a_dismissed_fault_costs_nothing() -> None:
    keeper = played(PENALTIES)
    keeper.make(decided("upheld"), decided("dismissed"))
    assert attributes(keeper.line(2), "referee", "faults") == [0, 0]


def test_an_award_for_a_fault_stands_instead_of_the_penalty_until_it_is_cancelled() -> None:
    keeper = played(PENALTIES)
    keeper.make(award(points=-7), decided("upheld", award=1))
    assert keeper.line(2).referee == -7
    keeper.make(Cancelled(award=1))
    assert keeper.line(2).referee == -2


def test_only_a_fault_that_was_found_is_decided() -> None:
    keeper = played()
    assert keeper.refusal_code(decided("upheld", code="third_lead")) == "no_such_fault"
    assert keeper.refusal_code(decided("upheld", seat=3)) == "no_such_fault"


def test_an_award_for_a_fault_belongs_to_the_entrant_who_made_it() -> None:
    keeper = played()
    assert keeper.refusal_code(decided("upheld", award=1)) == "no_such_award"
    keeper.make(award(entrant=3))
    assert keeper.refusal_code(decided("upheld", award=1)) == "no_such_award"


def test_nothing_is_decided_in_a_closed_round() -> None:
    keeper = played()
    keeper.close_rounds(1)
    assert keeper.refusal_code(decided("upheld")) == "round_closed"


def test_a_lot_names_entrants_once() -> None:
    keeper = played()
    assert keeper.refusal_code(LotDrawn(entrants=(1, 1))) == "named_twice"
    assert keeper.refusal_code(LotDrawn(entrants=(1, 5))) == "not_entered"


def test_a_lot_with_a_seed_is_the_one_that_the_seed_gives() -> None:
    keeper = played()
    order = draw_lot((1, 2, 3, 4), 2026)
    assert keeper.refusal_code(LotDrawn(entrants=order[::-1], seed=2026)) == "lot_not_of_seed"
    keeper.make(LotDrawn(entrants=order, seed=2026), LotDrawn(entrants=order[::-1]))


def test_a_lot_does_not_hang_on_the_order_in_which_it_is_asked_for() -> None:
    assert draw_lot((4, 2, 1, 3), 5) == draw_lot((1, 2, 3, 4), 5)


def test_every_entrant_is_first_by_some_seed() -> None:
    assert {draw_lot((1, 2, 3), seed)[0] for seed in range(30)} == {1, 2, 3}
