"""People: their names, what is stored of them, and how they are made anonymous."""
