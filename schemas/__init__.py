"""Shapes at the doors: what turns bytes into replay objects and back."""
