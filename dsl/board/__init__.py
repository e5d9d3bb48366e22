"""Board data: YAML to checked rows.

In: a YAML file, and the declarations that say which kinds come `from board`. Out: `BoardData`, with the line and
column of every datum; the JSON Schema that follows from the rulebook; faults of the data. Knows nothing of rules: it
only reads which kinds and facts are declared.
"""

from dsl.board.board_data import BoardData, Row, merge_boards, read_board
from dsl.board.grids import Grid
from dsl.board.references import check_references
from dsl.board.schema import derive_schema
from dsl.board.schema_faults import validate
from dsl.board.yaml_data import Datum, read_yaml

__all__ = [
    "BoardData", "Datum", "Grid", "Row", "check_references", "derive_schema", "merge_boards", "read_board", "read_yaml",
    "validate",
]  # fmt: skip
