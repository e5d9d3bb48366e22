"""Looking ahead, as code: the moves of a series that leave a way to its goal."""
