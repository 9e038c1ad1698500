"""The tables of variances and of calibration, of records given as files."""

import json
from pathlib import Path
from random import Random

import pytest

from tests.support.luck_figures import (
    Calibration,
    Variance,
    deals_of,
    largest_mean,
    main,
    share_within,
    variance_line,
)
from tests.support.playouts import legal_sitting

pytestmark = pytest.mark.soak


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(legal_sitting("dalmuti", 4, 3, Random(1))))
    return file


def test_even_and_odd_deals_share_nothing_and_are_all(path: Path) -> None:
    numbers = {part: [steps[0].number for steps in deals_of(path, part)] for part in ("even", "odd", "all")}
    assert numbers == {"even": [0, 2], "odd": [1], "all": [0, 1, 2]}


def test_shares_are_those_of_the_variance_of_all_values() -> None:
    found = Variance(deals=3, results=2.0, play=1.0, adjusted=0.5)
    assert variance_line("some", found).split() == ["some", "3", "0.500", "0.250"]


def test_the_variance_of_each_file_and_of_all_is_printed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variance", str(path), "--games", "odd"]) == 0
    _head, one, together = capsys.readouterr().out.splitlines()
    assert one.split()[:2] == ["table.json", "1"]
    assert one.split()[1:] == together.split()[1:]


def test_chances_that_come_true_have_no_error() -> None:
    even = Calibration([((0.5, 0.5), winner) for winner in (0, 1)])
    assert even.error(1.0) == pytest.approx(0.0)
    [(chance, happened, size)] = even.bands(1.0)
    assert chance == pytest.approx(0.5)
    assert (happened, size) == (0.5, 4)


def test_the_positions_of_a_deal_have_shares_and_a_winner(path: Path) -> None:
    found = Calibration()
    for steps in deals_of(path, "all"):
        found.add(steps)
    assert found.shares
    for shares, winner in found.shares:
        assert sum(shares) == pytest.approx(1.0)
        assert 0 <= winner < len(shares)


@pytest.mark.parametrize("name", ["dalmuti", "floor13"])
def test_the_luck_of_cards_has_no_bias(name: str) -> None:
    assert largest_mean(name, 20) < 5


def test_a_share_of_the_variance_lies_within_deals() -> None:
    assert 0.2 < share_within("dalmuti", 0, 10) < 0.9


def test_the_tables_of_generated_deals_have_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    for table in ("cards", "within"):
        assert main([table, "akagiri", "dalmuti", "--deals", "4"]) == 0
        assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["akagiri", "dalmuti"]
