"""What changes a position, as code: instructions, pieces that move, chance that falls."""
