"""`daifu stats`: statistics on the terminal."""
