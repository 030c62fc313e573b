"""Random deals of Dou Dizhu in RLCard and OpenSpiel, which need not be installed.

Dou Dizhu is the shedding game that both have: singles to bombs, runs, passes, three
players. It is not Tiến Lên, so a ratio says what kind of speed to expect, not which
program is better written.

Each library is driven by three loops:

- as its own example of random play does it: RLCard's environment with its random
  agents, OpenSpiel's chance nodes drawn from with numpy by their probabilities;
- plain: RLCard's environment stepped without its agents, OpenSpiel's equally likely
  outcomes drawn without numpy;
- bare, the least that random play needs and less than a user would write: RLCard's
  game without the environment and its observations, OpenSpiel's deck shuffled outside
  and handed to it card by card.

All ask for the legal actions at every decision and count every action of a player,
passes and bids among them. Chance nodes are not counted.
"""

from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from importlib.util import find_spec
from random import Random
from typing import Any

PlayDeal = Callable[[], int]
"""Plays a deal to its end and gives the number of decisions."""

PEERS = {"rlcard": "rlcard", "open_spiel": "pyspiel"}
"""By package, as it is installed, the module it is imported as."""

_CARDS_DEALT = 51
_FACE_UP_POSITIONS = 51
_FIRST_CARD = 51
_PACK_WITH_JOKERS = 54


def version(peer: str) -> str | None:
    """Gives the version of a peer, or `None` when it cannot be imported."""
    if find_spec(PEERS[peer]) is None:
        return None
    return metadata.version(peer)


def loops(peer: str, random: Random) -> Iterator[tuple[str, PlayDeal]]:
    """Gives the loops of a peer that is installed, by name."""
    if peer == "rlcard":
        environment = _rlcard_environment(random)
        yield "rlcard", lambda: _rlcard(environment)
        yield "rlcard_plain", lambda: _rlcard_plain(environment, random)
        yield "rlcard_bare", lambda: _rlcard_bare(environment.game, random)
    else:
        game: Any = import_module("pyspiel").load_game("dou_dizhu")
        _check_chance(game)
        numpy: Any = import_module("numpy")
        pack = list(range(_FIRST_CARD, _FIRST_CARD + _PACK_WITH_JOKERS))
        yield "open_spiel", lambda: _open_spiel(game, numpy.random, random)
        yield "open_spiel_plain", lambda: _open_spiel_plain(game, random)
        yield "open_spiel_bare", lambda: _open_spiel_bare(game, pack, random)


def _rlcard_environment(random: Random) -> Any:  # noqa: ANN401 - no types there
    rlcard: Any = import_module("rlcard")
    agents: Any = import_module("rlcard.agents")
    environment = rlcard.make("doudizhu", config={"seed": random.randrange(2**31)})
    agent = agents.RandomAgent(num_actions=environment.num_actions)
    environment.set_agents([agent] * environment.num_players)
    return environment


def _rlcard(environment: Any) -> int:  # noqa: ANN401 - no types there
    trajectories, _ = environment.run(is_training=False)
    # A player's trajectory is state, action, state, action … state.
    return sum(len(trajectory) // 2 for trajectory in trajectories)


def _rlcard_plain(environment: Any, random: Random) -> int:  # noqa: ANN401 - no types there
    state, _ = environment.reset()
    decisions = 0
    while not environment.is_over():
        actions = list(state["legal_actions"])
        state, _ = environment.step(actions[int(random.random() * len(actions))])
        decisions += 1
    return decisions


def _rlcard_bare(game: Any, random: Random) -> int:  # noqa: ANN401 - no types there
    state, _ = game.init_game()
    decisions = 0
    while not game.is_over():
        actions = state["actions"]
        state, _ = game.step(actions[int(random.random() * len(actions))])
        decisions += 1
    return decisions


def _open_spiel(game: Any, numpy_random: Any, random: Random) -> int:  # noqa: ANN401 - no types there
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(numpy_random.choice(outcomes, p=chances))
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _open_spiel_plain(game: Any, random: Random) -> int:  # noqa: ANN401 - no types there
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            # All are equally likely, which has been checked.
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            decisions += 1
    return decisions


def _open_spiel_bare(game: Any, pack: list[int], random: Random) -> int:  # noqa: ANN401 - no types there
    state = game.new_initial_state()
    state.apply_action(int(random.random() * _FACE_UP_POSITIONS))
    random.shuffle(pack)
    for card in pack[:_CARDS_DEALT]:
        state.apply_action(card)
    decisions = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(random.random() * len(actions))])
        decisions += 1
    return decisions


def _check_chance(game: Any) -> None:  # noqa: ANN401 - no types there
    """Stops where OpenSpiel deals otherwise than the loops take for granted."""
    state = game.new_initial_state()
    positions = list(range(_FACE_UP_POSITIONS))
    cards = list(range(_FIRST_CARD, _FIRST_CARD + _PACK_WITH_JOKERS))
    asked = 0
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        expected = cards[asked - 1 :] if asked else positions
        if list(outcomes) != expected or max(chances) - min(chances) > 1e-9:
            break
        state.apply_action(outcomes[0])
        asked += 1
    if asked != 1 + _CARDS_DEALT:
        raise NotImplementedError("open_spiel deals Dou Dizhu in another way now")
