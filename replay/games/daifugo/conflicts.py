"""What a set of local rules cannot be or is hardly meant to be, and the changes that put it right.

A rule that needs another one and rules that exclude each other refuse a record. What can never happen and what is
seldom meant is only said.
"""

from collections.abc import Iterator
from typing import Final

from daifu.replay.games.daifugo.catalogue import house_rules, rule_names, rule_texts
from daifu.replay.games.daifugo.options import TABLE_PLAYERS, House, house_of
from daifu.replay.options import DEAD, EXCLUDES, NEEDS, WARNING, Choice, Conflict, Options, Value
from daifu.replay.text import Text

MANY_RULES: Final = 25
"""With more rules than these, reading them out and printing them takes long."""


def find_conflicts(options: Options, players: range | None = None) -> Iterator[Conflict]:
    """All conflicts of local rules for these numbers of players, by class; without them only those that refuse."""
    house = house_of(options)
    for find in (_unmet_needs, _missing_jokers, _exclusions):
        yield from find(house)
    if players is not None:  # a record asks only what refuses it, and so reads no names of rules
        yield from _dead_values(house)
        yield from _dead_numbers(house, players)
        yield from _warnings(house)


def _on(rule: str) -> Choice:
    name = rule_names()[rule]
    return Choice(rule, "", True, Text(f"turn {name.en} on", f"{name.ja}を採用する"))  # noqa: FBT003 - the value


def _off(rule: str) -> Choice:
    name = rule_names()[rule]
    return Choice(rule, "", False, Text(f"turn {name.en} off", f"{name.ja}を外す"))  # noqa: FBT003 - the value


def _set(rule: str, parameter: str, value: Value) -> Choice:
    name, said = rule_names()[rule], rule_texts()[rule].parameters[parameter].sentence(value)
    en, ja = said.en.rstrip("."), said.ja.rstrip("。")
    return Choice(rule, parameter, value, Text(f"change {name.en} to “{en}”", f"{name.ja}を「{ja}」に変える"))


def _unmet_needs(house: House) -> Iterator[Conflict]:
    rules = house_rules().built
    for rule in house.expanded:
        needs = rules[rule].needs
        if needs and not house.any_on(*needs):
            met = [need for need in needs if not rules[need].needs or house.any_on(*rules[need].needs)]
            some = [rule_names()[need] for need in needs]
            text = Text(
                f"{rule_names()[rule].en} needs {' or '.join(one.en for one in some)}",
                f"{rule_names()[rule].ja}には{'か'.join(one.ja for one in some)}が必要です",
            )
            choices = (*(_on(need) for need in met), _off(rule))
            yield Conflict(NEEDS, (rule, *needs), text, choices)


def _missing_jokers(house: House) -> Iterator[Conflict]:
    """Rules for which the pack has too few jokers."""
    wanted = {"joker_on_joker": 2, "joker_revolution": house.joker_revolution.count}
    if house.spade3.takes != "single":
        wanted["spade3"] = 1
    for rule, count in wanted.items():
        if house.on(rule) and house.jokers.count < count:
            jokers = Text("a joker", "1枚") if count == 1 else Text(f"{count} jokers", f"{count}枚")
            text = Text(
                f"{rule_names()[rule].en} needs {jokers.en} in the pack, which has {house.jokers.count}",
                f"{rule_names()[rule].ja}にはジョーカーが{jokers.ja}必要ですが、{house.jokers.count}枚しかありません",
            )
            single = (_set(rule, "takes", "single"),) if rule == "spade3" else ()
            fewer = (
                (_set(rule, "count", house.jokers.count),)
                if rule == "joker_revolution" and house.jokers.count > 1
                else ()
            )
            choices = (_set("jokers", "count", count), *single, *fewer, _off(rule))
            yield Conflict(NEEDS, (rule, "jokers"), text, choices)


def _exclusions(house: House) -> Iterator[Conflict]:
    if house.on("first_lead") and house.on("lead_pass") and house.first_lead.must != "free":
        text = Text(
            "the first lead must bring its card, and yet the leader may pass",
            "最初の親は決められたカードを出さなければなりませんが、親のパスも認められています",
        )
        choices = (_set("first_lead", "must", "free"), _off("lead_pass"), _off("first_lead"))
        yield Conflict(EXCLUDES, ("first_lead", "lead_pass"), text, choices)
    lock = house.suit_lock
    if house.on("runs") and house.runs.suits == "any" and house.on("suit_lock") and lock.sets == "all" and lock.runs:
        text = Text(
            "runs of any suits cannot be locked to suits",
            "マークの自由な階段をマークで縛ることはできません",
        )
        ways = (
            _set("runs", "suits", "same"),
            _set("suit_lock", "runs", value=False),
            _set("suit_lock", "sets", "singles"),
            _off("suit_lock"),
            _off("runs"),
        )
        yield Conflict(EXCLUDES, ("runs", "suit_lock"), text, ways)


