"""`daifu play`: a sitting is written down from the keyboard, entry by entry, and kept in its file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from daifu.api.cli.notebook import Notebook
from daifu.api.cli.play import Conversation, terminal_session
from daifu.schemas.fu.reader import read
from tests.support.command_line import daifu
from tests.support.houses import CLUB

NEW = ("--rules", "akagiri eight_stop=true", "--players", "A, B, Chika, アキ")
HANDS = "1| s3458 h9 tj d2 x\n2| S7H345C3D9TKA\n3| D345C8TKSTJQ\n4| S9KA2H678D7C6\n"
TAB, ENTER, CTRL_C, CTRL_D = "\t", "\r", "\x03", "\x04"


def written(path: Path, entries: str, *options: str, language: str = "en_GB.UTF-8") -> tuple[list[str], str]:
    """The lines of the tricks in the file behind these entries, and what was said on standard error."""
    result = daifu("play", path, *options, data=entries.encode(), language=language)
    assert result.exit_code in {0, 2}, result.output
    return [line for line in path.read_text().splitlines() if line[:2].rstrip(":").isdigit()], result.stderr


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.fu"


def test_entries_go_on_with_the_trick_or_begin_the_next_one(path: Path) -> None:
    lines, said = written(path, f"{HANDS}1: s4\n♦9、10c\n♠K\n流れ\nSA\n", *NEW)
    assert (lines, said) == (["1:S4 D9 CT SK", "4:SA ."], "")


def test_a_claim_belongs_to_the_set_before_it_also_where_that_ended_its_trick(path: Path) -> None:
    assert written(path, f"{HANDS}1: s8\n8切り\ns3\n", *NEW)[0] == ["1:S8", "1:S3 ."]


def test_a_new_file_is_played_by_options_in_words_or_by_a_house(path: Path, tmp_path: Path) -> None:
    daifu("play", path, "--rules", "akagiri", "--options", "eight_stop=yes", "--players", "A, B, C")
    assert read(path.read_text()).values["options"] == {"eight_stop": True}
    house = tmp_path / "club.toml"
    house.write_text(CLUB)
    daifu("play", tmp_path / "other.fu", "--house", house, "--players", "A, B, C")
    values = read((tmp_path / "other.fu").read_text()).values
    assert (values["rules"], values["house"]["id"]) == ("daifugo", "club")
    assert daifu("play", path, "--house", house).exit_code == 2


def test_an_entry_that_cannot_be_read_is_pointed_at_and_changes_nothing(path: Path) -> None:
    lines, said = written(path, f"{HANDS}1: s4\n d9 q@\nd9\n", *NEW)
    assert lines == ["1:S4 D9 ."]
    assert said.startswith("   d9 q@\n      ^\n  a suit is missing before 'Q': S H D C (3 is due, to beat D9,")
    assert daifu("play", path, data=b"#9\n").exit_code == 2


def test_what_breaks_a_rule_is_said_at_once(path: Path) -> None:
    result = daifu("play", path, *NEW, data=f"{HANDS}1: s4\nh3\n".encode())
    assert "✗ 3 is not stronger than the 4 on the table [not_stronger," in result.stdout


def test_undo_takes_back_entries_and_then_actions_of_a_file_that_was_gone_on_with(path: Path) -> None:
    assert written(path, f"{HANDS}1: s4\nd9\nundo\n", *NEW)[0] == ["1:S4 ."]
    assert written(path, "d9\n戻す\n取り消し\n")[0] == []
    assert "nothing to take back" in daifu("play", path, data=b"undo\n").stdout


def test_a_comment_a_note_a_gift_and_the_next_deal_are_kept(path: Path) -> None:
    written(path, "2>1:♠3\n1: s4\n{slow}\nnote first game\nメモ 二行目\n~\ndeal\n", *NEW)
    values = read(path.read_text()).values
    assert values["deals"][0]["actions"] == ["2 give 1 S3", "1 S4 # slow"]
    assert values["deals"][0]["notes"] == "first game\n二行目"
    assert values["deals"][0]["abandoned"]
    assert len(values["deals"]) == 2


def test_a_file_named_json_is_a_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    daifu("play", path, *NEW, data=f"{HANDS}1: s4\n".encode())
    assert '"actions":["1 S4"]' in path.read_text()
    assert not list(tmp_path.glob(".*"))


def test_the_table_and_the_legal_actions_are_shown_on_request(path: Path) -> None:
    result = daifu("play", path, *NEW, data=f"{HANDS}1: sk\nshow\nlegal\nhelp\n".encode())
    assert "to beat" in result.stdout
    assert "  -  B passes\n" in result.stdout
    assert "the hand of player 1" in result.stdout
    assert "手番" in daifu("play", path, data="場\nヘルプ\n".encode(), language="ja_JP.UTF-8").stdout


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("new.fu", (), "new.fu is a new file: --rules or --house says what is played"),
        ("new.fu", ("--rules", "akagri", "--players", "A, B, C"), "did you mean akagiri?"),
        ("new.fu", ("--rules", " ", "--players", "A, B, C"), "expected one of dalmuti, theater"),
        ("new.log", NEW, "a sitting is written down in a file .fu or .json"),
    ],
)
def test_a_call_that_cannot_begin_says_what_is_missing(
    tmp_path: Path, name: str, options: tuple[str, ...], said: str
) -> None:
    result = daifu("play", tmp_path / name, *options)
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
    assert not (tmp_path / name).exists()


def test_a_file_that_exists_keeps_its_rules_and_players(path: Path) -> None:
    written(path, "", *NEW)
    assert "leave --rules, --options, --house and --players out" in daifu("play", path, *NEW).stderr


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield keys


def test_the_keyboard_completes_actions_and_forgets_a_line_on_ctrl_c(keys: PipeInput) -> None:
    notebook = Notebook(f"fu/1\nrules akagiri\nplayers A, B, C, D\ndeal 1\n{HANDS}1:SK .\n")
    conversation = Conversation(notebook, "en", lambda _kept: None)
    session = terminal_session(conversation)

    def complete(buffer: Buffer) -> None:
        if buffer.text == "♦a" and buffer.complete_state is not None:
            keys.send_text(TAB)
        elif buffer.text == "DA":
            keys.send_text(ENTER)

    session.default_buffer.on_completions_changed += complete
    session.default_buffer.on_text_changed += complete
    assert conversation.prompt == "1-2 B> "
    assert conversation.table_line.startswith("turn: B · to beat: ♠K (A)")
    keys.send_text("♦a")
    assert conversation.answer(session.prompt(in_thread=True))
    keys.send_text(f"qq{CTRL_C}")
    with pytest.raises(KeyboardInterrupt):
        session.prompt(in_thread=True)
    keys.send_text(CTRL_D)
    with pytest.raises(EOFError):
        session.prompt(in_thread=True)
    assert notebook.text.endswith("1:SK DA .\n")
