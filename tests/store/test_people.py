"""People: ids that are merged and parted again, names, and how people are found by them; records never change."""

import json

import pytest

from daifu.data.names import look_of, similar_names
from daifu.data.store.errors import NoSuchMerge, NoSuchPlayer, OnePerson, SatTogether
from daifu.data.store.identities import Merge, Rename, given_names, shared_deal
from daifu.data.store.sql.people import people
from daifu.data.store.store import Store
from daifu.data.store.values import PeopleCursor, PersonChangeKind
from daifu.replay.text import fold_name
from tests.support.stores import ANN, BO, WHY, evening, judged_sitting, store_contents, verification_errors


def found_ids(store: Store, search: str) -> list[str]:
    return [person.id for person in store.people.find(search).people]


def test_a_player_is_known_by_id_and_goes_by_name(store: Store) -> None:
    evening(store, {"id": "j", "name": "Junko"}, "Mu", "Shimo", "Aki")
    person = store.people.one("j")
    assert (person.id, person.name, person.players, person.names) == ("j", "Junko", ["j"], [])


def test_a_player_of_no_record_is_unknown(store: Store) -> None:
    for name in ("Mu", "", "July league", "created"):
        with pytest.raises(NoSuchPlayer):
            store.people.one(name)


def test_players_go_by_the_name_that_was_sent_last_and_keep_the_others(store: Store) -> None:
    for table, name in zip("ABC", ("Junko", "JUNKO", "Junko"), strict=True):
        evening(store, {"id": "j", "name": name}, "Mu", "Shimo", "Aki", table=table)
        assert store.people.one("j").name == name
    assert store.people.one("j").names == ["JUNKO"]


def test_the_names_of_one_batch_are_taken_in_its_order(store: Store) -> None:
    batch = [
        judged_sitting(table, players=[{"id": "j", "name": name}, "Mu", "Shimo", "Aki"])
        for table, name in (("A", "Junko"), ("B", "Jun"), ("C", "Junko"))
    ]
    store.add(batch, ANN)
    assert store.people.one("j").name == "Junko"


def test_a_player_whom_a_correction_took_out_of_all_records_is_unknown(store: Store) -> None:
    record = evening(store, "Mu", "Junko", "Shimo", "Akki")
    store.revise(record, judged_sitting(players=["Mu", "Junko", "Shimo", "Aki"]), ANN, expected=1, reason="a slip")
    assert found_ids(store, "ak") == ["Aki"]
    with pytest.raises(NoSuchPlayer):
        store.people.one("Akki")


def test_a_player_of_withdrawn_records_is_unknown_until_one_is_restored(two: Store) -> None:
    two.withdraw(2, ANN, expected=1)
    assert found_ids(two, "aki") == ["Aki"]
    with pytest.raises(NoSuchPlayer):
        two.people.one("aki2")
    two.revise(2, judged_sitting("B", players=["Mu", "Junko", "Shimo", "aki2"]), ANN, expected=2)
    assert found_ids(two, "aki") == ["Aki", "aki2"]
    assert two.people.one("aki2").id == "aki2"


@pytest.mark.parametrize("withdrawn", [1, 2])
def test_a_person_is_found_by_each_id_while_any_record_has_one_of_them(two: Store, withdrawn: int) -> None:
    two.people.merge("aki2", "Aki", BO, WHY)
    two.withdraw(withdrawn, ANN, expected=1)
    assert found_ids(two, "aki2") == found_ids(two, "aki") == ["Aki"]
    assert two.people.one("aki2").id == two.people.one("Aki").id == "Aki"


@pytest.mark.parametrize("search", ["junk", "JUNK", "ＪＵＮＫＯ", "j"])
def test_people_are_found_by_how_a_name_or_an_id_begins(store: Store, search: str) -> None:
    evening(store, {"id": "j", "name": "Junko"}, "Mu", "Shimo", "Aki")
    assert found_ids(store, search) == ["j"]


