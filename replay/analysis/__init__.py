"""What could have been in a deal: playouts, estimates, luck and play."""
