"""Benchmarks: how fast daifu replays, beside the engines that people know, and what it needs to do so.

``python -m bench`` prints every figure. Nothing of the product imports this package.
"""
