"""The rule books of all games, and the pages made from them."""
