"""Cards of FujiGokoro are converted; the replay finds the players of the plays of a file, and the trick-end rule."""

from io import StringIO
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.schemas.foreign_log import ImportedRecord, LogError, ReadingError, WritingError
from daifu.schemas.fujigokoro.game import read_cards, read_set, usual_spelling, write_cards
from daifu.schemas.fujigokoro.importer import import_fujigokoro
from daifu.schemas.fujigokoro.writer import write_fujigokoro
from daifu.schemas.record.model import RawDeal
from daifu.schemas.sources.conversion import log_parts, read_raw_item
from daifu.schemas.sources.items import FUJIGOKORO, Item, SourceProblem
from tests.support.playouts import legal_sitting
from tests.support.samples import SAMPLES_FOLDER

SUITS = "cdhs"
RANKS = "3456789tjqka2"
PACK = [suit + rank for rank in RANKS for suit in SUITS]

NAMES = "player Ume Take Ume Kiku Ran\n"
GAME = """\
/*\x20
score\x20
class 0 1 2 3 4\x20
seat 0 1 2 3 4\x20
dealt { d3 c4 } { h9 } { s5 } { s6 } { s7 }\x20
changed { } { } { } { } { }\x20
original { d3 c4 } { h9 } { s5 } { s6 } { s7 }\x20
play PLAYS\x20
result 4 0 1 2 3\x20
*/\x20
"""
OWNER_OUT = "d-3[99] h-9[1234] p p p"
REST = "s-5 s-6 s-7"

SEVERAL = (SAMPLES_FOLDER / "fujigokoro.dat").read_bytes()


@pytest.mark.parametrize(
    ("spelt", "record"),
    [
        ("s-9", "S9"),
        ("dh-j", "DJ HJ"),
        ("cds-4(d)", "C4 S4 X=D"),
        ("cdhsx-7(cdhsx)", "C7 D7 H7 S7 X"),
        ("jk", "X"),
        ("d-jqk", "DJ DQ DK"),
        ("h-9tj(t)", "H9 X=HT HJ"),
        ("c--345(-)", "X=C- C3 C4 C5"),
        ("h-ka2+(+)", "HK HA H2 X=H+"),
    ],
)
def test_a_set_is_converted_both_ways(spelt: str, record: str) -> None:
    assert read_set(spelt) == record
    assert usual_spelling(record) == spelt


@pytest.mark.parametrize("spelt", ["cdhsx-k", "cdhsx-k(cdhs)", "cdhsx-k(s)"])
def test_the_parentheses_of_a_group_of_five_are_ignored(spelt: str) -> None:
    assert read_set(spelt) == "CK DK HK SK X"


def test_no_cards_are_a_pass() -> None:
    assert usual_spelling("") == "p"


@pytest.mark.parametrize(
    "text",
    ["", "x", "d-", "d3", "D-3", "d-1", "h-34", "h-678(9)", "h-67-", "ch-a(s)", "c-3(c)", "cx-3", "cc-3(c)", "jk(s)"],
)
def test_a_text_that_is_not_a_set_is_refused(text: str) -> None:
    with pytest.raises(ReadingError):
        read_set(text)


@pytest.mark.parametrize("cards", ["S3 H4", "S3 S4", "S3 X=S-", "S5 H6 D7", "X X", "S5 X=S", "X=S5"])
def test_cards_that_are_neither_a_group_nor_a_run_cannot_be_written(cards: str) -> None:
    with pytest.raises(WritingError, match="neither a group nor a run"):
        usual_spelling(cards)


@pytest.mark.parametrize("cards", ["S6 X", "H3 H4 X"])
def test_a_joker_without_a_card_that_it_stands_for_cannot_be_written(cards: str) -> None:
    with pytest.raises(WritingError, match="what the joker stands for"):
        usual_spelling(cards)


@pytest.mark.parametrize("words", [["S3"], ["jk"], ["s1"], ["s3", "c3"], ["jo", "s3"]])
def test_a_hand_with_unknown_words_or_in_another_order_is_refused(words: list[str]) -> None:
    with pytest.raises(ReadingError):
        read_cards(words)


def test_an_unknown_card_cannot_be_written() -> None:
    with pytest.raises(WritingError, match="cannot write the card"):
        write_cards(["S3", "?"])


@given(st.sets(st.sampled_from([*PACK, "jo"]), min_size=1))
def test_any_cards_held_survive_reading_and_writing(words: set[str]) -> None:
    hand = sorted(words, key=[*PACK, "jo"].index)
    assert write_cards(read_cards(hand).split()) == hand


