"""The games that are replayed: samples, games of daifugo under house rules, and a server log, as many as are needed."""

import gzip
import json
import re
import statistics
import time
from collections.abc import Iterator
from importlib.resources import files
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.contenders import Absent

PROFILES = ("dalmuti", "theater", "akagiri", "floor13", "biga", "uecda")
Record = dict[str, Any]


def sample_bytes(profile: str) -> bytes:
    """Give the sample of ``profile``, one record a line; raise ``FileNotFoundError`` if it has none."""
    return _sample_path(profile).read_bytes()


def missing_sample(profile: str) -> Absent | None:
    """Say that ``profile`` has no sample yet, or nothing; the games of houses are made."""
    return (
        None
        if profile not in PROFILES or _sample_path(profile).is_file()
        else Absent(profile, "no sample in data/samples")
    )


def records_of(data: bytes) -> list[Record]:
    """Read a sample into plain dictionaries; here speed does not matter."""
    return [json.loads(line) for line in data.splitlines() if line.strip()]


def games_in(record: Record) -> int:
    """Count the deals: a deal is what the rivals call a game."""
    return len(record["deals"])


def moves_in(record: Record) -> int:
    """Count the actions of all deals, gifts and passes included."""
    return sum(len(deal.get("actions", ())) for deal in record["deals"])


def reworded(record: Record, rng: Random) -> bytes:
    """Write ``record`` with the cards of each hand named in another order: the same games in other words.

    Hands hardly ever come twice in real files, so a cache that knows them from the round before must not help here.
    """
    return json.dumps(
        {**record, "deals": [_reworded_deal(deal, rng) for deal in record["deals"]]}, ensure_ascii=False
    ).encode()


def write_games(path: Path, games: int, rng: Random) -> int:
    """Fill ``path`` with records of all samples by turns until it holds ``games`` games; give how many it holds."""
    records = [
        record for profile in PROFILES if not missing_sample(profile) for record in records_of(sample_bytes(profile))
    ]
    written = 0
    with path.open("wb") as file:
        while written < games:
            record = records[rng.randrange(len(records))]
            file.write(reworded(record, rng) + b"\n")
            written += games_in(record)
    return written


def _reworded_deal(deal: Record, rng: Random) -> Record:
    if "hands" not in deal:  # only its result is known
        return deal
    return {**deal, "hands": [_shuffled(hand, rng) for hand in deal["hands"]]}


def _shuffled(hand: str | None, rng: Random) -> str | None:
    if hand is None:
        return None
    cards = hand.split()
    rng.shuffle(cards)
    return " ".join(cards)


def _sample_path(profile: str) -> Path:
    return Path(str(files("daifu.data"))) / "samples" / f"{profile}.ndjson"


AS_AKAGIRI, ALL_RULES = "akagiri-house", "all-local-rules"
HOUSES: Final = (AS_AKAGIRI, ALL_RULES)
SITTINGS, DEALS, PLAYERS = 4, 5, 5
NEW_SETS = 20
USING = 0.8
"""How often a right of the last set is used before the next play or pass."""
PASSING = 0.25
"""How often somebody passes who might not have to."""


def house_records(name: str, rng: Random) -> list[Record]:
    """Give the records of a house by its name."""
    return _as_house(records_of(sample_bytes("akagiri"))) if name == AS_AKAGIRI else list(_under_all_rules(rng))


def new_set_milliseconds() -> float:
    """Give the median time in which the rules of a new choice of all local rules are made."""
    from daifu.replay.games.catalogue import PROFILES  # noqa: PLC0415 - the rivals can be measured without us
    from daifu.schemas.record.rules import rules_for  # noqa: PLC0415 - likewise

    options = {option.name: True for option in PROFILES["daifugo"].options}
    seconds = []
    for stop_after in range(10, 10 + NEW_SETS):
        chosen: dict[str, Any] = {**options, "jokers": {"count": 2}, "lead_pass": {"stop_after": stop_after}}
        start = time.process_time()
        rules_for("daifugo", chosen)
        seconds.append(time.process_time() - start)
    return statistics.median(seconds) * 1e3


