"""The course of play as code: nodes, decisions, whole games, games side by side, game trees."""
