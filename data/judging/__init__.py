"""Judging what is uploaded: here, and for large uploads in a process of its own, while this one stores."""
