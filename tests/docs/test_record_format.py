"""The reference of the record format says what the code does and decides."""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from daifu.replay import actions, faults
from daifu.replay.cards import JOKER, MOST_COPIES, RANKS, SUITS
from daifu.replay.deal import MOST_UNKNOWN_CARDS, DealReport
from daifu.replay.faults import CATALOGUE
from daifu.replay.games.biga.sets import JOKERS as BIGA_JOKERS
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.dalmuti.sets import JESTER, NUMBERS
from daifu.replay.titles import TITLE_POINTS as AKAGIRI_TITLES
from daifu.replay.titles import title_name
from daifu.schemas.record import limits
from daifu.schemas.record.model import DealShape, RecordShape, ResultShape
from daifu.schemas.report import report_json
from tests.support.games.dalmuti import hidden_hands
from tests.support.project import PROJECT_ROOT, names_in_backticks, read_text, sections, tables
from tests.support.reports import judge_deals
from tests.support.small_records import document, refusal_pointers


class Page(NamedTuple):
    """The sections of the reference."""

    example: str
    record: str
    deal: str
    cards: str
    actions: str
    judging: str
    faults: str
    report: str
    decisions: str
    limits: str
    refusal: str


@pytest.fixture(params=["record-format.md", "record-format.ja.md"])
def page(request: pytest.FixtureRequest) -> Page:
    return Page(*sections(read_text(Path(PROJECT_ROOT, "docs", request.param))))


def fields_in(table: list[list[str]]) -> list[str]:
    """The names in the first column of a table."""
    return [name for row in table for name in names_in_backticks(row[0])]


def test_every_field_of_a_record_is_described(page: Page) -> None:
    [table] = tables(page.record)
    assert sorted(fields_in(table)) == sorted(RecordShape.__struct_encode_fields__)


def test_the_fields_that_a_record_needs_are_marked(page: Page) -> None:
    [table] = tables(page.record)
    marked = {row[0].strip("`") for row in table if row[1] in {"yes", "はい"}}
    assert marked == {field.name for field in msgspec.structs.fields(RecordShape) if field.required}


def test_every_field_of_a_deal_is_described(page: Page) -> None:
    [table] = tables(page.deal)
    assert sorted(fields_in(table)) == sorted(DealShape.__struct_fields__)
    told = next(row for row in table if row[0] == "`result`")[2]
    assert set(ResultShape.__struct_fields__) <= set(names_in_backticks(told))


def test_every_card_of_every_game_is_described(page: Page) -> None:
    [common, biga, dalmuti] = tables(page.cards)[0]
    games = [name for row in (common, biga, dalmuti) for name in row[0].replace("、", ", ").split(", ")]
    assert sorted(games) == sorted(PROFILES)
    assert names_in_backticks(common[1]) == [*SUITS, *RANKS, JOKER]
    assert set(names_in_backticks(biga[1])) == set(BIGA_JOKERS)
    assert names_in_backticks(dalmuti[1]) == [str(NUMBERS[0]), str(NUMBERS[-1]), JESTER]


def test_every_verb_and_every_word_is_described(page: Page) -> None:
    [table] = tables(page.actions)
    examples = [word for name in fields_in(table) for word in name.split()]
    verbs = {actions.GIVE, actions.DRAW, actions.DISCARD, actions.NAME, actions.SAY, actions.SHOW}
    assert verbs <= set(examples)
    said = next(row for row in table if "say" in row[0])[1]
    assert set(names_in_backticks(said)) == actions.WORDS


def test_every_check_of_a_set_is_a_fault_of_the_catalogue(page: Page) -> None:
    checks = tables(page.judging)[0]
    assert {code for row in checks for code in names_in_backticks(row[2])} <= CATALOGUE.keys()


def test_every_fault_is_told_with_its_severity(page: Page) -> None:
    [table] = tables(page.faults)
    assert [(row[0], row[1]) for row in table] == [
        (f"`{kind.code}`", f"`{kind.severity}`") for kind in CATALOGUE.values()
    ]


def test_every_severity_is_described(page: Page) -> None:
    before_the_table = page.faults.partition("\n|")[0]
    assert {faults.ILLEGAL, faults.FOUL, faults.RECORD, faults.NOTICE} <= set(names_in_backticks(before_the_table))


