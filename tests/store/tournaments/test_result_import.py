"""Records become results in the tournament that their event names, and results change with their records."""

import pytest

from daifu.data.ingest import Ingest
from daifu.data.store.store import Store
from daifu.data.store.values import ResultImport, SimilarTournament, UploadOutcome, UploadStatus
from daifu.data.tournaments.changes import (
    Guest,
    Record,
    Renamed,
    Result,
    ResultRemoved,
    RoundReopened,
    SeatsMoved,
    SettingsChanged,
    Sitters,
    Substituted,
)
from daifu.data.tournaments.settings import Settings
from daifu.schemas.sources.items import DAIFU, Item
from tests.support.stores import ANN, BO, judged_sitting, verification_errors
from tests.support.tournaments.store import (
    ABANDONED_DEAL,
    CUP_NAME,
    DEAL_IN_PLAY,
    EIGHT_PLAYERS,
    FAULTY_DEAL,
    TWO_DEALS,
    append_changes,
    first_deal_sheet,
    hand_drawn_round,
    import_refusal_code,
    open_problem_codes,
    played_record,
    result_deal,
    round_closed,
    table_points,
    table_results,
    tournament_record,
    tournament_with_entrants,
    tournament_with_round,
    upload,
)


def test_a_record_becomes_the_result_of_its_table(store: Store) -> None:
    cup = tournament_with_round(store)
    record = upload(store, played_record(3, 2, 1, 0))
    [result] = table_results(store, cup).values()
    assert result.by == Record(record.id, 1, EIGHT_PLAYERS[:4])
    assert table_points(store, cup) == [(3, 2, 1, 0)]
    assert result.places == (1, 2, 3, 4)
    assert result.titles == ("daifugo", "fugo", "hinmin", "daihinmin")


def test_an_upload_tells_where_its_record_was_imported(store: Store) -> None:
    cup = tournament_with_round(store)
    [landing] = upload(store, played_record()).imports
    assert (landing.tournament, landing.record, landing.problem) == (cup, 1, None)
    assert landing.version == store.tournaments.version(cup)


def test_the_entry_names_the_author_of_the_upload(store: Store) -> None:
    cup = tournament_with_round(store)
    store.add([played_record()], BO)
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", None)
    assert isinstance(last.change, Result)


@pytest.mark.parametrize("name", [None, "Another cup"])
def test_a_record_of_no_tournament_is_only_stored(store: Store, name: str | None) -> None:
    cup = tournament_with_round(store)
    assert [upload(store, played_record(name=name)).imports for _ in range(2)] == [(), ()]
    assert table_results(store, cup) == {}


def test_faults_of_the_replay_come_along_and_notices_do_not(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, tournament_record(FAULTY_DEAL, players=("Aki", "Mu", "Shimo", "Junko"), table=1))
    [result] = table_results(store, cup).values()
    assert [(fault.code, fault.action, fault.seat) for fault in result.faults] == [
        ("bad_deal", None, None),
        ("out_of_turn", 1, 3),
    ]
    assert verification_errors(store) == []


@pytest.mark.parametrize("undecided", [DEAL_IN_PLAY, ABANDONED_DEAL])
def test_a_deal_without_a_result_brings_none(store: Store, undecided: object) -> None:
    cup = tournament_with_round(store, settings=TWO_DEALS)
    [landing] = upload(store, tournament_record(result_deal(3, 2, 1, 0), undecided)).imports
    assert landing.problem is None
    assert list(table_results(store, cup)) == [1]


def test_records_of_one_commit_land_one_after_the_other(store: Store) -> None:
    cup = tournament_with_entrants(store)
    append_changes(store, cup, *(hand_drawn_round(number=number) for number in range(1, 6)))
    outcomes = store.add([played_record(number=number) for number in range(1, 6)], ANN)
    assert [landing.problem for outcome in outcomes for landing in outcome.imports] == [None] * 5
    assert [table_points(store, cup, number) for number in range(1, 6)] == [[(3, 2, 1, 0)]] * 5
    assert verification_errors(store) == []


