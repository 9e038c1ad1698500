"""The sheet of a house of daifugo: what holds in it, card by card where cards decide, and what is not played."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from itertools import groupby
from typing import Any, Final

from daifu.replay.exchange import exchange_pairings
from daifu.replay.games.daifugo.catalogue import house_rules, read_data, rule_names, rule_texts
from daifu.replay.games.daifugo.options import House, house_of, normal_value
from daifu.replay.options import NOTHING, Line, Options, Row, Section, Told, Value, labelled, run_on
from daifu.replay.text import Text, cards_text, filled, joined, number_range
from daifu.replay.titles import TITLE_POINTS, chosen_tables, title_name

_RANKS: Final = (3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A", "2", "X")

_TIMES: Final = 2
"""So many players in a row with one title are counted."""


def tell_house(options: Options, players: range, names: Mapping[str, Text]) -> Told:
    """The rules of a house; `names` are what it calls them itself."""
    sheet = _Sheet(house_of(options), players, names)
    return Told(sheet.facts, tuple(sheet.sections()))


def tell_rule(options: Options, rule: str) -> Text:
    """What a rule that is on does in a house, with all that differs from the usual."""
    house = house_of(options)
    texts, values = rule_texts()[rule], house.expanded[rule]
    told = _Sheet(house, range(0), {}).told(rule)
    return told if told.en else run_on([texts.parameters[name].sentence(value) for name, value in values.items()])


@cache
def _word(name: str) -> Text:
    return Text(**read_data("sheet.toml")["words"][name])


def _say(word: str, **values: object) -> Text:
    """A text with values, of which some are texts themselves."""
    return filled(_word(word), **values)


def is_quiet(rule: str, parameter: str) -> bool:
    """Whether a parameter is told only where it is not as by default."""
    return f"{rule}.{parameter}" in read_data("sheet.toml")["quiet"]


_ABOUT_RUNS: Final = frozenset({"in_runs", "from_run", "runs"})
_ABOUT_JOKERS: Final = frozenset(
    {"jokers", "joker", "lone_joker", "stand_ins", "joker_ends", "joker_on_it", "natural", "jokers_stay_in"}
)
_APPLIES: Final[dict[str, Callable[[House], bool]]] = {
    "first_lead.card": lambda house: (
        house.first_lead.by == "holder" or (house.on("next_lead") and house.next_lead.by == "holder")
    ),
    "first_lead.must": lambda house: house.first_lead.by == "holder",
    "lead_pass.then": lambda house: house.lead_pass.stop_after is not None,
    "seat_order.every": lambda house: house.seat_order.by in {"places", "points"},
    "seat_order.way": lambda house: house.seat_order.by in {"places", "points"},
    "joker_wild.suit": lambda house: house.jokers.count > 0 and house.joker_wild.groups,
    "spade3.free_of_locks": lambda house: house.any_on(*read_data("sheet.toml")["sections"]["locks"]["rules"]),
    "spade3.joker_on_it": lambda house: house.spade3.clears is not True,
    "suit_lock.match": lambda house: house.suit_lock.sets == "all",
    "suit_lock.runs": lambda house: house.on("runs") and house.suit_lock.sets == "all",
    "queen_bomber.self": lambda house: house.queen_bomber.mode == "name",
    "queen_bomber.from_hand": lambda house: house.queen_bomber.mode == "name",
    "queen_bomber.must": lambda house: house.queen_bomber.mode == "name",
    "queen_bomber.last_set": lambda house: house.queen_bomber.mode == "name",
    "queen_bomber.joker": lambda house: house.jokers.count > 0 and house.queen_bomber.mode == "name",
    "finish_ban.turned_three": lambda house: "2" in house.finish_ban.cards,
    "finish_ban.order": lambda house: bool({"2", "strongest"} & {*house.finish_ban.cards}),
    "finish_ban.several": lambda house: house.finish_ban.mode == "last",
    "finish_ban.stuck": lambda house: house.finish_ban.mode == "illegal",
    "fallen_daifugo.foul_counts": lambda house: house.on("finish_ban"),
    "fallen_daifugo.place": lambda house: house.on("finish_ban"),
    "exchange.poor": lambda house: house.exchange.counts != [],
    "exchange.rich": lambda house: house.exchange.counts != [],
    "points.last_factor": lambda house: house.on("set_length") and house.set_length.deals is not None,
    "set_length.titles_reset": lambda house: house.set_length.deals is not None,
    "seven_give.may_empty": lambda house: not house.on("gift_finish") or house.gift_finish.allowed,
    "ten_discard.may_empty": lambda house: not house.on("gift_finish") or house.gift_finish.allowed,
}
"""When a parameter can make a difference; those that are not here always can."""
_IN_TABLE: Final = frozenset({"exchange.counts", "titles.table", "points.by_place"})
"""Parameters that the table of titles, exchange and points tells."""


def applies(house: House, rule: str, parameter: str) -> bool:
    """Whether a parameter can make a difference beside the other rules of the house."""
    own = _APPLIES.get(f"{rule}.{parameter}")
    if own is not None:
        return own(house)
    if parameter in _ABOUT_RUNS:
        return house.on("runs")
    return parameter not in _ABOUT_JOKERS or house.jokers.count > 0


class _Sheet:
    """A house as its sheet tells it."""

    def __init__(self, house: House, players: range, names: Mapping[str, Text]) -> None:
        self._house = house
        self._players = players
        self._names = names

    @property
    def facts(self) -> Text:
        """Players and pack in a few words."""
        house = self._house
        jokers, packs = house.jokers.count, house.decks.count
        cards = _word("one_pack") if packs == 1 else _word("two_packs")
        some = _say("some_jokers", count=jokers) if jokers > 1 else _word("one_joker") if jokers else _word("no_jokers")
        return joined([_say("players", players=number_range(self._players[0], self._players[-1])), cards, some])

    def sections(self) -> Iterator[Section]:
        """The parts of the sheet, those that say nothing left out."""
        for key, entry in read_data("sheet.toml")["sections"].items():
            lines = list(self._lines(entry))
            if key == "locks":
                lines = lines or [Line(NOTHING, _word("no_lock"))]
                yield Section("cards", _word("cards"), (), tuple(self._card_rows()))
            rows = tuple(self._series_rows()) if key == "series" else ()
            yield Section(key, Text(**entry["heading"]), (*lines, *(self._without() if key == "series" else ())), rows)
        off = [self._called(rule) for rule in read_data("sheet.toml")["common"] if not self._house.on(rule)]
        if off:
            yield Section("off", _word("off"), (Line(NOTHING, joined(off)),))

    def _lines(self, entry: Mapping[str, Any]) -> Iterator[Line]:
        if "always" in entry:
            yield Line(NOTHING, Text(**entry["always"]))
        for rule in entry["rules"]:
            if self._house.on(rule):
                said = self.told(rule)
                if said.en:
                    yield Line(self._label(rule), said, rule)
            elif rule in entry.get("off", {}) and not self._says_next_lead(rule):
                yield Line(NOTHING, Text(**entry["off"][rule]))

    def _says_next_lead(self, rule: str) -> bool:
        """Whether the rule of the first lead decides the later ones, too."""
        return rule == "next_lead" and self._house.on("first_lead") and self._house.first_lead.deals == "every"

    def told(self, rule: str) -> Text:
        """What a rule does here: its sentence, and those on parameters that matter."""
        house, texts, values = self._house, rule_texts()[rule], self._house.expanded[rule]
        topic = rule in read_data("sheet.toml")["topics"]
        said = [] if topic else [texts.sentence(values)]
        for name, parameter in house_rules().built[rule].parameters.items():
            place, value = f"{rule}.{name}", values[name]
            told = not topic and f"{{{name}}}" in texts.text.en
            usual = is_quiet(rule, name) and value == normal_value(parameter, parameter.default)
            if place not in _IN_TABLE and not told and not usual and applies(house, rule, name):
                said.append(texts.parameters[name].sentence(value))
        if rule == "next_lead" and house.next_lead.by == "holder" and not house.on("first_lead"):
            said.append(rule_texts()["first_lead"].parameters["card"].sentence(house.first_lead.card))
        return run_on(said)

    def _label(self, rule: str) -> Text:
        """The name of a rule: what the house calls it, and what others do."""
        own, usual = self._called(rule), rule_names()[rule]
        return labelled(
            Text(
                own.en if own.en == usual.en else f"{own.en} ({usual.en})",
                own.ja if own.ja == usual.ja else f"{own.ja}（{usual.ja}）",
            )
        )

    def _called(self, rule: str) -> Text:
        own, usual = self._names.get(rule, NOTHING), rule_names()[rule]
        return Text(own.en or usual.en, own.ja or usual.ja)

    def _card_rows(self) -> Iterator[Row]:
        """The cards that do something, from the weakest rank up, and the ranks that do not."""
        found = sorted(self._card_lines(), key=lambda pair: _RANKS.index(pair[0]))
        told = []
        for rank, lines in groupby(found, key=lambda pair: pair[0]):
            told.append(rank)
            label = _word("joker") if rank == "X" else Text(str(rank), str(rank))
            yield Row(label, tuple(line for _rank, line in lines))
        rest = [Text(str(rank), str(rank)) for rank in _RANKS if rank not in told and rank != "X"]
        if rest:
            yield Row(_word("other_cards"), (Line(NOTHING, _say("no_effect", ranks=joined(rest))),))

    def _card_lines(self) -> Iterator[tuple[Any, Line]]:
        """What each rank does, not in order."""
        house = self._house
        if house.jokers.count:
            yield "X", Line(NOTHING, _word("joker_alone"))
            if not house.on("joker_wild"):
                wild = _word("joker_wild" if house.on("runs") else "joker_wild_in_groups")
                yield "X", Line(NOTHING, wild)
        for rule, entry in read_data("sheet.toml")["cards"].items():
            if house.on(rule) and (rule != "joker_wild" or house.jokers.count):
                first, *others = self._ranks(rule, entry)
                yield first, Line(self._label(rule), self.told(rule), rule)
                for rank in others:
                    yield rank, Line(labelled(self._called(rule)), _say("see_also", rank=first))
        if house.on("two_cut") and house.two_cut.turned_three:
            yield 3, Line(labelled(self._called("two_cut")), _word("three_clears"))
        yield from self._banned_cards()

    def _ranks(self, rule: str, entry: Mapping[str, Any]) -> list[Any]:
        """The ranks that a rule is about."""
        if "ranks" in entry:
            return list(entry["ranks"])
        chosen = self._house.expanded[rule][entry["parameter"]]
        if not isinstance(chosen, list):
            return [chosen]
        names = [str(card)[1:].replace("T", "10") for card in chosen]
        return sorted({int(name) if name.isdecimal() and name != "2" else name for name in names}, key=_RANKS.index)

    def _banned_cards(self) -> Iterator[tuple[Any, Line]]:
        """The cards that may not be in the last set."""
        house = self._house
        if not house.on("finish_ban"):
            return
        name = labelled(self._called("finish_ban"))
        ranks = {"joker": "X", "8": 8, "J": "J", "2": "2", "S3": 3}
        for card in house.finish_ban.cards:
            if card in ranks and (card != "joker" or house.jokers.count):
                yield ranks[card], Line(name, _word("spade3_not_last" if card == "S3" else "not_last"))
        if "2" in house.finish_ban.cards and house.finish_ban.turned_three:
            yield 3, Line(name, _word("three_not_last"))

    def _without(self) -> Iterator[Line]:
        """What there is not from deal to deal."""
        for rule, word in (("exchange", "no_exchange"), ("titles", "no_titles"), ("points", "no_points")):
            if not self._house.on(rule):
                yield Line(NOTHING, _word(word))

    def _series_rows(self) -> Iterator[Row]:
        """Titles, exchange and points by number of players."""
        for players in self._players:
            lines = [
                Line(_word(word), text)
                for word, text in (
                    ("titles", self._titles(players)),
                    ("given", self._gifts(players)),
                    ("points", self._points(players)),
                )
                if text.en
            ]
            if lines:
                yield Row(_say("players", players=players), tuple(lines))

    @cached_property
    def _tables(self) -> Mapping[int, tuple[str, ...]]:
        return chosen_tables(self._house.titles.table)

    def _titles(self, players: int) -> Text:
        if not self._house.on("titles"):
            return NOTHING
        runs = [(title_name(title), len(list(some))) for title, some in groupby(self._tables[players])]
        return joined(
            Text(f"{name.en} ×{times}", f"{name.ja}×{times}") if times >= _TIMES else name for name, times in runs
        )

    def _gifts(self, players: int) -> Text:
        if not self._house.on("exchange"):
            return NOTHING
        pairs = exchange_pairings(self._tables[players], self._house.exchange.counts)
        return joined(
            _say("gift", rich=rich + 1, poor=poor + 1, cards=cards_text(count)) for rich, poor, count in pairs
        )

    def _points(self, players: int) -> Text:
        by: Value = self._house.points.by_place if self._house.on("points") else None
        if by == "titles":
            by = [TITLE_POINTS[title] for title in self._tables[players]]
        if isinstance(by, dict):
            by = by.get(str(players))
        if not isinstance(by, list) or len(by) != players:
            return NOTHING
        return joined(Text(str(value), str(value)) for value in by)
