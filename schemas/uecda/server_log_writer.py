"""Writes a record as a server log (rules digest, section 2).

A record that was read from a log gives that log again, byte for byte. One that comes from elsewhere gets a header of
its own. What the format has no place for and the play does not hang on (times, comments, notes, the event) is left out;
anything else that it cannot say is refused.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from replay.actions import GIVE, PASS, PLAY, Action, Notation, Unreadable
from replay.melds import UECDA_LEXICON
from replay.text import Text
from schemas.log_errors import WritingError, writing
from schemas.log_lines import LogLines
from schemas.raw import RawDeal, RawRecord, RawResult, player_id, player_name
from schemas.uecda import wording
from schemas.uecda.cards import words_of, write_cards, write_set
from schemas.uecda.game_lines import NO_EXCHANGE, NO_RANKS, game_prefix
from schemas.uecda.head import OPTION_FLAGS, SEATS, read_head, write_head
from schemas.uecda.source import FORMAT, ServerLogSource, source_of

_EVERYBODY: Final = list(range(1, SEATS + 1))
_NOTATION: Final = Notation(UECDA_LEXICON, SEATS)


def write_server_log(record: RawRecord) -> str:
    """The record as the text of a server log. Raises `WritingError`."""
    return "".join(server_log_lines(record))


def server_log_lines(record: RawRecord) -> Iterator[str]:
    """The lines of the record's server log with their endings, and what a cut log ended with. Raises `WritingError`."""
    _check_rules(record)
    source = _source(record)
    for line in source.head:
        yield line + source.line_end
    games = _GameWriter(source)
    for index, deal in enumerate(record["deals"]):
        with writing(Text(f"deal {index + 1}", f"{index + 1}回目")):
            lines = games.lines(deal)
        for line in lines:
            yield line + source.line_end
    for line in source.foot:
        yield line + source.line_end
    yield source.tail


class _GameWriter:
    """Writes game after game, and remembers what a game takes from the one before: number, totals, ranks and seats."""

    def __init__(self, source: ServerLogSource) -> None:
        self._source = source
        self._number = source.first_game
        self._total = source.points_start
        self._order: list[int] | None = None
        self._seats = _EVERYBODY

    def lines(self, deal: RawDeal) -> list[str]:
        """The lines of one game without their endings."""
        result = deal.get("result", RawResult())
        order = _everybody(result.get("order", []), "result.order")
        self._seats = _everybody(deal.get("seats", self._seats), "seats")
        gifts, plays = _actions(deal)
        entries = {
            "mibun": _ranks(deal.get("places", self._order)),
            "seat": _digits(self._seats),
            "palyer_cards": _hands(deal),
            "change_cards": " " + " ".join(gifts) if gifts else NO_EXCHANGE,
            "play": "".join(f" {play}" for play in plays),
            "result": _digits(order),
            "points": self._add_points(result, order),
        }
        if not self._source.exchange_written:
            del entries["change_cards"]
        if not self._source.points_written:
            del entries["points"]
        lines = [game_prefix(self._number, key) + value for key, value in entries.items()]
        self._number += 1
        self._order = order
        return lines

    def _add_points(self, result: RawResult, order: Sequence[int]) -> str:
        """The totals after this game; where the record writes no points they follow from the order (U-SCORE-1)."""
        points = result.get("points")
        if points is None:
            first_of_later_log = self._number == self._source.first_game > 0
            points = [0.0 if first_of_later_log else float(SEATS - order.index(player)) for player in _EVERYBODY]
        whole = [int(gain) for gain in points if gain is not None and gain == int(gain)]
        if len(whole) != SEATS:
            raise WritingError(wording.FIVE_POINTS)
        self._total = tuple(before + gain for before, gain in zip(self._total, whole, strict=True))
        return " ".join(map(str, self._total))


def _check_rules(record: RawRecord) -> None:
    if record["rules"] != "uecda" or len(record["players"]) != SEATS:
        raise WritingError(wording.FIVE_OF_UECDA)
    if record.get("options", {}).get("illegal_play", "pass") != "pass":
        raise WritingError(wording.FAULTS_PASS)


def _source(record: RawRecord) -> ServerLogSource:
    """What the log knew besides the record; made up for a record that came from elsewhere."""
    raw = record.get("source", {})
    options = record.get("options", {})
    if raw.get("format") != FORMAT:
        names = [player_name(player) for player in record["players"]]
        return ServerLogSource(format=FORMAT, head=write_head(names, options, len(record["deals"])))
    source = source_of(raw)
    head = read_head(LogLines(f"{line}\n" for line in source.head))
    same_options = all(head.options.get(name, False) == options.get(name, False) for name in OPTION_FLAGS.values())
    same_players = [player["id"] for player in head.players] == [player_id(player) for player in record["players"]]
    if not (same_options and same_players):
        raise WritingError(wording.OTHER_HEAD)
    return source


def _everybody(players: list[int], field: str) -> list[int]:
    if sorted(players) != _EVERYBODY:
        raise WritingError(wording.not_everybody(field))
    return players


def _digits(players: Sequence[int]) -> str:
    return "".join(str(player - 1) for player in players)


def _ranks(places: list[int] | None) -> str:
    """Each player's rank; a reset is written as five twos (U-SEAT-1)."""
    if places is None:
        return NO_RANKS
    _everybody(places, "places")
    return "".join(str(places.index(player)) for player in _EVERYBODY)


def _hands(deal: RawDeal) -> str:
    hands = deal.get("hands", [])
    if deal.get("hands_are", "dealt") != "dealt" or len(hands) != SEATS or not all(hands):
        raise WritingError(wording.HANDS_AS_DEALT)
    return "".join(write_cards(tuple((hand or "").split())) + " " for hand in hands)


def _actions(deal: RawDeal) -> tuple[list[str], list[str]]:
    """The gifts and the plays of a deal as the server writes them."""
    gifts: list[str] = []
    plays: list[str] = []
    if "actions" not in deal:
        raise WritingError(wording.EVERY_PLAY)
    for index, text in enumerate(deal["actions"]):
        with writing(Text(f"action {index + 1} ({text})", f"{index + 1}番目の行動（{text}）")):
            action = _read_action(text)
            if action.verb == GIVE and not plays:
                gifts.append(f"{action.player - 1}{action.target - 1}{write_cards(words_of(action.meld))}EE")
            elif action.verb in {PLAY, PASS} and not action.void:
                plays.append(f"{action.player - 1}{write_set(words_of(action.meld)) if action.verb == PLAY else ''}EE")
            else:
                raise WritingError(wording.NO_SUCH_ACTION)
    return gifts, plays


def _read_action(text: str) -> Action:
    try:
        return _NOTATION[text]
    except Unreadable as error:
        raise WritingError(error.text) from error
