"""Which local rules explain a record: the smallest sets of rules under which it has no fault."""