def test_a_record_is_found_by_a_name_that_the_tournament_had(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, SettingsChanged(name="Spring cup"))
    upload(store, played_record(name=CUP_NAME))
    upload(store, played_record(name="Spring cup", table=2, players=EIGHT_PLAYERS[4:]))
    assert table_points(store, cup) == table_points(store, cup, table=2) == [(3, 2, 1, 0)]
    assert verification_errors(store) == []


def test_a_substitute_is_known_by_their_own_id(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, Substituted(stage=1, round=1, table=1, seat=4, by=Guest(name="Guest", player="g7")))
    upload(store, played_record(players=("Mu", "Junko", "Shimo", {"id": "g7", "name": "Somebody"})))
    assert table_points(store, cup) == [(3, 2, 1, 0)]


def test_a_record_that_came_before_the_tournament_waits_until_it_is_asked_for(store: Store) -> None:
    upload(store, played_record())
    cup = tournament_with_round(store)
    assert store.tournaments.unimported(cup) == [1]
    [landing] = store.tournaments.attempt(cup, store.tournaments.unimported(cup), BO)
    assert landing.problem is None
    assert table_points(store, cup) == [(3, 2, 1, 0)]
    assert store.tournaments.unimported(cup) == []


def test_a_record_that_grows_brings_its_further_deals(store: Store) -> None:
    cup = tournament_with_round(store, settings=TWO_DEALS)
    upload(store, tournament_record(result_deal(3, 2, 1, 0)))
    grown = upload(store, tournament_record(result_deal(3, 2, 1, 0), result_deal(0, 1, 2, 3)))
    assert (grown.status, grown.revision) == (UploadStatus.GROWN, 2)
    assert [(landing.tournament, landing.problem) for landing in grown.imports] == [(cup, None)]
    assert [result.by for result in table_results(store, cup).values()] == [
        Record(1, 1, EIGHT_PLAYERS[:4]),
        Record(1, 2, EIGHT_PLAYERS[:4]),
    ]


def test_a_record_that_belongs_to_another_tournament_goes_over_to_it(store: Store) -> None:
    cup, league = tournament_with_round(store), tournament_with_round(store, "League")
    upload(store, played_record())
    landings = store.revise(1, played_record(name="League"), ANN, expected=1, reason="the other one").imports
    assert {landing.tournament for landing in landings} == {cup, league}
    assert (table_points(store, cup), table_points(store, league)) == ([], [(3, 2, 1, 0)])
    assert verification_errors(store) == []


