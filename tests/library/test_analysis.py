"""The library's analysis of a record, which is that of the command."""

import json
from pathlib import Path

import pytest

import daifu
from tests.support.command_line import daifu as run_daifu
from tests.support.command_line import write_file
from tests.support.small_records import LOST, json_lines


def test_it_is_what_the_command_prints(tmp_path: Path) -> None:
    file = write_file(tmp_path / "lost.ndjson", json_lines(LOST))
    options = {"positions": 100, "playouts": 20, "seed": 7}
    (deal,) = daifu.analyse(daifu.load(LOST), **options)
    given = [text for name, number in options.items() for text in (f"--{name}", str(number))]
    printed = json.loads(run_daifu("analyse", file, "--json", *given).stdout)
    del printed["source"]
    assert json.loads(daifu.analysis_json(deal)) == printed


def test_without_playouts_nothing_is_estimated() -> None:
    (deal,) = daifu.analyse(daifu.load(LOST))
    assert (deal.estimates, deal.no_estimates, deal.luck, deal.no_luck) == (None, None, None, None)


def test_another_seed_gives_other_estimates_and_the_same_proofs() -> None:
    one, other = (next(daifu.analyse(daifu.load(LOST), playouts=20, seed=seed)) for seed in (1, 2))
    assert one.estimates != other.estimates
    assert (one.actions, one.missed_wins) == (other.actions, other.missed_wins)


@pytest.mark.parametrize("number", ["positions", "playouts"])
def test_a_negative_number_is_refused(number: str) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        daifu.analyse(daifu.load(LOST), **{number: -1})
