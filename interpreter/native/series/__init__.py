"""Looking ahead, as code: which moves of a series leave a way to its goal."""
