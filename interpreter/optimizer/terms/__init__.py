"""Terms: numbers and sequences computed from the position vector and from names, and simplified as they are built."""
