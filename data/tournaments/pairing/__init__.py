"""Pairing: which entrants sit together and in which seats, by seed, by standing or by strength.

All of it is pure: entrants are numbers, and chance comes from the seed alone.
"""
