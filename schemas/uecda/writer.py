"""Writes a record as a server log (rules digest, section 2).

A record that was read from a log gives that log again, byte for byte. A record from another source gets a new header.
Values for which the format has no place and on which the play does not depend (times, comments, notes, the event) are
left out; a record with anything else that the format cannot hold is refused.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from daifu.replay.text import Text
from daifu.schemas.foreign_log import NUL, LogError, LogLines, WritingError, prefix_writing_errors
from daifu.schemas.record.model import RawRecord, player_id, player_name
from daifu.schemas.uecda import messages
from daifu.schemas.uecda.cards import NO_EXCHANGE, NO_RANKS, game_prefix, write_cards, write_set
from daifu.schemas.uecda.deals import ALL_PLAYERS, PLAYERS, PlainDeal, plain_deals
from daifu.schemas.uecda.header import (
    OPTION_FLAGS,
    SOURCE_FORMAT,
    LogHeader,
    ServerLogSource,
    players_from_names,
    read_header,
    read_source,
    write_header,
)


def write_server_log(record: RawRecord) -> str:
    """The record as the text of a server log. Raises `WritingError`."""
    return "".join(server_log_lines(record))


def server_log_lines(record: RawRecord) -> Iterator[str]:
    """The lines of the record's server log with their endings, and its tail. Raises `WritingError`."""
    deals = plain_deals(record, illegal_play="pass")
    source = _source_of_record(record)
    cut = source.first_game + len(record["deals"]) - 1 if source.points_cut else None
    for line in chain(source.head, _game_lines(deals, source, cut), source.foot):
        yield line + source.line_end
    yield source.tail + NUL * source.padding


def _source_of_record(record: RawRecord) -> ServerLogSource:
    """The `source` of a record that was read from a log; a new one for a record from another source."""
    raw = record.get("source", {})
    options = record.get("options", {})
    if raw.get("format") != SOURCE_FORMAT:
        names = [player_name(player) for player in record["players"]]
        return ServerLogSource(format=SOURCE_FORMAT, head=write_header(names, options, len(record["deals"])))
    source = read_source(raw)
    head = _header_of_source(source)
    same_options = all(head.options.get(name, False) == options.get(name, False) for name in OPTION_FLAGS.values())
    same_players = [player["id"] for player in players_from_names(head.names)] == [
        player_id(player) for player in record["players"]
    ]
    if not (same_options and same_players):
        raise WritingError(messages.OTHER_HEADER)
    return source


def _header_of_source(source: ServerLogSource) -> LogHeader:
    with prefix_writing_errors(Text("source.head", "source.head")):
        try:
            return read_header(LogLines(f"{line}\n" for line in source.head))
        except LogError as error:
            raise WritingError(error.message) from error


def _game_lines(deals: Iterable[PlainDeal], source: ServerLogSource, cut: int | None) -> Iterator[str]:
    """The lines of all games without their endings; the points line of the game `cut` is in the tail."""
    total = source.points_start or [0] * PLAYERS
    for number, deal in enumerate(deals, start=source.first_game):
        if number > source.first_game or not source.points_start:
            # Points that the record does not write follow from the order (U-SCORE-1).
            points = deal.points or [PLAYERS - deal.order.index(player) for player in ALL_PLAYERS]
            total = [before + gain for before, gain in zip(total, points, strict=True)]
        with prefix_writing_errors(messages.deal_number(number - source.first_game + 1)):
            entries = _game_entries(deal)
        entries["points"] = " ".join(map(str, total))
        if not source.exchange_written:
            del entries["change_cards"]
        if not source.points_written or number == cut:
            del entries["points"]
        for key, value in entries.items():
            yield game_prefix(number, key) + value


def _game_entries(deal: PlainDeal) -> dict[str, str]:
    places = deal.places  # None after a reset, which is written as five twos (U-SEAT-1)
    gifts = (f" {_digits([gift.giver, gift.receiver])}{write_cards(gift.cards)}EE" for gift in deal.gifts)
    plays = (f" {_digits([play.player])}{write_set(play.cards) if play.cards else ''}EE" for play in deal.plays)
    return {
        "mibun": NO_RANKS if places is None else "".join(str(places.index(player)) for player in ALL_PLAYERS),
        "seat": _digits(deal.seats),
        "palyer_cards": "".join(f"{write_cards(hand)} " for hand in deal.hands),
        "change_cards": "".join(gifts) or NO_EXCHANGE,
        "play": "".join(plays),
        "result": _digits(deal.order),
    }


def _digits(players: Iterable[int]) -> str:
    return "".join(str(player - 1) for player in players)