_CLEARING: Final = ("eight_cut", "nine_pair", "six_pair", "two_cut")
_EFFECTS: Final = (
    *("revolution", "run_revolution", "joker_revolution", "sevens_revolution", "coup", "omen", "jack_back"),
    *("five_skip", "king_skip", "nine_reverse", "queen_reverse", "seven_give", "ten_discard", "queen_bomber"),
)
"""The rules that make a set clear the trick, and those that give it another effect."""

_ABOUT_JOKERS: Final = (
    *(("runs", "joker_ends"), ("sandstorm", "joker"), ("spade3", "joker_on_it"), ("suit_lock", "jokers")),
    *(("suit_lock", "lone_joker"), ("full_lock", "jokers"), ("joker_wild", "suit")),
)
"""Parameters that speak of jokers."""


def _dead(rules: tuple[str, ...], en: str, ja: str, *choices: Choice) -> Conflict:
    return Conflict(DEAD, rules, Text(en, ja), choices)


def _dead_values(house: House) -> Iterator[Conflict]:
    """Values that have no effect, whatever is played."""
    yield from _dead_finish_bans(house)
    yield from _dead_without_jokers(house)
    revolution = house.revolution
    if house.on("revolution") and revolution.most is not None and revolution.most < revolution.least:
        yield _dead(
            ("revolution",),
            f"no group has {revolution.least} cards or more and yet at most {revolution.most}: there is no revolution",
            f"{revolution.least}枚以上で{revolution.most}枚以下の組はないので、革命は起こりません",
            _set("revolution", "most", None),
        )
    if house.on("points") and house.points.last_factor > 1 and not house.set_length.deals:
        yield _dead(
            ("points", "set_length"),
            "a last deal counts more, but no set of deals has an end",
            "最後の回の倍率がありますが、セットの回数が決まっていません",
            _set("points", "last_factor", 1),
        )
    if house.on("seat_order") and house.seat_order.by == "points" and not _gives_points(house):
        yield _dead(
            ("seat_order", "points"),
            "players sit by their points, but there are no points",
            "点数の順に座りますが、点数がありません",
            _set("seat_order", "by", "places"),
            _set("points", "by_place", "titles"),
        )
    if house.on("four_stop") and house.on("eight_cut"):
        yield from _dead_stops(house)


def _gives_points(house: House) -> bool:
    return house.on("points") and (house.points.by_place is not None or house.points.cards_left)


def _dead_stops(house: House) -> Iterator[Conflict]:
    cutting = {
        *((house.eight_cut.rank,) if house.on("eight_cut") else ()),
        *((9,) if house.on("nine_pair") else ()),
        *((6,) if house.on("six_pair") else ()),
        *(("2", 3) if house.on("two_cut") else ()),
    }
    for rank in house.four_stop.stops:
        if rank not in cutting:
            yield _dead(
                ("four_stop",),
                f"no set of rank {rank} clears the trick, so that there is nothing to stop",
                f"{rank}の組で場が流れることはないので、止めるものがありません",
            )


def _dead_finish_bans(house: House) -> Iterator[Conflict]:
    if not house.on("finish_ban"):
        return
    banned = house.finish_ban.cards
    clears = (
        house.any_on(*_CLEARING)
        or (house.on("sandstorm") and house.sandstorm.clears)
        or (house.on("spade3") and house.spade3.clears is not False)
    )
    for name, happens in (("cut", clears), ("effect", clears or house.any_on(*_EFFECTS))):
        if name in banned and not happens:
            left = [one for one in banned if one != name]
            said = rule_texts()["finish_ban"].parameters["cards"].names[name]
            yield _dead(
                ("finish_ban",),
                f"{said.en} are banned in the last set, but there are none",
                f"最後に出す組で{said.ja}を禁止していますが、そのような組はありません",
                _set("finish_ban", "cards", list(left)),
            )


def _dead_without_jokers(house: House) -> Iterator[Conflict]:
    if house.jokers.count:
        return
    rules = house_rules().built
    for rule, name in _ABOUT_JOKERS:
        default, label = rules[rule].parameters[name].default, rule_texts()[rule].parameters[name].label
        if house.on(rule) and house.expanded[rule][name] != default:
            yield _dead(
                (rule, "jokers"),
                f"{rule_names()[rule].en} says something of jokers ({label.en}), and the pack has none",
                f"{rule_names()[rule].ja}の「{label.ja}」はジョーカーについての決まりですが、ジョーカーは使いません",
                _set(rule, name, default),
                _set("jokers", "count", 1),
            )
    if house.on("finish_ban") and "joker" in house.finish_ban.cards:
        left = [one for one in house.finish_ban.cards if one != "joker"]
        yield _dead(
            ("finish_ban", "jokers"),
            "jokers are banned in the last set, and the pack has none",
            "最後に出す組でジョーカーを禁止していますが、ジョーカーは使いません",
            _set("finish_ban", "cards", list(left)),
            _set("jokers", "count", 1),
        )