def _as_house(records: list[Record]) -> list[Record]:
    from daifu.replay.games.akagiri.profile import local_rules  # noqa: PLC0415 - the rivals can be measured without us
    from daifu.replay.games.catalogue import PROFILES  # noqa: PLC0415 - likewise

    complete = PROFILES["akagiri"].complete
    return [
        {**record, "rules": "daifugo", "options": local_rules(complete(record.get("options", {})))}
        for record in records
    ]


def _under_all_rules(rng: Random) -> Iterator[Record]:
    """Yield sittings of random legal play with all local rules on, two jokers among the cards."""
    import daifu  # noqa: PLC0415 - likewise
    from daifu.replay.games.catalogue import PROFILES  # noqa: PLC0415 - likewise

    options = {option.name: True for option in PROFILES["daifugo"].options}
    for _ in range(SITTINGS):
        game = daifu.Game(
            "daifugo", players=PLAYERS, options={**options, "jokers": {"count": 2}}, seed=rng.getrandbits(32)
        )
        for number in range(DEALS):
            if number:
                game.deal()
            while not game.over:
                _push_something(game, rng)
        yield game.record().values()


def _push_something(game: Any, rng: Random) -> None:  # noqa: ANN401 - daifu is loaded late
    """Take the first of random actions that is legal. Raise ``RuntimeError`` if none is."""
    for text in _candidates(game.position.reached.table, rng):
        try:
            game.push(text)
        except ValueError:
            continue
        return
    raise RuntimeError(f"nothing is legal in {game!r}")


def _candidates(table: Any, rng: Random) -> Iterator[str]:  # noqa: ANN401 - likewise
    """Yield actions in the order in which they are tried: rights, then weak sets and a pass, then everything."""
    rules, players = table.rules, [player for player in table.seated if table.active >> player & 1]
    rights = [f"{player} {offer}" for player in table.seated for offer in rules.offers(table, player)]
    rng.shuffle(rights)
    if rng.random() < USING:
        yield from rights[:30]
    turn = [table.turn] if table.turn else players
    sets = [f"{player} {text}" for player in turn for text in rules.sets(table, player)]
    rng.shuffle(sets)
    if table.top is None:
        yield from sorted(sets[:12], key=len, reverse=True)
    elif rng.random() >= PASSING:
        count = table.top.count
        yield from [text for text in sets if text.count(" ") == count][:30]
    yield from (f"{player} -" for player in turn)
    yield from rights
    yield from sets
    yield from (f"{player} {text}" for player in players for text in rules.sets(table, player))


Game = list[tuple[bytes, bytes]]
"""The lines of a game in their order: what each is called, and what stands on it."""

_LINE = re.compile(rb"%[0-9]{5}%(\w+)% ?(.*)\n")


def sample_log() -> bytes:
    """Give the sample log, a header and some games."""
    return gzip.decompress((Path(str(files("daifu.data"))) / "samples" / "uecda-server.log.gz").read_bytes())


def log_lines(games: int) -> Iterator[bytes]:
    """Give a log of this number of games, line by line: the sample games in turn, with numbers and points going on."""
    log = sample_log()
    yield from log[: log.index(b"%00000%")].splitlines(keepends=True)
    totals = [0] * 5
    for number, game in enumerate(islice(cycle(_games_of(log)), games)):
        for key, value in game:
            if key == b"result":
                totals = _new_totals(totals, value.decode())
            stands = " ".join(map(str, totals)).encode() if key == b"points" else value
            yield b"%%%05d%%%s%% %s\n" % (number, key, stands)


def write_log(path: Path, games: int) -> int:
    """Fill ``path`` with such a log; give how many games it holds."""
    with path.open("wb") as file:
        file.writelines(log_lines(games))
    return games


def _games_of(log: bytes) -> list[Game]:
    games: list[Game] = []
    for key, value in _LINE.findall(log):
        if key == b"mibun":
            games.append([])
        games[-1].append((key, value))
    return games


def _new_totals(totals: list[int], result: str) -> list[int]:
    """The points after a game: five for the first of its result, one for the last."""
    return [total + 5 - result.index(str(player)) for player, total in enumerate(totals)]
