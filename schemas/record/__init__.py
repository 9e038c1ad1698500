"""Records: their shape, how they are decoded, and why they are refused."""