def test_people_are_found_by_what_is_inside_a_name_after_those_where_it_begins(store: Store) -> None:
    evening(store, {"id": "1", "name": "Aki Mura"}, "Mura", "Shimo", "Mu")
    assert found_ids(store, "mu") == ["Mu", "Mura", "1"]


@pytest.mark.parametrize("search", ["%", "_", "*", '"', "'", "Mu\0"])
def test_signs_of_query_languages_mean_themselves(two: Store, search: str) -> None:
    assert found_ids(two, search) == []


def test_people_are_found_by_names_that_they_had(store: Store) -> None:
    evening(store, {"id": "j", "name": "Satō"}, "Mu", "Shimo", "Aki")
    evening(store, {"id": "j", "name": "Suzuki"}, "Mu", "Shimo", "Aki", table="B")
    assert found_ids(store, "satō") == found_ids(store, "SATO\N{COMBINING MACRON}") == found_ids(store, "suzu") == ["j"]


def test_a_list_goes_on_where_it_ended(two: Store) -> None:
    first = two.people.find("", 3)
    assert [person.id for person in first.people] == ["Aki", "aki2", "Junko"]
    assert first.after == PeopleCursor(inside=False, name="junko", id="Junko")
    rest = two.people.find("", 3, first.after)
    assert ([person.id for person in rest.people], rest.after) == (["Mu", "Shimo"], None)


def test_people_are_sorted_as_one_looks_them_up(store: Store) -> None:
    evening(store, "Zoe", "éva", "Ｅｒｉｃ", "adam")
    evening(store, "さくら", "サキ", "Bo", {"id": "1", "name": "Yui"}, table="B")
    store.people.rename("adam", "Zack", BO, WHY)
    names = ["Bo", "Ｅｒｉｃ", "éva", "Yui", "Zack", "Zoe", "サキ", "さくら"]
    assert [person.name for person in store.people.find().people] == names
    cursor, one_by_one = None, []
    for _ in names:
        page = store.people.find("", 1, cursor)
        one_by_one += [person.name for person in page.people]
        cursor = page.after
    assert (one_by_one, cursor) == (names, None)


