"""Second computations for tests: slow and plain, without the code that they check."""
