"""Draws as entries of the log."""

import pytest

from daifu.data.tournaments.changes import Entered, Forfeited, Redrawn, StageOpened
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.settings import Listed
from tests.support.tournaments.log import further_stage, hand_drawn, new_tournament, tournament_with_stage


def redrawn(*tables: tuple[int, ...]) -> Redrawn:
    return Redrawn(stage=1, round=1, tables=tables, method="by hand")


def test_a_draw_seats_the_entrants() -> None:
    keeper = tournament_with_stage(9)
    keeper.draw((4, 3, 2, 1), (5, 6, 7, 8), byes=[9])
    [found] = keeper.state.stages[0].rounds
    assert [[seat.entrant for seat in table.seats] for table in found.tables] == [[4, 3, 2, 1], [5, 6, 7, 8]]
    assert found.byes == (9,)


def test_rounds_are_drawn_one_after_the_other() -> None:
    keeper = tournament_with_stage(4)
    assert keeper.refusal_code(hand_drawn(1, 2, (1, 2, 3, 4))) == "round_out_of_order"
    keeper.draw((1, 2, 3, 4))
    assert keeper.refusal_code(hand_drawn(1, 1, (1, 2, 3, 4))) == "already_drawn"
    keeper.draw((1, 2, 3, 4))


def test_a_stage_has_no_more_rounds_than_planned() -> None:
    keeper = new_tournament()
    keeper.make(*(Entered(name=str(number)) for number in range(4)), StageOpened(name="League", rounds=1))
    keeper.draw((1, 2, 3, 4))
    assert keeper.refusal_code(hand_drawn(1, 2, (1, 2, 3, 4))) == "round_too_many"


def test_rounds_are_of_a_stage_that_there_is() -> None:
    assert tournament_with_stage(4).refusal_code(hand_drawn(2, 1, (1, 2, 3, 4))) == "no_such_stage"


def test_tables_have_the_sizes_of_the_profile() -> None:
    assert tournament_with_stage(3).refusal_code(hand_drawn(1, 1, (1, 2, 3))) == "table_size"
    assert tournament_with_stage(5, rules="theater").refusal_code(hand_drawn(1, 1, (1, 2, 3, 4, 5))) == "table_size"


def test_tables_have_the_sizes_of_the_stage() -> None:
    keeper = new_tournament()
    keeper.make(*(Entered(name=str(number)) for number in range(5)), StageOpened(name="League", sizes=(4,)))
    assert keeper.refusal_code(hand_drawn(1, 1, (1, 2, 3, 4, 5))) == "table_size"


@pytest.mark.parametrize(
    ("tables", "byes", "code"),
    [
        ([(1, 2, 3, 4), (5, 6, 7, 1)], [8], "seated_twice"),
        ([(1, 2, 3, 4), (5, 6, 7, 8)], [8], "seated_twice"),
        ([(1, 2, 3, 4)], [5, 6], "left_out"),
        ([(1, 2, 3, 9)], [4, 5, 6, 7, 8], "not_entered"),
    ],
)
def test_everybody_has_one_seat_or_a_bye(tables: list[tuple[int, ...]], byes: list[int], code: str) -> None:
    assert tournament_with_stage(8).refusal_code(hand_drawn(1, 1, *tables, byes=byes)) == code


def test_everything_that_is_wrong_with_a_draw_is_said_at_once() -> None:
    with pytest.raises(TournamentError) as refusal:
        tournament_with_stage(8).make(hand_drawn(1, 1, (1, 2, 3), (4, 4, 5, 99), byes=[4, 6]))
    told = [(one.code, one.details) for one in (refusal.value, *refusal.value.others)]
    assert told == [
        ("table_size", {"table": 1, "found": 3, "allowed": "4, 5, 6, 7, 8"}),
        ("seated_twice", {"entrant": 4}),
        ("not_entered", {"entrant": 99}),
        ("left_out", {"entrants": "7, 8"}),
    ]
    assert refusal.value.text.en.startswith(
        "table 1 is one of 3; allowed sizes are 4, 5, 6, 7, 8; entrant 4 (Player 4) is seated twice;"
    )
    assert refusal.value.text.ja.endswith(
        "。参加者99はいません。参加者7 (Player 7)、8 (Player 8)に席がなく、不戦でもありません"
    )


def test_a_list_of_names_keeps_the_commas_of_each_name() -> None:
    refusal = TournamentError("left_out", entrants=(7, 8))
    refusal.names = {7: "Smith, John", 8: "Aki"}
    assert refusal.text.en.startswith("entrants 7 (Smith, John), 8 (Aki) have")
    assert refusal.text.ja.startswith("参加者7 (Smith, John)、8 (Aki)に")


def test_only_those_of_a_stage_are_drawn_there() -> None:
    keeper = tournament_with_stage(5)
    keeper.make(further_stage(field=Listed((1, 2, 3, 4))))
    assert keeper.refusal_code(hand_drawn(2, 1, (1, 2, 3, 5), byes=[4])) == "not_in_stage"
    keeper.draw((4, 3, 2, 1), stage=2)


def test_a_round_is_drawn_anew_as_long_as_nothing_has_been_played() -> None:
    keeper = tournament_with_stage(8)
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.make(redrawn((1, 3, 5, 7), (2, 4, 6, 8)))
    assert [seat.entrant for seat in keeper.state.stages[0].rounds[0].tables[0].seats] == [1, 3, 5, 7]
    keeper.scores(1, 2, 3, 2, 1, 0)
    assert keeper.refusal_code(redrawn((1, 2, 3, 4), (5, 6, 7, 8))) == "already_played"


def test_a_forfeit_is_as_good_as_a_result() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.make(Forfeited(stage=1, round=1, table=1, entrant=2))
    assert keeper.refusal_code(redrawn((4, 3, 2, 1))) == "already_played"


def test_only_a_round_that_is_drawn_is_drawn_anew() -> None:
    assert tournament_with_stage(4).refusal_code(redrawn((1, 2, 3, 4))) == "no_such_round"