def _dead_numbers(house: House, players: range) -> Iterator[Conflict]:
    """Titles and points for numbers of players for which the house is not meant."""
    if house.on("titles"):
        table = house.titles.table
        for name in table if isinstance(table, list) else [table]:
            if TABLE_PLAYERS.get(name, players[0]) not in players:
                said = rule_texts()["titles"].parameters["table"].names[name]
                yield _dead(
                    ("titles",),
                    f"{said.en} is for {TABLE_PLAYERS[name]} players, who never sit here",
                    f"称号の{said.ja}がありますが、{TABLE_PLAYERS[name]}人では遊びません",
                )
    by_place = house.points.by_place if house.on("points") else None
    numbers = (
        [len(by_place)] if isinstance(by_place, list) else map(int, by_place) if isinstance(by_place, dict) else []
    )
    for number in numbers:
        if number not in players:
            yield _dead(
                ("points",),
                f"there are points for {number} players, who never sit here",
                f"{number}人のときの点数がありますが、その人数では遊びません",
            )


def _warnings(house: House) -> Iterator[Conflict]:
    if house.on("finish_ban") and house.finish_ban.mode == "illegal" and house.on("pass_lock"):
        text = Text(
            "with finish bans that forbid the play, and passes that hold for the trick, players can get stuck",
            "禁止上がりの組を出せず、パスした後も出せないので、出せるものがなくなることがあります",
        )
        choices = (_set("finish_ban", "mode", "last"), _off("pass_lock"))
        yield Conflict(WARNING, ("finish_ban", "pass_lock"), text, choices)
    yield from _opposites(house)
    for rule in house.expanded:
        if _is_base_game(house, rule):
            text = Text(
                f"{rule_names()[rule].en} is as in the base game: the play is the same without it",
                f"{rule_names()[rule].ja}は基本のルールと同じで、なくても遊び方は変わりません",
            )
            yield Conflict(WARNING, (rule,), text, (_off(rule),))
    if len(house.expanded) > MANY_RULES:
        text = Text(
            f"{len(house.expanded)} rules are on: reading them out and printing them takes long",
            f"{len(house.expanded)}個の規則を採用しており、読み上げや印刷に時間がかかります",
        )
        yield Conflict(WARNING, tuple(house.expanded), text)


_LOST_AT_THE_CLEAR: Final = (("jack_back", "J"), ("five_skip", 5), ("king_skip", "K"))
"""Rules of a rank whose effect ends with the trick."""


def _opposites(house: House) -> Iterator[Conflict]:
    """Rules on one rank of which one undoes the other."""
    if not house.on("eight_cut"):
        return
    for rule, rank in _LOST_AT_THE_CLEAR:
        lasts = rule == "jack_back" and house.jack_back.after_cut != "none"
        if house.on(rule) and house.eight_cut.rank == rank and not lasts:
            text = Text(
                f"a set of rank {rank} clears the trick, with which the effect of {rule_names()[rule].en} ends",
                f"{rank}の組で場が流れるので、{rule_names()[rule].ja}の効果はすぐに終わります",
            )
            yield Conflict(WARNING, ("eight_cut", rule), text, (_off(rule), _set("eight_cut", "rank", 8)))


_BASE_GAME: Final[dict[str, tuple[str, Value] | None]] = {
    "first_lead": ("by", "open"),
    "seat_order": ("by", "fixed"),
    "set_length": ("deals", None),
    **dict.fromkeys(("jokers", "joker_wild", "decks", "play_direction", "trick_end", "gift_finish", "illegal_play")),
}
"""Rules that can be as the base game, and the parameter and value that tell; without these, all have their defaults."""


def _is_base_game(house: House, rule: str) -> bool:
    """Whether the rule is on and changes nothing."""
    if rule == "next_lead":
        return bool(house.next_lead.by == "open" and not (house.on("first_lead") and house.first_lead.deals == "every"))
    if rule == "points":
        return not _gives_points(house)
    if rule not in _BASE_GAME:
        return False
    told = _BASE_GAME[rule]
    if told is not None:
        name, value = told
        return house.expanded[rule][name] == value
    defaults = {name: parameter.default for name, parameter in house_rules().built[rule].parameters.items()}
    return house.expanded[rule] == defaults
