"""A game that four players without a plan play to its end."""

import random

import daifu

chance = random.Random(7)
game = daifu.Game("dalmuti", players=4, seed=7)
while actions := game.legal():
    game.push(chance.choice(actions))
print(game.record().rules, daifu.replay(game.record()).legal)
