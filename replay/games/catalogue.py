"""The catalogue of games: every profile by its name."""

from typing import Final

from replay.games.akagiri.profile import PROFILE as AKAGIRI
from replay.games.biga.profile import PROFILE as BIGA
from replay.games.dalmuti.profile import PROFILE as DALMUTI
from replay.games.floor13.profile import PROFILE as FLOOR13
from replay.games.theater.profile import PROFILE as THEATER
from replay.games.uecda.profile import PROFILE as UECDA
from replay.rules import Profile

PROFILES: Final[dict[str, Profile]] = {
    profile.name: profile for profile in (DALMUTI, THEATER, AKAGIRI, FLOOR13, BIGA, UECDA)
}
