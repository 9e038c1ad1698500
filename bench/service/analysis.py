"""Uploads while a record is analysed beside them, and while nothing is."""

import json
import statistics
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import psutil

from bench.builds import Build
from bench.goals import Figure, at_least
from bench.rounds import rotate
from bench.samples import records_of, sample_bytes
from bench.service.clients import Clients, Task
from bench.service.connection import Connection, get, post
from bench.service.games import PLAYERS, PROFILE, single_games
from bench.service.process import Service, run_service
from bench.service.rounds import CLIENTS, POSTS, WORKERS

if TYPE_CHECKING:
    from psutil import Process

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
