"""`daifu tournament`: what a scorekeeper does from the first chair to the final table, on a store or over a service."""
