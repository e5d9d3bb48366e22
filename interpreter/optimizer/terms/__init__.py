"""Terms, which compute numbers and sequences from the position vector and from variables."""
