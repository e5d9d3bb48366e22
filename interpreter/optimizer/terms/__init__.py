"""Terms: numbers and sequences computed from the vector and from names, simplified as they are built."""
