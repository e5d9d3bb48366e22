"""Code for changes of a position: instructions, moves of pieces, and chance."""
