"""What could have been: proofs about the positions of a recorded deal."""
