"""The service's part of the benchmark: goals, games, clients, and what rounds come to."""

import json
import socket
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bench.engine import PLAIN
from bench.goals import Goal, at_least, at_most
from bench.service import rounds, uploads
from bench.service.clients import Connection, Lap, Laps, combine_clients, combine_turns, get, post
from bench.service.rounds import NO_GET, NO_POST, POST, REPORT, Round, figures, measure_service
from bench.service.uploads import PLAYERS, SEATS, single_games
from daifu.schemas.judgement import check_record


@pytest.mark.parametrize(
    ("goal", "verdicts"), [(at_least(0.25), ["short", "met", "met"]), (at_most(0.25), ["met", "met", "short"])]
)
def test_a_goal_is_met_on_its_side_of_the_bound(goal: Goal, verdicts: list[str]) -> None:
    assert [goal.verdict(reached) for reached in (0.24, 0.25, 0.26)] == verdicts


def test_every_single_game_is_a_legal_deal_of_five_among_the_players() -> None:
    for line in islice(single_games(PLAYERS, Random(1)), 30):
        game = json.loads(line)
        assert (len(game["deals"]), len(set(game["players"])), set(game["players"]) <= set(PLAYERS)) == (1, SEATS, True)
        assert check_record(line).legal


def test_no_two_single_games_of_the_same_players_are_alike() -> None:
    count = 700  # the sample has fewer
    assert len(set(islice(single_games(PLAYERS[:SEATS], Random(1)), count))) == count


def test_a_task_lasts_from_its_first_begin_to_its_last_end() -> None:
    laps = combine_clients([Lap(10.0, 12.0, [1.0, 1.0]), Lap(11.0, 14.0, [3.0])])
    assert (laps.seconds, sorted(laps.requests), laps.rate) == (4.0, [1.0, 1.0, 3.0], 0.75)


def test_one_of_a_hundred_requests_may_be_slower_than_the_p99() -> None:
    assert Laps(1.0, [*range(100, 0, -1)]).p99 == 99


def test_parts_of_a_task_that_were_done_one_after_the_other_are_added_up() -> None:
    laps = combine_turns([Laps(2.0, [1.0, 1.0]), Laps(3.0, [3.0])])
    assert laps == Laps(5.0, [1.0, 1.0, 3.0])


def a_round(post_rate: float, p99: float, bulk: float) -> Round:
    def laps(rate: float, slow: float) -> Laps:
        return Laps(100 / rate, [0.001] * 98 + [slow] * 2)

    told = {
        POST: laps(post_rate, p99),
        NO_POST: laps(1_000, 0.002),
        REPORT: laps(900, 0.001),
        NO_GET: laps(1_000, 0.001),
    }
    return Round(told, bulk, 1.0)


def test_a_figure_is_that_of_its_middle_round() -> None:
    reached = {
        (one.name, one.against): one.reached
        for one in figures([a_round(300, 0.010, 2.0), a_round(1, 0.9, 90.0), a_round(400, 0.008, 1.6)])
    }
    assert reached == {
        ("game by POST", "no-op POST"): pytest.approx(0.3),
        ("game by POST, p99", "no-op POST, p99"): pytest.approx(5),
        ("stored report by id", "no-op GET"): pytest.approx(0.9),
        ("upload in bulk", "bytes to report bytes"): pytest.approx(0.5),
    }


@pytest.fixture
def in_pieces() -> Iterator[tuple[str, int]]:
    """A server that answers the first request in pieces, and breaks off in the answer to the second."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with listener.accept()[0] as client:
                client.recv(1_000)
                for piece in (b"HTTP/1.1 200 OK\r\nContent-Le", b"ngth: 5\r\n\r\nab", b"cde"):
                    client.sendall(piece)
                client.recv(1_000)
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")

        server = threading.Thread(target=serve)
        server.start()
        yield listener.getsockname()
        server.join()


def test_an_answer_is_read_to_its_end_and_one_that_breaks_off_is_an_error(in_pieces: tuple[str, int]) -> None:
    connection = Connection(in_pieces)
    assert connection.ask(get("/")) == (200, b"abcde")
    with pytest.raises(ConnectionError):
        connection.ask(post("/", "token", b"{}"))
    connection.close()


@pytest.mark.soak
def test_the_service_is_measured_as_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "POSTS", 20)
    monkeypatch.setattr(rounds, "GAMES", 100)
    assert all(one.reached > 0 for one in measure_service(tmp_path, Random(1), rounds=1, build=PLAIN))


def test_a_store_is_weighed_with_all_that_it_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "WEIGHED_GAMES", 200)
    many, few = uploads.stored_game_sizes(tmp_path, Random(1))
    assert 300 < few.reached <= many.reached < 3_500  # so few games weigh less than the statistics of 200 players


@pytest.mark.soak
def test_memory_is_that_of_the_process_that_takes_the_upload(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "SMALL", 10)
    monkeypatch.setattr(uploads, "LARGE", 100)
    grown = uploads.upload_memory(tmp_path, Random(1))
    assert grown.games == (10, 100)
    assert 0 < grown.usages[0].peak <= grown.usages[1].peak