def test_every_field_of_a_report_is_described(page: Page) -> None:
    deal = {"hands": hidden_hands(), "actions": ["2 5"]}
    report = msgspec.json.decode(report_json(judge_deals("dalmuti", [deal])))
    shared = msgspec.json.decode(report_json(judge_deals("floor13", [{"result": {"points": [0, 0]}}], 2)))["deals"][0]
    shown = [report, report["deals"][0] | shared, report["deals"][0]["faults"][0]]
    assert [sorted(fields_in(table)) for table in tables(page.report)[:3]] == [sorted(part) for part in shown]


def test_every_resolution_is_described(page: Page) -> None:
    told = next(row[1] for row in tables(page.report)[2] if row[0] == "`resolution`")
    assert set(names_in_backticks(told)) == {faults.STANDS, faults.VOID, faults.AS_PASS, faults.IGNORED}


def test_every_title_is_described(page: Page) -> None:
    titles = {row[0]: set(names_in_backticks(row[1])) for row in tables(page.report)[3]}
    assert titles.keys() == PROFILES.keys()
    for name, profile in PROFILES.items():
        customs = profile.rules({}).sitting
        given = {title for players in profile.players for title in customs.titles(players) if title}
        assert titles[name] == given | set(AKAGIRI_TITLES if name in ("akagiri", "daifugo") else ())


def test_every_described_title_has_a_name_for_people(page: Page) -> None:
    told = [title for row in tables(page.report)[3] for title in names_in_backticks(row[1])]
    assert all(title_name(title).ja for title in told)


def test_every_limit_is_described(page: Page) -> None:
    counted = (
        limits.RECORD_VALUES,
        limits.DEALS,
        limits.ACTIONS,
        limits.FAULTS,
        limits.PLAYERS,
        limits.NAME_LENGTH,
        limits.ACTION_LENGTH,
        limits.CARDS_LENGTH,
        MOST_UNKNOWN_CARDS,
        MOST_COPIES,
        limits.NOTES_LENGTH,
        limits.EVENT_LENGTH,
        limits.FREE_TEXT_LENGTH,
        limits.NESTING,
        limits.PROBLEMS,
    )
    [table] = tables(page.limits)
    assert [row[1] for row in table] == [f"{limits.RECORD_BYTES >> 20} MiB", *(f"{most:,}" for most in counted)]


def test_the_largest_number_is_described(page: Page) -> None:
    assert f"±{limits.LARGEST_INTEGER}" in page.decisions


PLAYERS = {"dalmuti": 4, "theater": 4, "akagiri": 4, "floor13": 4, "biga": 5, "uecda": 5}
OPENING = {"akagiri": {"dealer": 1}, "floor13": {"first": 1}}
"""The first player, for games that have to name one."""

BIDS = {"biga": ["1 show HA"]}
"""What has to come before the first set."""

FaultPlace = list[tuple[int | None, str, str]]


def unknown_hands(rules: str) -> list[str]:
    """The hands of a whole deal with unknown cards."""
    players = PLAYERS[rules]
    share, extra = (
        (7, 0) if rules == "floor13" else divmod(PROFILES[rules].rules({}).sitting.pack(players).size, players)
    )
    return [f"?*{share + (player < extra)}" for player in range(players)]


def deal_of(rules: str, *actions: str, **fields: object) -> DealReport:
    """The report on a deal that breaks off, of which only these actions and fields are known."""
    deal = {
        "hands": unknown_hands(rules),
        "actions": list(actions),
        "abandoned": True,
        **OPENING.get(rules, {}),
        **fields,
    }
    return judge_deals(rules, [deal], PLAYERS[rules]).deals[0]


def fault_places(report: DealReport) -> FaultPlace:
    """Action, code and resolution of every fault."""
    return [(fault.action, fault.code, fault.resolution) for fault in report.faults]


def judge_as(rules: str, action: str) -> tuple[str, str] | None:
    """Code and resolution of the faults of an action before the first set."""
    actions = [*BIDS.get(rules, []), action]
    faults = [
        (code, resolution) for place, code, resolution in fault_places(deal_of(rules, *actions)) if place is not None
    ]
    return faults[0] if faults else None


def refusal_pointers_of(**deal: Any) -> list[str]:  # noqa: ANN401 - any JSON
    """Where a deal of theater is refused."""
    return refusal_pointers(document(deals=[deal]))


