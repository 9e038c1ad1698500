"""Games in which anything may happen: well-formed records of play that nobody would call play."""

from random import Random
from typing import Final

from replay.actions import DISCARD, DRAW, GIVE, NAME, SAY, SHOW, WORDS, Action
from replay.games.catalogue import PROFILES
from replay.melds import NAMED, Lexicon
from replay.options import Options
from replay.rules import Rules
from replay.table import Table
from schemas.raw import FORMAT, RawDeal, RawRecord
from tests.support.playout import weighed

CARE: Final = 0.8
"""How often a careless player takes a legal action all the same."""

MARKS: Final = ("", "", "", "", " void", " @1234", " # hm", " void @7 # 待った")
MOST_CARDS: Final = 5


def careless(table: Table, actions: list[Action], rng: Random) -> Action:
    """Mostly one of the legal actions, now and then whatever comes to mind."""
    if rng.random() < CARE:
        return weighed(actions, rng)
    players = len(table.hands) - 1
    notation = table.rules.notation(players)
    owner = rng.choice(table.seated)
    sets = list(table.rules.sets(table, owner))
    if sets and rng.random() < CARE:
        return notation[f"{rng.choice([owner, rng.randint(1, players)])} {rng.choice(sets)}{rng.choice(MARKS)}"]
    return notation[any_action(table.rules.profile.lexicon, players, rng)]


def any_action(lexicon: Lexicon, players: int, rng: Random) -> str:
    """Anything that can be written at a table of so many players."""
    player, cards = rng.randint(1, players), any_cards(lexicon, rng)
    deeds = [
        "-",
        cards,
        cards,
        f"{GIVE} {rng.randint(1, players)} {cards}",
        DRAW,
        f"{DRAW} {cards}",
        f"{DISCARD} {cards}",
        f"{NAME} {rng.choice(sorted(NAMED))}",
        f"{SAY} {rng.choice(sorted(WORDS))}",
        SHOW,
        f"{SHOW} {cards}",
    ]
    return f"{player} {rng.choice(deeds)}{rng.choice(MARKS)}"


def any_cards(lexicon: Lexicon, rng: Random) -> str:
    """A few cards, some of them more than once; jokers stand for anything."""
    names = rng.choices(sorted(lexicon.spellings), k=rng.randint(1, MOST_CARDS))
    return " ".join(rng.choice([name, any_joker(lexicon, rng), names[0]]) for name in names)


def any_joker(lexicon: Lexicon, rng: Random) -> str:
    """A joker that stands for a card; in games whose jokers do not, any card."""
    if not lexicon.stand_ins:
        return rng.choice(sorted(lexicon.spellings))
    return f"X={rng.choice(sorted(lexicon.stand_ins))}"


def any_record(name: str, options: Options, rng: Random) -> RawRecord:
    """A record that can be read, of a game by these rules that nobody can have played."""
    rules = PROFILES[name].rules(options)
    players = rng.choice(rules.sitting.players) + rng.randint(0, 2)
    entries: list[str] = [f"P{number}" for number in range(1, players + 1)]
    deals = [any_deal(rules, players, rng) for _ in range(rng.randint(1, 3))]
    return {"format": FORMAT, "rules": name, "options": dict(options), "players": [*entries], "deals": deals}


def any_deal(rules: Rules, players: int, rng: Random) -> RawDeal:
    """Any players in any seats, with any hands, of any ranking, who do anything."""
    lexicon = rules.profile.lexicon
    seated = rng.choice([size for size in rules.sitting.players if size <= players])
    seats = rng.sample(range(1, players + 1), seated)
    deal: RawDeal = {"seats": seats}
    if rng.random() < CARE:
        deal["hands"] = [any_hand(lexicon, rng) if player in seats else None for player in range(1, players + 1)]
        deal["actions"] = [any_action(lexicon, players, rng) for _ in range(rng.randint(0, 30))]
    if rng.random() < CARE:
        deal["places"] = rng.choice([None, rng.sample(seats, seated)])
    deal["hands_are"] = rng.choice(["dealt", "exchanged"])
    deal["dealer"], deal["first"] = rng.choice(seats), rng.choice(seats)
    if rng.random() < CARE:
        deal["stock"] = any_cards(lexicon, rng) if not lexicon.stand_ins else " ".join(rng.choices(["S3", "HT", "X"]))
    deal["abandoned"] = rng.random() > CARE
    deal["result"] = {"order": rng.sample(seats, rng.randint(1, seated)), "points": [rng.randint(-9, 9)] * players}
    return deal


def any_hand(lexicon: Lexicon, rng: Random) -> str:
    """Some cards, perhaps doubled, and some that nobody knows."""
    known = rng.choices(sorted(lexicon.spellings), k=rng.randint(0, MOST_CARDS))
    return " ".join([*known, *rng.choice([[], ["?"], ["?*3", *known]])])
