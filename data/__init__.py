"""What daifu keeps and what comes with it: the store, tournaments, ratings, rule books and sample games."""
