"""The command line by `python -m daifu`."""

from api.cli import main

main()
