"""Records in which anything may happen: well-formed, and hardly ever legal."""

from random import Random
from typing import Any, Final

from daifu.replay.actions import DISCARD, DRAW, GIVE, LEAVE, NAME, SAY, SHOW, WORDS, Action
from daifu.replay.deal import Deal, read_cards, read_hand
from daifu.replay.engine import take_actions
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.melds import NAMED, Lexicon
from daifu.replay.options import Option, Options, Value
from daifu.replay.rules import Profile, Rules
from daifu.replay.table import Table
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawRecord
from tests.support.playouts import weighted_choice

CARDS_PER_HAND = 5
"""About the number of cards of a hand."""

LEGAL_SHARE = 0.5
"""How many actions are legal ones, as far as there are any."""


def random_record(rules: str, rng: Random) -> dict[str, Any]:
    """A record of one to three deals that is well-formed, and hardly ever legal."""
    profile = PROFILES[rules]
    options = random_options(profile, rng)
    compiled = profile.rules(options)
    players = rng.choice(compiled.sitting.players[:5])
    match = Match(compiled, players)
    raw: dict[str, Any] = {"format": "daifu/1", "rules": rules, "players": [f"P{n}" for n in range(1, players + 1)]}
    deals = [random_deal(match, rng) for _ in range(rng.randint(1, 3))]
    everybody = list(range(1, players + 1))
    for deal in deals[1:]:
        deal.setdefault("seats", rng.sample(everybody, players))  # somebody may have left the deal before
    return {**raw, "options": options, "deals": deals}


def random_options(profile: Profile, rng: Random) -> dict[str, Value]:
    """Some options other than by default, none that exclude each other."""
    chosen: dict[str, Value] = {}
    for option in rng.sample(profile.options, rng.randint(0, 3)):
        value = rng.choice(option_values(option))
        defaults = {other.name: other.default for other in profile.options}
        if not any(profile.conflicts({**defaults, **chosen, option.name: value}, None)):
            chosen[option.name] = value
    return chosen


def option_values(option: Option) -> list[Value]:
    """Values that an option takes."""
    candidates: list[Value] = [option.default, True, False, 1, 2, *option.kind.split(" | ")]
    return [value for value in candidates if option.accepts(value)]


def random_deal(match: Match, rng: Random) -> dict[str, Any]:
    """The next deal of a sitting, written down."""
    players = list(range(1, match.count + 1))
    raw: dict[str, Any] = {"hands": random_hands(match.rules, match.count, rng)}
    if rng.random() < 0.3:
        raw["places"] = rng.choice([None, rng.sample(players, match.count)])
    if rng.random() < 0.3:
        raw["seats"] = rng.sample(players, match.count)
    if rng.random() < 0.2:
        raw["hands_are"] = "exchanged"
    if rng.random() < 0.5:
        raw["first"] = raw["dealer"] = rng.choice(players)
    if match.rules.profile.name == "floor13" and rng.random() < 0.7:
        raw["stock"] = " ".join(rng.choices(match.rules.alphabet.names, k=8))
    if rng.random() < 0.3:
        raw["abandoned"] = True
    raw["actions"] = random_actions(match, raw, rng)
    if rng.random() < 0.5:
        points = rng.choices([None, 0, 1, 2.5], k=match.count)
        raw["result"] = {"order": rng.sample(players, match.count), "points": points}
    return raw


def random_hands(rules: Rules, players: int, rng: Random) -> list[str]:
    """Cards of the pack, some of them unknown, now and then one that should not be there."""
    pack = rules.sitting.pack(players)
    cards = rng.sample(pack.alphabet.list(pack.cards), CARDS_PER_HAND * players)
    if rng.random() < 0.2:
        cards[0] = cards[-1]
    shown = [name if rng.random() < 0.9 else "?" for name in cards]
    return [" ".join(shown[place::players]) for place in range(players)]


def random_actions(match: Match, raw: dict[str, Any], rng: Random) -> list[str]:
    """What happened in the deal; the table is played on with every action."""
    table = open_table(match, raw)
    notation = match.rules.notation(match.count)
    taken: list[str] = []
    for index in range(rng.randint(0, 40)):
        legal = [action.text for action in legal_actions(table, notation)] if rng.random() < LEGAL_SHARE else []
        text = rng.choice(legal or [random_action(table, rng)])
        taken.append(text + rng.choice(["", "", "", "", " void", " @250", " # noted"]))
        take_actions(table, [notation[taken[-1]]], index)
    return taken


def open_table(match: Match, raw: dict[str, Any]) -> Table:
    """The table of such a deal before its first action."""
    lexicon = match.rules.profile.lexicon
    hands = [read_hand(lexicon, hand) for hand in raw["hands"]]
    deal = Deal(hands=hands, first=raw.get("first"), dealer=raw.get("dealer"), exchanged="hands_are" in raw)
    deal.stock = read_cards(lexicon, raw["stock"]) if "stock" in raw else None
    deal.seats = tuple(raw["seats"]) if "seats" in raw else None
    if "places" in raw:
        deal.places = raw["places"] and tuple(raw["places"])
    return match.open(match.start(deal, []))


