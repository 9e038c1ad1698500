"""`daifu check`: judge games from files."""
