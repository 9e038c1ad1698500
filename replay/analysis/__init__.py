"""What could have been in a recorded deal: proofs, playouts, estimates, luck and play."""
