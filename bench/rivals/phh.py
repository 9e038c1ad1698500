"""pokerkit: hand histories in PHH, loaded and replayed state by state to the end of the hand."""

from random import Random

from pokerkit import Automation, HandHistory, NoLimitTexasHoldem, State

from bench.contenders import Contender

HANDS = 60
PLAYERS = 4
STACK = 200
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def contenders(rng: Random) -> list[Contender]:
    """Prepare ``HANDS`` hands, each as the bytes of one PHH file; every action of the history is a move."""
    histories = [_random_hand(rng) for _ in range(HANDS)]
    files = [history.dumps().encode() for history in histories]
    lengths = [len(history.actions) for history in histories]

    def run() -> None:
        for data, length in zip(files, lengths, strict=True):
            _replay(data, length)

    return [Contender("pokerkit", "PHH, loads and every state", HANDS, sum(lengths), run)]


def _random_hand(rng: Random) -> HandHistory:
    game = NoLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2)  # noqa: FBT003 - the library's own order of arguments
    state = game([STACK] * PLAYERS, PLAYERS)
    deck = rng.sample(DECK, len(DECK))
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_hole():
            state.deal_hole(deck.pop())
        elif state.can_deal_board():
            state.deal_board("".join(deck.pop() for _ in range(state.board_dealing_count)))
        else:
            _bet(state, rng.random())
    return HandHistory.from_game_state(game, state)


def _bet(state: State, mood: float) -> None:
    if mood < 0.1 and state.can_fold():
        state.fold()
    elif mood < 0.25 and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to()
    else:
        state.check_or_call()


def _replay(data: bytes, length: int) -> None:
    """Replay one hand; the library mends what it does not accept, so a state too many means a broken sample."""
    states = sum(1 for _ in HandHistory.loads(data.decode()))
    if states != length + 1:
        raise ValueError(f"{length} actions led through {states} states")
