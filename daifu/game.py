"""Games that are played action by action: dealt by a seed or as given, or taken up from a record."""

from collections.abc import Sequence
from dataclasses import replace
from secrets import randbits
from typing import Any, Final

from daifu.houses import House
from daifu.position import Position
from daifu.records import Record, encode_deal, encode_record, load, replay
from daifu.replay.actions import Action
from daifu.replay.deal import NO_RESULT, Deal, Result
from daifu.replay.dealing import deal_cards, draw_places, name_drawn_cards, seeded
from daifu.replay.faults import Fault
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.legal import HandSets
from daifu.replay.match import Match, Report
from daifu.replay.match import Record as LoadedRecord
from daifu.replay.options import Options
from daifu.replay.position import Position as Reached
from daifu.replay.position import after_action, candidates_are_few, hands_are_of_the_pack, opening_position
from daifu.schemas.drawing.text import board_text
from daifu.schemas.position import check_deal
from daifu.schemas.record.decode import decode_raw
from daifu.schemas.record.model import RECORD_FORMAT, player_name

USUAL_PLAYERS: Final = 4
_SEED_BITS: Final = 64
_LOTS: Final = 1_000_000
"""The place of the lots among the random numbers of a deal, behind those of all its actions."""


class IllegalAction(ValueError):
    """An action that breaks a rule and was not taken; `faults` says what is wrong with it."""

    def __init__(self, action: str, faults: Sequence[Fault]) -> None:
        super().__init__(f"{action!r}: {'; '.join(fault.message.en for fault in faults)}")
        self.action = action
        self.faults = list(faults)

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalAction, (self.action, self.faults)


