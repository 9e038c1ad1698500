"""Statistics read from stores of very many deals, and what it costs to keep them."""
