"""A record whose event nearly has the name of a tournament is not in its results, and its sender is told so."""

import pytest

from daifu.data.ingest import Ingest
from daifu.data.store.store import Store
from daifu.data.store.values import SimilarTournament
from daifu.data.tournaments.changes import SettingsChanged
from daifu.schemas.sources.items import DAIFU, Item
from tests.support.stores import ANN
from tests.support.tournaments.store import append_changes, played_record, tournament_with_round


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