@st.composite
def groups(draw: st.DrawFn) -> str:
    suits = sorted(draw(st.sets(st.sampled_from(SUITS), min_size=2)), key=SUITS.index)
    joker = draw(st.none() | st.sampled_from(suits))
    return f"{''.join(suits)}-{draw(st.sampled_from(RANKS))}" + (f"({joker})" if joker else "")


@st.composite
def runs(draw: st.DrawFn) -> str:
    length = draw(st.integers(min_value=3, max_value=9))
    places = f"-{RANKS}+"
    first = draw(st.integers(min_value=0, max_value=len(places) - length))
    ranks = places[first : first + length]
    edges = [rank for rank in ranks if rank in "-+"]
    joker = edges[0] if edges else draw(st.none() | st.sampled_from(ranks))
    return f"{draw(st.sampled_from(SUITS))}-{ranks}" + (f"({joker})" if joker else "")


@given(groups() | runs())
def test_any_set_survives_reading_and_writing(spelt: str) -> None:
    assert usual_spelling(read_set(spelt)) == spelt


def file_of(plays: str) -> str:
    return NAMES + GAME.replace("PLAYS", plays)


def imported(plays: str) -> ImportedRecord:
    return import_fujigokoro(StringIO(file_of(plays), newline="\n"), "evening.dat")


def test_every_play_is_made_by_the_player_on_turn() -> None:
    record = imported(f"{OWNER_OUT} p {REST}").record
    assert record["deals"][0]["actions"] == [
        "1 D3 @0",
        "2 H9 @1",
        "3 -",
        "4 -",
        "5 -",
        "1 -",
        "3 S5",
        "4 S6",
        "5 S7",
    ]


def test_players_with_the_same_name_get_different_ids() -> None:
    assert imported(f"{OWNER_OUT} p {REST}").record["players"][2] == {"id": "Ume#2", "name": "Ume"}


@pytest.mark.parametrize(("pause", "trick_end"), [("p ", "all"), ("", "all_but_one")])
def test_the_passes_show_the_trick_end_rule(pause: str, trick_end: str) -> None:
    options = imported(f"{OWNER_OUT} {pause}{REST}").record["options"]
    assert options == {"illegal_play": "stands", "trick_end": trick_end}


@pytest.mark.parametrize("plays", [f"{OWNER_OUT} p {REST}", f"{OWNER_OUT} {REST}"])
def test_an_imported_file_is_written_again_unchanged(plays: str) -> None:
    assert write_fujigokoro(imported(plays).record) == file_of(plays)


def test_a_play_after_the_end_of_a_game_is_refused() -> None:
    with pytest.raises(LogError, match="line 9: the player of play 10") as caught:
        imported(f"{OWNER_OUT} p {REST} p")
    assert "10番目" in caught.value.message.ja


def long_file(most: int) -> str:
    """A file of one game of 142 plays, of which the first `most` are recorded."""
    ranks = "345679tjqka"
    hands = [" ".join(suit + rank for rank in ranks) for suit in "dhsc"] + ["jo"]
    dealt = " ".join(f"{{ {hand} }}" for hand in hands)
    leads = [
        [f"{suit}-{rank}"] + ["p"] * waiting for suit, waiting in zip("dhs", (5, 4, 3), strict=True) for rank in ranks
    ]
    for last in (10, 21):
        leads[last].pop()  # who has gone out passes no more
    plays = [play for lead in leads for play in lead][:most]
    return file_of(" ".join(plays)).replace("{ d3 c4 } { h9 } { s5 } { s6 } { s7 }", dealt)


def test_a_file_may_stop_recording_after_128_plays() -> None:
    text = long_file(128)
    record = import_fujigokoro(StringIO(text, newline="\n")).record
    assert record["options"]["trick_end"] == "all"
    assert record["deals"][0]["actions"][-1] == "3 S5"
    assert write_fujigokoro(record) == text


def test_at_most_128_plays_are_written() -> None:
    record = import_fujigokoro(StringIO(long_file(142), newline="\n")).record
    assert len(record["deals"][0]["actions"]) > 128
    del record["source"]
    assert write_fujigokoro(record) == long_file(128)


@pytest.mark.parametrize(("pause", "other"), [("p ", "all_but_one"), ("", "all")])
def test_a_record_whose_plays_show_another_trick_end_rule_is_not_written(pause: str, other: str) -> None:
    record = imported(f"{OWNER_OUT} {pause}{REST}").record
    with pytest.raises(WritingError, match=f"trick_end is '{other}'"):
        write_fujigokoro({**record, "options": {"illegal_play": "stands", "trick_end": other}})


