"""Reports of evenings and seasons, to be sent around, and final tables as they are drawn."""