def test_a_withdrawn_record_takes_its_results_with_it(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    store.withdraw(1, BO, expected=1, reason="made up")
    assert table_results(store, cup) == {}
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", "made up")
    assert verification_errors(store) == []


def test_results_go_with_the_seats_when_these_are_moved(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(3, 2, 1, 0))
    append_changes(store, cup, SeatsMoved(stage=1, round=1, tables=(Sitters(1, (2, 1, 3, 4)),)))
    assert refusal_of_correction(store, (0, 1, 2, 3)) == "wrong_player"
    right = played_record(0, 1, 2, 3, players=("Junko", "Mu", "Shimo", "Aki"))
    assert store.revise(1, right, ANN, expected=2, reason="the seats").imports[0].problem is None
    assert table_points(store, cup) == [(0, 1, 2, 3)]
    assert verification_errors(store) == []


def refusal_of_correction(store: Store, points: tuple[float, ...]) -> str:
    """The code with which the first correction of the first record is refused."""
    [landing] = store.revise(1, played_record(*points), ANN, expected=1, reason="a slip").imports
    assert landing.problem is not None
    return landing.problem.code


MISSPELT = ("Mu", "Junko", "Shimo", "Akiko")


def repeated_upload(store: Store, **fields: object) -> ResultImport:
    """The outcome of an upload of a stored record."""
    outcome = upload(store, played_record(**fields))  # type: ignore[arg-type] # fields of an event, or what `played_record` names
    assert outcome.status is UploadStatus.EXISTS
    [landing] = outcome.imports
    return landing


def test_a_record_lands_once_its_players_have_been_entered_rightly(store: Store) -> None:
    cup = tournament_with_round(store)
    assert import_refusal_code(store, played_record(players=MISSPELT)) == "wrong_player"
    append_changes(store, cup, Renamed(entrant=4, name="Akiko"))
    assert repeated_upload(store, players=MISSPELT).problem is None
    assert table_points(store, cup) == [(3, 2, 1, 0)]
    assert (open_problem_codes(store, cup), verification_errors(store)) == ([], [])


def test_a_later_import_is_attributed_to_the_author_who_sent_it_again(store: Store) -> None:
    cup = tournament_with_round(store)
    import_refusal_code(store, played_record(number=2))
    append_changes(store, cup, hand_drawn_round(number=2))
    store.add([played_record(number=2)], BO)
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", None)


def test_a_record_that_came_before_the_tournament_lands_when_it_is_sent_again(store: Store) -> None:
    upload(store, played_record())
    cup = tournament_with_round(store)
    assert repeated_upload(store).problem is None
    assert table_points(store, cup) == [(3, 2, 1, 0)]


def test_it_is_the_latest_revision_that_lands(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(3, 2, 1, 0))
    store.revise(1, played_record(0, 1, 2, 3), ANN, expected=1, reason="upside down")
    version = store.tournaments.version(cup)
    assert repeated_upload(store).version == version
    assert table_points(store, cup) == [(0, 1, 2, 3)]


def test_so_it_is_when_less_is_sent_than_the_record_has_grown_to(store: Store) -> None:
    cup = tournament_with_round(store, settings=Settings(deals=2))
    upload(store, tournament_record(result_deal(3, 2, 1, 0), result_deal(0, 1, 2, 3)))
    outcome = upload(store, tournament_record(result_deal(3, 2, 1, 0)))
    assert (outcome.status, [landing.problem for landing in outcome.imports]) == (UploadStatus.EXISTS, [None])
    assert list(table_results(store, cup)) == [1, 2]


def test_in_a_closed_round_a_correction_of_nothing_that_counts_is_no_problem(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, first_deal_sheet(3, 2, 1, 0, table=2))
    upload(store, played_record())
    append_changes(store, cup, round_closed())
    [landing] = store.revise(1, played_record(notes="a fine evening"), ANN, expected=1).imports
    assert landing.problem is None
    assert verification_errors(store) == []


def test_a_sheet_that_corrected_a_record_is_not_replaced_by_it(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(3, 2, 1, 0))
    append_changes(store, cup, first_deal_sheet(0, 1, 2, 3))
    landing = repeated_upload(store)
    assert landing.problem is not None
    assert landing.problem.code == "contradicted"
    assert table_points(store, cup) == [(0, 1, 2, 3)]
    assert verification_errors(store) == []


def test_results_that_were_removed_come_back_with_the_record(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    append_changes(store, cup, ResultRemoved(stage=1, round=1, table=1, deal=1))
    assert (store.tournaments.unimported(cup), verification_errors(store)) == ([1], [])
    assert repeated_upload(store).problem is None
    assert table_points(store, cup) == [(3, 2, 1, 0)]


def test_a_correction_that_a_closed_round_refused_lands_when_it_is_sent_again(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, first_deal_sheet(3, 2, 1, 0, table=2))
    upload(store, played_record())
    append_changes(store, cup, round_closed())
    store.revise(1, played_record(0, 1, 2, 3), ANN, expected=1, reason="upside down")
    assert open_problem_codes(store, cup) == [(1, "round_closed")]
    append_changes(store, cup, RoundReopened(stage=1, round=1))
    upload(store, played_record(0, 1, 2, 3))
    assert (open_problem_codes(store, cup), table_points(store, cup)) == ([], [(0, 1, 2, 3)])


def test_a_withdrawn_record_does_not_land(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    store.withdraw(1, ANN, expected=1)
    assert upload(store, played_record()) == UploadOutcome(UploadStatus.EXISTS, 1, 2, withdrawn=True)
    assert table_results(store, cup) == {}


@pytest.mark.parametrize("name", [None, "Another cup"])
def test_a_record_of_no_tournament_has_no_preview(store: Store, name: str | None) -> None:
    tournament_with_round(store)
    assert store.preview_imports(played_record(name=name), None) == ()
    assert store.preview_imports(judged_sitting(), None) == ()


def test_a_withdrawn_record_has_no_preview(store: Store) -> None:
    tournament_with_round(store)
    upload(store, played_record())
    store.withdraw(1, ANN, expected=1)
    assert store.preview_imports(played_record(), store.preview(played_record())) == ()


def notices(store: Store, name: str | None) -> list[str]:
    """The notices of an upload whose event has this name."""
    judged, _ = Ingest(store, ANN).one(Item("game.json", 1, DAIFU, played_record(name=name).record))
    return [notice.en for notice in judged.notices if "looks like" in notice.en]


@pytest.mark.parametrize("name", ["winter cup", "Winter cup ", "Ｗｉｎｔｅｒ　ｃｕｐ", "WinterCup", " Winter\tcup"])
def test_a_name_that_differs_by_case_width_or_blanks_is_told(store: Store, name: str) -> None:
    cup = tournament_with_round(store)
    [told] = notices(store, name)
    assert told.startswith(f'the event looks like tournament {cup}, "Winter cup"; not in its results. ')


@pytest.mark.parametrize("name", [None, "Winter cup", "Summer cup", "Winter cup 2"])
def test_another_name_and_the_very_name_are_no_matter(store: Store, name: str | None) -> None:
    tournament_with_round(store)
    assert notices(store, name) == []


def test_a_store_without_tournaments_has_nothing_to_tell(store: Store) -> None:
    assert notices(store, "winter cup") == []


def test_a_tournament_that_was_made_or_renamed_meanwhile_is_known(store: Store) -> None:
    assert store.similar_tournaments(["winter cup", "SPRING CUP"]) == {}
    cup = tournament_with_round(store)
    assert store.similar_tournaments(["winter cup", "SPRING CUP"]) == {
        "winter cup": SimilarTournament(cup, "Winter cup")
    }
    append_changes(store, cup, SettingsChanged(name="Spring cup"))
    assert store.similar_tournaments(["winter cup", "SPRING CUP"]) == {
        "winter cup": SimilarTournament(cup, "Winter cup"),
        "SPRING CUP": SimilarTournament(cup, "Spring cup"),
    }


def test_two_tournaments_whose_names_nearly_agree_are_told_apart(store: Store) -> None:
    tournament_with_round(store)
    later = tournament_with_round(store, "WINTER CUP")
    assert store.similar_tournaments(["Winter cup", "WINTER CUP"]) == {}
    assert store.similar_tournaments(["winter cup"]) == {"winter cup": SimilarTournament(later, "WINTER CUP")}


def test_each_of_many_records_is_told(store: Store) -> None:
    tournament_with_round(store)
    sent = [
        Item("games", 1, DAIFU, played_record(name=name).record) for name in ("winter cup", "Winter cup", "WINTER CUP")
    ]
    told = [len(result.judged.notices) if result.judged else None for result in Ingest(store, ANN).take(sent)]
    assert told == [1, 0, 1]


def test_a_preview_tells_it_too(store: Store) -> None:
    tournament_with_round(store)
    sent = Item("game.json", 1, DAIFU, played_record(name="winter cup").record)
    [notice] = Ingest(store, ANN).preview(sent).judged.notices
    assert "「Winter cup」" in notice.ja
