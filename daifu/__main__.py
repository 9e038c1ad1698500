"""The command line by `python -m daifu`."""

from daifu.api.cli import main

main()
