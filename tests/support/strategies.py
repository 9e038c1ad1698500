"""What properties draw: options, sittings of legal play, and games in which anything may happen."""

import re
from random import Random
from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from replay.games.akagiri.titles import ALTERNATIVES
from replay.games.catalogue import PROFILES
from replay.games.theater.options import TITLES
from replay.options import Option, Options, Value
from replay.rules import Profile, Rules
from schemas.raw import RawDeal, RawRecord
from tests.support.playout import Choose, Playout, anything, record

GAMES: Final = tuple(PROFILES)
SMALL_HANDS: Final = (4, 8)
"""Short deals: most of what can happen does so near the end."""

MOST_STANDING: Final = 2
"""So many of a record's players may sit out."""
RESEATING: Final = 0.3
"""How often players take new seats."""

_INTEGER: Final = re.compile(r"integer (\d+)\.\.(\d+)( \| null)?")

_OF_THEIR_OWN: Final[dict[str, SearchStrategy[Value]]] = {
    "title_table": st.sampled_from(["standard", *ALTERNATIVES, ["alt3", "alt4"], ["standard", "alt6b", "alt7a"], []]),
    "exchange_counts": st.none() | st.lists(st.integers(0, 3), max_size=3).map(list),
    "title_points": st.none() | st.dictionaries(st.sampled_from(TITLES), st.integers(-9, 9)).map(dict),
}
"""Options whose kind is told to people only; exchanges stay smaller than the small hands."""


def values(option: Option) -> SearchStrategy[Value]:
    """The values that an option takes."""
    if option.name in _OF_THEIR_OWN:
        return _OF_THEIR_OWN[option.name]
    if option.kind == "boolean":
        return st.booleans()
    if bounds := _INTEGER.fullmatch(option.kind):
        chosen: SearchStrategy[Value] = st.integers(int(bounds[1]), int(bounds[2]))
        return chosen | st.none() if bounds[3] else chosen
    return st.sampled_from(option.kind.split(" | "))


def options_of(profile: Profile) -> SearchStrategy[Options]:
    """Any choice of some of a profile's options, in any order, that go together."""
    defaults = {option.name: option.default for option in profile.options}
    choices = {option.name: values(option) for option in profile.options}
    return st.fixed_dictionaries({}, optional=choices).filter(
        lambda chosen: profile.conflict({**defaults, **chosen}) is None
    )


def table_sizes(rules: Rules) -> list[int]:
    """The numbers of players for whom the pack is large enough."""
    size = rules.options.get("hand_size")
    hand = size if isinstance(size, int) else 0
    return [players for players in rules.sitting.players if players * hand <= rules.sitting.pack(players).size]


@st.composite
def sittings(
    draw: DrawFn,
    games: tuple[str, ...] = GAMES,
    *,
    deals: int = 2,
    whole: bool = False,
    choose: Choose = anything,
) -> RawRecord:
    """A sitting at any table, under any options: whole packs or small hands; some players may sit out."""
    profile = PROFILES[draw(st.sampled_from(games))]
    rules = profile.rules(draw(options_of(profile)))
    seated = draw(st.sampled_from(table_sizes(rules)))
    players = seated + draw(st.integers(0, MOST_STANDING))
    most = None if whole else draw(st.integers(*SMALL_HANDS))
    rng = Random(draw(st.integers(0, 2**32)))
    playout = Playout(rules, players, rng, most=most, choose=choose)
    anew = [players > seated, *(rng.random() < RESEATING for _ in range(draw(st.integers(0, deals - 1))))]
    return record(playout, [playout.deal(newly_seated(players, seated, rng) if new else {}) for new in anew])


def newly_seated(players: int, seated: int, rng: Random) -> RawDeal:
    """So many of the players take new seats, and nobody has a place any more."""
    return {"seats": rng.sample(range(1, players + 1), seated), "places": None}
