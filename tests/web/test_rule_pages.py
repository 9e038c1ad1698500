"""Pages of the games: rule books, statistics, ratings and leaderboards."""

import json

import pytest

from daifu.data.rulebooks.rules import load_rulebook
from daifu.data.store.store import Store
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.judgement import judge_json
from tests.support.http_client import court_evening
from tests.support.pages import Browser
from tests.support.stores import ANN

ENGLISH_AND_JAPANESE = ("en", "ja")


def test_all_games_are_listed(samples: Browser) -> None:
    links = {link["href"] for link in samples.open("/rules").main.all("a")}
    assert links >= {f"/rules/{name}" for name in PROFILES}


@pytest.mark.parametrize("language", ENGLISH_AND_JAPANESE)
@pytest.mark.parametrize("game", PROFILES)
def test_a_rule_book_has_every_rule_option_and_fault_in_both_languages(
    samples: Browser, game: str, language: str
) -> None:
    page = samples.read(language).open(f"/rules/{game}")
    book = load_rulebook(game)
    assert page.one("h1").text == getattr(book.title, language)
    for rule in book.rules:
        text = getattr(rule.text, language).replace("`", "")
        assert text.replace(" ", "") in page.main.one("div", id=rule.id).text.replace(" ", "")
    options = [code.text for code in page.main.all("code")]
    assert {option.name for option in PROFILES[game].options} <= set(options)


@pytest.mark.parametrize("language", ENGLISH_AND_JAPANESE)
@pytest.mark.parametrize("path", ["/rules", *(f"/rules/{game}" for game in PROFILES)])
def test_no_sentence_of_a_rule_book_has_places_for_details(samples: Browser, path: str, language: str) -> None:
    main = samples.read(language).open(path).main
    sentences = [cell.text for cell in (*main.all("p"), *main.all("dd"), *main.all("td"))]
    assert [sentence for sentence in sentences if "{" in sentence and not sentence.startswith("{")] == []


def test_lists_on_a_japanese_page_have_japanese_commas(samples: Browser) -> None:
    main = samples.read("ja").open("/rules/floor13").main
    cells = [cell.text.replace(" ", "") for cell in main.all("td")]
    assert "F-PT-1、F-SCORE-UNO、F-Q-31" in cells
    assert not [cell for cell in cells if "F-PT-1," in cell]


def test_a_game_that_nobody_has_played_has_no_plots(samples: Browser) -> None:
    assert "No deal of this game has been stored yet." in samples.open("/rules/biga/statistics").main.text


def test_the_statistics_of_a_game_have_plots_and_records(samples: Browser) -> None:
    page = samples.open("/rules/theater/statistics")
    assert {figure["id"] for figure in page.main.all("figure")} == {"plot-seats", "plot-hands", "plot-titles"}
    assert "Longest streaks of first places" in page.main.text


def test_a_leaderboard_ranks_by_the_figure_that_is_chosen(samples: Browser) -> None:
    page = samples.open("/rules/theater/leaderboard?figure=first&least=1")
    values = [row.all("td")[1].text for row in page.main.one("tbody").all("tr")]
    shares = [float(value.removesuffix(" %")) for value in values]
    assert len(shares) == 20
    assert shares == sorted(shares, reverse=True)
    assert page.main.one("option", value="first").attributes["selected"] == ""


def test_a_figure_that_the_game_does_not_have_is_not_found(samples: Browser) -> None:
    assert samples.open("/rules/theater/leaderboard?figure=fortune").status == 404


def test_an_empty_ranking_says_so(samples: Browser) -> None:
    assert "No player with as many deals has a value." in samples.open("/rules/theater/leaderboard?least=900").main.text
    assert "Nobody has played as many rated deals." in samples.open("/rules/theater/ratings?least=900").main.text


def test_a_page_of_figures_without_any_leads_on(samples: Browser) -> None:
    for path in ("ratings", "leaderboard"):
        empty = samples.open(f"/rules/theater/{path}?least=900").main
        whole = empty.one("a", class_="button")
        assert whole.text == "Without these limits"
        assert samples.open(whole["href"]).main.all("tbody")
    for path in ("statistics", "ratings?least=1", "leaderboard?least=1"):
        [begin] = samples.open(f"/rules/biga/{path}").main.all("a", class_="button")
        assert begin["href"] == "/sign-in?next=%2Fevenings%2Fnew"


def test_ratings_of_groups_that_never_met_are_marked(store: Store, browser: Browser) -> None:
    address = "/rules/dalmuti/ratings?least=1"
    store.add([judge_json(json.dumps(court_evening("1234")).encode())], ANN)
    assert "Group" not in browser.open(address).main.text
    others = court_evening("1234", players=("Ken", "Mei", "Tom", "Rin"))
    store.add([judge_json(json.dumps(others).encode())], ANN)
    main = browser.open(address).main
    assert "Only the ratings within a group can be compared." in main.text
    assert sorted(tag.text for tag in main.all("span", class_="tag")) == ["1"] * 4 + ["2"] * 4
    assert "同じグループの中の" in browser.open(f"{address}&lang=ja").main.text


def test_a_long_list_of_ratings_has_pages(samples: Browser) -> None:
    first = samples.open("/rules/theater/ratings?least=1&limit=15")
    following = samples.open(first.main.one("a", rel="next")["href"])
    assert len(first.main.one("tbody").all("tr")) == 15
    assert len(following.main.one("tbody").all("tr")) == 5
    assert following.main.one("a", rel="first")["href"] == "/rules/theater/ratings?least=1"


def test_an_unknown_game_is_not_found(samples: Browser) -> None:
    assert samples.open("/rules/whist").status == 404
