"""Answers: why a move is refused, why a number is what it is, what happened, and what would happen.

`onlooker` is the eye: a walker that knows what one asker may see. `workings` works out an expression with values in
it, `nearest` finds the legal move next to a refused one, `chronicle` carries out a step once more and notes who
changed what, `history` looks for the steps that changed a field, `trial` tries a move in a copy, and `question` reads
what people type. Nothing here changes a game, and everything that is told is a function of what the asker sees.
"""
