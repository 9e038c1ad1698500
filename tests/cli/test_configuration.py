"""The configuration file of the command line."""

from pathlib import Path

import pytest

from daifu.api.cli.program.command_line import apply_configuration
from daifu.api.cli.program.output import CommandError
from tests.support.command_line import run_process, write_file


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
