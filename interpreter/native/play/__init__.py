"""Control flow as code: nodes, decisions, whole games, batches of games, game trees."""
