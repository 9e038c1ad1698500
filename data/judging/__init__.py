"""Judges uploads: in this process, and large ones also in a worker process while this one stores."""
