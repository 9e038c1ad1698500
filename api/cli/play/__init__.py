"""`daifu play`: a sitting written down from the keyboard while it is played."""
