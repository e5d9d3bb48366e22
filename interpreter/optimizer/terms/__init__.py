"""Terms: whole numbers and sequences as functions of the vector and of names, folded while they are made."""
