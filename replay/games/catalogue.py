"""The catalogue of games: every profile by its name. A game is loaded when its profile is looked up."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from daifu.replay.rules import Profile

T = TypeVar("T")


def _dalmuti() -> "Profile":
    from daifu.replay.games.dalmuti.profile import PROFILE

    return PROFILE


def _theater() -> "Profile":
    from daifu.replay.games.theater.profile import PROFILE

    return PROFILE


def _akagiri() -> "Profile":
    from daifu.replay.games.akagiri.profile import PROFILE

    return PROFILE


def _floor13() -> "Profile":
    from daifu.replay.games.floor13.profile import PROFILE

    return PROFILE


def _biga() -> "Profile":
    from daifu.replay.games.biga.profile import PROFILE

    return PROFILE


def _daifugo() -> "Profile":
    from daifu.replay.games.daifugo.profile import PROFILE

    return PROFILE


def _uecda() -> "Profile":
    from daifu.replay.games.uecda.profile import PROFILE

    return PROFILE


class Catalogue(Mapping[str, "Profile"]):
    """Profiles by the names of their games. All games take longer to load than a single one needs to be judged."""

    def __init__(self, games: Mapping[str, Callable[[], "Profile"]]) -> None:
        self._games = games
        self._loaded: dict[str, Profile] = {}

    def __getitem__(self, name: str) -> "Profile":
        """The profile of a game. Raises KeyError."""
        if name not in self._loaded:
            self._loaded[name] = self._games[name]()
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is a game of this name; it need not be loaded for that."""
        return name in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


PROFILES: Final[Mapping[str, "Profile"]] = Catalogue(
    {
        "dalmuti": _dalmuti,
        "theater": _theater,
        "akagiri": _akagiri,
        "floor13": _floor13,
        "biga": _biga,
        "uecda": _uecda,
        "daifugo": _daifugo,
    }
)

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
    if game in HOUSE_GAMES and all(map(_is_word, house.split("_"))):
        return game
    raise KeyError(key)


def house_id(key: str) -> str:
    """The id of the house in a name under which results are counted; empty for that of a game."""
    return "" if key in PROFILES else key.partition("_")[2]


def _is_word(part: str) -> bool:
    """Whether this is a part of the id of a house."""
    return part.isascii() and part.isalnum() and part == part.lower()


def kept_by_game(make: Callable[..., T]) -> Callable[..., T]:
    """A function of a game, whose answers are kept; those of houses are those of their game."""
    kept = cache(make)

    @wraps(make)
    def by_game(key: str, *rest: Any) -> T:  # noqa: ANN401 - as the function takes it
        return kept(game_of(key), *rest)

    return by_game
