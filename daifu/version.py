"""The version of daifu, which its package and its command line tell."""

__version__ = "0.1.0"
