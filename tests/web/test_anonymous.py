"""A person made anonymous: their names are in no answer and not in the database; games and figures stay."""

import re
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from daifu.api.settings import Settings
from daifu.api.web.app import create_service
from daifu.data.everything import everything_of
from daifu.data.houses import add_house
from daifu.data.store.errors import NoSuchPlayer, StoreDamaged
from daifu.data.store.open import open_copy, open_store
from daifu.data.store.sql.people import anonymous
from daifu.data.store.sql.people.anonymous import Prepared, prepare_anonymity
from daifu.data.store.sql.schema import TABLES
from daifu.data.store.sql.sessions import Session
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, SCOREKEEPER, Author, Club, Location, Look, RecordFilter
from daifu.data.tournaments.changes import Awarded, Entered, Guest, Renamed, StageOpened, Substituted
from daifu.replay.analysis.deals import METHOD, effort_of
from daifu.schemas.analysis import deal_analyses
from daifu.schemas.record.decode import load_raw_record
from tests.support.houses import CLUB
from tests.support.http_app import bearer_headers
from tests.support.pages import Browser
from tests.support.stores import ANN, BO, Locate, evening, judged_sitting, verification_errors
from tests.support.tournaments.store import append_changes, create_tournament, hand_drawn_round, played_record
from tests.web.test_withdrawn import addresses

OLD = re.compile("zebulon|quist|ゼブロン|zebbie", re.IGNORECASE)
ZEB = Author("Zebulon Quist")
OTHERS = ("Mu", "Junko", "Shimo")


def fill(store: Store) -> None:
    """Everything in which a store can have the name of a person."""
    day = {"name": "Zebulon's birthday", "date": "2026-07-31", "site": "at Zebulon Quist's"}
    source = {"format": "csv", "file": "zebulon.csv", "names": {"Zebulon": "Zebulon Quist"}}
    deal = {"hands": ["D3 ?*12", "?*13", "?*13", "?*14"], "actions": ["1 D3 # Zebulon smiled"], "notes": "ゼブロンさん"}
    store.add([judged_sitting("A", players=["Zebulon", *OTHERS], event=day, source=source)], ZEB)
    store.add([judged_sitting("B", players=[{"id": "zebulon-2", "name": "Zebulon Quist"}, *OTHERS])], ANN)
    store.add([judged_sitting("C", players=["Aki", *OTHERS], deals=[deal], notes="Zebbie was away")], ANN)
    kept = evening(store, {"id": "Zebulon", "name": "ゼブロン"}, *OTHERS, table="D")
    store.revise(kept, judged_sitting("D", players=["Aki", *OTHERS]), ZEB, expected=1, reason="it was not Zebulon")
    gone = evening(store, "Zebulon", *OTHERS, table="E")
    store.withdraw(gone, ANN, expected=1, reason="Zebulon asked for it")
    store.people.merge("zebulon-2", "Zebulon", BO, "Zebulon registered twice")
    store.people.rename("Zebulon", "Zebbie", BO, "as Zebulon wishes")
    store.people.set_look("Zebulon", Look("Zebulon the Great", 3), b"\x89PNG\r\n\x1a\n Zebulon", BO)
    cup = create_tournament(store, "Zebulon Quist cup")
    entrants = [Entered(name="Zebulon", team="Zebbie's"), *(Entered(name=one) for one in OTHERS)]
    append_changes(store, cup, *entrants, Renamed(entrant=1, name="Zebulon Quist", players=("Zebulon",)))
    append_changes(store, cup, StageOpened(name="All"), hand_drawn_round((1, 2, 3, 4)))
    guest = Substituted(stage=1, round=1, table=1, seat=2, by=Guest(name="Junko", player="Junko"))
    append_changes(
        store, cup, guest, Awarded(id=1, entrant=1, stage=1, points=Fraction(2), reason="Zebulon brought cake")
    )
    store.add([played_record(3, 2, 1, 0, players=["Zebulon", *OTHERS], name="Zebulon Quist cup")], ZEB)
    store.add([played_record(3, 2, 1, 0, players=["zebulon-2", *OTHERS], name="Zebulon Quist cup", table=7)], ZEB)
    add_house(store, CLUB.replace("name", 'notes = { en = "Zebulon\'s table" }\nname', 1).encode(), ZEB, is_toml=True)
    store.create_token("Zebulon", SCOREKEEPER)
    store.club.write(Club("Zebulon's club", None, "public", has_password=False), ZEB)
    store.club.set_names(["Zebulon", "Mu", "ｚｅｂｂｉｅ"], ANN)
    first = load_raw_record(msgspec.json.decode(store.record(1).record))
    analysis = list(deal_analyses(first, positions=10, effort=effort_of(10)))
    store.analyses.keep(1, 1, METHOD, msgspec.json.encode(analysis))
    store.jobs.order(2, 1, METHOD, ZEB)


