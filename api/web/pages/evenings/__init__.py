"""The pages of an evening, from its opening to its report."""
