"""Benchmarks: how fast daifu replays beside well-known engines, and what it needs.

``python -m bench`` prints every figure. Nothing of the product imports this package.
"""
