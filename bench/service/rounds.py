"""The figures of the service: rounds of requests, uploads and plain replay in turns, also beside an analysis."""

import json
import statistics
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import psutil

from bench.contenders import rotate
from bench.engine import Build
from bench.goals import Figure, Goal, at_least
from bench.samples import records_of, sample_bytes
from bench.service.clients import Clients, Connection, Laps, Task, combine_turns, get, post
from bench.service.serve import Service, run_service
from bench.service.uploads import PLAYERS, PROFILE, judge_upload, single_games, upload, write_single_games

if TYPE_CHECKING:
    from psutil import Process


WORKERS = 2
CLIENTS = 4
POSTS = 1_000
"""Games that are sent in a round one by one."""
TURNS = 4
"""How often the same requests are sent where that is quick. A round alternates between its tasks this many times,
because the speed of the machine varies."""
GAMES = 5_000
"""Games of an upload in bulk."""

POST, NO_POST, REPORT, NO_GET = "post", "no-op post", "report", "no-op get"


class Round(NamedTuple):
    """One round: the laps of the clients by what they did, and the seconds of an upload of ``GAMES`` games.

    ``judging`` is what it takes to judge the same games alone, from bytes to report bytes.
    """

    laps: dict[str, Laps]
    bulk: float
    judging: float


def run_rounds(folder: Path, rng: Random, rounds: int, build: Build) -> list[Round]:
    """Run the service in ``folder``: one round to warm up, and then ``rounds`` that count."""
    with run_service(folder, WORKERS, build) as stack, Clients(stack.address, CLIENTS) as clients:
        trial = Trial(stack, clients, folder / "games.ndjson", single_games(PLAYERS, rng))
        return [trial.round(turn) for turn in range(rounds + 1)][1:]


class Trial:
    """Everybody who takes part in rounds: a service, its clients, and the games that they send."""

    def __init__(self, stack: Service, clients: Clients, path: Path, games: Iterator[bytes]) -> None:
        self._stack = stack
        self._clients = clients
        self._path = path
        self._games = games

    def round(self, turn: int) -> Round:
        """Do everything once; each time the clients begin with something else."""
        write_single_games(self._path, GAMES, self._games)
        judging = judge_upload(self._stack, self._path)
        answer = upload(self._stack, self._path)
        stored = [json.loads(line)["id"] for line in answer.lines[:-1]]
        tasks = rotate(list(self._tasks(stored).items()), turn)
        laps = self._clients.work([_turn_of(task, turn) for turn in range(TURNS) for _, task in tasks])
        done = {name: combine_turns(laps[place :: len(tasks)]) for place, (name, _) in enumerate(tasks)}
        return Round(done, answer.seconds, judging)

    def _tasks(self, stored: list[int]) -> dict[str, Task]:
        token = self._stack.token
        games = list(islice(self._games, POSTS))
        reports = [get(f"/v1/records/{record}/report") for record in stored[: POSTS * TURNS]]
        return {
            NO_POST: Task(204, [post("/v1/yardsticks/nothing", token, game) for game in games] * TURNS),
            POST: Task(201, [post("/v1/records", token, game) for game in games]),
            NO_GET: Task(204, [get("/v1/yardsticks/nothing")] * len(reports)),
            REPORT: Task(200, reports),
        }


def _turn_of(task: Task, turn: int) -> Task:
    """What is done of a task in one of the ``TURNS`` turns."""
    return task._replace(requests=task.requests[turn::TURNS])


Take = Callable[[Round], float]
"""What is taken from a round."""


def measure_service(folder: Path, rng: Random, *, rounds: int, build: Build) -> list[Figure]:
    """Run the service in ``folder`` with this build for this number of rounds and give all figures."""
    return [
        figure._replace(name=build.label(figure.name)) for figure in figures(run_rounds(folder, rng, rounds, build))
    ]


