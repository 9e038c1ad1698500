"""Settings: from flags and variables, and refused at once where they are wrong."""

from dataclasses import fields

import pytest

from daifu.api.settings import ALL_SETTINGS, InvalidSettings, Setting, Settings, read_settings


def refused(environment: dict[str, str], flags: dict[str, str | None] | None = None) -> list[tuple[str, str]]:
    with pytest.raises(InvalidSettings) as caught:
        read_settings(environment, flags)
    return [(problem.en, problem.ja) for problem in caught.value.problems]


def test_without_any_choice_all_is_as_by_default() -> None:
    assert read_settings({}) == Settings()


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_has_a_variable_and_a_flag(setting: Setting) -> None:
    assert setting.variable == f"DAIFU_{setting.name.upper()}"
    assert setting.flag == f"--{setting.name.replace('_', '-')}"


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=lambda setting: setting.name)
def test_every_default_is_a_value_that_could_be_chosen(setting: Setting) -> None:
    written = setting.values.write(setting.default)
    assert setting.values.read(written) == setting.default
    assert getattr(read_settings({setting.variable: written}), setting.name) == setting.default


def test_the_table_has_every_setting() -> None:
    assert [setting.name for setting in ALL_SETTINGS] == [field.name for field in fields(Settings)]


def test_a_flag_outranks_a_variable() -> None:
    assert read_settings({"DAIFU_PORT": "8001"}, {"port": "8002"}).port == 8002


def test_a_flag_that_is_not_given_leaves_the_variable_be() -> None:
    assert read_settings({"DAIFU_PORT": "8001"}, {"port": None}).port == 8001


def test_an_empty_variable_counts_as_not_set() -> None:
    assert read_settings({"DAIFU_PORT": ""}).port == Settings().port


@pytest.mark.parametrize("text", ["-1", "65536", "8000.0", " 8000", "８０００", "http", "1" * 30])
def test_a_number_that_is_none_or_out_of_bounds_is_refused(text: str) -> None:
    [(en, ja)] = refused({"DAIFU_PORT": text})
    assert en.startswith("DAIFU_PORT: expected a whole number from 0 to 65535, found ")
    assert ja.startswith("DAIFU_PORT：0〜65535の整数が必要ですが、")


def test_a_word_that_is_not_known_is_refused() -> None:
    assert refused({"DAIFU_READING": "ajar"})[0][0] == "DAIFU_READING: expected one of open, closed, found 'ajar'"


def test_yes_and_no_are_written_so() -> None:
    assert read_settings({"DAIFU_SAMPLES": "yes"}).samples
    assert not read_settings({"DAIFU_SAMPLES": "no"}).samples
    assert refused({"DAIFU_SAMPLES": "true"})[0][0] == "DAIFU_SAMPLES: expected yes or no, found 'true'"


def test_a_path_that_cannot_be_seen_is_refused() -> None:
    expected = "expected the path of a file, or postgresql://…"
    assert refused({"DAIFU_DB": "a\nb"})[0][0] == f"DAIFU_DB: {expected}, found 'a\\nb'"


def test_every_wrong_value_is_named_with_the_place_where_it_was_set() -> None:
    problems = refused({"DAIFU_PORT": "x", "DAIFU_READING": "x"}, {"threads": "x", "port": None})
    assert [en.partition(":")[0] for en, _ in problems] == ["DAIFU_PORT", "--threads", "DAIFU_READING"]


def test_no_number_of_workers_is_one_for_each_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    assert Settings(workers=0).worker_count == 6
    assert Settings(workers=3).worker_count == 3
