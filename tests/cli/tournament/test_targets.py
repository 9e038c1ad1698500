"""Tournaments of a store and of a service: where they are kept, what is refused, and how alike both are."""

import json
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from werkzeug.serving import make_server
from werkzeug.wrappers import Response

from daifu.api.client.tournaments import Tournaments
from tests.support.command_line import command_environment, daifu
from tests.support.stores import Locate
from tests.support.tournaments.cli import CommandScorekeeper, serve_store


def test_nothing_of_tournaments_is_loaded_for_another_command() -> None:
    program = (
        "import sys, daifu.api.cli; print([name for name in sys.modules if name.startswith('daifu.data.tournaments')])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, env=command_environment(), check=True)
    assert found.stdout == b"[]\n"


def test_every_sentence_of_the_help_exists_in_japanese() -> None:
    page = daifu("--lang", "ja", "tournament", "--help").stdout
    assert "大会の記録をつける" in page
    assert "参加者を登録する" in page


def test_changes_from_a_file_are_all_made_or_none(keeper: CommandScorekeeper, tmp_path: Path) -> None:
    keeper.create()
    file = tmp_path / "changes.json"
    changes = [{"change": "entered", "name": "Haru"}, {"change": "cancelled", "award": 3}]
    file.write_text(json.dumps(changes), encoding="utf-8")
    assert keeper.fails("change", str(file)) == "daifu: change 2: this entrant has no award 3"
    assert keeper.reads("show")["entrants"] == []
    file.write_text(json.dumps(changes[:1]), encoding="utf-8")
    keeper.run("change", str(file))
    assert [one["name"] for one in keeper.reads("show")["entrants"]] == ["Haru"]


def test_a_service_refuses_a_token_that_may_not_write(locate: Locate) -> None:
    with serve_store(locate("club.db")) as (url, token):
        CommandScorekeeper("--url", url, "--token", token).create()
        stranger = CommandScorekeeper("--url", url, "--token", "wrong")
        assert stranger.attempt("enter", "Haru").exit_code == 2


def test_a_reader_may_read_and_not_write(locate: Locate) -> None:
    db = locate("club.db")
    with serve_store(db) as (url, token):
        CommandScorekeeper("--url", url, "--token", token).create()
        secret = daifu("token", "create", "--name", "Aki", "--role", "reader", "--db", db).stdout.strip()
        reader = CommandScorekeeper("--url", url, "--token", secret)
        assert reader.reads("show")["name"] == "Winter cup"
        assert "expected a token of the role scorekeeper, found one of reader" in reader.fails("enter", "Haru")
        japanese = daifu("--lang", "ja", "tournament", "enter", "1", "Haru", *reader.target).stderr
        assert japanese.startswith("daifu: トークンの役割では許可されていません：scorekeeperの役割")


def test_a_missing_service_is_reported() -> None:
    result = daifu("tournament", "show", "1", "--url", "http://127.0.0.1:9")
    assert result.exit_code == 2
    assert result.stderr.startswith("daifu: no connection to http://127.0.0.1:9")


def test_an_invalid_address_is_refused() -> None:
    result = daifu("tournament", "show", "1", "--url", "ftp://club")
    assert result.exit_code == 2
    assert "--url: expected http://… or https://…, found ftp://club" in result.stderr


def test_the_second_of_two_changes_at_once_is_refused_with_both_versions(
    keeper: CommandScorekeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper.create()
    keeper.run("enter", "Haru")
    with monkeypatch.context() as patched:
        present = Tournaments.present
        patched.setattr(Tournaments, "present", lambda own, number: present(own, number)._replace(version=1))
        said = keeper.fails("enter", "Mio")
    assert said.endswith("the change is for version 1, the present one is 2")
    assert [one["name"] for one in keeper.reads("show")["entrants"]] == ["Haru"]


def test_an_address_of_another_program_is_reported() -> None:
    server = make_server("127.0.0.1", 0, Response("{}"))
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    result = daifu("tournament", "show", "1", "--url", f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    thread.join()
    server.server_close()
    assert (result.exit_code, result.stderr) == (2, "daifu: the address answers, but not as daifu does\n")


WORTH = ("--worth", "5,3,2,0", "--tie", "points,firsts,lot")


def play_two_rounds(keeper: CommandScorekeeper) -> None:
    """Everybody finishes in the order of the seats: 5, 3, 2 and 0 points by seat at every table."""
    keeper.open_stage(8, *WORTH)
    keeper.seats("1,2,3,4", "5,6,7,8")
    keeper.seats("1,5,2,6", "3,7,4,8")
    for number in ("1", "2"):
        for table in ("1", "2"):
            keeper.run("result", number, table, "--places", "1,2,3,4")
        keeper.run("close", number)


def test_a_store_and_a_service_keep_the_same_log(locate: Locate) -> None:
    here = CommandScorekeeper("--db", locate("here.db"), "--as", "Haru")
    play_two_rounds(here)
    with serve_store(locate("there.db")) as (url, token):
        there = CommandScorekeeper("--url", url, "--token", token)
        play_two_rounds(there)
    kept = [CommandScorekeeper("--db", locate(name)).log() for name in ("here.db", "there.db")]
    assert [(entry["author"], entry["change"]) for entry in kept[0]] == [
        (entry["author"], entry["change"]) for entry in kept[1]
    ]
    assert kept[0]
