"""Daifugo under the named local rules of a house."""
