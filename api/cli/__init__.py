"""The command line `daifu`."""

from api.cli.command_line import main

__all__ = ["main"]
