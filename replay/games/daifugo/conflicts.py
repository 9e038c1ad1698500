"""What a set of local rules cannot be or is hardly meant to be, and the changes that put it right.

A rule that needs another one and rules that exclude each other refuse a record. What can never happen and what is
seldom meant is only said. The sentences are in `texts.toml`, which a record without conflicts does not read.
"""

from collections.abc import Iterator
from typing import Final

from daifu.replay.games.daifugo.catalogue import house_rules, read_data, rule_names, rule_texts
from daifu.replay.games.daifugo.options import TABLE_PLAYERS, House, house_of
from daifu.replay.options import DEAD, EXCLUDES, NEEDS, WARNING, Choice, Conflict, Options, Value
from daifu.replay.text import Text, filled

MANY_RULES: Final = 25
"""With more rules than these, reading them out and printing them takes long."""


def find_conflicts(options: Options, players: range | None = None) -> Iterator[Conflict]:
    """All conflicts of local rules for these numbers of players, by class; without them only those that refuse."""
    house = house_of(options)
    for find in (_unmet_needs, _missing_jokers, _exclusions):
        yield from find(house)
    if players is not None:
        for find in (_dead_finish_bans, _dead_without_jokers, _dead_values):
            yield from find(house)
        yield from _dead_numbers(house, players)
        yield from _warnings(house)


def _say(name: str, **values: object) -> Text:
    return filled(read_data("texts.toml")["conflicts"][name], **values)


def _turn(rule: str, *, on: bool) -> Choice:
    return Choice(rule, "", on, _say("on" if on else "off", rule=rule_names()[rule]))


def _set(rule: str, parameter: str, value: Value) -> Choice:
    said = rule_texts()[rule].parameters[parameter].sentence(value)
    shown = Text(said.en.rstrip("."), said.ja.rstrip("。"))
    return Choice(rule, parameter, value, _say("change", rule=rule_names()[rule], value=shown))


def _unmet_needs(house: House) -> Iterator[Conflict]:
    rules = house_rules().built
    for rule in house.expanded:
        needs = rules[rule].needs
        if needs and not house.any_on(*needs):
            met = [need for need in needs if not rules[need].needs or house.any_on(*rules[need].needs)]
            some = [rule_names()[need] for need in needs]
            either = Text(" or ".join(one.en for one in some), "か".join(one.ja for one in some))
            choices = (*(_turn(need, on=True) for need in met), _turn(rule, on=False))
            yield Conflict(NEEDS, (rule, *needs), _say("need", rule=rule_names()[rule], needed=either), choices)


def _missing_jokers(house: House) -> Iterator[Conflict]:
    """Rules for which the pack has too few jokers."""
    wanted = {"joker_on_joker": 2, "joker_revolution": house.joker_revolution.count}
    if house.spade3.takes != "single":
        wanted["spade3"] = 1
    held = house.jokers.count
    for rule, count in wanted.items():
        if house.on(rule) and held < count:
            jokers = Text("a joker", "1枚") if count == 1 else Text(f"{count} jokers", f"{count}枚")
            choices = [_set("jokers", "count", count)]
            if rule == "spade3":
                choices.append(_set(rule, "takes", "single"))
            if rule == "joker_revolution" and held > 1:
                choices.append(_set(rule, "count", held))
            text = _say("jokers", rule=rule_names()[rule], jokers=jokers, count=held)
            yield Conflict(NEEDS, (rule, "jokers"), text, (*choices, _turn(rule, on=False)))


def _exclusions(house: House) -> Iterator[Conflict]:
    lock = house.suit_lock
    if house.on("lead_pass") and house.first_lead.must != "free":
        choices = (_set("first_lead", "must", "free"), _turn("lead_pass", on=False), _turn("first_lead", on=False))
        yield Conflict(EXCLUDES, ("first_lead", "lead_pass"), _say("opening"), choices)
    if house.runs.suits == "any" and house.on("suit_lock") and lock.sets == "all" and lock.runs:
        ways = (
            _set("runs", "suits", "same"),
            _set("suit_lock", "runs", value=False),
            _set("suit_lock", "sets", "singles"),
            _turn("suit_lock", on=False),
            _turn("runs", on=False),
        )
        yield Conflict(EXCLUDES, ("runs", "suit_lock"), _say("suits"), ways)


_CLEARING: Final = ("eight_cut", "nine_pair", "six_pair", "two_cut")
_EFFECTS: Final = (
    *("revolution", "run_revolution", "joker_revolution", "sevens_revolution", "coup", "omen", "jack_back"),
    *("five_skip", "king_skip", "nine_reverse", "queen_reverse", "seven_give", "ten_discard", "queen_bomber"),
)
"""The rules that make a set clear the trick, and those that give it another effect."""


def _dead_finish_bans(house: House) -> Iterator[Conflict]:
    clears = (
        house.any_on(*_CLEARING)
        or (house.on("sandstorm") and house.sandstorm.clears)
        or (house.on("spade3") and house.spade3.clears is not False)
    )
    for name, happens in (("cut", clears), ("effect", clears or house.any_on(*_EFFECTS))):
        if name in house.finish_ban.cards and not happens:
            text = _say("last_cards", cards=rule_texts()["finish_ban"].parameters["cards"].names[name])
            yield Conflict(DEAD, ("finish_ban",), text, (_without(house, name),))