def test_a_page_of_many_names_ends_before_it_is_too_long(two: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_CHARACTERS", 15)
    first = two.people.find("")
    assert [person.id for person in first.people] == ["Aki"]
    assert [person.id for person in two.people.find("", 50, first.after).people] == ["aki2"]


def test_a_merge_makes_two_ids_one_person(two: Store) -> None:
    two.people.merge("aki2", "Aki", BO, WHY)
    assert two.people.one("Aki").players == two.people.one("aki2").players == ["Aki", "aki2"]
    assert two.people.one("aki2").name == "Aki"
    assert found_ids(two, "aki2") == found_ids(two, "aki") == ["Aki"]
    assert two.people.merged() == {"aki2": "Aki"}


def test_to_undo_a_merge_brings_back_what_was_before(two: Store) -> None:
    before = two.people.one("Aki"), two.people.one("aki2"), found_ids(two, "")
    merge = two.people.merge("aki2", "Aki", BO, WHY)
    two.people.undo(merge, ANN, "it is not")
    assert (two.people.one("Aki"), two.people.one("aki2"), found_ids(two, "")) == before
    with pytest.raises(NoSuchMerge):
        two.people.undo(merge, ANN, "again")


def test_merges_of_merges_can_be_undone_in_any_order(two: Store) -> None:
    evening(two, "Mu", "Junko", "Shimo", "aki3", table="C")
    inner = two.people.merge("aki2", "Aki", BO, WHY)
    outer = two.people.merge("Aki", "aki3", BO, WHY)
    assert two.people.one("aki2").players == ["aki3", "Aki", "aki2"]
    assert two.people.merged() == {"Aki": "aki3", "aki2": "aki3"}
    two.people.undo(inner, ANN, "it is not")
    assert (two.people.one("aki3").players, two.people.one("aki2").players) == (["aki3", "Aki"], ["aki2"])
    two.people.undo(outer, ANN, "it is not")
    assert two.people.one("Aki").players == ["Aki"]


def test_a_merge_changes_no_record(two: Store) -> None:
    before = store_contents(two)
    two.people.merge("aki2", "Aki", BO, WHY)
    assert store_contents(two) == before
    assert verification_errors(two) == []


def test_two_ids_of_one_person_are_not_merged_again(two: Store) -> None:
    two.people.merge("aki2", "Aki", BO, WHY)
    for one, other in (("aki2", "Aki"), ("Aki", "aki2"), ("Aki", "Aki")):
        with pytest.raises(OnePerson) as refusal:
            two.people.merge(one, other, BO, WHY)
        assert refusal.value.person == "Aki"


def test_players_who_sat_in_one_deal_are_not_merged(two: Store) -> None:
    with pytest.raises(SatTogether) as refusal:
        two.people.merge("Mu", "Aki", BO, WHY)
    assert (refusal.value.record, refusal.value.deal) == (1, 1)
    assert two.people.merged() == {}


def test_a_refused_merge_leaves_later_writes_visible(two: Store) -> None:
    with pytest.raises(SatTogether) as refusal:
        two.people.merge("Mu", "Junko", BO, WHY)
    evening(two, "Haru", "Natsu", "Fuyu", "Yuki", table="C")
    assert two.people.one("Haru").id == "Haru"
    assert refusal.value.record == 1


def test_two_ids_of_one_person_count_when_a_third_comes(two: Store) -> None:
    evening(two, "Haru", "Natsu", "Fuyu", "aki3", table="C")
    evening(two, "Haru", "Natsu", "aki2", "Yuki", table="D")
    two.people.merge("aki2", "Aki", BO, WHY)
    with pytest.raises(SatTogether):
        two.people.merge("Aki", "Haru", BO, WHY)
    two.people.merge("aki3", "Aki", BO, WHY)
    assert two.people.one("Aki").players == ["Aki", "aki2", "aki3"]


def test_players_who_took_turns_in_a_sitting_can_be_merged(store: Store) -> None:
    deals = [
        {"seats": [1, 2, 3, 4], "result": {"order": [1, 2, 3, 4]}},
        {"seats": [1, 2, 3, 5], "result": {"order": [1, 2, 3, 5]}},
    ]
    store.add([judged_sitting(players=["Mu", "Junko", "Shimo", "Aki", "aki2"], deals=deals)], ANN)
    store.people.merge("aki2", "Aki", BO, WHY)
    assert store.people.one("Aki").players == ["Aki", "aki2"]


def test_a_record_that_was_withdrawn_is_no_obstacle(two: Store) -> None:
    record = evening(two, "Aki", "aki2", "Shimo", "Fuyu", table="C")
    two.withdraw(record, ANN, expected=1, reason="a trial")
    two.people.merge("aki2", "Aki", BO, WHY)
    assert two.people.merged() == {"aki2": "Aki"}


@pytest.mark.parametrize(("one", "other"), [("nobody", "Aki"), ("Aki", "nobody")])
def test_nobody_is_merged_with_nobody(two: Store, one: str, other: str) -> None:
    with pytest.raises(NoSuchPlayer):
        two.people.merge(one, other, BO, WHY)


def test_a_rename_outlasts_later_records(two: Store) -> None:
    two.people.rename("Aki", "秋", BO, "their own spelling")
    evening(two, "Mu", "Junko", "Shimo", {"id": "Aki", "name": "AKI"}, table="C")
    person = two.people.one("Aki")
    assert (person.name, person.names) == ("秋", ["AKI"])
    assert found_ids(two, "秋") == ["Aki"]


def test_a_rename_of_a_merged_player_is_one_of_the_person(two: Store) -> None:
    two.people.merge("aki2", "Aki", BO, WHY)
    two.people.rename("aki2", "秋", BO, WHY)
    assert two.people.one("Aki").name == two.people.one("aki2").name == "秋"
    assert two.people.names(["Aki", "Mu", "nobody"]) == {"Aki": "秋", "Mu": "Mu"}


def test_a_rename_goes_with_the_id_that_was_renamed_when_a_merge_is_undone(two: Store) -> None:
    merge = two.people.merge("aki2", "Aki", BO, WHY)
    two.people.rename("aki2", "秋", BO, WHY)
    two.people.undo(merge, ANN, "it is not")
    assert [(one.id, one.name, one.names) for one in two.people.find("aki").people] == [
        ("Aki", "Aki", []),
        ("aki2", "秋", []),
    ]
    assert found_ids(two, "秋") == ["aki2"]


def test_a_rename_stays_with_the_person_when_another_merge_is_undone(two: Store) -> None:
    evening(two, "Mu", "Junko", "Shimo", "aki3", table="C")
    two.people.merge("aki2", "Aki", BO, WHY)
    other = two.people.merge("aki3", "Aki", BO, WHY)
    two.people.rename("aki2", "秋", BO, WHY)
    two.people.undo(other, ANN, "it is not")
    assert (two.people.one("Aki").name, two.people.one("aki3").name) == ("秋", "aki3")


def test_a_merge_leaves_the_person_their_name(two: Store) -> None:
    two.people.rename("aki2", "秋", BO, WHY)
    merge = two.people.merge("aki2", "Aki", BO, WHY)
    assert two.people.one("aki2").name == "Aki"
    two.people.undo(merge, ANN, "it is not")
    assert two.people.one("aki2").name == "秋"


def test_the_history_says_who_changed_what_and_why(two: Store) -> None:
    merge = two.people.merge("aki2", "Aki", BO, WHY)
    two.people.rename("Aki", "秋", ANN, "their own spelling")
    two.people.undo(merge, ANN, "it is not")
    found = [
        (deed.kind, deed.player, deed.person, deed.name, deed.merge, deed.author, deed.reason)
        for deed in two.people.history("Aki")
    ]
    assert found == [
        (PersonChangeKind.MERGED, "aki2", "Aki", None, None, "Bo", WHY),
        (PersonChangeKind.RENAMED, "Aki", "Aki", "秋", None, "Ann", "their own spelling"),
        (PersonChangeKind.UNDONE, "aki2", "Aki", None, merge, "Ann", "it is not"),
    ]
    assert [deed.kind for deed in two.people.history("aki2")] == [PersonChangeKind.MERGED, PersonChangeKind.UNDONE]
    assert two.people.history("Mu") == []


def test_all_changes_to_people_come_in_their_order(two: Store) -> None:
    two.people.merge("aki2", "Aki", ANN, WHY)
    two.people.rename("Mu", "Mutsuki", ANN, WHY)
    assert two.people.changes() == two.people.history("Aki") + two.people.history("Mu")


def test_two_who_are_not_the_same_stay_two_also_when_one_of_them_is_merged(store: Store) -> None:
    for number, name in enumerate(("Haru", "haru", "HARU", "Fuyu")):
        evening(store, name, "Mu", "Shimo", "Aki", table=str(number))
    store.people.keep_apart("Haru", "haru", ANN, WHY)
    store.people.merge("haru", "Fuyu", ANN, WHY)
    pairs = [{pair.player.id, pair.into.id} for pair in store.people.similar()]
    assert sorted(map(sorted, pairs)) == [["Fuyu", "HARU"], ["HARU", "Haru"]]
    with pytest.raises(OnePerson):
        store.people.keep_apart("haru", "Fuyu", ANN, WHY)


def test_the_ids_of_a_person_come_in_the_order_of_their_first_records(store: Store) -> None:
    evening(store, "A", "B", "C", "D")
    evening(store, "A2", "B", "C", "D", table="2")
    evening(store, "A3", "B", "C", "D", table="3")
    store.people.merge("A3", "A", ANN, WHY)
    store.people.merge("A2", "A", ANN, WHY)
    assert store.people.one("A3").players == ["A", "A2", "A3"]
    assert store.people.find("A2").people == [store.people.one("A")]


def test_the_version_changes_with_everything_that_is_told_of_people(two: Store) -> None:
    versions = [two.people.version()]
    merge = two.people.merge("aki2", "Aki", BO, WHY)
    versions.append(two.people.version())
    two.people.undo(merge, BO, WHY)
    versions.append(two.people.version())
    two.people.rename("Aki", "秋", BO, WHY)
    versions.append(two.people.version())
    for name in ("Mū", "Mu"):
        evening(two, {"id": "Mu", "name": name}, "Junko", "Shimo", "Aki", table=name)
        versions.append(two.people.version())
    assert len(set(versions)) == len(versions)


def test_a_record_of_known_people_leaves_the_version_as_it_is(two: Store) -> None:
    version = two.people.version()
    evening(two, "Mu", "Junko", "Shimo", "Aki", table="C")
    assert two.people.version() == version


PLAYERS = [11, 12, 13, 14]


def report(*deals: tuple[list[int], list[int]]) -> bytes:
    """A report whose deals have these finished and unfinished players, by their places in the record."""
    return json.dumps({"deals": [{"order": order, "unfinished": left} for order, left in deals]}).encode()


def test_the_first_deal_that_both_sat_in_is_found() -> None:
    told = report(([1, 3], []), ([1, 2], []), ([2, 1], []))
    assert shared_deal(told, PLAYERS, [11], [12]) == 2


def test_players_who_did_not_finish_sat_too() -> None:
    assert shared_deal(report(([1], [2])), PLAYERS, [12], [11]) == 1


def test_players_who_took_turns_share_no_deal() -> None:
    assert shared_deal(report(([1, 3], []), ([2, 3], [])), PLAYERS, [11], [12]) is None


def test_any_id_of_a_person_counts() -> None:
    assert shared_deal(report(([3, 4], [])), PLAYERS, [11, 13], [12, 14]) == 1


def test_a_rename_is_of_the_player_without_merges() -> None:
    assert given_names([Rename(1, 11, 91)], {}) == {11: 91}


def test_the_last_rename_counts_in_whatever_order_they_come() -> None:
    assert given_names([Rename(3, 11, 93), Rename(1, 11, 91)], {}) == {11: 93}


def test_a_rename_after_a_merge_is_of_the_person() -> None:
    assert given_names([Rename(2, 12, 91)], {12: Merge(11, 1)}) == {11: 91}


def test_a_rename_before_a_merge_stays_with_the_id() -> None:
    assert given_names([Rename(1, 12, 91)], {12: Merge(11, 2)}) == {12: 91}


def test_a_rename_follows_only_the_merges_before_it() -> None:
    merges = {13: Merge(12, 1), 12: Merge(11, 3)}
    assert given_names([Rename(2, 13, 91), Rename(4, 13, 92)], merges) == {12: 91, 11: 92}


@pytest.mark.parametrize(("one", "other"), [("Ann", "ANN"), ("Ａｎｎ", "ann"), ("ｱｷ", "アキ"), ("e\u0301", "É")])
def test_names_are_compared_without_case_width_and_composition(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ken", "Ｋｅｎ"),
        ("haruka", "Haruka"),
        ("はるか", "ハルカ"),
        ("ハルカ", "ﾊﾙｶ"),
        ("が", "か\u3099"),
        ("Mei Lin", "Mei\u3000Lin "),
        ("Mei Lin", "MeiLin"),
        ("Ha\u200bru", "Haru"),
        ("José", "Jose"),
        ("José", "Jose\u0301"),
        ("花・子", "花子"),
    ],
)
def test_names_that_differ_only_in_how_they_are_written_look_the_same(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("Ken", "Ben"), ("花子", "花"), ("Player 1", "Player 2")])
def test_other_names_do_not(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)


def test_those_that_look_the_same_come_first_and_then_short_forms_and_slips() -> None:
    known = ["Harukka", "Haru", "ＨＡＲＵＫＡ", "Ken", "Haruka"]
    assert similar_names("Haruka", known) == ["ＨＡＲＵＫＡ", "Haru", "Harukka"]


@pytest.mark.parametrize(("name", "other"), [("Player 1", "Player 10"), ("A", "Aki"), ("Ken", "Ben"), ("?", "Mu")])
def test_nobody_is_asked_about_people_who_plainly_are_others(name: str, other: str) -> None:
    assert similar_names(name, [other]) == []
