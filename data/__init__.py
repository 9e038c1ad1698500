"""Rules texts and sample games that come with daifu."""
