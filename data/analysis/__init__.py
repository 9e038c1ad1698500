"""Analyses of the records of a store: a queue of jobs, and the workers that do them."""
