"""Entrants: they enter, are renamed, withdraw and return."""

from time import process_time

from daifu.data.tournaments.changes import CheckedIn, Entered, Renamed, Returned, Withdrawn
from tests.support.tournaments.log import hand_drawn, new_tournament, tournament_with_stage


def test_entrants_are_numbered_in_the_order_of_entry() -> None:
    keeper = new_tournament()
    keeper.make(Entered(name="Mu"), Entered(name="Junko", team="Reds"))
    assert [(found.number, found.name, found.team) for found in keeper.state.entrants] == [
        (1, "Mu", None),
        (2, "Junko", "Reds"),
    ]


def test_a_player_enters_once() -> None:
    keeper = new_tournament()
    keeper.make(Entered(name="Mu", players=("mu", "mu2")))
    assert keeper.refusal_code(Entered(name="Somebody", players=("mu2",))) == "player_entered"


def test_an_entrant_without_ids_is_known_by_name() -> None:
    keeper = new_tournament()
    keeper.make(Entered(name="Mu"))
    assert keeper.refusal_code(Entered(name="Mu")) == "player_entered"
    keeper.make(Entered(name="Mu", players=("the other Mu",)))


def test_who_waits_is_in_no_draw_and_no_standing_until_they_get_a_place() -> None:
    keeper = tournament_with_stage(4)
    keeper.make(Entered(name="Late", waiting=True))
    assert keeper.refusal_code(hand_drawn(1, 1, (1, 2, 3, 5), byes=(4,))) == "not_in_stage"
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.close_rounds(1)
    assert keeper.order == [1, 2, 3, 4]
    keeper.make(Returned(stage=1, round=2, entrant=5))
    keeper.draw((1, 2, 3, 4, 5))
    assert 5 in keeper.order


def test_entrants_check_in_and_out() -> None:
    keeper = tournament_with_stage(3)
    keeper.make(CheckedIn(entrants=(1, 3)), CheckedIn(entrants=(3,), here=False))
    assert [entrant.here for entrant in keeper.state.entrants] == [True, False, False]
    assert keeper.refusal_code(CheckedIn(entrants=(4,))) == "not_entered"


def test_an_entrant_may_go_by_another_name() -> None:
    keeper = tournament_with_stage(2)
    keeper.make(Renamed(entrant=2, name="Junko", players=("j",), team="Reds"))
    found = keeper.state.entrants[1]
    assert (found.number, found.name, found.players, found.team) == (2, "Junko", ("j",), "Reds")


def test_an_entrant_may_not_take_the_name_of_another() -> None:
    assert tournament_with_stage(2).refusal_code(Renamed(entrant=2, name="Player 1")) == "player_entered"


def test_a_name_that_was_given_up_is_free() -> None:
    keeper = tournament_with_stage(2)
    keeper.make(Renamed(entrant=2, name="Junko", players=("j",)), Entered(name="Player 2"))
    assert keeper.refusal_code(Entered(name="j")) == "player_entered"


def test_ten_thousand_people_enter_in_seconds() -> None:
    began = process_time()
    new_tournament().make(*(Entered(name=f"Player {number}") for number in range(10_000)))
    assert process_time() - began < 5


def test_thousands_are_renamed_in_seconds() -> None:
    keeper = new_tournament()
    keeper.make(*(Entered(name=f"Player {number}") for number in range(3_000)))
    began = process_time()
    keeper.make(*(Renamed(entrant=number, name=f"Somebody {number}") for number in range(1, 3_001)))
    assert process_time() - began < 4
    keeper.make(Entered(name="Player 7"))
    assert keeper.refusal_code(Entered(name="Somebody 7")) == "player_entered"


def test_only_entrants_are_renamed_or_withdrawn() -> None:
    keeper = tournament_with_stage(2)
    assert keeper.refusal_code(Renamed(entrant=3, name="Aki")) == "not_entered"
    assert keeper.refusal_code(Withdrawn(entrant=3, stage=1, round=1)) == "not_entered"
    assert keeper.refusal_code(Returned(entrant=3, stage=1, round=1)) == "not_entered"


def test_nobody_withdraws_twice() -> None:
    keeper = tournament_with_stage(4)
    keeper.make(Withdrawn(entrant=1, stage=1, round=1))
    assert keeper.refusal_code(Withdrawn(entrant=1, stage=1, round=2)) == "already_withdrawn"


def test_nobody_withdraws_from_a_round_already_played() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    assert keeper.refusal_code(Withdrawn(entrant=1, stage=1, round=1)) == "has_played"
    keeper.make(Withdrawn(entrant=1, stage=1, round=2))


def test_a_withdrawn_entrant_is_not_drawn() -> None:
    keeper = tournament_with_stage(5)
    keeper.make(Withdrawn(entrant=5, stage=1, round=2))
    keeper.draw((1, 2, 3, 4), byes=[5])
    assert keeper.refusal_code(hand_drawn(1, 2, (1, 2, 3, 4), byes=[5])) == "withdrawn"
    keeper.draw((1, 2, 3, 4))


def test_a_returned_entrant_is_drawn_from_that_round_on() -> None:
    keeper = tournament_with_stage(5)
    keeper.make(Withdrawn(entrant=5, stage=1, round=1), Returned(entrant=5, stage=1, round=2))
    keeper.draw((1, 2, 3, 4))
    assert keeper.refusal_code(hand_drawn(1, 2, (1, 2, 3, 4))) == "left_out"
    keeper.draw((1, 2, 3, 4), byes=[5])


def test_a_return_in_the_same_round_undoes_the_withdrawal() -> None:
    keeper = tournament_with_stage(4)
    before = keeper.state
    keeper.make(Withdrawn(entrant=4, stage=1, round=2), Returned(entrant=4, stage=1, round=2))
    assert keeper.state == before


def test_only_a_withdrawn_entrant_returns() -> None:
    assert tournament_with_stage(4).refusal_code(Returned(entrant=1, stage=1, round=1)) == "not_withdrawn"
