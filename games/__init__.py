"""Data only: one folder for each game, named by its slug."""