def figures(rounds: Sequence[Round]) -> list[Figure]:
    """Give every figure of some rounds: the middle of what they reached, and of each of its sides.

    Both sides of a round ran on the same connections, of which one process may have got more than the other.
    """

    def ratio(name: str, against: str, sides: tuple[Take, Take], unit: str, goal: Goal | None = None) -> Figure:
        each = [tuple(side(one) for side in sides) for one in rounds]
        ours, theirs = map(statistics.median, zip(*each, strict=True))
        reached = statistics.median(our / their for our, their in each)
        return Figure(name, unit.format(ours), reached, goal, against, unit.format(theirs))

    return [
        ratio("game by POST", "no-op POST", (_rate(POST), _rate(NO_POST)), "{:,.0f}/s", at_least(0.25)),
        ratio("game by POST, p99", "no-op POST, p99", (_p99(POST), _p99(NO_POST)), "{:.1f} ms"),
        ratio("stored report by id", "no-op GET", (_rate(REPORT), _rate(NO_GET)), "{:,.0f}/s", at_least(0.8)),
        ratio("upload in bulk", "bytes to report bytes", (_bulk, _judging), "{:,.0f} games/s", at_least(0.4)),
    ]


def _rate(task: str) -> Take:
    return lambda one: one.laps[task].rate


def _p99(task: str) -> Take:
    return lambda one: one.laps[task].p99 * 1e3


def _bulk(one: Round) -> float:
    return GAMES / one.bulk


def _judging(one: Round) -> float:
    return GAMES / one.judging


REPEATS = 250
"""How often the record that is analysed has the deals of a sample, so that it takes longer than all rounds."""

IDLE, BUSY = "idle", "busy"


def measure_analysis(folder: Path, rng: Random, *, rounds: int, build: Build) -> list[Figure]:
    """Upload games with a worker that analyses and with one that is stopped, in turns. The first round warms up."""
    games = single_games(PLAYERS, rng)
    with run_service(folder, WORKERS, build) as stack, Clients(stack.address, CLIENTS) as clients:
        job = _begin_analysis(stack)
        worker = _analysis_worker(stack)
        rates: list[dict[str, float]] = []
        for turn in range(rounds + 1):
            rates.append({})
            for state in rotate([IDLE, BUSY], turn):
                worker.suspend() if state == IDLE else worker.resume()
                posts = [post("/v1/records", stack.token, game) for game in islice(games, POSTS)]
                rates[-1][state] = clients.work([Task(201, posts)])[0].rate
        worker.resume()
        if _read_state(stack, job) != "running":
            raise RuntimeError("the analysis was done before the uploads")
    busy, idle = (statistics.median(rate[state] for rate in rates[1:]) for state in (BUSY, IDLE))
    ratio = statistics.median(rate[BUSY] / rate[IDLE] for rate in rates[1:])
    name = f"{build.name}: game by POST during an analysis"
    return [Figure(name, f"{busy:,.0f}/s", ratio, at_least(0.8), "without one", f"{idle:,.0f}/s")]


def _begin_analysis(stack: Service) -> str:
    """Order a long analysis, and wait until it has begun; the path of its job."""
    sample = next(iter(records_of(sample_bytes(PROFILE))))
    record = json.dumps({**sample, "deals": sample["deals"] * REPEATS}).encode()
    connection = Connection(stack.address)
    stored = json.loads(connection.ask(post("/v1/records", stack.token, record)).body)
    ordered = json.loads(connection.ask(post(f"{stored['address']}/analysis", stack.token, b"")).body)
    connection.close()
    path: str = ordered["address"]
    while _read_state(stack, path) != "running":
        """The worker looks for jobs twice a second."""
    return path


def _read_state(stack: Service, job: str) -> str:
    connection = Connection(stack.address)
    state: str = json.loads(connection.ask(get(job)).body)["state"]
    connection.close()
    return state


def _analysis_worker(stack: Service) -> "Process":
    """The process of the service that analyses."""
    children = psutil.Process(stack.process).children()
    return next(child for child in children if any("analysis_workers" in part for part in child.cmdline()))
