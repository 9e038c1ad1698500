"""The hand notation fu/1: records as people write them, one line a trick, and back."""
