"""How the command line is called, configured and completed, its language, and what it says to a wrong call."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner
from rich.cells import cell_len

from daifu.api.cli.program.command_line import COMMAND_LINE, apply_configuration
from daifu.api.cli.program.output import CommandError
from daifu.api.installation import PART_OF, engine_name, missing_part
from daifu.api.languages import environment_language
from daifu.api.reference.man import write_man_pages
from daifu.api.settings import DB_SETTING
from tests.support.command_line import daifu, run_process, write_file
from tests.support.houses import CLUB
from tests.support.project import PROJECT_ROOT
from tests.support.small_records import LEGAL_RECORD, json_lines


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "ja"}, "ja"),
        ({"LANG": "ja", "LC_ALL": ""}, "ja"),
    ],
)
def test_the_first_locale_variable_that_is_set_decides_the_language(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language


def test_the_option_lang_outranks_the_environment() -> None:
    assert "In all" in daifu("--lang", "en", "check", "-", data=json_lines(LEGAL_RECORD), language="ja_JP").stdout
    assert "全体" in daifu("--lang", "ja", "check", "-", data=json_lines(LEGAL_RECORD)).stdout


def test_the_version_is_that_of_the_distribution_and_stands_with_the_engine() -> None:
    assert daifu("--version").stdout == f"daifu {version('daifu')}, {engine_name().en}\n"
    assert daifu("--version", language="ja_JP").stdout == f"daifu {version('daifu')}、{engine_name().ja}\n"


def test_without_a_command_three_things_to_begin_with_are_said() -> None:
    told = daifu()
    assert told.exit_code == 0
    assert re.findall("^  daifu ([a-z]+)", told.stdout, re.MULTILINE) == ["check", "show", "serve"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_of_all_commands_has_a_line_for_each(language: str) -> None:
    page = daifu("--lang", language, "--help").stdout
    lists = page.split("\n\n")[2:]
    assert [line.split()[0] for part in lists for line in part.splitlines()[1:]] == list(COMMAND_LINE.commands)
    assert max(cell_len(line) for part in lists for line in part.splitlines()) <= 80


@pytest.mark.parametrize("name", COMMAND_LINE.commands)
def test_every_command_has_a_page_in_both_languages(name: str) -> None:
    assert daifu(name, "--help").stdout.startswith(f"Usage: daifu {name} [")
    assert daifu("--lang", "ja", name, "--help").stdout.startswith(f"使い方： daifu {name} [")


def test_a_page_explains_every_option_in_the_language_asked_for() -> None:
    page = daifu("--lang", "ja", "check", "--help").stdout
    assert re.search("^  -j, --jobs N +N個のプロセスで分担する。既定値は1。$", page, re.MULTILINE)


@pytest.mark.parametrize(
    ("call", "english", "japanese"),
    [
        ("check --limit", "option --limit needs a value", "オプション--limitには値が必要です"),
        ("check --json=1 -", "option --json takes no value", "オプション--jsonに値は付けられません"),
        (
            "show --deal 99999999999999999999 a",
            "--deal: expected a whole number from 1 to 1000000000, found '99999999999999999999'",
            "--deal：1〜1000000000の整数（半角）が必要ですが、「99999999999999999999」とあります",
        ),
    ],
)
def test_a_wrong_value_is_explained(call: str, english: str, japanese: str) -> None:
    for language, said in (("en_GB", english), ("ja_JP", japanese)):
        result = daifu(*call.split(), language=language)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.splitlines()[0] == f"daifu: {said}"


@pytest.mark.parametrize("columns", ["60", "80", "100"])
def test_lines_of_a_japanese_page_are_broken_between_words(columns: str) -> None:
    runner = CliRunner(env={"COLUMNS": columns})
    page = runner.invoke(COMMAND_LINE, ["--lang", "ja", "tournament", "create", "--help"]).stdout
    lines = list(map(str.strip, page.splitlines()))
    assert not [line for line in lines if line.startswith(tuple("、。）」："))]
    assert all(name in page for name in ("strength_of_opponents", "floor13", "fewest_faults", "DAIFU_TOKEN"))
    assert max(map(cell_len, lines)) <= int(columns)


def test_help_and_version_have_short_names() -> None:
    assert daifu("check", "-h").stdout == daifu("check", "--help").stdout
    assert daifu("-V").stdout == daifu("--version").stdout


def test_a_missing_part_is_named_with_what_to_install() -> None:
    text = missing_part(ModuleNotFoundError("no flask", name="flask.views"))
    assert text is not None
    assert text.en.endswith("try: pip install 'daifu[store]'")
    assert missing_part(ModuleNotFoundError("no such module", name="schemas.nonsense")) is None


def test_parts_are_extras_and_all_has_every_one_but_the_environment_for_agents() -> None:
    project = tomllib.loads(Path(PROJECT_ROOT, "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert set(PART_OF.values()) <= set(extras)
    named = extras["all"][0].removeprefix("daifu[").removesuffix("]").split(",")
    assert set(named) == set(extras) - {"all", "env", "client", "store"}  # the service has the last two


def test_the_module_daifu_is_the_command_line() -> None:
    run = subprocess.run([sys.executable, "-m", "daifu", "-V"], cwd=PROJECT_ROOT, capture_output=True, check=True)
    assert run.stdout.startswith(b"daifu ")


def test_the_address_of_a_service_may_be_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_URL", "nowhere")
    assert daifu("stats", "players").stderr.startswith("daifu: --url: expected http://… or https://…, found nowhere")


def test_every_command_has_a_manual_page_in_both_languages(tmp_path: Path) -> None:
    write_man_pages(tmp_path)
    names = {f"daifu-{name}.1" for name in COMMAND_LINE.commands}
    for folder, heading in (("man1", "OPTIONS"), ("ja/man1", "オプション")):
        pages = {page.name: page.read_text("utf-8") for page in (tmp_path / folder).iterdir()}
        assert names < set(pages)
        assert all(f".SH \\&{heading}\n" in page for page in pages.values())


def configured(folder: Path, text: str, **environment: str) -> dict[str, str]:
    """The variables that a file with this text sets where these are set already."""
    file = folder / "config.toml"
    file.write_text(text, "utf-8")
    known = {"DAIFU_CONFIG": str(file), **environment}
    apply_configuration(known)
    return {name: value for name, value in known.items() if name != "DAIFU_CONFIG"}


def test_a_key_sets_its_variable(tmp_path: Path) -> None:
    text = 'lang = "ja"\nurl = "https://club.example"\nport = 9000\nsamples = true\n'
    assert configured(tmp_path, text) == {
        "DAIFU_LANG": "ja",
        "DAIFU_URL": "https://club.example",
        "DAIFU_PORT": "9000",
        "DAIFU_SAMPLES": "yes",
    }


def test_a_variable_outranks_the_file(tmp_path: Path) -> None:
    assert configured(tmp_path, 'db = "club.db"', DAIFU_DB="other.db") == {"DAIFU_DB": "other.db"}


def test_without_a_file_nothing_is_set(tmp_path: Path) -> None:
    known = {"XDG_CONFIG_HOME": str(tmp_path)}
    apply_configuration(known)
    assert list(known) == ["XDG_CONFIG_HOME"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "there is no setting prot; did you mean port?"),
        ("port = [1]", "port: expected a text or a number"),
        ("port = ", "Invalid value (at end of document)"),
    ],
)
def test_a_wrong_file_is_refused_with_its_name(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(CommandError) as refused:
        configured(tmp_path, text)
    assert refused.value.text.en == f"{tmp_path / 'config.toml'}: {said}"


def test_a_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        apply_configuration({"DAIFU_CONFIG": str(tmp_path / "none.toml")})


def test_every_wrong_key_has_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_CONFIG", str(write_file(tmp_path / "config.toml", b"prot = 1\nlnag = 2\n")))
    refused = run_process("--version")
    assert refused.returncode == 2
    assert refused.stderr.decode().splitlines() == [
        f"daifu: {tmp_path / 'config.toml'}: there is no setting prot; did you mean port?",
        "there is no setting lnag; did you mean lang?",
    ]


def offered(*typed: str) -> list[tuple[str, str]]:
    """The values offered for the last word, each with its type: plain, or a path that the shell completes."""
    *args, beginning = typed
    items = ShellComplete(COMMAND_LINE, {}, "daifu", "_DAIFU_COMPLETE").get_completions(args, beginning)
    return [(item.value, item.type) for item in items]


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A store with one game and one tournament."""
    path = str(tmp_path / "club.db")
    daifu("import", "-", "--db", path, data=json_lines(LEGAL_RECORD))
    daifu("tournament", "create", "Cup", "--rules", "dalmuti", "--db", path)
    return path


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        (["ch"], ["check"]),
        (["check", "--for"], ["--format"]),
        (["check", "-f", "u"], ["uecda"]),
        (["show", "--rules", "b"], ["biga"]),
    ],
)
def test_commands_options_and_words_are_completed(typed: list[str], values: list[str]) -> None:
    assert offered(*typed) == [(value, "plain") for value in values]


