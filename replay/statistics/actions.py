"""What each action of a deal was to its trick, as the statistics count it."""

from dataclasses import dataclass

from daifu.replay.actions import Action
from daifu.replay.melds import Combination
from daifu.replay.rules import Rules
from daifu.replay.statistics.collector import PlayCollector
from daifu.replay.statistics.rows import set_just_played
from daifu.replay.table import Table


@dataclass(slots=True)
class ActionFacts:
    """What one action was to its trick.

    `hand` is the number of cards that its player held before it, and `stood` whether it took effect. `trick` is the
    number of tricks that had been led to when it was taken, its own lead included. A set that stood has its kind
    (`form`), whether it `led` to the trick, and whether it `won` it. `could_answer` is None except for a pass that
    counts as one by a player whose hand is known: whether that hand held a legal set.
    """

    hand: int
    stood: bool
    trick: int = 0
    form: str | None = None
    led: bool | None = None
    won: bool | None = None
    could_answer: bool | None = None


class ActionCollector(PlayCollector):
    """Takes the actions of a sitting's deals; `facts` has what each action of the present deal was, in their order."""

    def __init__(self, rules: Rules, players: int) -> None:
        """Begin a sitting of this number of players."""
        super().__init__(rules, players)
        self.facts: list[ActionFacts] = []
        self._tricks_led = 0
        self._last_set: ActionFacts | None = None

    def steps(self, table: Table, actions: list[Action]) -> None:
        """Take all actions of a deal and note what each of them was."""
        self._open(table)
        self.facts = []
        self._tricks_led = 0
        self._last_set = None
        for index, action in enumerate(actions):
            held = table.hand_size(action.player)
            facts = ActionFacts(held, stood=not action.void)
            self.facts.append(facts)
            self._take_other(table, action, index)
            facts.trick = self._tricks_led
        self.end_play(table)

    def _count_set(self, table: Table, action: Action, under: Combination | None, lock: int) -> None:
        super()._count_set(table, action, under, lock)
        facts = self._last_set = self.facts[-1]
        facts.form = set_just_played(table, action).form
        facts.led = under is None
        facts.won = False

    def _lead(self, table: Table, player: int) -> None:
        super()._lead(table, player)
        self._tricks_led += 1
        if self._last_set is not None:  # it won the trick before
            self._last_set.won = True

    def _can(self, table: Table, action: Action) -> bool | None:
        can = self.facts[-1].could_answer = super()._can(table, action)
        return can

    def _stood(self, table: Table, action: Action, index: int) -> bool:
        stood = super()._stood(table, action, index)
        if not stood:
            self.facts[-1].stood = False
            self.facts[-1].could_answer = None
        return stood