class Game:
    """A sitting in progress: its present deal can be played, taken back and copied action by action.

    Actions are written as in records: `1 S3 H3`, `2 -`. Players are numbered from 1.
    """

    __slots__ = (
        "_abandoned",
        "_actions",
        "_deals",
        "_endless",
        "_head",
        "_loaded",
        "_match",
        "_result",
        "_sets",
        "_steps",
        "seed",
    )
    _abandoned: bool
    _actions: list[Action]
    _deals: list[Deal]
    _match: Match
    _result: Result
    _steps: list[Reached]

    def __init__(
        self,
        rules: str,
        *,
        players: int | Sequence[str] | None = None,
        options: Options | None = None,
        house: House | None = None,
        seed: int | None = None,
        **deal: Any,  # noqa: ANN401 - the fields of a deal
    ) -> None:
        """A sitting with its first deal.

        `players` is their number or their names; by default it is four, or as many as the game needs. A `house` says
        the options, and the record names it. Equal seeds deal equal cards. The other names are those of `deal`. Raises
        `RecordRefused` for a game, options, players or fields that do not fit, and `ValueError` for options beside a
        house.
        """
        if house is not None and options is not None:
            raise ValueError("expected options or a house, found both")
        if players is None:
            players = _usual_players(rules, house)
        names = [f"P{number}" for number in range(1, players + 1)] if isinstance(players, int) else list(players)
        head: dict[str, Any] = {"format": RECORD_FORMAT, "rules": rules, "players": names}
        if options:
            head["options"] = dict(options)
        if house is not None:
            head |= {"options": house.options, "house": house.reference}
        self._sit_down(head, seed)
        self._begin(deal)

    @classmethod
    def from_record(
        cls, record: Record, deal: int | None = None, at: int | None = None, *, seed: int | None = None
    ) -> "Game":
        """The game of a record after `at` actions of a deal, by default after all actions of its last one.

        Deals are counted from 1; those behind this one, the source and all notes are left out. Raises `LookupError` for
        no such position.
        """
        deals = record.loaded.deals
        number = len(deals) if deal is None else deal
        check_deal(record.loaded, number, at or 0)
        raw, played = record.values(), deals[number - 1]
        actions = played.actions or []
        game = cls.__new__(cls)
        game._sit_down({name: value for name, value in raw.items() if name not in {"deals", "source", "notes"}}, seed)
        game._deals = list(deals[: number - 1])
        for earlier in game._deals:
            game._match.play(earlier)
        game._open(_with_play(played, []))
        for action in actions[:at]:
            game._take(action, after_action(game._steps[-1], action))
        if at is None or at == len(actions):
            game._result, game._abandoned = played.result, played.abandoned
        return game

    def deal(self, **fields: Any) -> None:  # noqa: ANN401 - as below
        """Begin the next deal, with random cards or with those of `hands` (and `stock`).

        All names are fields of a deal as records have them: `hands`, `stock`, `seats`, `places`, `dealer`, `first`,
        `hands_are`. Raises `ValueError` while the deal before is still played, and `RecordRefused` for fields that do
        not fit.
        """
        deal, match = self._played(), self._match.copy()
        report = match.play(deal)
        if not (self.over or self._abandoned or report.decided):
            raise ValueError("the deal is not over: play it to its end, or abandon it")
        self._deals, self._match = [*self._deals, deal], match
        self._begin(fields)

    def legal(self) -> list[str]:
        """Every action that is legal now, of any player, as records write it.

        Of a player with unknown cards only the known ones are considered. Raises `ValueError` where a hand has more
        cards than the pack could give: then there may be no end of them.
        """
        if self._endless:
            raise ValueError("expected hands that the pack can give, found a hand with more cards or more copies")
        return [action.text for action in self._sets.legal_actions(self._steps[-1].table)]

    def is_legal(self, action: str) -> bool:
        """Whether this action would now be without a fault. Raises `ValueError` for one that cannot be read."""
        return not after_action(self._steps[-1], self._sets.notation[action]).table.faults

    def push(self, action: str, *, faulty: bool = False) -> list[Fault]:
        """Take an action; returns its faults.

        An action with a fault is refused: it raises `IllegalAction`, and nothing changes. With `faulty` it is taken as
        a table takes it that did not notice. Raises `ValueError` for an action that cannot be read.
        """
        before, taken = self._steps[-1], self._sets.notation[action]
        after = after_action(before, taken)
        faults = after.table.faults
        if faults and not faulty:
            raise IllegalAction(action, faults)
        named = name_drawn_cards(before, taken, after.table, lambda: seeded(self.seed, self._match.number, before.at))
        if named != taken.text:
            taken = self._sets.notation[named]
            after = after_action(before, taken)
        self._take(taken, after)
        return after.table.faults

    def pop(self) -> str:
        """Take back the last action of the deal; returns it. Raises `IndexError` before the first one."""
        action = self._actions.pop().text
        self._steps.pop()
        self._result, self._abandoned = NO_RESULT, False
        return action

    def copy(self) -> "Game":
        """A copy of the game that can go on on its own; its random cards would be the same."""
        twin = type(self).__new__(type(self))
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._steps, twin._actions = self._steps.copy(), self._actions.copy()
        return twin

    def abandon(self) -> None:
        """Mark the deal as abandoned: it has no result, and the next one can begin."""
        self._abandoned = True

    @property
    def rules(self) -> str:
        """The name of the game."""
        return str(self._head["rules"])

    @property
    def players(self) -> list[str]:
        """The names of the players: player 1 comes first."""
        return list(map(player_name, self._head["players"]))

    @property
    def turn(self) -> int | None:
        """The player on turn; None where the first to act has it, and when the deal is over."""
        return self._steps[-1].table.turn or None

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self._steps[-1].table.over

    @property
    def actions(self) -> list[str]:
        """The actions of the deal so far."""
        return [action.text for action in self._actions]

    @property
    def position(self) -> Position:
        """The present position, which stays as it is when the game goes on."""
        last = self._steps[-1]
        played = self._played()
        return Position(replace(last, record=self._record_with(played), start=last.start.with_deal(played)))

    def record(self) -> Record:
        """The record of the sitting so far."""
        return load({**self._head, "deals": encode_record(self._record_with(self._played()))["deals"]})

    def report(self) -> Report:
        """The report on the sitting so far."""
        return replay(self.record())

    def __repr__(self) -> str:
        turn = "over" if self.over else f"turn: {self.turn}"
        deal = f"deal {self._match.number + 1}, after {len(self._actions)} actions"
        return f"<Game: {self.rules}, {len(self.players)} players, {deal}, {turn}>"

    def __str__(self) -> str:
        return board_text(self.position.reached)

    def _repr_svg_(self) -> str:
        return self.position.svg()

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.record(), self.seed)

    def _record_with(self, played: Deal) -> LoadedRecord:
        loaded = self._loaded
        return LoadedRecord(loaded.rules, loaded.options, loaded.players, [*self._deals, played], loaded.house)

    def _sit_down(self, head: dict[str, Any], seed: int | None) -> None:
        """Begin a sitting, before its first deal."""
        self._head = head
        self.seed = randbits(_SEED_BITS) if seed is None else seed
        self._deals = []
        self._loaded = decode_raw({**head, "deals": [{"abandoned": True}]}).record
        self._match = Match(self._loaded.rules, len(self._loaded.players), house=self._loaded.house)
        self._sets = HandSets(self._loaded.rules, len(self._loaded.players))

    def _begin(self, fields: dict[str, Any]) -> None:
        """Open the next deal of the match with these fields."""
        given = "hands" in fields
        raw = {**fields, "actions": []} if given else {**fields, "abandoned": True}
        alphabet = self._loaded.rules.alphabet
        past = [encode_deal(alphabet, deal) for deal in self._deals] if fields else []
        deal = decode_raw({**self._head, "deals": [*past, raw]}).record.deals[-1]
        if not given:
            deal_cards(self._match, deal, seeded(self.seed, self._match.number))
        self._open(_with_play(deal, []), given=given)

    def _open(self, deal: Deal, *, given: bool = True) -> None:
        first = opening_position(self._match, self._loaded, deal)
        self._steps = [first]
        self._endless = given and not (hands_are_of_the_pack(first.table) and candidates_are_few(first.table))
        self._actions = []
        self._result, self._abandoned = NO_RESULT, False

    def _take(self, action: Action, after: Reached) -> None:
        self._steps.append(after)
        self._actions.append(action)
        self._result, self._abandoned = NO_RESULT, False

    def _played(self) -> Deal:
        """The deal as it was played so far, places that are left open drawn by lot."""
        last = self._steps[-1]
        deal = _with_play(last.start.deal, self._actions.copy())
        deal.result, deal.abandoned = self._result, self._abandoned
        if deal.result is NO_RESULT:
            deal.result = draw_places(last, seeded(self.seed, self._match.number, _LOTS)) or NO_RESULT
        return deal


def _usual_players(rules: str, house: House | None) -> int:
    """Four players, or as few as the game or the house needs."""
    profile = PROFILES.get(rules)
    if profile is None:
        return USUAL_PLAYERS
    least, most = (profile.players[0], profile.players[-1]) if house is None else house.players
    return USUAL_PLAYERS if least <= USUAL_PLAYERS <= most else least


def _with_play(deal: Deal, actions: list[Action]) -> Deal:
    """The deal with these actions, without a result."""
    return Deal(
        seats=deal.seats,
        places=deal.places,
        hands=deal.hands,
        exchanged=deal.exchanged,
        dealer=deal.dealer,
        first=deal.first,
        stock=deal.stock,
        actions=actions,
    )


def _restore(record: Record, seed: int) -> Game:
    return Game.from_record(record, seed=seed)