@pytest.fixture
def filled(store: Store) -> Store:
    fill(store)
    return store


@pytest.fixture
def app(filled: Store) -> Flask:
    made = create_service(Settings(rate=0, rate_address=0), filled)
    made.testing = True
    return made


def figures(store: Store, player: str) -> list[Any]:
    """What is known of a person, but for names and times."""
    person = store.people.one(player)
    form = store.ratings.form(person.players, "theater")
    ratings = store.ratings.history(person.players, "theater").standings
    opponents = [(id, counts) for id, counts in store.statistics.opponents(person.players, "theater") if id in OTHERS]
    return [store.statistics.player(person.players, "theater"), form, ratings, sorted(opponents)]


def answers(app: Flask, headers: dict[str, str], browser: Browser) -> Iterator[tuple[str, str]]:
    """Everything that can be read: addresses of the API and of pages, with what each answers."""
    for address in addresses(app):
        for address_of_person in {address, address.replace("p0", "anonymous-1"), address.replace("p0", "Mu")}:
            answer = browser.client.get(address_of_person, headers={**browser.headers, **headers}, buffered=False)
            is_read = answer.mimetype != "text/event-stream"
            told = f"{answer.headers} {answer.get_data().decode(errors='replace')}" if is_read else ""
            answer.close()
            yield address_of_person, told


def leftovers(store: Store, location: Location) -> list[str]:
    """Where an old name is in the database: in its tables, in what is compressed there, and in its files."""
    found = []
    with store.separate_session() as session:  # that of stores in databases
        for table in TABLES.values():
            for row in session.connection.execute(table.select).fetchall():
                told = " ".join(one.decode(errors="replace") if isinstance(one, bytes) else str(one) for one in row)
                named = dict(zip(table.columns, row, strict=True))
                if isinstance(named.get("packed"), bytes):
                    told += session.compressor.decompress(named["dictionary"], named["packed"]).decode()
                if table.name != "dictionaries" and OLD.search(told):
                    found.append(f"{table.name} {told[:200]}")
    files = Path(location).parent.glob(f"{Path(location).name}*") if isinstance(location, Path) else ()
    return found + [str(file) for file in files if OLD.search(file.read_bytes().decode(errors="replace"))]


@pytest.mark.parametrize("backend", ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)], indirect=True)
def test_an_old_name_is_in_no_answer(app: Flask, filled: Store) -> None:
    headers = bearer_headers(filled.create_token("Keeper", ADMIN).secret)
    browser = Browser(app.test_client())
    browser.sign_in(filled.create_token("Reader", ADMIN).secret)
    before = (address for address, told in answers(app, headers, browser) if OLD.search(told))
    assert len(list(islice(before, 50))) == 50
    filled.people.make_anonymous("Zebulon", ANN)
    assert {address for address, told in answers(app, headers, browser) if OLD.search(told)} == set()


def test_an_old_name_is_not_in_the_database_and_figures_stay(filled: Store, locate: Locate) -> None:
    location = locate("test.db")
    assert leftovers(filled, location)
    figured = figures(filled, "Zebulon")
    done = filled.people.make_anonymous("Zebulon", ANN)
    assert (done.id, done.name, done.erased, done.shared) == ("anonymous-1", "Player 1", True, [])
    assert leftovers(filled, location) == []
    assert verification_errors(filled) == []
    assert figures(filled, "anonymous-1") == figured
    assert not OLD.search(everything_of(filled, "anonymous-1").decode())


