"""Statistics read from stores of very many deals, and the cost of keeping them."""
