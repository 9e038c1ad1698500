"""What hangs on the order in which deals were played: ratings, rows of places, reigns, and how they came about."""
