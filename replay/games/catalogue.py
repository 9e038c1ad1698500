"""The catalogue of games."""

from functools import lru_cache
from typing import Final

from replay.games.akagiri.profile import PROFILE as AKAGIRI
from replay.games.dalmuti.profile import PROFILE as DALMUTI
from replay.games.theater.profile import PROFILE as THEATER
from replay.games.uecda.profile import PROFILE as UECDA
from replay.options import Options
from replay.rules import Profile, Rules

PROFILES: Final[dict[str, Profile]] = {profile.name: profile for profile in (DALMUTI, THEATER, AKAGIRI, UECDA)}
