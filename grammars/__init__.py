"""Data only: the lark grammars and the JSON Schema that all games share."""
