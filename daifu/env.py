"""Deals as an environment for agents that learn: the AEC interface of PettingZoo.

`env("akagiri", players=4)` is checked and wrapped as PettingZoo does with its own games; `DealEnv` is the environment
itself. The extra `env` installs what it needs.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from daifu.game import Game
from daifu.replay.actions import DISCARD, PLAY
from daifu.replay.analysis.estimates import decided
from daifu.replay.analysis.playout import NoPlayoutsError
from daifu.replay.options import Options
from daifu.replay.position import Position

MOST_ACTIONS: Final = 1_000
"""How many actions an agent can choose between if nothing else is said."""
MOST_COPIES: Final = 127
MOST_STEPS: Final = 2_000
"""A deal that goes on longer is cut off."""


def env(rules: str, **settings: Any) -> AECEnv:  # noqa: ANN401 - those of `DealEnv`
    """The environment of a game, with the wrappers that tell an agent what it does wrong."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(DealEnv(rules, **settings)))


class DealEnv(AECEnv):  # type: ignore[misc] # it has no types of its own
    """Deals of a game, each dealt anew.

    An agent chooses an action by its number: number i is the i-th of the actions that are legal for it, which `infos`
    has as `actions`; the last number means to wait. An agent who is not on turn, but may say or do something, is asked
    before the player on turn and can wait; so is everybody during an exchange. The mask of an observation has the
    numbers that count now. What an agent observes is what its player sees: the own hand, how many cards the others
    have, the set to beat, the cards laid so far, and the order of strength; players count from the agent on.

    Rewards come at the end of a deal: the value of the result for each player, from 0 to 1. A deal that cannot be
    played to its end is cut off without rewards.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "daifu_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        rules: str,
        *,
        players: int | Sequence[str] | None = None,
        options: Options | None = None,
        most_actions: int = MOST_ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        """The environment of a game with these players and options, as `daifu.Game` takes them.

        `most_actions` is the size of the space of actions. Raises `RecordRefused` as `Game` does.
        """
        super().__init__()
        self.render_mode = render_mode
        self._settings: dict[str, Any] = {"players": players, "options": options}
        self._rules, self._most = rules, most_actions
        self.game = Game(rules, seed=0, **self._settings)
        reached = self.game.position.reached
        self._alphabet = reached.table.rules.alphabet
        self.possible_agents = [f"player_{number}" for number in reached.ring]
        self._numbers = {agent: int(agent.removeprefix("player_")) for agent in self.possible_agents}
        size = len(_PLACES) * self._alphabet.size + len(self.possible_agents) + len(_FACTS)
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(0, MOST_COPIES, (size,), np.int8),
                "action_mask": spaces.Box(0, 1, (most_actions + 1,), np.int8),
            }
        )
        self._chosen = spaces.Discrete(most_actions + 1)
        self.agents: list[str] = []
        self._asked: list[str] = []
        self.agent_selection = ""

    def observation_space(self, _agent: str) -> spaces.Space[Any]:
        """The space of observations, the same object for every agent."""
        return self._observed

    def action_space(self, _agent: str) -> spaces.Space[Any]:
        """The space of actions, the same object for every agent."""
        return self._chosen

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal anew, equal seeds equal cards."""
        self.game = Game(self._rules, seed=seed, **self._settings)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def step(self, action: int | None) -> None:
        """Take the action of the agent who is asked. Raises `ValueError` for a number that its mask does not have."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        own = self._legal[agent]
        if action == self._most and len(self._asked) > 1:
            self._asked = self._asked[1:]
            self.agent_selection = self._asked[0]
        elif action is not None and 0 <= action < len(own):
            self.game.push(own[action])
            self._look()
        else:
            raise ValueError(f"expected a number that the mask has, of {len(own)} actions, found {action}")
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the player of the agent sees, and the mask of the actions."""
        reached, player = self.game.position.reached, self._numbers[agent]
        table = reached.table
        laid = [action for action in reached.actions if action.verb in (PLAY, DISCARD) and not action.void]
        names = (
            self._alphabet.list(table.hands[player]),
            () if reached.top is None or table.top is None else reached.top.meld.names,
            [name for action in laid for name in action.meld.names],
        )
        counts = [cards.count(name) for cards in names for name in self._alphabet.names]
        turn = self.possible_agents.index(agent)
        sizes = [
            table.hand_size(self._numbers[one]) for one in self.possible_agents[turn:] + self.possible_agents[:turn]
        ]
        facts = [table.down, int(table.turn == player), int(table.pending is not None)]
        mask = np.zeros(self._most + 1, np.int8)
        if not table.over and self.agent_selection == agent:
            mask[: len(self._legal[agent])] = 1
            mask[self._most] = len(self._asked) > 1
        return {"observation": np.array([*counts, *sizes, *facts], np.int8), "action_mask": mask}

    def render(self) -> str:
        """The position as lines of text."""
        return str(self.game)

    def close(self) -> None:
        """Nothing is held open."""

    def _look(self) -> None:
        """Find out who is asked next, and whether the deal is over."""
        reached = self.game.position.reached
        legal = self.game.legal()
        by_player = {number: f"{number} " for number in self._numbers.values()}
        self._legal = {
            agent: [action for action in legal if action.startswith(by_player[number])]
            for agent, number in self._numbers.items()
        }
        most = max(map(len, self._legal.values()))
        if most > self._most:
            raise ValueError(f"expected at most {self._most} legal actions, found {most}: set most_actions to more")
        turn = reached.table.turn
        able = [agent for agent in self.possible_agents if self._legal[agent]]
        self._asked = sorted(able, key=lambda agent: self._numbers[agent] == turn)
        for agent in self.agents:
            self.infos[agent] = {"actions": self._legal[agent]}
        if self.game.over:
            self._end(reached)
        elif not able or len(self.game.actions) >= MOST_STEPS:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._asked[0] if self._asked else self.agents[0]

    def _end(self, reached: Position) -> None:
        """Give everybody the value of the result; a deal that was called off has none."""
        self.terminations = dict.fromkeys(self.agents, True)
        try:
            result = decided(reached.table, reached.start)
        except NoPlayoutsError:
            return
        for agent, number in self._numbers.items():
            self.rewards[agent] = float(result.of(number).value)


_PLACES: Final = ("hand", "top", "laid")
"""Where the cards lie that an observation counts, card by card."""
_FACTS: Final = ("turned", "on turn", "something comes first")