def test_the_shell_completes_files_and_folders_itself() -> None:
    assert offered("check", "ga") == [("", "file")]
    assert offered("archive", "games", "--out", "") == [("", "dir")]


def test_players_tournaments_and_games_of_the_store_are_offered(db: str) -> None:
    player = LEGAL_RECORD["players"][0]
    assert (player, "plain") in offered("stats", "player", "--db", db, player[:1])
    assert offered("tournament", "show", "--db", db, "C") == [("Cup", "plain")]
    assert offered("withdraw", "--db", db, "") == [("1", "plain")]


def test_house_rules_of_the_store_are_offered_and_else_files(
    db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    daifu("house", "add", write_file(tmp_path / "club.toml", CLUB.encode()), "--db", db)
    assert offered("house", "sheet", "--db", db, "c") == [("club", "plain")]
    monkeypatch.setenv(DB_SETTING.variable, db)
    assert offered("check", "--house", "cl") == [("club", "plain")]
    assert offered("check", "--house", "./cl") == [("", "file")]


def test_nothing_is_offered_where_there_is_no_store(tmp_path: Path) -> None:
    assert offered("stats", "player", "--db", str(tmp_path / "none.db"), "") == []


def test_nothing_is_offered_where_the_service_does_not_answer() -> None:
    assert offered("stats", "player", "--url", "http://127.0.0.1:9", "--db", "none.db", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(shell: str) -> None:
    assert "_DAIFU_COMPLETE" in daifu("completion", shell).stdout