@pytest.mark.parametrize("rules", ["dalmuti", "theater", "akagiri", "uecda", "biga"])
@pytest.mark.parametrize("word", ["say flip", "name 7", "draw"])
def test_a_word_of_another_game_is_not_owed_and_ignored(rules: str, word: str) -> None:
    assert judge_as(rules, f"1 {word}") == ("effect_not_owed", "ignored")


@pytest.mark.parametrize("rules", ["dalmuti", "theater", "akagiri", "uecda", "floor13"])
@pytest.mark.parametrize("word", ["no-revolution", "partner", "heart"])
def test_a_declaration_of_another_game_is_false_and_ignored(rules: str, word: str) -> None:
    assert judge_as(rules, f"1 say {word}") == ("false_declaration", "ignored")


@pytest.mark.parametrize("rules", ["dalmuti", "akagiri", "uecda"])
def test_showing_cards_without_a_right_is_a_false_declaration(rules: str) -> None:
    assert judge_as(rules, "1 show") == ("false_declaration", "ignored")


def test_on_the_thirteenth_floor_showing_cards_is_not_owed() -> None:
    assert judge_as("floor13", "1 show") == ("effect_not_owed", "ignored")


@pytest.mark.parametrize("rules", ["dalmuti", "theater", "akagiri", "uecda", "biga", "floor13"])
def test_a_card_discarded_without_a_right_is_gone(rules: str) -> None:
    card = "4" if rules == "dalmuti" else "S4"
    assert judge_as(rules, f"1 discard {card}") == ("effect_not_owed", "stands")


@pytest.mark.parametrize(("rules", "code"), [("biga", "exchange_not_owed"), ("floor13", "effect_not_owed")])
def test_a_gift_in_a_game_without_exchange(rules: str, code: str) -> None:
    assert judge_as(rules, "1 give 2 S4") == (code, "stands")


@pytest.mark.parametrize("action", ["4 S5", "4 -", "4 say up", "4 give 1 S5"])
def test_an_action_of_a_player_who_is_not_seated_is_ignored(action: str) -> None:
    seats = {"seats": [1, 2, 3], "hands": ["?*18", "?*18", "?*17", None]}
    assert fault_places(deal_of("akagiri", action, **seats)) == [(0, "action_after_out", "ignored")]


def test_a_gift_to_a_player_who_is_not_seated_is_not_due() -> None:
    seats = {"seats": [1, 2, 3], "hands": ["?*18", "?*18", "?*17", None]}
    assert fault_places(deal_of("akagiri", "1 give 4 S5", **seats)) == [(0, "exchange_not_owed", "stands")]


def test_the_hand_of_a_player_who_is_not_seated_counts_for_the_deck_only() -> None:
    hands = ["S4 ?*17", "?*18", "?*17", "S4"]
    assert fault_places(deal_of("akagiri", seats=[1, 2, 3], hands=hands)) == [(None, "bad_deck", "stands")]


@pytest.mark.parametrize("action", ["1 say up", "1 name Q", "1 draw", "1 discard S4", "1 give 2 S4", "1 -", "2 S4"])
def test_a_void_action_is_judged_and_changes_nothing(action: str) -> None:
    [(place, _code, resolution)] = fault_places(deal_of("akagiri", f"{action} void", "1 S4", "2 S5"))
    assert (place, resolution) == (0, "void")


def test_a_void_first_play_leaves_the_exchange_open() -> None:
    actions = ["4 give 1 X", "4 S5 void", "1 give 4 S3", "4 S4"]
    assert fault_places(deal_of("akagiri", *actions, places=[1, 2, 3, 4], dealer=4)) == []


def test_a_gift_of_an_unknown_card_names_it_and_it_is_known_from_then_on() -> None:
    hands = ["S3", "S4", "S5", "?"]
    actions = ["4 give 1 X", "1 give 4 S3", "4 S3", "3 -", "2 -", "1 X"]
    deal = deal_of("akagiri", *actions, hands=hands, places=[1, 2, 3, 4], dealer=4)
    assert (deal.order, [code for _, code, _ in fault_places(deal)]) == ([4, 1], ["bad_deal"])


def test_a_missing_gift_belongs_to_the_first_play_and_to_its_giver() -> None:
    faults = deal_of("akagiri", "4 S4", places=[1, 2, 3, 4], dealer=4).faults
    assert [(fault.action, fault.player, fault.code) for fault in faults] == [
        (0, 1, "exchange_missing"),
        (0, 4, "exchange_missing"),
    ]


