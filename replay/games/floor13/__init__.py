"""Daifugo of the thirteenth floor (rule prefix F)."""
