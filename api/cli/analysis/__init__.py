"""`daifu analyse`, `daifu review` and `daifu work`: games are analysed, and what that says is printed."""
