"""The version of the rules by which records are judged."""

from typing import Final

JUDGING_VERSION: Final = 4
"""Raised whenever a change can change the report on any record: a fault, a place, a title, points.

A store notes which version has judged all of its records; `daifu verify --repair` judges them by the present one.
"""