@pytest.mark.parametrize("trick_end", ["all", "all_but_one"])
def test_plays_that_fit_both_trick_end_rules_are_written_under_either(trick_end: str) -> None:
    record = imported("d-3 h-9 p p p p s-5 s-6 s-7").record
    record["deals"][0] = {**record["deals"][0], "hands": ["D3", "C4", "S5", "S6", "S7"]}
    record["deals"][0]["actions"] = ["1 D3", "2 C4", "3 S5", "4 S6"]
    record["deals"][0]["result"] = {"order": [1, 2, 3, 4, 5]}
    del record["source"]
    text = write_fujigokoro({**record, "options": {"illegal_play": "stands", "trick_end": trick_end}})
    assert "play d-3 c-4 s-5 s-6 " in text


def plays_of(deal: RawDeal) -> list[tuple[str, bool]]:
    """Who played, and whether they passed."""
    words = [text.split() for text in deal["actions"] if " give " not in text]
    return [(word[0], word[1] == "-") for word in words][:128]


@given(st.integers(0, 2**32).map(Random), st.sampled_from(["all", "all_but_one"]))
def test_a_record_comes_back_with_the_same_players_or_is_refused(rng: Random, trick_end: str) -> None:
    """Half of the time one play is left out or made by somebody else; the plays that follow still stand."""
    raw = legal_sitting("uecda", 5, 1, rng, {"illegal_play": "stands", "trick_end": trick_end})
    actions = raw["deals"][0]["actions"]
    changed = rng.choice(["", "", "left out", "by another"])
    place = rng.randrange(len(actions))
    if changed == "left out":
        del actions[place]
    elif changed:
        actions[place] = f"{rng.randint(1, 5)} {actions[place].partition(' ')[2]}"
    try:
        text = write_fujigokoro(raw)
    except WritingError:
        assert changed or "say" in "".join(actions)
        return
    again = import_fujigokoro(StringIO(text, newline="\n")).record
    assert plays_of(again["deals"][0]) == plays_of(raw["deals"][0])


def test_a_play_of_a_card_that_its_player_does_not_hold_is_kept() -> None:
    record = imported(f"{OWNER_OUT} p s-3 s-6 s-7").record
    assert record["deals"][0]["actions"][6] == "3 S3"


def test_a_notice_on_a_truncated_file_names_the_line_of_its_tail() -> None:
    text = file_of(f"{OWNER_OUT} p {REST}") + "/* \nsco"
    record, notices = import_fujigokoro(StringIO(text, newline="\n"))
    assert "line 12" in notices[0].en
    assert write_fujigokoro(record) == text


def test_a_file_without_a_whole_game_is_refused() -> None:
    with pytest.raises(LogError, match="first game"):
        import_fujigokoro(StringIO(NAMES, newline="\n"))


def parts_of(data: bytes) -> list[int | tuple[int, str]]:
    """How many games each whole part of a file has, and the line and sentence of each problem between them."""
    found: list[int | tuple[int, str]] = []
    for part in log_parts(Item("a.dat", 1, FUJIGOKORO, data)):
        if isinstance(part, SourceProblem):
            found.append((part.line, part.expected.en))
        else:
            found.append(len(read_raw_item(part).record["deals"]))
    return found


def test_a_broken_game_loses_itself_alone() -> None:
    games = SEVERAL.count(b"\nresult ")
    lines = SEVERAL.splitlines(keepends=True)
    place = [number for number, line in enumerate(lines) if line.startswith(b"play ")][2]
    lines[place] = lines[place].replace(b" ", b" c-345(\0)[1] ", 1)
    assert parts_of(b"".join(lines)) == [2, (place + 1, "expected text, found a NUL byte"), games - 3]


def test_a_game_with_plays_behind_its_end_loses_itself_alone() -> None:
    games = SEVERAL.count(b"\nresult ")
    lines = SEVERAL.splitlines(keepends=True)
    place = [number for number, line in enumerate(lines) if line.startswith(b"play ")][1]
    lines[place] = lines[place].replace(b" \n", b" p[1] p[1] p[1] \n")
    first, problem, rest = parts_of(b"".join(lines))
    assert (first, rest) == (1, games - 2)
    assert isinstance(problem, tuple)
    assert problem[0] == place + 1
    assert problem[1].startswith("expected no play after the game is decided")


def test_a_file_behind_another_is_a_record_of_its_own() -> None:
    games = SEVERAL.count(b"\nresult ")
    assert parts_of(SEVERAL + SEVERAL) == [games, games]
    cut = SEVERAL[: SEVERAL.rindex(b"\nresult ") + 1]
    first, _, second = parts_of(cut + SEVERAL)
    assert (first, second) == (games - 1, games)