def random_action(table: Table, rng: Random) -> str:
    """An action that a player could take, with cards of some hand."""
    player, other = rng.choice(table.seated), rng.choice(table.seated)
    held = table.rules.alphabet.list(table.hands[rng.choice([player, other])])
    count, names = rng.randint(1, 3), table.rules.alphabet.names
    cards = " ".join(rng.sample(held, count) if len(held) >= count else rng.choices(names, k=count))
    return f"{player} " + rng.choice(
        [
            cards,
            cards,
            "-",
            f"give {other} {cards}",
            f"discard {cards}",
            rng.choice(["draw", f"draw {cards}"]),
            rng.choice(["show", f"show {cards}"]),
            f"name {rng.choice('3456789TJQKA2X')}",
            f"say {rng.choice(sorted(WORDS))}",
            *[LEAVE] * (rng.random() < LEAVING_SHARE),
        ]
    )


LEAVING_SHARE: Final = 0.2
"""How often somebody may leave, who would otherwise often do so: the deal ends when all have."""

CARE_SHARE: Final = 0.8
"""How often a careless player takes a legal action all the same."""

MARKS: Final = ("", "", "", "", " void", " @1234", " # hm", " void @7 # 待った")
MOST_CARDS: Final = 5


def choose_carelessly(table: Table, actions: list[Action], rng: Random) -> Action:
    """Mostly one of the legal actions, sometimes any action."""
    if rng.random() < CARE_SHARE:
        return weighted_choice(actions, rng)
    players = len(table.hands) - 1
    notation = table.rules.notation(players)
    owner = rng.choice(table.seated)
    sets = list(table.rules.sets(table, owner))
    if sets and rng.random() < CARE_SHARE:
        return notation[f"{rng.choice([owner, rng.randint(1, players)])} {rng.choice(sets)}{rng.choice(MARKS)}"]
    return notation[absurd_action(table.rules.profile.lexicon, players, rng)]


def absurd_action(lexicon: Lexicon, players: int, rng: Random) -> str:
    """Any action that can be written at a table of this many players."""
    player, cards = rng.randint(1, players), absurd_cards(lexicon, rng)
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
        *[LEAVE] * (rng.random() < LEAVING_SHARE),
    ]
    return f"{player} {rng.choice(deeds)}{rng.choice(MARKS)}"


def absurd_cards(lexicon: Lexicon, rng: Random) -> str:
    """A few cards, some of them more than once; jokers stand for anything."""
    names = rng.choices(sorted(lexicon.spellings), k=rng.randint(1, MOST_CARDS))
    return " ".join(rng.choice([name, absurd_joker(lexicon, rng), names[0]]) for name in names)


def absurd_joker(lexicon: Lexicon, rng: Random) -> str:
    """A joker that stands for a card; in games whose jokers do not, any card."""
    if not lexicon.stand_ins:
        return rng.choice(sorted(lexicon.spellings))
    return f"X={rng.choice(sorted(lexicon.stand_ins))}"


def absurd_record(name: str, options: Options, rng: Random) -> RawRecord:
    """A readable record of an impossible game by these rules."""
    rules = PROFILES[name].rules(options)
    players = rng.choice(rules.sitting.players) + rng.randint(0, 2)
    entries: list[str] = [f"P{number}" for number in range(1, players + 1)]
    deals = [absurd_deal(rules, players, rng) for _ in range(rng.randint(1, 3))]
    return {"format": RECORD_FORMAT, "rules": name, "options": dict(options), "players": [*entries], "deals": deals}


def absurd_deal(rules: Rules, players: int, rng: Random) -> RawDeal:
    """Any players in any seats, with any hands, of any ranking, who do anything."""
    lexicon = rules.profile.lexicon
    seated = rng.choice([size for size in rules.sitting.players if size <= players])
    seats = rng.sample(range(1, players + 1), seated)
    deal: RawDeal = {"seats": seats}
    if rng.random() < CARE_SHARE:
        deal["hands"] = [absurd_hand(lexicon, rng) if player in seats else None for player in range(1, players + 1)]
        deal["actions"] = [absurd_action(lexicon, players, rng) for _ in range(rng.randint(0, 30))]
    if rng.random() < CARE_SHARE:
        deal["places"] = rng.choice([None, rng.sample(seats, seated)])
    deal["hands_are"] = rng.choice(["dealt", "exchanged"])
    deal["dealer"], deal["first"] = rng.choice(seats), rng.choice(seats)
    if rng.random() < CARE_SHARE:
        deal["stock"] = (
            absurd_cards(lexicon, rng) if not lexicon.stand_ins else " ".join(rng.choices(["S3", "HT", "X"]))
        )
    deal["abandoned"] = rng.random() > CARE_SHARE
    deal["result"] = {"order": rng.sample(seats, rng.randint(1, seated)), "points": [rng.randint(-9, 9)] * players}
    return deal


def absurd_hand(lexicon: Lexicon, rng: Random) -> str:
    """Some cards, perhaps twice, and some unknown ones."""
    known = rng.choices(sorted(lexicon.spellings), k=rng.randint(0, MOST_CARDS))
    return " ".join([*known, *rng.choice([[], ["?"], ["?*3", *known]])])
