"""Akagiri's general daihinmin (rule prefix A)."""