def _without(house: House, name: str) -> Choice:
    """The change that takes a name from the cards that nobody may go out with."""
    return _set("finish_ban", "cards", [one for one in house.finish_ban.cards if one != name])


_ABOUT_JOKERS: Final = (
    *(("runs", "joker_ends"), ("sandstorm", "joker"), ("spade3", "joker_on_it"), ("suit_lock", "jokers")),
    *(("suit_lock", "lone_joker"), ("full_lock", "jokers"), ("joker_wild", "suit")),
)
"""Parameters that speak of jokers."""


def _dead_without_jokers(house: House) -> Iterator[Conflict]:
    if house.jokers.count:
        return
    joker = _set("jokers", "count", 1)
    for rule, name in _ABOUT_JOKERS:
        default = house_rules().built[rule].parameters[name].default
        if house.on(rule) and house.expanded[rule][name] != default:
            text = _say("no_jokers", rule=rule_names()[rule], label=rule_texts()[rule].parameters[name].label)
            yield Conflict(DEAD, (rule, "jokers"), text, (_set(rule, name, default), joker))
    if house.on("finish_ban") and "joker" in house.finish_ban.cards:
        yield Conflict(DEAD, ("finish_ban", "jokers"), _say("last_jokers"), (_without(house, "joker"), joker))


def _dead_values(house: House) -> Iterator[Conflict]:
    """Values that have no effect, whatever is played."""
    turning = house.revolution
    if turning.most is not None and turning.most < turning.least:
        text = _say("revolution", least=turning.least, most=turning.most)
        yield Conflict(DEAD, ("revolution",), text, (_set("revolution", "most", None),))
    if house.points.last_factor > 1 and not house.set_length.deals:
        yield Conflict(DEAD, ("points", "set_length"), _say("last_deal"), (_set("points", "last_factor", 1),))
    if house.seat_order.by == "points" and house.points.by_place is None and not house.points.cards_left:
        ways = (_set("seat_order", "by", "places"), _set("points", "by_place", "titles"))
        yield Conflict(DEAD, ("seat_order", "points"), _say("seats"), ways)
    cutting = {"eight_cut": [house.eight_cut.rank], "nine_pair": [9], "six_pair": [6], "two_cut": ["2", 3]}
    for rank in house.four_stop.stops if house.on("four_stop") and house.on("eight_cut") else ():
        if not any(house.on(rule) and rank in ranks for rule, ranks in cutting.items()):
            yield Conflict(DEAD, ("four_stop",), _say("stops", rank=rank))


def _dead_numbers(house: House, players: range) -> Iterator[Conflict]:
    """Titles and points for numbers of players for which the house is not meant."""
    table, by_place = house.titles.table, house.points.by_place
    for name in table if isinstance(table, list) else [table]:
        if TABLE_PLAYERS.get(name, players[0]) not in players:
            called = rule_texts()["titles"].parameters["table"].names[name]
            yield Conflict(DEAD, ("titles",), _say("titles", titles=called, players=TABLE_PLAYERS[name]))
    given = [len(by_place)] if isinstance(by_place, list) else map(int, by_place) if isinstance(by_place, dict) else ()
    for number in given:
        if number not in players:
            yield Conflict(DEAD, ("points",), _say("points", players=number))


_LOST_AT_THE_CLEAR: Final = {"jack_back": "J", "five_skip": 5, "king_skip": "K"}
"""Rules of a rank whose effect ends with the trick."""
_BASE_GAME: Final[dict[str, tuple[str, ...]]] = {
    "jokers": ("count",),
    "joker_wild": ("groups", "runs", "suit"),
    "decks": ("count",),
    "first_lead": ("by",),
    "trick_end": ("asked",),
    "play_direction": ("way",),
    "seat_order": ("by",),
    "gift_finish": ("allowed",),
    "points": ("by_place", "cards_left"),
    "set_length": ("deals",),
    "illegal_play": ("then",),
}
"""Rules that change nothing, as the base game has them, while these parameters are as by default."""


def _warnings(house: House) -> Iterator[Conflict]:
    if house.finish_ban.mode == "illegal" and house.on("pass_lock"):
        ways = (_set("finish_ban", "mode", "last"), _turn("pass_lock", on=False))
        yield Conflict(WARNING, ("finish_ban", "pass_lock"), _say("stuck"), ways)
    for rule, rank in _LOST_AT_THE_CLEAR.items() if house.on("eight_cut") else ():
        lasts = rule == "jack_back" and house.jack_back.after_cut != "none"
        if house.on(rule) and house.eight_cut.rank == rank and not lasts:
            ways = (_turn(rule, on=False), _set("eight_cut", "rank", 8))
            yield Conflict(WARNING, ("eight_cut", rule), _say("lost", rank=rank, rule=rule_names()[rule]), ways)
    for rule, values in house.expanded.items():
        parameters, names = house_rules().built[rule].parameters, _BASE_GAME.get(rule)
        is_base = names and all(values[name] == parameters[name].default for name in names)
        if is_base or (rule == "next_lead" and values["by"] == "open" and house.first_lead.deals == "first"):
            yield Conflict(WARNING, (rule,), _say("base", rule=rule_names()[rule]), (_turn(rule, on=False),))
    if len(house.expanded) > MANY_RULES:
        yield Conflict(WARNING, tuple(house.expanded), _say("many", count=len(house.expanded)))
