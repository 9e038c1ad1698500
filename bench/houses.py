"""Games of daifugo: akagiri's sample under the house that akagiri is, and random games under all local rules."""

import statistics
import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from bench.samples import Record, records_of, sample_bytes

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
    from daifu.replay.games.akagiri.options import local_rules  # noqa: PLC0415 - the rivals can be measured without us
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
