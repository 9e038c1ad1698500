"""The command line: a thin door to schemas and replay."""

from api.cli.entry import main

__all__ = ["main"]
