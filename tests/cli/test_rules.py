"""`daifu rules` prints the rules of games; `daifu house` checks, prints, compares and stores house rules."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.rulebooks.rules import SECTION_HEADINGS, load_rulebook
from daifu.data.store.open import open_store
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.house_document import HOUSE_BYTES
from tests.support.command_line import daifu, write_file
from tests.support.houses import CLUB, FRIDAYS
from tests.support.small_records import json_lines

LANGUAGES = {"en": 0, "ja": 1}


def page(*args: str) -> str:
    result = daifu(*args)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def unbroken(text: str) -> str:
    """The text without whatever breaks its lines."""
    return "".join(text.replace("│", "").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_name_all_games_are_listed(language: str) -> None:
    told = unbroken(page("--lang", language, "rules"))
    for name in PROFILES:
        book = load_rulebook(name)
        assert name in told
        assert unbroken(book.title[LANGUAGES[language]]) in told
        assert unbroken(book.summary[LANGUAGES[language]]) in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROFILES)
def test_a_page_has_every_rule_with_its_id_under_its_heading(name: str, language: str) -> None:
    told = unbroken(page("--lang", language, "rules", name))
    book = load_rulebook(name)
    for rule in book.rules:
        assert rule.id + unbroken(rule.text[LANGUAGES[language]]) in told
    for section in SECTION_HEADINGS:
        used = any(rule.section == section for rule in book.rules)
        assert not used or unbroken(SECTION_HEADINGS[section][LANGUAGES[language]]) in told


@pytest.mark.parametrize("name", PROFILES)
def test_a_page_has_every_option_with_its_sentence_and_rule(name: str) -> None:
    told = unbroken(page("rules", name))
    for option in PROFILES[name].options:
        assert option.name + unbroken(option.text.en) in told
        assert f";{option.rule}" in told


@pytest.mark.parametrize("name", PROFILES)
def test_a_page_has_every_fault_of_the_game_with_its_rules(name: str) -> None:
    told = unbroken(page("rules", name))
    for code, rule in PROFILES[name].citations.items():
        assert code.partition(":")[0] in told
        assert rule in told


OWN = {
    "format": "daifu/1",
    "rules": "daifugo",
    "players": ["A", "B", "C"],
    "deals": [{"hands": ["S8 H8 ?*16", "?*18", "?*18"], "actions": ["1 S8", "1 H8"], "abandoned": True}],
}
"""Eights are laid as if they cleared the trick."""


OURS = """
format = "daifu-house/1"
id = "ours"
version = 1
base = "dalmuti/1"
players = [4, 8]
name = { ja = "うちのダルムーティ" }
rules = { philosophical = true }
"""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return write_file(tmp_path / "club.toml", CLUB.encode())


@pytest.fixture
def fridays(club: Path) -> Path:
    """A table that extends the club's rules, beside which it is."""
    return write_file(club.with_name("fridays.json"), json.dumps(FRIDAYS).encode())


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_file(tmp_path / "game.ndjson", json_lines(OWN))


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The store of the settings."""
    monkeypatch.setenv("DAIFU_DB", str(tmp_path / "club.db"))
    return tmp_path / "club.db"


def test_what_excludes_itself_leaves_with_1_and_says_what_resolves_it(tmp_path: Path) -> None:
    path = write_file(tmp_path / "a.toml", CLUB.replace("eight_cut  =", "four_stop  =").encode())
    result = daifu("house", "check", path)
    assert (result.exit_code, "four_stop" in result.stdout, "eight_cut" in result.stdout) == (1, True, True)
    told = json.loads(daifu("house", "check", path, "--json").stdout)
    assert [conflict["kind"] for conflict in told["conflicts"]] == ["needs"]


def test_house_rules_that_stand_are_told_to_and_why_nothing_is_estimated_under_them(tmp_path: Path, club: Path) -> None:
    skipping = write_file(tmp_path / "skipping.toml", CLUB.replace("eight_cut  =", "five_skip  =").encode())
    for path, reasons in ((club, 0), (skipping, 1)):
        _name, _hash, *why, last = daifu("house", "check", path).stdout.splitlines()
        assert last == "No rule contradicts another one."
        assert ["five_skip" in line for line in why] == [True] * reasons


@pytest.mark.parametrize("language", ["en_GB.UTF-8", "ja_JP.UTF-8"])
def test_what_is_no_house_leaves_with_2_and_says_where(tmp_path: Path, language: str) -> None:
    path = write_file(tmp_path / "a.toml", CLUB.replace("eight_cut  =", "eigth_cut  =").encode())
    result = daifu("house", "check", path, language=language)
    assert (result.exit_code, "a.toml" in result.stderr, "/rules/eigth_cut" in result.stderr) == (2, True, True)
    for wrong in (tmp_path / "nothing.toml", write_file(path, b"#" * (HOUSE_BYTES + 1))):
        assert daifu("house", "check", wrong).exit_code == 2


def test_a_file_finds_what_it_extends_beside_it_and_then_in_the_store(fridays: Path, club: Path, db: Path) -> None:
    assert daifu("house", "check", fridays).exit_code == 0
    assert daifu("house", "add", club, "--db", db).exit_code == 0
    club.unlink()
    assert daifu("house", "check", fridays).exit_code == 0
    assert daifu("house", "add", fridays).exit_code == 0
    assert "fridays@2" in daifu("house", "list").stdout


def test_house_rules_are_compared(fridays: Path, club: Path) -> None:
    result = daifu("house", "diff", fridays, club)
    assert result.exit_code == 1
    assert [line[:1] for line in result.stdout.splitlines()[:3]] == ["-", "+", "~"]
    assert daifu("house", "diff", club, club).exit_code == 0


def test_a_version_is_added_once_and_withdrawn(club: Path, db: Path) -> None:
    assert "club@1" in daifu("house", "add", club).stdout
    again = daifu("house", "add", club)
    assert (again.exit_code, "version" in again.stderr) == (2, True)
    assert daifu("house", "withdraw", "club@1", "--db", db).exit_code == 0
    assert "club@1" not in daifu("house", "list").stdout
    assert daifu("house", "sheet", "club@1").exit_code == 0
    assert daifu("house", "sheet", "club").exit_code == 2


def test_options_of_another_game_are_kept_and_chosen(tmp_path: Path, db: Path) -> None:
    path = write_file(tmp_path / "ours.toml", OURS.encode())
    assert "ours@1" in daifu("house", "add", path, "--db", db).stdout
    assert "dalmuti" in daifu("house", "list").stdout
    game = tmp_path / "evening.fu"
    assert daifu("play", game, "--house", "ours", "--players", "A, B, C, D").exit_code == 0
    assert "rules dalmuti philosophical=true" in game.read_text()
    assert daifu("house", "diff", path, write_file(tmp_path / "club.toml", CLUB.encode())).exit_code == 2


def test_a_sheet_has_the_language_that_is_asked_for(club: Path, tmp_path: Path) -> None:
    assert "8流し" in daifu("house", "sheet", club, "--lang", "ja").stdout
    page = tmp_path / "sheet.html"
    assert daifu("house", "sheet", club, "--html", page).exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def codes(*args: str | Path) -> list[str]:
    report = json.loads(daifu("check", *args, "--json").stdout)
    return [fault["code"] for deal in report["deals"] for fault in deal["faults"]]


def test_a_record_is_judged_by_house_rules_or_by_options_in_words(game: Path, club: Path, db: Path) -> None:
    assert "out_of_turn" in codes(game)
    assert codes(game, "--house", club) == []
    daifu("house", "add", club, "--db", db)
    assert codes(game, "--house", "club") == codes(game, "--house", "club@1", "--jobs", "2") == []
    for words in (
        "eight_cut=yes jokers.count=2",
        "eight_cut=はい、jokers.count=2",
        '{"eight_cut": true, "jokers": {"count": 2}}',
    ):
        assert codes(game, "--options", words) == []
    for command in ("show", "analyse"):
        assert daifu(command, game, "--house", club).exit_code == 0


def test_a_record_that_is_not_of_its_house_has_a_fault(tmp_path: Path, club: Path) -> None:
    named = json.loads(daifu("house", "check", club, "--json").stdout)["record"]
    deals = [{"result": {"order": [1, 2, 3]}}]
    record = {**OWN, "house": named["house"], "deals": deals}
    path = write_file(tmp_path / "named.ndjson", json_lines({**record, **named}, record))
    lines = [json.loads(line) for line in daifu("check", path, "--json").stdout.splitlines()]
    assert [[fault["code"] for fault in line["deals"][0]["faults"]] for line in lines] == [[], ["house_mismatch"]]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--house", "Nobody!"), "--house"),
        (("--house", "nobody"), "no such house rules"),
        (("--options", "nothing"), "--options"),
        (("--options", "{"), "--options"),
        (("--options", "eight_cut=perhaps"), "/options/eight_cut"),
        (("--options", "eigth_cut=yes"), "eight_cut"),
    ],
)
def test_what_is_no_choice_of_rules_is_said(game: Path, db: Path, club: Path, args: tuple[str, str], told: str) -> None:
    daifu("house", "add", club, "--db", db)
    result = daifu("check", game, *args)
    assert (result.exit_code, told in result.stderr) == (2, True)


def test_house_rules_say_the_game_by_themselves(game: Path, club: Path) -> None:
    assert daifu("check", game, "--house", club, "--rules", "akagiri").exit_code == 2


def test_other_games_take_options_in_words(tmp_path: Path) -> None:
    record = {**OWN, "rules": "akagiri", "deals": [{"result": {"order": [1, 2, 3]}}]}
    path = write_file(tmp_path / "a.ndjson", json_lines(record))
    assert daifu("check", path, "--options", "spade3=off jack_back=on jokers=2").exit_code == 0


def test_sheets_of_results_are_imported_under_house_rules(tmp_path: Path, club: Path, db: Path) -> None:
    sheet = write_file(tmp_path / "april.csv", b"date,A,B,C\n2026-04-03,1,2,3\n")
    assert daifu("import", sheet, "--house", club, "--layout", "P", "--db", db).exit_code == 0
    with closing(open_store(db)) as store:
        stored = store.record(1)
    record = json.loads(stored.record)
    assert (record["house"]["id"], record["options"]["jokers"]) == ("club", {"count": 2})
    assert json.loads(stored.report)["legal"]


def test_a_tournament_is_played_under_house_rules(club: Path, db: Path) -> None:
    result = daifu("tournament", "create", "Cup", "--house", club, "--worth", "3,2,1,0", "--db", db)
    assert result.exit_code == 0
    assert daifu("tournament", "create", "Cup 2", "--house", club, "--set", "runs=true", "--db", db).exit_code == 2
