"""The sheet of a house of daifugo: what holds in it, card by card where cards decide, and what is not played."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from daifu.replay.cards import JOKER
from daifu.replay.exchange import exchange_pairings
from daifu.replay.games.daifugo.catalogue import RANK_VALUES, house_rules, read_data, rule_names, rule_texts
from daifu.replay.games.daifugo.options import House, house_of, normal_item, normal_value
from daifu.replay.options import NOTHING, Line, Options, Row, Section, Told, Value, labelled, plain_words, run_on
from daifu.replay.text import Text, cards_text, filled, joined, number_range
from daifu.replay.titles import TITLE_POINTS, Titles, chosen_tables, title_name


def tell_house(options: Options, players: range, names: Mapping[str, Text]) -> Told:
    """The rules of a house; `names` are what it calls them itself."""
    house = house_of(options)
    jokers = house.jokers.count
    facts = [
        _say("players", players=number_range(players[0], players[-1])),
        _say("one_pack" if house.decks.count == 1 else "two_packs"),
        _say({0: "no_jokers", 1: "one_joker"}.get(jokers, "some_jokers"), count=jokers),
    ]
    return Told(joined(facts), tuple(_Sheet(house, players, names).sections()))


def tell_rule(options: Options, rule: str) -> Text:
    """What a rule that is on does in a house, with all that differs from the usual."""
    house = house_of(options)
    texts, told = rule_texts()[rule].parameters, _told(house, rule)
    return told if told.en else run_on([texts[name].sentence(value) for name, value in house.expanded[rule].items()])


def _say(word: str, **values: object) -> Text:
    """A text with values, of which some are texts themselves."""
    return filled(read_data("sheet.toml")["words"][word], **values)


_RANKS: Final = (*RANK_VALUES, JOKER)
_ABOUT_JOKERS: Final = {"suit", "jokers", "joker", "lone_joker", "stand_ins", "joker_ends", "natural", "jokers_stay_in"}
_BY_NAME: Final = {f"queen_bomber.{name}" for name in ("self", "joker", "from_hand", "must", "last_set")}
_MATTERS: Final[Sequence[tuple[Collection[str], Callable[[House], object]]]] = (
    ({"exchange.counts", "titles.table", "points.by_place"}, lambda _house: False),  # a table tells these
    ({"in_runs", "from_run", "runs"}, lambda house: house.on("runs")),
    (_ABOUT_JOKERS, lambda house: house.jokers.count),
    ({"first_lead.card"}, lambda house: "holder" in {house.first_lead.by, house.next_lead.by}),
    ({"first_lead.must"}, lambda house: house.first_lead.by == "holder"),
    ({"lead_pass.then"}, lambda house: house.lead_pass.stop_after is not None),
    ({"seat_order.every", "seat_order.way"}, lambda house: house.seat_order.by in {"places", "points"}),
    ({"joker_wild.suit"}, lambda house: house.joker_wild.groups),
    ({"spade3.free_of_locks"}, lambda house: house.any_on(*read_data("sheet.toml")["sections"]["locks"]["rules"])),
    ({"spade3.joker_on_it"}, lambda house: house.spade3.clears is not True),
    ({"suit_lock.match", "suit_lock.runs"}, lambda house: house.suit_lock.sets == "all"),
    (_BY_NAME, lambda house: house.queen_bomber.mode == "name"),
    ({"finish_ban.turned_three"}, lambda house: "2" in house.finish_ban.cards),
    ({"finish_ban.order"}, lambda house: {"2", "strongest"} & {*house.finish_ban.cards}),
    ({"finish_ban.several"}, lambda house: house.finish_ban.mode == "last"),
    ({"finish_ban.stuck"}, lambda house: house.finish_ban.mode == "illegal"),
    ({"fallen_daifugo.foul_counts", "fallen_daifugo.place"}, lambda house: house.on("finish_ban")),
    ({"exchange.poor", "exchange.rich"}, lambda house: house.exchange.counts != []),
    ({"points.last_factor", "set_length.titles_reset"}, lambda house: house.set_length.deals is not None),
    ({"seven_give.may_empty", "ten_discard.may_empty"}, lambda house: house.gift_finish.allowed),
)
"""When parameters, by their names or those of one rule, are told and can make a difference; the others always can."""


def _told(house: House, rule: str) -> Text:
    """What a rule does here: its sentence, and those on parameters that matter."""
    data, texts, values = read_data("sheet.toml"), rule_texts()[rule], house.expanded[rule]
    topic = rule in data["topics"]
    said = [] if topic else [texts.sentence(values)]
    for name, parameter in house_rules().built[rule].parameters.items():
        place, value = f"{rule}.{name}", values[name]
        told = not topic and f"{{{name}}}" in texts.text.en
        usual = place in data["quiet"] and value == normal_value(parameter, parameter.default)
        matters = all(test(house) for names, test in _MATTERS if name in names or place in names)
        if matters and not told and not usual:
            said.append(texts.parameters[name].sentence(value))
    if rule == "next_lead" and house.next_lead.by == "holder" and not house.on("first_lead"):
        said.append(rule_texts()["first_lead"].parameters["card"].sentence(house.first_lead.card))
    return run_on(said)


class _Sheet:
    """A house as its sheet tells it."""

    def __init__(self, house: House, players: range, names: Mapping[str, Text]) -> None:
        self._house = house
        self._players = players
        self._names = names

    def sections(self) -> Iterator[Section]:
        """The parts of the sheet."""
        data, rows = read_data("sheet.toml"), {"cards": self._card_rows, "series": self._series_rows}
        for key, entry in data["sections"].items():
            yield Section(key, entry["heading"], tuple(self._lines(entry)), tuple(rows[key]()) if key in rows else ())
        off = [self._called(rule) for rule in data["common"] if not self._house.on(rule)]
        if off:
            yield Section("off", _say("off"), (Line(NOTHING, joined(off)),))

    def _lines(self, entry: Mapping[str, Any]) -> Iterator[Line]:
        if "always" in entry:
            yield Line(NOTHING, entry["always"])
        for rule in entry["rules"]:
            if self._house.on(rule):
                said = _told(self._house, rule)
                if said.en:
                    yield Line(self._label(rule), said, rule)
            elif rule in entry.get("off", {}) and (rule != "next_lead" or self._house.first_lead.deals == "first"):
                yield Line(NOTHING, entry["off"][rule])
        for rules, text in entry.get("without", {}).items():
            if not self._house.any_on(*rules.split()):
                yield Line(NOTHING, text)

    def _label(self, rule: str) -> Text:
        """The name of a rule: what the house calls it, and what others do."""
        own, usual = self._called(rule), rule_names()[rule]
        en = own.en if own.en == usual.en else f"{own.en} ({usual.en})"
        return labelled(Text(en, own.ja if own.ja == usual.ja else f"{own.ja}（{usual.ja}）"))

    def _called(self, rule: str) -> Text:
        own, usual = self._names.get(rule, NOTHING), rule_names()[rule]
        return Text(own.en or usual.en, own.ja or usual.ja)

    def _card_rows(self) -> Iterator[Row]:
        """The cards that do something, from the weakest rank up, and the ranks that do not."""
        found: dict[Any, list[Line]] = {rank: [] for rank in _RANKS}
        for rank, line in self._card_lines():
            found[rank].append(line)
        for rank, lines in found.items():
            if lines:
                yield Row(_say("joker") if rank == JOKER else plain_words(rank), tuple(lines))
        rest: list[Value] = [rank for rank in RANK_VALUES if not found[rank]]
        if rest:
            yield Row(_say("other_cards"), (Line(NOTHING, _say("no_effect", ranks=plain_words(rest))),))

    def _card_lines(self) -> Iterator[tuple[Any, Line]]:
        """What each rank does, not in order."""
        house = self._house
        if house.jokers.count:
            yield JOKER, Line(NOTHING, _say("joker_alone"))
            if not house.on("joker_wild"):
                yield JOKER, Line(NOTHING, _say("joker_wild" if house.on("runs") else "joker_wild_in_groups"))
        for rule, rank in read_data("sheet.toml")["cards"].items():
            if house.on(rule) and (rule != "joker_wild" or house.jokers.count):
                chosen = house.expanded[rule].get(rank, rank)
                ranks = {normal_item("rank", card[1:]) for card in chosen} if isinstance(chosen, list) else {chosen}
                first, *others = sorted(ranks, key=_RANKS.index)
                yield first, Line(self._label(rule), _told(house, rule), rule)
                for other in others:
                    yield other, Line(labelled(self._called(rule)), _say("see_also", rank=first))
        if house.on("two_cut") and house.two_cut.turned_three:
            yield 3, Line(labelled(self._called("two_cut")), _say("three_clears"))
        if house.on("finish_ban"):
            yield from self._banned_cards()

    def _banned_cards(self) -> Iterator[tuple[Any, Line]]:
        """The cards that may not be in the last set."""
        ban, name = self._house.finish_ban, labelled(self._called("finish_ban"))
        ranks = {"joker": JOKER, "8": 8, "J": "J", "2": "2", "S3": 3}
        for card in ban.cards:
            if card in ranks and (card != "joker" or self._house.jokers.count):
                yield ranks[card], Line(name, _say("spade3_not_last" if card == "S3" else "not_last"))
        if "2" in ban.cards and ban.turned_three:
            yield 3, Line(name, _say("three_not_last"))

    def _series_rows(self) -> Iterator[Row]:
        """Titles, exchange and points by number of players."""
        house = self._house
        tables = chosen_tables(house.titles.table)
        for players in self._players:
            titles = tables[players]
            lines = (
                Line(_say("titles"), _titles(titles) if house.on("titles") else NOTHING),
                Line(_say("given"), _gifts(titles, house.exchange.counts) if house.on("exchange") else NOTHING),
                Line(_say("points"), _points(titles, house.points.by_place)),
            )
            told = tuple(line for line in lines if line.text.en)
            if told:
                yield Row(_say("players", players=players), told)


def _titles(titles: Titles) -> Text:
    """The titles from the first place on."""
    runs = [(title_name(title), len(list(some))) for title, some in groupby(titles)]
    return joined(filled(Text("{} ×{}", "{}×{}"), name, times) if times > 1 else name for name, times in runs)


def _gifts(titles: Titles, counts: Any) -> Text:  # noqa: ANN401 - a value of a parameter
    """The cards that pairs of players exchange."""
    pairs = exchange_pairings(titles, counts)
    return joined(_say("gift", rich=rich + 1, poor=poor + 1, cards=cards_text(count)) for rich, poor, count in pairs)


def _points(titles: Titles, by_place: Value) -> Text:
    """The points from the first place on."""
    points = by_place.get(str(len(titles))) if isinstance(by_place, dict) else by_place
    if points == "titles":
        points = [TITLE_POINTS[title] for title in titles]
    return plain_words(points) if isinstance(points, list) and len(points) == len(titles) else NOTHING
