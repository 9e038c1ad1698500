"""Thirteenth-floor daifugo as the engine plays it."""

from collections.abc import Mapping
from typing import Final

from replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW
from replay.cards import STANDARD
from replay.engine import play, stands
from replay.games.floor13.bombs import everybody, everybody_else, name
from replay.games.floor13.candidates import offers, sets
from replay.games.floor13.customs import PLAYERS, sitting
from replay.games.floor13.drawing import decline, draw, passes_undrawn
from replay.games.floor13.effects import settle_effects
from replay.games.floor13.finishing import goes_out, role_last
from replay.games.floor13.following import any_higher, next_run_only
from replay.games.floor13.gifts import discard, give
from replay.games.floor13.leading import MOST_LEADS, NO_LIMIT, next_leader, third_lead
from replay.games.floor13.melds import SANDSTORM
from replay.games.floor13.options import OPTIONS
from replay.games.floor13.reading import reader, x10
from replay.games.floor13.scoring import counting_faulty
from replay.games.floor13.sandstorm import interrupts
from replay.games.floor13.table import Floor13Rules, Floor13Table
from replay.games.floor13.turns import advance, any_set, set_with_drawn_card
from replay.games.floor13.words import WORDS
from replay.melds import STANDARD_LEXICON
from replay.options import Options
from replay.passing import FREE
from replay.rules import Profile, never
from replay.suit_lock import leaves_suit_unless_spade_3
from replay.words import not_owed, say

CITATIONS: Final[Mapping[str, str]] = {}
