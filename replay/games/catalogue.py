"""The catalogue of games: every profile by its name. A game is loaded when its profile is looked up."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from daifu.replay.rules import Profile

T = TypeVar("T")

_GAMES: Final = ("dalmuti", "theater", "akagiri", "floor13", "biga", "uecda", "daifugo")


class Catalogue(Mapping[str, "Profile"]):
    """Profiles by the names of their games. All games take longer to load than a single one needs to be judged."""

    def __getitem__(self, name: str) -> "Profile":
        """The profile of a game. Raises KeyError."""
        if name == "dalmuti":
            from daifu.replay.games.dalmuti.profile import PROFILE
        elif name == "theater":
            from daifu.replay.games.theater.profile import PROFILE
        elif name == "akagiri":
            from daifu.replay.games.akagiri.profile import PROFILE
        elif name == "floor13":
            from daifu.replay.games.floor13.profile import PROFILE
        elif name == "biga":
            from daifu.replay.games.biga.profile import PROFILE
        elif name == "uecda":
            from daifu.replay.games.uecda.profile import PROFILE
        elif name == "daifugo":
            from daifu.replay.games.daifugo.profile import PROFILE
        else:
            raise KeyError(name)
        return PROFILE

    def __contains__(self, name: object) -> bool:
        """Whether there is a game of this name; it need not be loaded for that."""
        return name in _GAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_GAMES)

    def __len__(self) -> int:
        return len(_GAMES)


PROFILES: Final[Mapping[str, "Profile"]] = Catalogue()

HOUSE_GAMES: Final = ("daifugo",)
"""The games with house rules, by each of which results are counted, too."""


def house_key(game: str, house: str) -> str:
    """The name under which the results of a game under the house rules of an id are counted: `daifugo_friday`."""
    return f"{game}_{house}"


def game_of(key: str) -> str:
    """The game of a name under which results are counted: the name itself, or the one before the id of a house.

    Results of a house are counted under the game alone, too. Raises KeyError for the name of nothing.
    """
    if key in PROFILES:
        return key
    game, _, house = key.partition("_")
    if game in HOUSE_GAMES and re.fullmatch("[a-z0-9]+(_[a-z0-9]+)*", house):
        return game
    raise KeyError(key)


def house_id(key: str) -> str:
    """The id of the house in a name under which results are counted; empty for that of a game."""
    return "" if key in PROFILES else key.partition("_")[2]


def kept_by_game(make: Callable[..., T]) -> Callable[..., T]:
    """A function of a game, whose answers are kept; those of houses are those of their game."""
    kept = cache(make)

    @wraps(make)
    def by_game(key: str, *rest: Any) -> T:  # noqa: ANN401 - as the function takes it
        return kept(game_of(key), *rest)

    return by_game
