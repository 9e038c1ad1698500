"""The Great Dalmuti (rule prefix D)."""