@pytest.mark.parametrize(("rules", "card"), [("dalmuti", "J=3"), ("biga", "XB=S4"), ("biga", "X=S4")])
def test_a_joker_that_cannot_stand_for_a_card_may_not_name_one(rules: str, card: str) -> None:
    deal = {"hands": unknown_hands(rules), "actions": [f"1 {card}"]}
    players = [f"P{number}" for number in range(PLAYERS[rules])]
    assert refusal_pointers(document(rules=rules, players=players, deals=[deal])) == ["/deals/0/actions/0"]


def test_in_theater_a_joker_in_a_set_is_no_combination_whatever_it_says() -> None:
    assert fault_places(deal_of("theater", "1 D3 X=S3")) == [(0, "not_a_combination", "stands")]
    assert fault_places(deal_of("theater", "1 D3", "2 X=S4")) == []


@pytest.mark.parametrize("spelling", ["1  S4   S5 S6", "1 S6 S5 S4", "1 S4 S5 S6 @1500 # quickly", "1 S4 S5 S6 # hm"])
def test_spaces_order_time_and_comment_do_not_matter(spelling: str) -> None:
    assert fault_places(deal_of("akagiri", spelling, "2 H5 H6 H7")) == []


@pytest.mark.parametrize("action", ["1 S4#late", "1 S4 @1500 void", "1 ?", "1 say hello", "1 name 1"])
def test_an_action_that_cannot_be_read_is_refused(action: str) -> None:
    assert refusal_pointers_of(hands=unknown_hands("theater"), actions=[action]) == ["/deals/0/actions/0"]


def test_an_unknown_card_in_the_stock_is_refused() -> None:
    assert refusal_pointers_of(hands=unknown_hands("theater"), actions=[], stock="S4 ?") == ["/deals/0/stock"]


def test_a_stock_in_a_game_that_has_none_counts_for_the_deck() -> None:
    assert fault_places(deal_of("theater", stock="S4")) == [(None, "bad_deck", "stands")]


def test_hands_without_actions_are_read_and_not_checked() -> None:
    order = {"order": [1, 2, 3, 4]}
    assert judge_deals("theater", [{"hands": ["S4 S4", "", "", ""], "result": order}]).legal
    assert refusal_pointers_of(hands=["S99", "", "", ""], result=order) == ["/deals/0/hands/0"]


def test_actions_without_hands_are_refused() -> None:
    assert refusal_pointers_of(actions=[]) == ["/deals/0/hands"]


@pytest.mark.parametrize(
    ("deal", "verified"), [({"hands": unknown_hands("theater"), "actions": []}, True), ({}, False)]
)
def test_a_deal_without_known_actions_is_incomplete(deal: dict[str, object], *, verified: bool) -> None:
    report = judge_deals("theater", [deal]).deals[0]
    assert (fault_places(report), report.verified) == ([(None, "deal_incomplete", "stands")], verified)


def test_a_deal_that_was_played_to_its_end_is_decided_though_it_is_marked_abandoned() -> None:
    deal = deal_of("akagiri", "1 S3", "2 S4", "3 S5", hands=["S3", "S4", "S5", "S6"])
    assert deal.order == [1, 2, 3, 4]


def test_the_result_of_an_abandoned_deal_is_not_taken() -> None:
    report = judge_deals("akagiri", [{"abandoned": True, "result": {"order": [1, 2, 3, 4]}}])
    assert (report.deals[0].order, report.totals) == ([], [None] * 4)


def test_a_written_order_that_leaves_a_player_out_is_a_mismatch() -> None:
    deal = deal_of("akagiri", "1 S3", "2 S4", "3 S5", hands=["S3", "S4", "S5", "S6"], result={"order": [1, 2, 3]})
    assert (None, "result_mismatch", "ignored") in fault_places(deal)


def test_several_faults_of_one_action_are_sorted_by_their_codes() -> None:
    deal = deal_of("theater", "1 S4 S6", "3 S7", hands=["D3 ?*13", "?*13", *["?*13"] * 2])
    assert [code for place, code, _ in fault_places(deal) if place == 0] == [
        "not_a_combination",
        "opening_card_missing",
    ]