def test_who_has_the_same_name_keeps_it(filled: Store) -> None:
    evening(filled, {"id": "other", "name": "Zebulon"}, {"id": "Zebu", "name": "Zebulon Quistian"}, "Shimo", "Mu")
    kept = evening(filled, {"id": "other", "name": "Zebulon"}, "Junko", "Shimo", "Mu", table="Zebulon's")
    done = filled.people.make_anonymous("Zebulon", ANN)
    assert done.shared == ["Zebulon"]
    assert {filled.people.one("other").name, filled.people.one("Zebu").name} == {"Zebulon", "Zebulon Quistian"}
    assert b"Zebulon's" in filled.record(kept).record
    assert filled.people.one("anonymous-1").names == []
    assert verification_errors(filled) == []


def test_an_entrant_of_a_tournament_by_hand_is_made_anonymous_by_their_name(store: Store, locate: Locate) -> None:
    cup = create_tournament(store, "Cup")
    entered = [Entered(name=one) for one in ("Zebulon", *OTHERS)]
    append_changes(store, cup, *entered, StageOpened(name="All"), hand_drawn_round((1, 2, 3, 4)))
    store.club.write(Club("The club", None, "public", has_password=False), ANN)
    store.club.set_names(["Zebulon", "Mu"], ANN)
    assert store.people.one_or_named("Zebulon").players == []
    done = store.people.make_anonymous("Zebulon", ANN)
    assert (done.name, done.tournaments) == ("Player 1", 1)
    assert store.tournaments.present(cup).state.entrants[0].name == "Player 1"
    assert leftovers(store, locate("test.db")) == []
    assert verification_errors(store) == []
    with pytest.raises(NoSuchPlayer):
        store.people.one_or_named("Zebulon")


def test_other_processes_do_not_take_an_old_name_for_the_new_one(filled: Store, locate: Locate) -> None:
    with closing(open_store(locate("test.db"))) as other:
        evening(other, "Zebulon", *OTHERS, table="before")
        assert other.tournaments.present(1).state.entrants[0].players == ("Zebulon",)
        filled.people.make_anonymous("Zebulon", ANN)
        assert other.tournaments.present(1).state.entrants[0].players == ("anonymous-1",)
        again = evening(other, "Zebulon", *OTHERS, table="after")
        assert other.page(RecordFilter(), limit=1).records[0].players[0][0] == "Zebulon"
        assert other.people.one("Zebulon").players == ["Zebulon"]
        other.withdraw(again, ANN, expected=1)
        assert verification_errors(other) == []


def test_a_copy_that_was_begun_before_is_not_finished(filled: Store, locate: Locate, tmp_path: Path) -> None:
    for run in range(2):
        with open_copy(locate("test.db"), tmp_path / "copy.db") as copy:
            if run:
                with pytest.raises(StoreDamaged):
                    copy.run(lambda _count: None)
            else:
                copy.run(lambda _count: None)
                filled.people.make_anonymous("Zebulon", ANN)


def test_what_others_store_while_it_is_prepared_is_made_anonymous_too(
    filled: Store, locate: Locate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(session: Session, player: str) -> Prepared:
        prepared = prepare_anonymity(session, player)
        evening(filled, {"id": "Zebulon", "name": "Zebbie"}, *OTHERS, table="meanwhile")
        filled.withdraw(2, ANN, expected=1, reason="a mistake of Zebulon")
        return prepared

    monkeypatch.setattr(anonymous, "prepare_anonymity", meanwhile)
    filled.people.make_anonymous("Zebulon", ANN)
    assert leftovers(filled, locate("test.db")) == []
    assert verification_errors(filled) == []


def test_a_name_that_the_person_gets_while_it_is_prepared_is_not_left(
    filled: Store, locate: Locate, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled.add([judged_sitting("with a note", players=["Aki", *OTHERS], notes="Zebuloff smiled")], ANN)

    def meanwhile(session: Session, player: str) -> Prepared:
        prepared = prepare_anonymity(session, player)
        filled.people.rename("Zebulon", "Zebuloff", ANN, "as they wish")
        return prepared

    monkeypatch.setattr(anonymous, "prepare_anonymity", meanwhile)
    filled.people.make_anonymous("Zebulon", ANN)
    assert leftovers(filled, locate("test.db")) == []
    assert b"Zebuloff" not in b"".join(one.record for one in filled.each(RecordFilter()))
    assert verification_errors(filled) == []
